// Parts around the sections of every page: links, legends, words, credits.

import Mustache

/// A link to another page.
package enum LinkField: Int {
  /// Relative address
  case href
  /// Visible text, "October 2026"
  case label
  /// Spoken text, "Previous month, October 2026"
  case title
}

/// A feed, for `link rel=alternate`.
package enum FeedField: Int {
  /// Relative address
  case href
  /// Media type
  case type
  /// Name
  case title
}

/// One of the published kinds of view.
package enum ViewLinkField: Int {
  /// Kind of view: calendar, agenda, week, day or year
  case name
  /// Visible name
  case label
  /// The page of that kind for the current section
  case href
  /// The current kind
  case isCurrent

  package var kind: FieldKind {
    switch self {
    case .isCurrent: .flag
    default: .text
    }
  }
}

/// One of the languages of a site.
package enum LanguageField: Int {
  /// Its tag, `de`
  case tag
  /// What it calls itself, "Deutsch"
  case name
  /// Offers the site in this language, in it
  case offer
  /// `ltr` or `rtl`
  case dir
  /// 1 for Monday to 7 for Sunday
  case firstWeekday
  /// The language of the page
  case isCurrent
  /// Prefix that leads to the root of the site in this language and zone
  case root
  /// The same page in this language
  case href
  /// Its absolute address, if the site's is known; absent on pages that search engines do not list
  case alternateHref

  package var kind: FieldKind {
    switch self {
    case .isCurrent: .flag
    default: .text
    }
  }
}

/// One calendar of the legend.
package enum CalendarField: Int {
  /// Name as in site.yml; unique
  case name
  /// Visible name
  case title
  /// c0 … c11
  case colorClass
}

/// A column head; seven, in the order of the locale's week.
package enum WeekdayField: Int {
  /// M
  case narrow
  /// Mon
  case short
  /// Monday
  case long
  /// Weekend of the locale
  case isWeekend

  package var kind: FieldKind {
    switch self {
    case .isWeekend: .flag
    default: .text
    }
  }
}

/// An hour of the time grids; twenty-four.
package enum HourField: Int {
  /// Visible, "09:00" or "9 AM"
  case label
  /// s0, s12 … s276
  case startClass
}

/// A line of the keyboard help.
package enum ShortcutField: Int {
  /// Names of the keys
  case keys
  /// What they do
  case text
}

/// A calendar that could not be fetched in time.
package enum NoticeField: Int {
  /// Its name; absent if readers see busy time only
  case name
  /// Its title, or the word for busy time
  case title
  /// When it was last current: "As of 20 November 2026, 07:00"
  case time
  /// The same for a `datetime` attribute
  case dateTime
}

/// A note in a list.
package enum NoteLinkField: Int {
  /// Title
  case title
  /// Relative address
  case href
}

/// A part of the sentence that credits the page's data, as their licence requires.
package enum CreditField: Int {
  /// The words of the part
  case text
  /// The address of their link; absent if none
  case href
  /// The link's `rel`
  case rel
}

// MARK: The kind of record that the fields are of

extension LinkField: RecordFields { package static var shape: ShapeID { Shape.link.id } }
extension FeedField: RecordFields { package static var shape: ShapeID { Shape.feed.id } }
extension ViewLinkField: RecordFields { package static var shape: ShapeID { Shape.viewLink.id } }
extension LanguageField: RecordFields { package static var shape: ShapeID { Shape.language.id } }
extension CalendarField: RecordFields { package static var shape: ShapeID { Shape.calendar.id } }
extension WeekdayField: RecordFields { package static var shape: ShapeID { Shape.weekday.id } }
extension HourField: RecordFields { package static var shape: ShapeID { Shape.hour.id } }
extension ShortcutField: RecordFields { package static var shape: ShapeID { Shape.shortcut.id } }
extension NoticeField: RecordFields { package static var shape: ShapeID { Shape.notice.id } }
extension NoteLinkField: RecordFields { package static var shape: ShapeID { Shape.noteLink.id } }
extension CreditField: RecordFields { package static var shape: ShapeID { Shape.credit.id } }
