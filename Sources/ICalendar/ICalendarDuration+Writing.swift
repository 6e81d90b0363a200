import Bytes

extension ICalendarDuration {
  /// Whether a value has the form of RFC 5545, 3.3.6, without a sign, and with its units once, in order and in
  /// capitals: weeks alone, or days, and after a T hours, minutes and seconds. O(value).
  package static func isStandard(_ value: some Collection<UInt8>) -> Bool {
    guard value.first == 0x50 else { return false }
    // Their order: W, D, T, H, M, S.
    let units: [UInt8] = [0x57, 0x44, 0x54, 0x48, 0x4D, 0x53]
    var last = -1
    var digits = 0
    for byte in value.dropFirst() {
      if byte.isDigit {
        digits += 1
        continue
      }
      guard let unit = units.firstIndex(of: byte), unit > last, last != 0 else { return false }
      // Minutes are required between hours and seconds.
      if unit == 5, last == 3 { return false }
      // Only the T has no number; weeks and days are before it, hours, minutes and seconds after it.
      guard (byte == 0x54) == (digits == 0), unit < 2 || last >= 2 || byte == 0x54 else { return false }
      (last, digits) = (unit, 0)
    }
    return digits == 0 && last >= 0 && last != 2
  }

  /// In RFC 5545's form, which has no days beside a time of zero: `P1D`, `-PT1H30M`.
  package var bytes: [UInt8] {
    let (days, seconds) = (days.magnitude, seconds.magnitude)
    var out = [UInt8](nominalSeconds < 0 ? "-P" : "P")
    if days > 0 || seconds == 0 {
      out.append(decimal: days)
      out.append(ascii: "D")
    }
    if seconds == 0 { return out }
    out.append(ascii: "T")
    let hasEnds = seconds >= 3_600 && seconds % 60 != 0
    func part(_ count: UInt64, _ unit: Unicode.Scalar) {
      // Minutes are required between hours and seconds.
      if count == 0, !hasEnds { return }
      out.append(decimal: count)
      out.append(ascii: unit)
    }
    part(seconds / 3_600, "H")
    part(seconds / 60 % 60, "M")
    part(seconds % 60, "S")
    return out
  }
}
