// Parts around the sections of every page: links, legends, words, credits.

import Mustache

/// A link to another page.
package enum LinkField: Int, RecordFields {
  /// Relative address
  case href
  /// Visible text, "October 2026"
  case label
  /// Spoken text, "Previous month, October 2026"
  case title

  package static var shape: ShapeID { Shape.link.id }
}

/// A feed, for `link rel=alternate`.
package enum FeedField: Int, RecordFields {
  /// Relative address
  case href
  /// Media type
  case type
  /// Name
  case title

  package static var shape: ShapeID { Shape.feed.id }
}

/// One of the published kinds of view.
package enum ViewLinkField: Int, RecordFields {
  /// Kind of view: calendar, agenda, week, day or year
  case name
  /// Visible name
  case label
  /// The page of that kind for the current section
  case href
  /// The current kind
  case isCurrent

  package static var shape: ShapeID { Shape.viewLink.id }

  package var kind: FieldKind {
    switch self {
    case .isCurrent: .flag
    default: .text
    }
  }
}

/// One calendar of the legend.
package enum CalendarField: Int, RecordFields {
  /// Name as in site.yml; unique
  case name
  /// Visible name
  case title
  /// c0 … c11
  case colorClass

  package static var shape: ShapeID { Shape.calendar.id }
}

/// A column head; seven, in the order of the locale's week.
package enum WeekdayField: Int, RecordFields {
  /// M
  case narrow
  /// Mon
  case short
  /// Monday
  case long
  /// Weekend of the locale
  case isWeekend

  package static var shape: ShapeID { Shape.weekday.id }

  package var kind: FieldKind {
    switch self {
    case .isWeekend: .flag
    default: .text
    }
  }
}

/// An hour of the time grids; twenty-four.
package enum HourField: Int, RecordFields {
  /// Visible, "09:00" or "9 AM"
  case label
  /// s0, s12 … s276
  case startClass

  package static var shape: ShapeID { Shape.hour.id }
}

/// A line of the keyboard help.
package enum ShortcutField: Int, RecordFields {
  /// Names of the keys
  case keys
  /// What they do
  case text

  package static var shape: ShapeID { Shape.shortcut.id }
}

/// A sentence in the footer, for example that a remote calendar could not be fetched.
package enum NoticeField: Int, RecordFields {
  /// The sentence
  case text

  package static var shape: ShapeID { Shape.notice.id }
}

/// Words of the locale that stand in the templates themselves.
package enum WordsField: Int, RecordFields {
  /// Skip to content
  case skipToContent
  /// Name of the navigation between views, "Views"
  case views
  /// Name of the navigation between sections, "Browse"
  case pager
  /// Today
  case today
  /// All day
  case allDay
  /// No events
  case noEvents
  /// An empty day of the time grid, "Nothing planned"
  case noMoreEvents
  /// Week
  case week
  /// Head of the week numbers, "Wk"
  case weekShort
  /// Calendars
  case calendars
  /// The calm end of the busy legend, "Free"
  case less
  /// Its other end, and the word before busy hours, "Busy"
  case more
  /// Subscribe
  case subscribe
  /// Add to calendar
  case addToCalendar
  /// When
  case when
  /// Where
  case `where`
  /// Map
  case map
  /// Repeats
  case repeats
  /// Status
  case status
  /// Calendar
  case calendar
  /// People
  case people
  /// Categories
  case categories
  /// Link
  case link
  /// Heading of an event's description, "About"
  case about
  /// Heading of the coming dates of a recurring event, "Dates"
  case dates
  /// Notes
  case notes
  /// Event
  case event
  /// Mark of a tentative event, "Tentative"
  case tentative
  /// Keyboard
  case keyboard
  /// Close
  case close
  /// Name of the list of free-standing notes, "Pages"
  case pages
  /// Link from a day to its page on one screen
  case atAGlance
  /// Title of a year's strip
  case hoursByWeek
  /// Title of a year's totals
  case hoursByCalendar
  /// Opens the table behind a drawing
  case asTable
  /// Made with busylife-gen
  case madeWith

  package static var shape: ShapeID { Shape.words.id }
}

/// A note in a list.
package enum NoteLinkField: Int, RecordFields {
  /// Title
  case title
  /// Relative address
  case href

  package static var shape: ShapeID { Shape.noteLink.id }
}

/// The source of data on the page, as its licence requires.
package enum CreditField: Int, RecordFields {
  /// "Forecast for Bergen"
  case lead
  /// ", based on data of"
  case basedOn
  /// MET Norway
  case name
  /// Its address
  case href
  /// CC BY 4.0
  case license
  /// The licence's address
  case licenseHref

  package static var shape: ShapeID { Shape.credit.id }
}
