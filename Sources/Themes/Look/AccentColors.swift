import Bytes
import Readers

/// The accent of site.yml as a theme's custom properties, in both schemes, each readable on the theme's backgrounds.
package struct AccentColors {
  /// The least contrast of text (WCAG 2.2, 1.4.3), and of marks (1.4.11).
  private static let text = 4.5
  private static let mark = 3.0

  /// What an accent becomes in one scheme.
  struct Scheme {
    let color, onColor, tint, meter, onBusiest: RGB
    let levels: [RGB]

    init(_ accent: RGB, _ theme: ThemeColors.Scheme, meterShare: Double) {
      let paper = theme[.paper]
      color = accent.readable(on: theme.backgrounds, towards: theme.end, AccentColors.text)
      let black = RGB(0x0A, 0x0C, 0x10)
      func on(_ color: RGB) -> RGB {
        let white = RGB(255, 255, 255)
        return white.contrast(with: color) >= AccentColors.text ? white : black
      }
      onColor = on(color)
      /// A background with as much of a colour as leaves texts on it readable.
      func ground(_ share: Double, of color: RGB, under texts: [RGB]) -> RGB {
        for step in 0...16 {
          let ground = paper.mixed(with: color, share * (1 - Double(step) / 16))
          if texts.allSatisfy({ $0.contrast(with: ground) >= AccentColors.text }) { return ground }
        }
        return paper
      }
      tint = ground(0.12, of: color, under: [color, theme[.ink]])
      meter = paper.mixed(with: color, meterShare).readable(on: paper, towards: theme.end, AccentColors.mark)
      let busiest = color.mixed(with: theme.end, 0.12)
      levels = [
        ground(0.16, of: color, under: [theme[.ink], theme[.soft]]), ground(0.36, of: color, under: [theme[.ink]]),
        ground(0.6, of: color, under: [theme[.ink]]), busiest,
      ]
      onBusiest = on(busiest)
    }

    /// Declarations of custom properties.
    var css: String {
      var css = "--accent:\(color);--on-accent:\(onColor);--tint:\(tint);--meter:\(meter);"
      for (index, level) in levels.enumerated() { css += "--l\(index + 1):\(level);" }
      return css + "--on-l4:\(onBusiest)"
    }
  }

  let light, dark: Scheme
  /// What was written, and what can't be read: the scheme, its colour and the one shown in its place.
  private let written: SiteLook.Pair
  private var unreadable: [(key: String, color: RGB, shown: RGB, contrast: Double, paper: RGB)] = []

  /// `nil` if the accent is not set.
  package init?(_ accent: SiteLook.Pair?, on theme: ThemeColors) {
    func rgb(_ digits: [UInt8]) -> RGB? { RGB(String(decoding: digits.dropFirst(), as: UTF8.self)) }
    guard let accent, let first = rgb(accent.light) else { return nil }
    written = accent
    light = Scheme(first, theme.light, meterShare: 1)
    let second = accent.dark.flatMap(rgb)
    dark = Scheme(second ?? first, theme.dark, meterShare: 0.6)
    add("accent", first, light, theme.light)
    // A colour for both schemes is the light scheme's; the dark scheme's is made from it.
    if let second { add("accent.dark", second, dark, theme.dark) }
  }

  private mutating func add(_ key: String, _ color: RGB, _ scheme: Scheme, _ theme: ThemeColors.Scheme) {
    guard color != scheme.color else { return }
    let worst = theme.backgrounds.min { color.contrast(with: $0) < color.contrast(with: $1) }!
    unreadable.append((key, color, scheme.color, color.contrast(with: worst), worst))
  }

  /// A rule for each scheme. The dark one is for screens: paper is light.
  package var css: String {
    ":root{\(light.css)}\n@media screen and (prefers-color-scheme:dark){:root{\(dark.css)}}\n"
  }

  /// Warnings about colours that can't be read, with the mend.
  package func problems(_ configuration: SiteConfiguration) -> [Problem] {
    unreadable.map { key, color, shown, contrast, paper in
      // Rounded down: 4.49 is not enough.
      let figure = Double(Int(contrast * 10)) / 10
      let isDark = key == "accent.dark"
      let mend =
        isDark
        ? "write dark: \"\(shown)\""
        : written.dark == nil
          ? "write accent: \"\(shown)\", or {light: \"\(shown)\", dark: \"\(color)\"}" : "write light: \"\(shown)\""
      return configuration.problem(
        .warning, at: key,
        "\(isDark ? "dark" : "accent") \(color) has a contrast of \(figure) with the \(isDark ? "dark" : "light") "
          + "background \(paper), and text needs 4.5; \(shown) is shown instead; \(mend)")
    }
  }
}
