import Bytes
import CivilTime
import ICalendar
import TimeZones

/// # Events
///
/// The meaning of components of iCalendar files: events, series and their overrides, the zones of their times, and
/// which of several versions of an event counts.
///
/// Left out: the days of events (Settling), and where files come from (Readers).

/// The form of an event's start and end.
public enum TimeKind: UInt8, Sendable {
  /// Dates, the same in every zone.
  case allDay
  /// Local times, read in the viewer's zone.
  case floating
  /// Instants.
  case zoned
}

/// Whether an event is certain (RFC 5545, 3.8.1.11); absent means confirmed.
public enum EventStatus: UInt8, Sendable {
  case confirmed, tentative, cancelled

  /// `confirmed`, `tentative` or `cancelled`.
  public var label: StaticString {
    switch self {
    case .confirmed: "confirmed"
    case .tentative: "tentative"
    case .cancelled: "cancelled"
    }
  }
}

/// Who may see an event (RFC 5545, 3.8.1.3).
public enum EventClass: UInt8, Sendable {
  case `public`, `private`, confidential
  /// Two CLASS lines, one of each.
  case privateAndConfidential

  /// Whether it is the other class, or both classes and the other is one of them.
  func includes(_ other: EventClass) -> Bool {
    self == other || self == .privateAndConfidential && other != .public
  }

  /// The class that remains without one that it includes.
  func without(_ other: EventClass) -> EventClass {
    self != .privateAndConfidential ? .public : other == .private ? .confidential : .private
  }

  /// The class of an event that has both classes.
  func and(_ other: EventClass) -> EventClass {
    self == .public || self == other ? other : other == .public ? self : .privateAndConfidential
  }
}

/// A text within an event's document: 8 bytes instead of an array.
public struct TextRef: Sendable, Hashable {
  var start: UInt32
  /// The highest bit is set if the text contains escapes.
  var bits: UInt32

  /// A text without a byte.
  public static let empty = TextRef(start: 0, bits: 0)
  /// Whether the text is empty.
  public var isEmpty: Bool { count == 0 }
  var count: Int { Int(bits & 0x7FFF_FFFF) }
  package var isEscaped: Bool { bits >> 31 != 0 }
  var range: Range<Int> { Int(start)..<Int(start) + count }
}

/// A VEVENT, which may be an override (RECURRENCE-ID): its times, and references to everything else. Some 170 bytes,
/// without allocations of its own.
public struct Event: Sendable {
  /// UID; empty if absent.
  public var uid = TextRef.empty
  /// SUMMARY.
  public var title = TextRef.empty
  /// LOCATION; empty if absent.
  public var location = TextRef.empty
  /// A hash of the unescaped UID, the same in every run.
  package var uidHash: UInt64 = 0
  /// The document that it was read from, as an index into ``EventStore/documents``.
  public var document: Int32 = 0
  /// The VEVENT in it, as an index into its components.
  public var component: Int32 = 0
  /// The line of the event in its file, from 1.
  public var line: UInt32 = 0
  /// The calendar, as an index into ``EventStore/calendars``.
  public var calendar: UInt16 = 0
  /// The units of ``start`` and ``end``.
  public var kind = TimeKind.zoned
  /// STATUS; confirmed if absent.
  public var status = EventStatus.confirmed
  /// CLASS; public if absent, private if unknown (RFC 5545, 3.8.1.3).
  public internal(set) var classification = EventClass.public
  /// Whether it counts as busy (TRANSP; absent means opaque).
  public var isOpaque = true
  /// Another version of the same event supersedes it. The gate lets no such event pass.
  var isSuperseded = false
  /// Whether it has an ORGANIZER or an ATTENDEE.
  package internal(set) var hasPeople = false
  /// Whether it has a colour property of its own, which may be unreadable.
  package internal(set) var hasColor = false
  /// Whether it has a CONFERENCE.
  package internal(set) var hasConference = false
  /// Whether it may have X-BUSYLIFE-CITY; if not, pages need not look for it.
  package internal(set) var hasCity = false
  /// Whether it has X-BUSYLIFE-SLUG.
  package internal(set) var hasSlug = false
  /// Whether its SUMMARY has a LANGUAGE.
  package internal(set) var hasTitleLanguage = false
  /// The zone of its start, as an index into ``EventStore/zones``; 0 for UTC and times without a zone.
  public var zone: UInt16 = 0
  /// The zone of its end, like ``zone`` for its start.
  public var endZone: UInt16 = 0
  /// DTSTART as a local time: ``CivilTime/CivilDateTime/wallSeconds``.
  public var wallStart: Int64 = 0
  /// Zoned: seconds since the epoch. Floating: seconds of wall time. All-day: the date's midnight in seconds of wall
  /// time.
  public var start: Int64 = 0
  /// In the units of ``start``, exclusive, and never before it.
  public var end: Int64 = 0
  /// DURATION's days, which follow the calendar; if ``hasDuration``, these and ``durationSeconds`` replace an exact
  /// length.
  package var durationDays: Int32 = 0
  package var durationSeconds: Int32 = 0
  package var hasDuration = false
  /// SEQUENCE; 0 if absent.
  public var sequence: Int32 = 0
  /// LAST-MODIFIED in seconds since the epoch; `Int64.min` if absent.
  public var lastModified: Int64 = .min
  /// The other calendars that have it, as an index into ``EventStore/calendarLists``.
  package internal(set) var others: Int32 = 0
  /// Its series, as an index into ``EventStore/series``, or -1.
  public var series: Int32 = -1
  /// Its position among all events of the content in reading order, including those that the gate hides: it does not
  /// depend on who may see the event, and is the same in the browser.
  package internal(set) var place: Int32 = 0
  /// The original start named by RECURRENCE-ID, in the units of ``start`` and of ``recurrenceKind``; valid only if
  /// ``isOverride``.
  package var recurrenceStart: Int64 = 0
  package var recurrenceKind = TimeKind.zoned
  /// Whether it is an override of an instance of a series (RECURRENCE-ID).
  public var isOverride = false
  /// RANGE=THISANDFUTURE.
  public var isThisAndFuture = false
  /// The colour class from `type` in BusyLife's events.json; 0 if absent.
  package var type: UInt8 = 0

  init() {}
}

/// A calendar, as named by site.yml or the folder.
public struct CalendarInfo: Sendable {
  /// The name in feeds and `agenda`: `work`.
  public var name: [UInt8]
  /// The title that people see.
  public var title: [UInt8]
  /// `#rrggbb`, or empty.
  public var color: [UInt8]

  /// Whether nobody named it: it is named after a file, after a key of an event, or holds the notes that are events. It
  /// is not named to readers who see none of its events.
  package var isImplied = false

  /// Whether events name it, and nothing else does.
  package var isNamedByEvents = false

  /// Whether its title is that of a file.
  var isTitledByFiles = false

  /// The greatest number of calendars that exist only because events name them, and of which something is shown. More
  /// suggests a key used for something else, such as an identifier; each has a feed and an entry in the legend of every
  /// page.
  package static let namedLimit = 100

  /// Whether it holds the blocks of busy time that the gate makes. Unlike every other calendar, it has no name.
  package var isBusyTime: Bool { name.isEmpty }

  /// Its title, or its name if it has none.
  package var shownTitle: [UInt8] { title.isEmpty ? name : title }

  /// A calendar. If the title is empty, that of its file is used
  /// (``ReadEvents/add(_:to:zones:positions:diagnostics:)``).
  public init(name: [UInt8], title: [UInt8], color: [UInt8]) {
    self.name = name
    self.title = title
    self.color = color
  }
}

/// Limits, each with its reason. Whatever exceeds one is reported, never dropped silently.
public enum EventLimits {
  /// The tz database has some 600 names; a file that defines thousands of zones is not a calendar.
  public static let zones = 4_096
}
