import CivilTime
import Events

/// # Settling
///
/// Assigning events to the days they overlap. An event is an interval of time, independent of any zone; a day is a
/// half-open interval in one zone; settling is the merge of the two sorted sequences. For another zone the same events
/// are settled again.
///
/// Left out: how a day looks (CalendarPages) and what events are (Events).

/// The position of a day among the days of an occurrence.
public enum DayPart: UInt8, Sendable {
  case whole, first, middle, last

  /// `whole`, `first`, `middle` or `last`.
  public var label: StaticString {
    switch self {
    case .whole: "whole"
    case .first: "first"
    case .middle: "middle"
    case .last: "last"
    }
  }
}

/// An event at one time.
public struct Occurrence: Sendable, Hashable {
  /// Index into ``EventStore/events``.
  public var event: Int32
  /// Seconds since the epoch; for an all-day event, the first instant of its first date in the viewing zone.
  public var start: Int64
  /// Seconds since the epoch, exclusive.
  public var end: Int64
  /// The day number of its first date (``CivilTime/CivilDate/dayNumber``); only where ``isAllDay``.
  public var firstDate: Int32
  /// The day number of the date after its last; only where ``isAllDay``.
  public var endDate: Int32
  /// The start before any override, in the units of ``Event/start`` and ``originalKind``; valid only if ``recurs``.
  public var original: Int64
  /// The units of ``original``.
  public var originalKind: TimeKind
  /// Whether it is given by dates, which do not depend on a zone.
  public var isAllDay: Bool
  /// Whether it belongs to a series.
  public var recurs: Bool
}

/// An occurrence on a day.
public struct DayEntry: Sendable, Hashable {
  /// Index into ``SettledRun/occurrences``.
  public var occurrence: Int32
  /// Which of the occurrence's days this is.
  public var part: DayPart
}

/// Consecutive days with their events: the result of settling.
public struct SettledRun: Sendable {
  /// In order of start, end, title and UID.
  public internal(set) var occurrences: [Occurrence] = []
  /// The run's days that exist in the zone.
  public internal(set) var days: [CivilDate] = []
  /// The first instant of each day, and of the day after the last.
  public internal(set) var bounds: [Int64] = []
  var firstEntries: [Int32] = [0]
  var entries: [DayEntry] = []
  var busy: [Int32] = []

  /// The entries of the day at an index of ``days``: all-day events and those that began on an earlier day first, by
  /// earlier start, then longer; the others by start, end, title, UID.
  public func entries(ofDay index: Int) -> ArraySlice<DayEntry> {
    entries[Int(firstEntries[index])..<Int(firstEntries[index + 1])]
  }

  /// Minutes of the day taken up by the union of its opaque events, rounded down.
  public func busyMinutes(ofDay index: Int) -> Int { Int(busy[index]) }

  /// The index of a date in ``days``; `nil` if it is not in the run or does not exist in the zone. O(1) except in zones
  /// that skip days.
  public func index(of date: CivilDate) -> Int? {
    guard let first = days.first else { return nil }
    var index = min(first.days(until: date), days.count - 1)
    while index >= 0, days[index] > date { index -= 1 }
    return index >= 0 && days[index] == date ? index : nil
  }
}

/// How busy a day is, for colouring: 0 free, 1 up to two hours, 2 up to four, 3 up to six, 4 more.
public func busyLevel(minutes: Int) -> Int {
  minutes <= 0 ? 0 : min(4, (minutes + 119) / 120)
}
