import Bytes
import CivilTime

/// The value types of RFC 5545 section 3.3, each parsed from bytes.
public enum DateOrDateTime: Hashable, Sendable {
  /// VALUE=DATE, `20261120`.
  case date(CivilDate)
  /// A local time, `20261120T090000`: floating, or in the zone of the property's TZID.
  case local(CivilDateTime)
  /// `20261120T090000Z`.
  case utc(Instant)

  /// Reads DATE and DATE-TIME (RFC 5545, 3.3.4 and 3.3.5), and the extended form with hyphens and colons that some
  /// programs write; `nil` if it is neither, if there is no such date, or if its year is negative, which iCalendar
  /// can't write. Hour 24 is the next day's hour 0; second 60 is read as 59.
  @inlinable public init?(_ value: some RandomAccessCollection<UInt8>) {
    if let fast = Self.basic(value) {
      self = fast
      return
    }
    if !ForeignInput.isExpected { return nil }
    let text = value.trimmed
    if text.count < value.count, let plain = Self.basic(text) {
      self = plain
      return
    }
    // Digits alone are a date with a missing digit, not the 324th day of a year.
    guard text.contains(where: { $0 == .hyphen || $0 == .colon || $0 | 0x20 == 0x74 }) else { return nil }
    if let date = try? ISO8601.date(text) {
      self = .date(date)
    } else if let read = try? ISO8601.dateTime(text) {
      if let instant = read.instant { self = .utc(instant) } else { self = .local(read.dateTime) }
    } else {
      return nil
    }
    if year < 0 { return nil }
  }

  /// The year of the date, as it would be written.
  @usableFromInline var year: Int {
    switch self {
    case .date(let date): date.year
    case .local(let wall): wall.date.year
    case .utc(let instant): instant.wall(at: .utc).date.year
    }
  }

  /// Whether a value has RFC 5545's own form, and not merely one that is understood.
  @inlinable package static func isStandard(_ value: some RandomAccessCollection<UInt8>) -> Bool { basic(value) != nil }

  @inlinable static func basic(_ value: some RandomAccessCollection<UInt8>) -> DateOrDateTime? {
    let count = value.count
    guard count == 8 || count == 15 || count == 16 else { return nil }
    var index = value.startIndex
    var valid = true
    @inline(__always) func digits(_ length: Int) -> Int {
      var number = 0
      for _ in 0..<length {
        let digit = value[index] &- 0x30
        if digit > 9 { valid = false }
        number = number * 10 + Int(digit)
        value.formIndex(after: &index)
      }
      return number
    }
    let year = digits(4)
    let month = digits(2)
    let day = digits(2)
    guard valid, let date = CivilDate(year: year, month: month, day: day) else { return nil }
    if count == 8 { return .date(date) }
    guard value[index] | 0x20 == 0x74 else { return nil }
    value.formIndex(after: &index)
    let hour = digits(2)
    let minute = digits(2)
    let second = digits(2)
    guard valid, let time = TimeOfDay(hour: hour, minute: minute, second: second == 60 ? 59 : second) else {
      return nil
    }
    let dateTime = CivilDateTime(date, time)
    if count == 15 { return .local(dateTime) }
    return value[index] | 0x20 == 0x7A ? .utc(dateTime.instant(at: .utc)) : nil
  }
}

/// A DURATION (RFC 5545, 3.3.6): weeks and days are nominal (they follow the calendar), the time is exact.
public struct ICalendarDuration: Hashable, Sendable {
  /// Weeks and days together, in days; negative if the duration is.
  public var days: Int
  /// Hours, minutes and seconds together, in seconds; negative if the duration is.
  public var seconds: Int64

  /// A length of calendar days followed by seconds; both have the same sign.
  public init(days: Int, seconds: Int64) {
    self.days = days
    self.seconds = seconds
  }

  /// The length in seconds if every day had 86,400.
  public var nominalSeconds: Int64 { Int64(days) * 86_400 + seconds }

  /// Some 27,000 years: longer than the range of dates, short enough that sums do not overflow.
  static let limit: Int64 = 10_000_000

  /// `nil` if the form is wrong or a unit exceeds ten million days. The letters may be in any case.
  public init?(_ value: some Collection<UInt8>) {
    var negative = false
    var seenP = false
    var inTime = false
    var number: Int64?
    // 64 bits on every system: the limit in seconds exceeds 32 bits.
    var days: Int64 = 0
    var seconds: Int64 = 0
    var parts = 0
    for byte in value.trimmed {
      if let digit = byte.digitValue, seenP {
        number = (number ?? 0) * 10 + Int64(digit)
        if number! > Self.limit * 86_400 { return nil }
        continue
      }
      switch byte.uppercased {
      case .ascii("+") where !seenP: continue
      case .ascii("-") where !seenP: negative = true
      case .ascii("P") where !seenP: seenP = true
      case .ascii("T") where seenP && !inTime && number == nil: inTime = true
      case let unit:
        guard seenP, let amount = number else { return nil }
        number = nil
        parts += 1
        switch (unit, inTime) {
        case (.ascii("W"), false): days += amount * 7
        case (.ascii("D"), false): days += amount
        case (.ascii("H"), true): seconds += amount * 3600
        case (.ascii("M"), true): seconds += amount * 60
        case (.ascii("S"), true): seconds += amount
        default: return nil
        }
        guard days <= Self.limit, seconds <= Self.limit * 86_400 else { return nil }
      }
    }
    guard parts > 0, number == nil else { return nil }
    self.days = Int(negative ? -days : days)
    self.seconds = negative ? -seconds : seconds
  }
}

/// INTEGER (RFC 5545, 3.3.8); `nil` if it is not one or exceeds 32 bits.
@inlinable package func iCalendarInteger(_ value: some Collection<UInt8>) -> Int32? {
  var result: Int64 = 0
  var negative = false
  var isSigned = false
  var digits = 0
  for byte in value.trimmed {
    if let digit = byte.digitValue {
      result = result * 10 + Int64(digit)
      digits += 1
      if result > 1 << 33 { return nil }
    } else if digits == 0, byte == .hyphen || byte == .plus, !isSigned {
      isSigned = true
      negative = byte == .hyphen
    } else {
      return nil
    }
  }
  return digits == 0 ? nil : Int32(exactly: negative ? -result : result)
}

/// Unescaping TEXT (RFC 5545, 3.3.11).
extension Array where Element == UInt8 {
  /// Appends a TEXT value with `\n`, `\,`, `\;` and `\\` decoded; any other backslash is kept, as Outlook and Google
  /// mean it.
  public mutating func append(unescaping value: ArraySlice<UInt8>) {
    var rest = value
    while let backslash = rest.firstIndex(of: .backslash) {
      append(contentsOf: rest[..<backslash])
      rest = rest[backslash...].dropFirst()
      switch rest.first {
      case 0x6E, 0x4E: append(.lineFeed)
      case let byte?
      where byte == .backslash || byte == .comma || byte == .semicolon || byte == .colon || byte == .quote: append(byte)
      case let byte?:
        append(.backslash)
        append(byte)
      case nil: append(.backslash)
      }
      rest = rest.dropFirst()
    }
    append(contentsOf: rest)
  }

  /// The same for a whole array.
  public mutating func append(unescaping value: [UInt8]) { append(unescaping: value[...]) }

  /// Appends a text escaped as TEXT (RFC 5545, section 3.3.11): CR LF, CR and LF become `\n`; other control characters,
  /// which TEXT forbids, are dropped.
  public mutating func append(escapingText text: some Collection<UInt8>) {
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case .backslash, .comma, .semicolon:
        append(.backslash)
        append(byte)
      case .carriageReturn: append("\\n")
      case .lineFeed: if previous != .carriageReturn { append("\\n") }
      case .tab: append(byte)
      case 0..<0x20, 0x7F: break
      default: append(byte)
      }
      previous = byte
    }
  }
}

extension UInt8 {
  /// Whether no URI contains the byte (RFC 3986, 2). Letters beyond ASCII are kept (RFC 3987).
  package var isForeignToURIs: Bool {
    switch self {
    case 0...0x20, .quote, .less, .greater, .backslash, .caret, 0x60, 0x7B...0x7D, 0x7F: true
    default: false
    }
  }
}

extension Collection where Element == UInt8 {
  /// Whether it is a valid URI: a scheme, something after it, and no byte that needs encoding. O(bytes).
  package var isURI: Bool {
    guard let colon = firstIndex(of: .colon), first?.isLetter == true, index(after: colon) < endIndex else {
      return false
    }
    return self[..<colon].allSatisfy { $0.isLetter || $0.isDigit || $0 == .plus || $0 == .hyphen || $0 == .dot }
      && allSatisfy { !$0.isForeignToURIs }
  }

  /// A text as a TEXT value: see ``Swift/Array/append(escapingText:)``.
  package var escapedText: [UInt8] {
    var value: [UInt8] = []
    value.append(escapingText: self)
    return value
  }
}

extension ArraySlice where Element == UInt8 {
  /// A TEXT value without its escapes: see ``Swift/Array/append(unescaping:)``.
  package var unescapedText: [UInt8] { [UInt8].written { $0.append(unescaping: self) } }
}
