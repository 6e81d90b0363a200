import Bytes
import CivilTime
import ICalendar
import TimeZones

/// # Events
///
/// What the components of iCalendar files mean: events, series and the instances that are set apart from
/// them, the zones that their times are given in, and which of several versions of an event is the one that
/// counts.
///
/// Left out: the days that events stand on (Settling), and where files come from (Readers).

/// How an event's start and end are given.
public enum TimeKind: UInt8, Sendable {
  /// Dates, the same in every zone.
  case allDay
  /// Wall times, read in whatever zone the reader is in.
  case floating
  /// Instants.
  case zoned
}

/// Whether an event is certain (RFC 5545, 3.8.1.11); absent reads confirmed.
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

/// Who should see an event (RFC 5545, 3.8.1.3).
public enum EventClass: UInt8, Sendable { case `public`, `private`, confidential }

/// A text within an event's document: 8 bytes in place of an array.
public struct TextRef: Sendable, Hashable {
  var start: UInt32
  /// The highest bit says that the text has escapes.
  var bits: UInt32

  public static let empty = TextRef(start: 0, bits: 0)
  public var isEmpty: Bool { count == 0 }
  var count: Int { Int(bits & 0x7FFF_FFFF) }
  var isEscaped: Bool { bits >> 31 != 0 }
  var range: Range<Int> { Int(start)..<Int(start) + count }
}

/// A VEVENT, or one of the instances that a RECURRENCE-ID sets apart: its times, and references to
/// the rest. Some 170 bytes, with no allocation of its own.
public struct Event: Sendable {
  public var uid = TextRef.empty
  /// SUMMARY.
  public var title = TextRef.empty
  public var location = TextRef.empty
  /// A hash of the unescaped UID, the same in every run.
  public var uidHash: UInt64 = 0
  /// The document and the component in it that say the rest.
  public var document: Int32 = 0
  public var component: Int32 = 0
  /// The line of the event in its file, from 1.
  public var line: UInt32 = 0
  /// The calendar, as an index into ``EventStore/calendars``.
  public var calendar: UInt16 = 0
  public var kind = TimeKind.zoned
  public var status = EventStatus.confirmed
  public internal(set) var classification = EventClass.public
  /// Whether it takes up time (TRANSP, absent reads opaque).
  public var isOpaque = true
  /// Another version of the same event counts in its place. The gate lets no such event pass.
  var isSuperseded = false
  /// Whether it has an ORGANIZER or an ATTENDEE.
  public internal(set) var hasPeople = false
  /// Whether it says a colour of its own, though it may be none that can be read.
  public internal(set) var hasColor = false
  /// The zones of its start and end, as indices into ``EventStore/zones``. UTC and times that are not
  /// zoned have 0.
  public var zone: UInt16 = 0
  public var endZone: UInt16 = 0
  /// DTSTART as the wall showed it: seconds of ``CivilTime/CivilDateTime/wallSeconds``.
  public var wallStart: Int64 = 0
  /// Zoned: seconds since the epoch. Floating: wall seconds. All-day: the date's midnight in wall
  /// seconds. The end is exclusive and never before the start.
  public var start: Int64 = 0
  public var end: Int64 = 0
  /// DURATION's days, which follow the calendar; with ``durationSeconds`` instead of an exact length
  /// where ``hasDuration``.
  public var durationDays: Int32 = 0
  public var durationSeconds: Int32 = 0
  public var hasDuration = false
  public var sequence: Int32 = 0
  /// LAST-MODIFIED in seconds since the epoch; the first instant where absent.
  public var lastModified: Int64 = .min
  /// Its series, as an index into ``EventStore/series``, or -1.
  public var series: Int32 = -1
  /// Its place among all events of the content in the order in which they were read, those that do not pass the
  /// gate included: it stays the same whoever may see the event, and in the browser.
  public internal(set) var place: Int32 = 0
  /// The original start that a RECURRENCE-ID names, in the units of ``start`` and of
  /// ``recurrenceKind``; only where ``isOverride``.
  public var recurrenceStart: Int64 = 0
  public var recurrenceKind = TimeKind.zoned
  public var isOverride = false
  /// RANGE=THISANDFUTURE.
  public var isThisAndFuture = false
  /// The colour class of BusyLife's events.json `type`, 0 where there is none.
  public var type: UInt8 = 0

  init() {}
}

/// A calendar that events belong to, as site.yml or the folder names it.
public struct CalendarInfo: Sendable {
  /// The name in feeds and `agenda`: `work`.
  public var name: [UInt8]
  /// What people read.
  public var title: [UInt8]
  /// `#rrggbb`, or empty.
  public var color: [UInt8]

  public init(name: [UInt8], title: [UInt8], color: [UInt8]) {
    self.name = name
    self.title = title
    self.color = color
  }
}

/// Limits, each with its reason. What goes over one is reported, never dropped in silence.
public enum EventLimits {
  /// The tz database has some 600 names; a file that defines zones without end is none of a calendar.
  public static let zones = 4_096
}
