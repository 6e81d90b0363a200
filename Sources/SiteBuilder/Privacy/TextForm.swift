import Bytes
import CalendarPages

/// A form in which a text is searched for. What is written with escapes (percent-encoded, character references, JSON,
/// iCalendar, folded lines) or with a zero byte beside each letter is decoded first, and then searched for as it is.
enum TextForm: UInt8, Sendable, CaseIterable {
  /// As it is, regardless of ASCII case.
  case plain
  /// As event pages are named after their titles (``CalendarPages/EventSlug``), in each spelling.
  case slug, germanSlug, danishSlug
  /// Decoded where it seems to be: texts of eleven bytes or more by ``EncodedGrams``, others by ``EncodedText``.
  case base64, hexadecimal
  /// UTF-16, for texts that are not ASCII.
  case utf16LittleEndian, utf16BigEndian

  /// As messages name it; empty for the plain form.
  var label: String {
    switch self {
    case .plain: ""
    case .slug, .germanSlug, .danishSlug: "as part of a name"
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
    case .germanSlug: EventSlug.name(of: text, .german)
    case .danishSlug: EventSlug.name(of: text, .danish)
    case .utf16LittleEndian:
      String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian:
      String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  }

  /// Whether it is a name as those of pages. Behind it stands no letter or digit: of `tea-it2x6c6dym`, the page of
  /// "Tea", the slug of "Tea I" is the beginning by chance.
  var isSlug: Bool {
    switch self {
    case .slug, .germanSlug, .danishSlug: true
    case .plain, .base64, .hexadecimal, .utf16LittleEndian, .utf16BigEndian: false
    }
  }

  /// Whether case matters.
  var isExact: Bool {
    switch self {
    case .base64, .utf16LittleEndian, .utf16BigEndian: true
    case .plain, .slug, .germanSlug, .danishSlug, .hexadecimal: false
    }
  }

  /// A text as names of pages are made of titles, without their ends, in every spelling that differs.
  static func slugs(_ text: ArraySlice<UInt8>) -> [(form: TextForm, bytes: [UInt8])] {
    var slugs: [(form: TextForm, bytes: [UInt8])] = []
    for form in [TextForm.slug, .germanSlug, .danishSlug] {
      let slug = form.encoded(text)
      if !slugs.contains(where: { $0.bytes == slug }) { slugs.append((form, slug)) }
    }
    return slugs
  }
}
