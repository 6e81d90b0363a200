import Bytes

/// The colours of a theme in both schemes, from the custom properties in its style sheets: colours of site.yml and of
/// events have to be readable on them.
///
/// Only what a theme usually writes is understood: `#rgb` and `#rrggbb` in rules for `:root`, alone, for screens, or in
/// a media query for the dark scheme. Anything else leaves the default theme's colour.
package struct ThemeColors: Sendable {
  /// A custom property, by its name without the hyphens.
  enum Name: String, CaseIterable {
    case paper, wash, raised, ink, soft
  }

  /// The colours of one scheme.
  struct Scheme: Sendable {
    fileprivate(set) var all: [Name: RGB]

    subscript(name: Name) -> RGB { all[name]! }

    /// The colours behind text.
    var backgrounds: [RGB] { [self[.paper], self[.wash], self[.raised]] }

    /// What colours are mixed with to be read better: black on light backgrounds, white on dark ones.
    var end: RGB {
      let (black, white) = (RGB(0, 0, 0), RGB(255, 255, 255))
      return black.contrast(with: self[.paper]) >= white.contrast(with: self[.paper]) ? black : white
    }
  }

  private(set) var light = Scheme(all: [
    .paper: RGB(255, 255, 255), .wash: RGB(0xF6, 0xF6, 0xF4), .raised: RGB(255, 255, 255),
    .ink: RGB(0x1B, 0x1B, 0x1E), .soft: RGB(0x5F, 0x5F, 0x66),
  ])
  private(set) var dark = Scheme(all: [
    .paper: RGB(0x10, 0x11, 0x13), .wash: RGB(0x17, 0x18, 0x1B), .raised: RGB(0x23, 0x24, 0x29),
    .ink: RGB(0xF1, 0xF1, 0xF3), .soft: RGB(0xA3, 0xA3, 0xAD),
  ])

  /// The default theme's.
  init() {}

  /// Reads style sheets, later ones over earlier ones. O(bytes).
  init(_ sheets: [[UInt8]]) {
    for sheet in sheets { read(Self.withoutComments(sheet)) }
  }

  private static func withoutComments(_ css: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(css.count)
    var isComment = false
    var index = 0
    while index < css.count {
      let isPair = index + 1 < css.count
      if isComment {
        isComment = !(isPair && css[index] == .asterisk && css[index + 1] == .slash)
        index += isComment ? 1 : 2
      } else if isPair, css[index] == .slash, css[index + 1] == .asterisk {
        isComment = true
        index += 2
      } else {
        out.append(css[index])
        index += 1
      }
    }
    return out
  }

  private mutating func read(_ css: [UInt8]) {
    // The preludes of the open blocks.
    var open: [ArraySlice<UInt8>] = []
    var start = 0
    for index in css.indices {
      switch css[index] {
      case .ascii("{"):
        open.append(css[start..<index].trimmed)
        start = index + 1
      case .ascii("}"):
        declare(css[start..<index], in: open)
        _ = open.popLast()
        start = index + 1
      case .ascii(";"):
        declare(css[start..<index], in: open)
        start = index + 1
      default: break
      }
    }
  }

  private mutating func declare(_ text: ArraySlice<UInt8>, in open: [ArraySlice<UInt8>]) {
    guard let rule = open.last, rule.equals(":root"), open.count <= 2, let colon = text.firstIndex(of: .ascii(":"))
    else { return }
    let property = String(decoding: text[..<colon].trimmed, as: UTF8.self)
    guard property.hasPrefix("--"), let name = Name(rawValue: String(property.dropFirst(2))) else { return }
    let value = String(decoding: text[(colon + 1)...].trimmed, as: UTF8.self)
    guard value.hasPrefix("#"), let color = RGB(String(value.dropFirst())) else { return }
    let query = open.count == 1 ? "" : String(decoding: open[0], as: UTF8.self)
    if query.isEmpty || query == "@media screen" {
      // A later rule for both schemes overrides an earlier one for the dark scheme.
      light.all[name] = color
      dark.all[name] = color
    } else if query.contains(#/prefers-color-scheme\s*:\s*dark/#) {
      dark.all[name] = color
    }
  }
}
