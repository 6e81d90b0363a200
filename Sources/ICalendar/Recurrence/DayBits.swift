import CivilTime

/// A set of days of one year or one week-numbering year (at most 371): bit 0 is its first day.
///
/// Eight words, of which six are used: this vector type exists on every platform, unlike inline arrays, and the word
/// after the last used one can be read without a check.
struct DayBits {
  var words = SIMD8<UInt64>()

  static var wordCount: Int { 6 }

  mutating func insert(_ day: Int) { words[day >> 6] |= 1 << UInt64(day & 63) }

  func contains(_ day: Int) -> Bool { words[day >> 6] >> UInt64(day & 63) & 1 == 1 }

  /// Adds the days of a month or week; its bit 0 is the day `first`.
  mutating func formUnion(_ days: UInt32, at first: Int) {
    let shift = UInt64(first & 63)
    words[first >> 6] |= UInt64(days) << shift
    if shift > 32 { words[first >> 6 + 1] |= UInt64(days) >> (64 - shift) }
  }

  mutating func formIntersection(_ other: DayBits) { words = words & other.words }

  /// The 32 days beginning with the day `first`.
  func days(at first: Int) -> UInt32 {
    let shift = UInt64(first & 63)
    return UInt32(truncatingIfNeeded: words[first >> 6] >> shift | words[first >> 6 + 1] << (64 - shift))
  }

  var isEmpty: Bool { words == SIMD8<UInt64>() }
}

/// Sets of days of one month; bit 0 is the first day.
enum MonthBits {
  /// Days whose weekday is in `weekdays` (bit 0 is Monday), in a span that begins with weekday `first` (0 is Monday).
  /// Bits beyond the end of the span are set too.
  static func days(on weekdays: UInt32, first: Int) -> UInt32 {
    let turned = (weekdays >> UInt32(first) | weekdays << UInt32(7 - first)) & 0x7F
    // One copy each at bits 0, 7, 14, 21 and 28.
    return UInt32(truncatingIfNeeded: UInt64(turned) &* 0x1020_4081)
  }

  /// The position of the ordinal-th weekday in a span of `length` days that begins with weekday `first`; `nil` if there
  /// is no such day. Negative ordinals count from the end.
  static func place(of day: RecurrenceRule.Day, length: Int, first: Int) -> Int? {
    let earliest = (Int(day.weekday.rawValue) - 1 - first + 7) % 7
    if day.ordinal > 0 {
      let place = earliest + 7 * (Int(day.ordinal) - 1)
      return place < length ? place : nil
    }
    let latest = earliest + (length - 1 - earliest) / 7 * 7
    let place = latest + 7 * (Int(day.ordinal) + 1)
    return place >= 0 ? place : nil
  }
}

extension CivilDate {
  /// 0 for Monday to 6 for Sunday, for a day number within the range of dates or up to a year outside of it.
  static func weekdayIndex(of dayNumber: Int32) -> Int {
    // 1970-01-01 was a Thursday; the bias makes the dividend positive.
    Int(UInt32(dayNumber + 3 + 7_000_000) % 7)
  }
}
