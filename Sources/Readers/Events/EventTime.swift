import Bytes
import CivilTime
import ICalendar
import TimeZones

/// A date or time as written in content, before its zone is applied.
package enum WrittenTime {
  case date(CivilDate)
  case local(CivilDateTime)
  /// An instant, with the offset it was written with.
  case instant(Instant, UTCOffset)

  /// Years that iCalendar can write (RFC 5545, 3.3.4: four digits) and that this product shows.
  static let years = 1...9999

  /// Reads ISO 8601, RFC 3339 and the timestamps of YAML 1.1 (`2026-11-18 18:30:00 -8`); `nil` if a text is none of
  /// these, or there is no such date.
  package init?(_ text: [UInt8]) {
    let text = Self.withoutBlanks(text.trimmed)
    if let date = try? ISO8601.date(text) {
      self = .date(date)
    } else if let read = try? ISO8601.dateTime(text) {
      if let offset = read.offset, let instant = read.instant {
        self = .instant(instant, offset)
      } else {
        self = .local(read.dateTime)
      }
    } else {
      return nil
    }
    guard Self.years.contains(wall(in: nil).date.year) else { return nil }
  }

  /// A timestamp of YAML 1.1 in the form of RFC 3339: with a T, an offset without blanks before it, and hours of two
  /// digits. Any other text as it is. O(text).
  private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var words = text.split { $0 == .space || $0 == .tab }[...]
    guard let first = words.popFirst(), words.count < 3 else { return text }
    let date = first.prefix { $0 | 0x20 != 0x74 }
    guard var time = date.endIndex < first.endIndex ? first[(date.endIndex + 1)...] : words.popFirst() else {
      return text
    }
    let offset = words.popFirst() ?? time[(time.firstIndex { $0 == .plus || $0 == .hyphen } ?? time.endIndex)...]
    guard words.isEmpty else { return text }
    time = time.prefix { $0 != .plus && $0 != .hyphen }
    let hours = offset.dropFirst().prefix { $0.isDigit }.count
    let isShort = hours == 1 || hours == 3
    let padded = isShort ? offset.prefix(1) + [0x30] + offset.dropFirst() : offset
    return date + [0x54] + (time.prefix { $0.isDigit }.count == 1 ? [0x30] : []) + time + padded
  }

  /// The wall time: for an instant, in `zone` or in the offset it was written with.
  func wall(in zone: Zone?) -> CivilDateTime {
    switch self {
    case .date(let date): CivilDateTime(date)
    case .local(let wall): wall
    case .instant(let instant, let offset): zone?.wall(at: instant) ?? instant.wall(at: offset)
    }
  }

  var isDate: Bool { if case .date = self { true } else { false } }
}

/// A date or time in iCalendar's forms.
enum EventTime {
  case date(CivilDate)
  case floating(CivilDateTime)
  case utc(Instant)
  case zoned(CivilDateTime, Zone)

  /// A local time in a zone, or floating.
  init(_ wall: CivilDateTime, in zone: Zone?) {
    guard let zone else {
      self = .floating(wall)
      return
    }
    self = zone.identifier.equals("UTC") ? .utc(wall.instant(at: .utc)) : .zoned(wall, zone)
  }

  /// An instant as a local time of a zone; in UTC if there is no zone, or if the local time would mean another instant
  /// (the second of two equal times).
  init(_ instant: Instant, in zone: Zone?) {
    if let zone, !zone.identifier.equals("UTC") {
      let wall = zone.wall(at: instant)
      if zone.instant(of: wall) == instant {
        self = .zoned(wall, zone)
        return
      }
    }
    self = .utc(instant)
  }

  /// The instant; `nil` for dates and floating times.
  var instant: Instant? {
    switch self {
    case .utc(let instant): instant
    case .zoned(let wall, let zone): zone.instant(of: wall)
    case .date, .floating: nil
    }
  }

  /// Appends the parameters before the colon: `;VALUE=DATE`, `;TZID=Europe/Berlin` or nothing.
  func appendParameters(to line: inout [UInt8]) {
    switch self {
    case .date: line.append(";VALUE=DATE")
    case .zoned(_, let zone):
      line.append(";TZID=")
      line.append(contentsOf: ICalendarWriter.parameterValue(zone.identifier))
    case .floating, .utc: break
    }
  }

  /// Appends the value in iCalendar's form.
  func appendValue(to line: inout [UInt8]) {
    switch self {
    case .date(let date): line.append(basic: date)
    case .floating(let wall), .zoned(let wall, _): line.append(basic: wall)
    case .utc(let instant): line.append(basic: instant)
    }
  }

  /// Whether both have the same parameters, so that they can share a line.
  func isWritten(like other: EventTime) -> Bool {
    switch (self, other) {
    case (.date, .date), (.floating, .floating), (.utc, .utc): true
    case (.zoned(_, let mine), .zoned(_, let theirs)): mine.identifier == theirs.identifier
    default: false
    }
  }

  /// Adds the written form to a hash.
  func add(to hash: inout StableHash) {
    switch self {
    case .date(let date):
      hash.add(UInt8(0))
      hash.add(date.dayNumber)
    case .floating(let wall):
      hash.add(UInt8(1))
      hash.add(wall.wallSeconds)
    case .utc(let instant):
      hash.add(UInt8(2))
      hash.add(instant.secondsSinceEpoch)
    case .zoned(let wall, let zone):
      hash.add(UInt8(3))
      hash.add(wall.wallSeconds)
      hash.add(zone.identifier)
    }
  }
}
