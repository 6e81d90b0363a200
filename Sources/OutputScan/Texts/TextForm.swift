import Bytes
import CalendarPages
import SiteTerms

/// A form in which a text is searched for. What is written with escapes (percent-encoded, character references, JSON,
/// iCalendar, folded lines) is decoded first, and then searched for as it is.
enum TextForm: UInt8, Sendable, CaseIterable {
  /// As it is, regardless of ASCII case.
  case plain
  /// As event pages are named after their titles (``SiteTerms/EventSlug``), in each spelling.
  case slug, germanSlug, danishSlug

  /// As messages name it; empty for the plain form.
  var label: String { self == .plain ? "" : "as part of a name" }

  /// The text in this form, for the forms that are compared.
  func encoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .plain: Array(text)
    case .slug: EventSlug.name(of: text, .plain)
    case .germanSlug: EventSlug.name(of: text, .german)
    case .danishSlug: EventSlug.name(of: text, .danish)
    }
  }

  /// Whether it is a slug, as in names of pages. No letter or digit may follow it: `tea-it2x6c6dym`, the page of "Tea",
  /// begins with the slug of "Tea I" by chance.
  var isSlug: Bool { self != .plain }

  /// The slugs of a text, as names of pages have them without their ends, in every spelling that differs.
  static func slugs(_ text: ArraySlice<UInt8>) -> [(form: TextForm, bytes: [UInt8])] {
    var slugs: [(form: TextForm, bytes: [UInt8])] = []
    for form in [TextForm.slug, .germanSlug, .danishSlug] {
      let slug = form.encoded(text)
      if !slugs.contains(where: { $0.bytes == slug }) { slugs.append((form, slug)) }
    }
    return slugs
  }
}
