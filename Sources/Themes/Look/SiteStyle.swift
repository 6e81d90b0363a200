import Bytes
import CalendarPages
import CivilTime
import Foundation
import Mustache
import Readers
import SiteTerms

/// What site.yml adds to the theme: rules of the style sheet of colours, and partials of the layout. All pages get
/// both, those that the browser's engine makes too, since it has the same templates.
package struct SiteStyle: Sendable {
  /// The fonts' name in the style sheet: no font of a system has it.
  private static let family = "site"

  private let look: SiteLook
  private let accent: AccentColors?
  /// Safe HTML, with addresses as in notes.
  private let footer: [UInt8]

  package init(_ look: SiteLook, footer: [UInt8], on theme: ThemeColors) {
    self.look = look
    self.footer = footer
    accent = AccentColors(look.accent, on: theme)
  }

  /// Warnings about colours that can't be read.
  package func problems(_ configuration: SiteConfiguration) -> [Problem] { accent?.problems(configuration) ?? [] }

  /// The rules.
  /// - Parameter way: from the folder of the style sheet to the root of the site, where static files lie.
  package func css(way: String) -> String {
    var css = ""
    for font in look.fonts {
      let weights =
        font.weights.count == 1 ? "\(font.weights.lowerBound)" : "\(font.weights.lowerBound) \(font.weights.upperBound)"
      css += "@font-face{font-family:\(Self.family);src:url(\"\(way)\(Self.encoded(font.path))\")"
      css += "format(\"\(font.format.rawValue)\");font-weight:\(weights);"
      css += "font-style:\(font.isItalic ? "italic" : "normal");font-display:swap}\n"
    }
    if !look.fonts.isEmpty { css += ":root{--font:\(Self.family)}\n" }
    css += accent?.css ?? ""
    if look.logo != nil {
      css += ".logo{height:2rem;width:auto;max-width:10rem;object-fit:contain;margin-inline-end:.625rem;"
      css += "vertical-align:middle}\n@media(max-width:40rem){.logo{height:1.5rem;max-width:6rem}}\n"
    }
    if !footer.isEmpty {
      css += """
        footer.site .own{flex-basis:100%;padding-block:.5rem}footer.site .own>*{display:block}
        footer.site .own a{display:inline;text-decoration:underline;text-underline-offset:.2em}

        """
    }
    return css
  }

  /// Sources of partials by name, for what is set.
  /// - Parameters:
  ///   - links: the addresses of days.
  ///   - hasFonts: whether the theme has fonts of its own.
  package func partials(_ links: Links, hasFonts: Bool) -> [String: [UInt8]] {
    var partials: [String: [UInt8]] = [:]
    // Fonts need a font-src in the policy; a site without fonts keeps the narrower policy.
    if hasFonts || !look.fonts.isEmpty { partials["_policy"] = [UInt8]("; font-src 'self'") }
    if let logo = look.logo {
      func address(_ path: [UInt8]) -> String { "{{root}}" + Self.escaped(Self.encoded(path)) }
      // Empty `alt`: the title beside it says the same.
      let image = "<img class=\"logo\" src=\"\(address(logo.light))\" alt=\"\">"
      let dark = logo.dark.map { "<source srcset=\"\(address($0))\" media=\"(prefers-color-scheme: dark)\">" }
      partials["_logo"] = Array((dark.map { "<picture>\($0)\(image)</picture>" } ?? image).utf8)
    }
    if !look.hasZonePicker { partials["_zones"] = [UInt8](" data-zones=\"site\"") }
    if !footer.isEmpty {
      partials["_footer"] = [UInt8]("<div class=\"own\">\n") + template(links) + [UInt8]("</div>\n")
    }
    return partials
  }

  /// The footer as a template: braces are text, and addresses on the site begin with the way to its root.
  private func template(_ links: Links) -> [UInt8] {
    let mark = [UInt8]("\"") + Note.rootMark
    var out: [UInt8] = []
    var rest = footer[...]
    while let byte = rest.first {
      if byte == .quote, rest.starts(with: mark) {
        rest = rest.dropFirst(mark.count)
        let path = rest.prefix { $0 != .quote }
        rest = rest[path.endIndex...]
        out.append("\"{{root}}")
        out += Self.address(path, links)
      } else {
        if byte == .openBrace { out.append("&#123;") } else { out.append(byte) }
        rest = rest.dropFirst()
      }
    }
    return out
  }

  /// The path of a page from the root, escaped for an attribute of a template. A day leads to the page that shows it.
  private static func address(_ path: ArraySlice<UInt8>, _ links: Links) -> [UInt8] {
    guard path.starts(with: [UInt8]("day/")), let date = try? ISO8601.date(path.dropFirst(4).prefix { $0 != .dot })
    else { return Array(String(decoding: path, as: UTF8.self).replacing("{", with: "&#123;").utf8) }
    let address = [UInt8].written { links.append(.day, date, root: [], to: &$0) }
    return Array(escaped(String(decoding: address, as: UTF8.self)).utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
      .replacing("{", with: "&#123;")
  }

  /// A path for an address: whatever is not plain is percent-encoded (RFC 3986).
  private static func encoded(_ path: [UInt8]) -> String {
    var out: [UInt8] = []
    for byte in path {
      if byte.isLetter || byte.isDigit || [0x2D, 0x2E, 0x2F, 0x5F, 0x7E].contains(byte) {
        out.append(byte)
      } else {
        out.append("%")
        out.append(hexadecimal: UInt64(byte), width: 2)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
