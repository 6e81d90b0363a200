import Bytes

/// Decimal degrees as hundredths, the precision used for requests: cells of a forecast are larger than that (a
/// kilometre), and a single house can't be identified.
/// - Parameter limit: 90 for latitudes, 180 for longitudes.
/// - Returns: `nil` if it is not a number within the limit. Halves are rounded away from zero.
package func hundredths(of degrees: some Collection<UInt8>, limit: Int) -> Int? {
  var value = 0
  var decimals = -1
  var digits = 0
  var isNegative = false
  for (place, byte) in degrees.enumerated() {
    if place == 0, byte == .hyphen || byte == .plus {
      isNegative = byte == .hyphen
    } else if byte == .dot, decimals < 0 {
      decimals = 0
    } else if let digit = byte.digitValue {
      digits += 1
      if decimals >= 3 { continue }
      if decimals >= 0 { decimals += 1 }
      value = value * 10 + Int(digit)
      if value > 1_000_000 { return nil }
    } else {
      return nil
    }
  }
  if digits == 0 { return nil }
  for _ in max(decimals, 0)..<3 { value *= 10 }
  if value > limit * 1_000 { return nil }
  value = (value + 5) / 10
  return isNegative ? -value : value
}
