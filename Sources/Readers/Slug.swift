import Bytes
import Foundation
import SiteTerms

/// Names for files and addresses, made from any text.
package enum Slug {
  /// Long enough to recognise; with a folder, a hash and an extension still far below the 255 bytes of file systems.
  static let length = 60

  /// A text as lower-case ASCII letters, digits and hyphens. Accents are dropped, and letters such as `ß`, `ø` and `æ`
  /// spelt out. If letters of other scripts were dropped, or the name is reserved on Windows, a hash of the text is
  /// added. Never empty. O(text).
  /// - Parameter locale: whose language spells some letters out: umlauts in German, å and ø in Danish and Norwegian.
  package static func make(_ text: String, locale: String? = nil) -> String {
    let spells = SlugSpelling(locale: Array((locale ?? "").utf8))
    var slug = ""
    var isLossy = false
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        slug.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value).lowercased))
      } else if spells == .danish, scalar == "ø" || scalar == "Ø" {
        slug += "oe"
      } else if let spelt = spelling[scalar] {
        slug += spelt
      } else if spells == .german, scalar == "\u{308}", let last = slug.last, "aou".contains(last) {
        slug += "e"
      } else if spells == .danish, scalar == "\u{30A}", slug.last == "a" {
        slug += "a"
      } else if scalar == "'" || scalar == "’"
        || scalar.properties.generalCategory == .nonspacingMark
      {
        // Apostrophes and accents are dropped without a hyphen.
        continue
      } else {
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { isLossy = true }
        if !slug.isEmpty, slug.last != "-" { slug += "-" }
      }
    }
    if slug.utf8.count > length {
      slug = String(slug.prefix(length))
      isLossy = true
    }
    while slug.last == "-" { slug.removeLast() }
    if isLossy || slug.isEmpty || isReserved(slug) { slug = withHash(slug, of: text) }
    return slug
  }

  /// The slug that an author wrote.
  /// - Parameter label: what was written, in messages.
  /// - Returns: the slug, and what is wrong with it as it is written.
  static func read(_ written: [UInt8], label: String) -> (slug: String, fault: String?) {
    let slug = make(String(utf8: written))
    if slug.utf8.elementsEqual(written) { return (slug, nil) }
    return (
      slug,
      "slug is \(label), which is read as \(Text.quote(slug)); write lower-case letters, digits and hyphens, at most "
        + "\(length), and no name that Windows reserves"
    )
  }

  /// A slug with a hash of eight characters that makes it unique to a text.
  static func withHash(_ slug: String, of text: String) -> String {
    let hash = String(base32: StableHash.of(text.utf8), digits: 8)
    return slug.isEmpty ? hash : slug + "-" + hash
  }

  /// A name, with a hash of a text if others have it.
  static func untaken(_ name: String, of text: String, _ taken: inout Set<String>) -> String {
    let name = taken.contains(name) ? withHash(name, of: text) : name
    taken.insert(name)
    return name
  }

  /// Whether Windows reserves a file name, whatever its extension.
  static func isReserved(_ name: String) -> Bool { EventSlug.isReserved(Array(name.prefix { $0 != "." }.utf8)) }

  /// Latin letters without a decomposition.
  private static let spelling: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "đ": "d",
    "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ł": "l", "Ł": "l", "ı": "i", "ħ": "h",
    "Ħ": "h", "ŋ": "n", "Ŋ": "n",
  ]
}
