import Readers

/// A colour of sRGB.
package struct RGB: Equatable, CustomStringConvertible {
  package var parts: [Double]

  package init(_ red: Double, _ green: Double, _ blue: Double) { parts = [red, green, blue] }

  /// - Parameter word: as ``Events/EventStore/color(of:)`` gives it; `nil` if no colour has that name.
  package init?(named word: [UInt8]) {
    let name = String(decoding: word, as: UTF8.self)
    self.init(NamedColors.digits(of: name) ?? name)
  }

  /// - Parameter digits: three or six hexadecimal digits, else `nil`.
  package init?(_ digits: String) {
    let six = digits.utf8.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits
    guard six.utf8.count == 6, let number = UInt32(six, radix: 16) else {
      return nil
    }
    self.init(Double(number >> 16), Double(number >> 8 & 0xFF), Double(number & 0xFF))
  }

  package var description: String {
    "#"
      + parts.map { part in
        let digits = String(UInt8(part.rounded()), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }

  /// Relative luminance (WCAG 2.2).
  private var luminance: Double {
    let linear = parts.map { part in
      let value = part / 255
      return value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// The value to the power of 2.4: its square, and the square root of the fifth root of its fourth power.
  private static func power(_ value: Double) -> Double {
    let fourth = value * value * value * value
    // Newton's method for the fifth root, from above: the same digits on every machine.
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root * root * root - fourth) / (5 * root * root * root * root) }
    return value * value * root.squareRoot()
  }

  /// The contrast with another colour, 1 to 21 (WCAG 2.2).
  func contrast(with other: RGB) -> Double {
    let (mine, theirs) = (luminance, other.luminance)
    return (max(mine, theirs) + 0.05) / (min(mine, theirs) + 0.05)
  }

  /// The colour with a share of another, 0 to 1.
  package func mixed(with other: RGB, _ share: Double) -> RGB {
    let mixed = zip(parts, other.parts).map { ($0 + ($1 - $0) * share).rounded() }
    return RGB(mixed[0], mixed[1], mixed[2])
  }

  /// The colour, mixed with just enough of another to reach the contrast.
  package func readable(on paper: RGB, towards end: RGB, _ least: Double) -> RGB {
    readable(on: [paper], towards: end, least)
  }

  /// The same on several backgrounds.
  package func readable(on papers: [RGB], towards end: RGB, _ least: Double) -> RGB {
    for step in 0...32 {
      let color = mixed(with: end, Double(step) / 32)
      if papers.allSatisfy({ color.contrast(with: $0) >= least }) { return color }
    }
    return end
  }
}
