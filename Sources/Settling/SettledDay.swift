import CivilTime
import Events

/// # Settling
///
/// Which events stand on which days. An event is an interval of time, free of any zone; a day is a
/// half-open interval in one zone; settling is the merge of the two sorted sequences. Change the
/// zone and the days are settled anew from the same events.
///
/// Left out: how a day looks (CalendarPages) and what events are (Events).

/// Where on an occurrence's run of days a day stands.
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
  /// Seconds since the epoch; an all-day event begins with its first date in the viewing zone.
  public var start: Int64
  /// Seconds since the epoch, exclusive.
  public var end: Int64
  /// The day number of its first date (``CivilTime/CivilDate/dayNumber``); only where ``isAllDay``.
  public var firstDate: Int32
  /// The day number of the date after its last; only where ``isAllDay``.
  public var endDate: Int32
  /// The start it had before anything moved it, in the units of ``Event/start`` and
  /// ``originalKind``; only where ``recurs``.
  public var original: Int64
  /// The units of ``original``.
  public var originalKind: TimeKind
  /// Whether it is given by dates, which are the same in every zone.
  public var isAllDay: Bool
  /// Whether it is one of a series.
  public var recurs: Bool
}

/// An occurrence on a day.
public struct DayEntry: Sendable, Hashable {
  /// Index into ``SettledRun/occurrences``.
  public var occurrence: Int32
  /// Which of the occurrence's days this is.
  public var part: DayPart
}

/// Days in a row with their events: what settling makes.
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

  /// The entries of the day at an index of ``days``, in this order: all-day events and those
  /// begun on an earlier day first, by earlier start, then longer; then by start, end, title, UID.
  public func entries(ofDay index: Int) -> ArraySlice<DayEntry> {
    entries[Int(firstEntries[index])..<Int(firstEntries[index + 1])]
  }

  /// Minutes of the day taken up by the union of its opaque events, rounded down.
  public func busyMinutes(ofDay index: Int) -> Int { Int(busy[index]) }

  /// The index of a date in ``days``; `nil` if it is not in the run or does not exist in the zone.
  /// O(1) but for zones that skip days.
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
