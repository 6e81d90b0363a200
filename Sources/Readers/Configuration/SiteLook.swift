import Bytes

/// How a site looks, as `site.yml` says it: the keys `theme`, `accent`, `logo`, `footer` and `font`.
package struct SiteLook: Sendable {
  /// The name of a theme in lower case; `nil` if not set.
  package var theme: String?
  /// The colour of links and of what is selected, `#rrggbb` in lower case; `nil`: the theme's.
  package var accent: Pair?
  /// The picture in `Content/static` beside the site's title, by its published path; `nil` for none.
  package var logo: Pair?
  /// The text at the foot of every page: markdown as it was written, and its position.
  package var footer: (text: [UInt8], position: Position)?
  /// Whether pages let readers choose a zone.
  package var hasZonePicker = true
  /// The fonts of the site, in the order of `font`; empty: those of the reader's system.
  package var fonts: [Font] = []

  /// A value for each scheme.
  package struct Pair: Sendable, Hashable {
    package var light: [UInt8]
    /// `nil`: a colour is made from ``light``, and a picture is that.
    package var dark: [UInt8]?
  }

  /// A font file in `Content/static`.
  package struct Font: Sendable, Hashable {
    /// Its published path.
    package var path: [UInt8]
    package var format: FontFormat
    /// From 1 to 1000; two ends for a variable font.
    package var weights: ClosedRange<Int>
    package var isItalic: Bool
  }
}

/// Formats of font files that browsers read.
package enum FontFormat: String, Sendable, CaseIterable {
  case woff2, woff, truetype, opentype

  /// The format that the name of a file says; `nil` if it is none.
  package init?(ofFile name: String) {
    switch name.ending {
    case "woff2": self = .woff2
    case "woff": self = .woff
    case "ttf": self = .truetype
    case "otf": self = .opentype
    default: return nil
    }
  }

  /// Whether a file begins as the format says: WOFF2 4.1, WOFF 3, OpenType "Organization of an OpenType font".
  package func isBeginning(of bytes: some Sequence<UInt8>) -> Bool {
    let start = Array(bytes.prefix(4))
    return switch self {
    case .woff2: start == [UInt8]("wOF2")
    case .woff: start == [UInt8]("wOFF")
    // Either ending is used for either kind of outlines.
    case .truetype, .opentype: [[0, 1, 0, 0], [UInt8]("true"), [UInt8]("OTTO")].contains(start)
    }
  }
}
