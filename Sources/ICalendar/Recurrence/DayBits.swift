import CivilTime

/// A set of days of one year or one week-numbering year (at most 371): bit 0 is its first day.
///
/// Eight words, of which six are used, because such a vector exists on every platform, unlike
/// inline arrays, and one word past the last in use can be read without a check.
struct DayBits {
  var words = SIMD8<UInt64>()

  static var wordCount: Int { 6 }

  mutating func insert(_ day: Int) { words[day >> 6] |= 1 << UInt64(day & 63) }

  func contains(_ day: Int) -> Bool { words[day >> 6] >> UInt64(day & 63) & 1 == 1 }

  /// Adds a month's or week's days, of which bit 0 is the day `first`.
  mutating func formUnion(_ days: UInt32, at first: Int) {
    let shift = UInt64(first & 63)
    words[first >> 6] |= UInt64(days) << shift
    if shift > 32 { words[first >> 6 + 1] |= UInt64(days) >> (64 - shift) }
  }

  mutating func formIntersection(_ other: DayBits) { words = words & other.words }

  /// The 32 days from the day `first` on.
  func days(at first: Int) -> UInt32 {
    let shift = UInt64(first & 63)
    return UInt32(truncatingIfNeeded: words[first >> 6] >> shift | words[first >> 6 + 1] << (64 - shift))
  }

  var isEmpty: Bool { words == SIMD8<UInt64>() }
}

/// Masks of the days of one month; bit 0 is the first.
enum MonthBits {
  /// Days whose weekday is in `weekdays` (bit 0 is Monday), in a span that begins with the weekday
  /// `first` (0 is Monday). Bits beyond the span's end are set too.
  static func days(on weekdays: UInt32, first: Int) -> UInt32 {
    let turned = (weekdays >> UInt32(first) | weekdays << UInt32(7 - first)) & 0x7F
    // Once each in bits 0, 7, 14, 21 and 28.
    return UInt32(truncatingIfNeeded: UInt64(turned) &* 0x1020_4081)
  }

  /// The place of the ordinal-th weekday in a span of `length` days that begins with the weekday
  /// `first`; `nil` if the span has no such day. Ordinals below 0 count from the end.
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
  /// 0 for Monday to 6 for Sunday, of a day number within the range of dates or a year around it.
  static func weekdayIndex(of dayNumber: Int32) -> Int {
    // 1970-01-01 was a Thursday; the bias makes the dividend positive.
    Int(UInt32(dayNumber + 3 + 7_000_000) % 7)
  }
}
