import Events
import Readers

/// The events' own colours, as rules of the style sheet of colours. Each class is named after the colour itself, so the
/// browser's engine uses the same name for events of any day.
struct EventColors {
  /// The greatest number of event colours with a class: each costs every page some 40 bytes. Programs offer a dozen or
  /// two.
  static let limit = 100
  /// The least contrast of a mark with its background (WCAG 2.2, 1.4.11), and the default theme's backgrounds.
  private static let contrast = 3.0
  private static let light = RGB(0xFF, 0xFF, 0xFF)
  private static let dark = RGB(0x10, 0x11, 0x13)

  private(set) var rules = ""
  /// Warnings about what was left out, one line each.
  private(set) var warnings: [String] = []

  /// The colours of all published events, in the order of the content. O(events).
  init(_ store: EventStore) {
    var seen: Set<[UInt8]> = []
    var colors: [(name: String, rgb: RGB)] = []
    for event in store.events where event.hasColor {
      let word = store.color(of: event)
      guard !word.isEmpty, seen.insert(word).inserted else { continue }
      if let rgb = RGB(named: word) { colors.append((String(decoding: word, as: UTF8.self), rgb)) }
    }
    if colors.count > Self.limit {
      warnings.append(
        "warning: events have \(colors.count) different colours of their own, but only the first \(Self.limit) in the "
          + "content can be shown; events with another one have their calendar's colour; use fewer colours")
    }
    var inDark = ""
    for (name, rgb) in colors.prefix(Self.limit) {
      let onLight = rgb.readable(on: Self.light, towards: RGB(0, 0, 0), Self.contrast)
      let onDark = rgb.readable(on: Self.dark, towards: RGB(0xFF, 0xFF, 0xFF), Self.contrast)
      rules += ".own-\(name){--c:\(onLight)}\n"
      if onDark != onLight { inDark += ".own-\(name){--c:\(onDark)}\n" }
    }
    if !inDark.isEmpty { rules += "@media screen and (prefers-color-scheme:dark){\n\(inDark)}\n" }
  }

  /// A colour of sRGB.
  struct RGB: Equatable, CustomStringConvertible {
    var parts: [Double]

    init(_ red: Double, _ green: Double, _ blue: Double) { parts = [red, green, blue] }

    /// - Parameter word: as ``Events/EventStore/color(of:)`` gives it; `nil` if no colour has that name.
    init?(named word: [UInt8]) {
      let name = String(decoding: word, as: UTF8.self)
      self.init(NamedColors.digits(of: name) ?? name)
    }

    /// - Parameter digits: three or six hexadecimal digits, else `nil`.
    init?(_ digits: String) {
      let six = digits.utf8.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits
      guard six.utf8.count == 6, let number = UInt32(six, radix: 16) else {
        return nil
      }
      self.init(Double(number >> 16), Double(number >> 8 & 0xFF), Double(number & 0xFF))
    }

    var description: String {
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

    func contrast(with other: RGB) -> Double {
      let (mine, theirs) = (luminance, other.luminance)
      return (max(mine, theirs) + 0.05) / (min(mine, theirs) + 0.05)
    }

    /// The colour, mixed with just enough of another to reach the contrast.
    func readable(on paper: RGB, towards end: RGB, _ least: Double) -> RGB {
      for step in 0...32 {
        let share = Double(step) / 32
        let mixed = zip(parts, end.parts).map { ($0 + ($1 - $0) * share).rounded() }
        let color = RGB(mixed[0], mixed[1], mixed[2])
        if color.contrast(with: paper) >= least { return color }
      }
      return end
    }
  }
}
