import Events

/// The events' own colours, as rules of the style sheet of colours. Each class is named after the colour itself, so the
/// browser's engine uses the same name for events of any day.
package struct EventColors {
  /// The greatest number of event colours with a class: each costs every page some 40 bytes. Programs offer a dozen or
  /// two.
  package static let limit = 100
  /// The least contrast of a mark with its background (WCAG 2.2, 1.4.11).
  private static let contrast = 3.0

  package private(set) var rules = ""
  /// Warnings about what was left out, one line each.
  package private(set) var warnings: [String] = []

  /// The colours of all published events, in the order of the content. O(events).
  /// - Parameter theme: the theme's backgrounds.
  package init(_ store: EventStore, on theme: ThemeColors) {
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
      let onLight = rgb.readable(on: theme.light[.paper], towards: theme.light.end, Self.contrast)
      let onDark = rgb.readable(on: theme.dark[.paper], towards: theme.dark.end, Self.contrast)
      rules += ".own-\(name){--c:\(onLight)}\n"
      if onDark != onLight { inDark += ".own-\(name){--c:\(onDark)}\n" }
    }
    if !inDark.isEmpty { rules += "@media screen and (prefers-color-scheme:dark){\n\(inDark)}\n" }
  }
}
