import Bytes
import CalendarPages

/// A form in which a text is searched for. What is written with escapes (percent-encoded, character references, JSON,
/// iCalendar, folded lines) or with a zero byte beside each letter is decoded first, and then searched for as it is.
enum TextForm: UInt8, Sendable, CaseIterable {
  /// As it is, regardless of ASCII case.
  case plain
  /// As event pages are named after their titles (``CalendarPages/EventSlug``).
  case slug
  /// Decoded where it seems to be (``EncodedGrams``).
  case base64, hexadecimal
  /// UTF-16, for texts that are not ASCII.
  case utf16LittleEndian, utf16BigEndian

  /// As messages name it; empty for the plain form.
  var label: String {
    switch self {
    case .plain: ""
    case .slug: "as part of a name"
    case .base64: "in base64"
    case .hexadecimal: "in hexadecimal"
    case .utf16LittleEndian, .utf16BigEndian: "in UTF-16"
    }
  }

  /// The text in this form, for the forms that are compared.
  func encoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .plain, .base64, .hexadecimal: Array(text)
    case .slug: EventSlug.name(of: text, .plain)
    case .utf16LittleEndian:
      String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian:
      String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  }

  /// A text as ``CalendarPages/EventSlug`` writes titles, without its end, in every spelling that differs.
  static func slugs(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
    var slugs: [[UInt8]] = []
    for spelling in [SlugSpelling.plain, .german, .danish] {
      let slug = EventSlug.name(of: text, spelling)
      if !slugs.contains(slug) { slugs.append(slug) }
    }
    return slugs
  }
}
