// What stands around the sections of every page: links, legends, words, credits.

/// A way to another page.
public enum LinkField: Int {
  /// Relative address
  case href
  /// Visible text, "October 2026"
  case label
  /// Spoken text, "Previous month, October 2026"
  case title
}

/// A feed, for `link rel=alternate`.
public enum FeedField: Int {
  /// Relative address
  case href
  /// Media type
  case type
  /// Name
  case title
}

/// One of the published kinds of view.
public enum ViewLinkField: Int {
  /// Kind of view: calendar, agenda, week, day or year
  case name
  /// Visible name
  case label
  /// The page of that kind for the section on show
  case href
  /// The kind on show
  case isCurrent
}

/// One calendar of the legend.
public enum CalendarField: Int {
  /// Name as in site.yml; unique
  case name
  /// Visible name
  case title
  /// c0 … c11
  case colorClass
}

/// A column head; seven, in the order of the locale's week.
public enum WeekdayField: Int {
  /// M
  case narrow
  /// Mon
  case short
  /// Monday
  case long
  /// Weekend of the locale
  case isWeekend
}

/// An hour of the time grids; twenty-four.
public enum HourField: Int {
  /// Visible, "09:00" or "9 AM"
  case label
  /// s0, s12 … s276
  case startClass
}

/// A line of the keyboard help.
public enum ShortcutField: Int {
  /// Names of the keys
  case keys
  /// What they do
  case text
}

/// A sentence of the footer, as when a remote calendar could not be fetched.
public enum NoticeField: Int {
  /// The sentence
  case text
}

/// Words of the locale that stand in the templates themselves.
public enum WordsField: Int {
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
}

/// A note in a list.
public enum NoteLinkField: Int {
  /// Title
  case title
  /// Relative address
  case href
}

/// Whose data the page shows, as their licence asks for.
public enum CreditField: Int {
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
}
