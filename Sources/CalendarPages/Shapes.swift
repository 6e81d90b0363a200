/// The fields that templates may name, shape by shape: what a page is made of.
///
/// A view model is a record of one of these shapes. A text is ready to print: localised, formatted,
/// not yet escaped. A flag switches. A markup is HTML (or JSON) made by the core itself and stands
/// in the page as it is. A text, markup or record that does not apply is left unset, never set
/// empty, so that `{{#place}}…{{/place}}` asks whether there is one. Each shape has an enum of its
/// fields in the order of its definition, for `model[record, DayField.date.rawValue]`.
///
/// What is spoken, drawn or linked is decided here and in the templates; what it says, in the view
/// models. No word of any language stands in a template.

import Mustache

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
  /// Calendar, agenda, week, day or year
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
  /// what they do
  case text
}

/// A sentence of the footer, as when a remote calendar could not be fetched.
public enum NoticeField: Int {
  /// the sentence
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

/// Weather of a day or an event.
public enum WeatherField: Int {
  /// Its drawing: sun, moon, sun-cloud, moon-cloud, cloud, fog, drizzle, sun-rain, moon-rain, rain, downpour, sleet, snow or storm
  case icon
  /// 14°: a day's high, or the temperature at an event's start
  case text
  /// Spoken, "Bergen: Light rain, 6° to 14°"
  case label
  /// 6°: a day's low; absent if it is the same, and for a moment
  case low
  /// "forecast of Fri, 20 Nov 06:00"; absent unless a newer one could not be fetched
  case stale
}

/// A note in a list.
public enum NoteLinkField: Int {
  /// Title
  case title
  /// Relative address
  case href
}

/// A person as a round of initials.
public enum AvatarField: Int {
  /// One or two letters
  case initials
  /// Full name
  case name
}

/// An event in a month cell or an all-day band. Its fields open `block` and `entry` too, in this order.
public enum ChipField: Int {
  /// UID; absent for a merged busy interval
  case uid
  /// Whole occurrence: RFC 3339 with offset, or a date when all-day
  case start
  /// Whole occurrence, exclusive: as `start`
  case end
  /// Its page; absent when it has none (a busy interval)
  case href
  /// Title, or the word for an untitled or busy one; never empty
  case title
  /// c0 … c11
  case colorClass
  /// Its calendar's name, as in `CalendarField.name`
  case calendar
  /// Covers whole dates
  case isAllDay
  /// Began before this day
  case isContinued
  /// Goes on after this day
  case isContinuing
  /// STATUS:TENTATIVE
  case isTentative
  /// Transparent: does not make busy
  case isFree
  /// Start time on this day; absent when all-day or continued
  case timeText
  /// "until 14:00", "day 2 of 3"; absent when the event is whole
  case partLabel
}

/// An event in a time grid.
public enum BlockField: Int {
  /// UID; absent for a merged busy interval
  case uid
  /// Whole occurrence: RFC 3339 with offset, or a date when all-day
  case start
  /// Whole occurrence, exclusive: as `start`
  case end
  /// Its page; absent when it has none (a busy interval)
  case href
  /// Title, or the word for an untitled or busy one; never empty
  case title
  /// c0 … c11
  case colorClass
  /// Its calendar's name, as in `CalendarField.name`
  case calendar
  /// Covers whole dates
  case isAllDay
  /// Began before this day
  case isContinued
  /// Goes on after this day
  case isContinuing
  /// STATUS:TENTATIVE
  case isTentative
  /// Transparent: does not make busy
  case isFree
  /// Start time on this day; absent when all-day or continued
  case timeText
  /// "until 14:00", "day 2 of 3"; absent when the event is whole
  case partLabel
  /// Its time on this day, "09:00 – 10:30"
  case rangeText
  /// City, Name; absent if none
  case place
  /// s0 … s287: five-minute row of its start, clipped to the day
  case startClass
  /// e1 … e288: row after its end, clipped to the day
  case endClass
  /// n1 … n12: how many columns its cluster has
  case countClass
  /// k0 … k11: which of them is its own
  case columnClass
}

/// An event in the agenda.
public enum EntryField: Int {
  /// UID; absent for a merged busy interval
  case uid
  /// Whole occurrence: RFC 3339 with offset, or a date when all-day
  case start
  /// Whole occurrence, exclusive: as `start`
  case end
  /// Its page; absent when it has none (a busy interval)
  case href
  /// Title, or the word for an untitled or busy one; never empty
  case title
  /// c0 … c11
  case colorClass
  /// Its calendar's name, as in `CalendarField.name`
  case calendar
  /// Covers whole dates
  case isAllDay
  /// Began before this day
  case isContinued
  /// Goes on after this day
  case isContinuing
  /// STATUS:TENTATIVE
  case isTentative
  /// Transparent: does not make busy
  case isFree
  /// Start time on this day; absent when all-day or continued
  case timeText
  /// "until 14:00", "day 2 of 3"; absent when the event is whole
  case partLabel
  /// 6h 38m, 24h, 59m, 1m-, 24h+; absent when all-day
  case duration
  /// Its time on this day, "09:00 – 10:30"; absent when all-day
  case spokenTime
  /// City, Name; absent if none
  case place
  /// Visible name of its calendar
  case calendarTitle
  /// List of `avatar`: the first four
  case people
  /// "+3"; absent if there are no more
  case morePeople
  /// `weather`: absent if unknown
  case weather
}

/// A cell of the month grid.
public enum DayField: Int {
  /// 2026-11-03
  case date
  /// 3, in the locale's digits
  case number
  /// Spoken: full date, how many events, how busy
  case label
  /// Nov; asked for on the first only
  case monthShort
  /// First of a month
  case isFirst
  /// In an odd month
  case isOdd
  /// Not in the section's month
  case isOutside
  /// Weekend of the locale
  case isWeekend
  /// 0 … 4
  case busy
  /// Its day; on the index, its place in the agenda (#d2026-11-03)
  case href
  /// List of `chip`: all of them, in the settled order
  case events
  /// `events` is not empty
  case hasEvents
  /// More than four events: the style sheet shows three and the link
  case hasMore
  /// "3 more": events less three
  case moreLabel
  /// A note lies on the day
  case hasNotes
}

/// A row of the month grid.
public enum WeekRowField: Int {
  /// Week number
  case number
  /// Spoken, "Week 47"
  case label
  /// Its week page
  case href
  /// List of `day`: seven
  case days
}

/// A section of the calendar.
public enum MonthField: Int {
  /// 2026-11
  case id
  /// November 2026
  case title
  /// Its page
  case href
  /// Odd month
  case isOdd
  /// List of `weekRow`: every week that meets the month
  case weeks
}

/// A day of the agenda.
public enum AgendaDayField: Int {
  /// 2026-11-03
  case date
  /// Wednesday, May 2
  case heading
  /// 0 … 4
  case busy
  /// "5h 30m" busy; absent when free
  case busyText
  /// Weekend of the locale
  case isWeekend
  /// Its day page
  case href
  /// List of `entry`: all of them, in the settled order
  case events
  /// `events` is not empty
  case hasEvents
  /// Neither events nor notes
  case isEmpty
  /// List of `noteLink`: notes that lie on the day
  case notes
  /// `notes` is not empty
  case hasNotes
  /// `weather`: absent if unknown
  case weather
}

/// A section of the agenda.
public enum AgendaField: Int {
  /// 2026-11
  case id
  /// November 2026
  case title
  /// Its page
  case href
  /// List of `agendaDay`: its days
  case days
}

/// A day of a time grid.
public enum GridDayField: Int {
  /// 2026-11-03
  case date
  /// 3
  case number
  /// Tue
  case weekday
  /// Spoken full date
  case label
  /// 0 … 4
  case busy
  /// "5h 30m" busy; absent when free
  case busyText
  /// Weekend of the locale
  case isWeekend
  /// Its day page
  case href
  /// List of `chip`: all-day events, and those that cover the day whole
  case allDay
  /// `allDay` is not empty
  case hasAllDay
  /// List of `block`: the others
  case timed
  /// No events at all
  case isEmpty
  /// List of `noteLink`: notes that lie on the day
  case notes
  /// `notes` is not empty
  case hasNotes
  /// `weather`: absent if unknown
  case weather
}

/// A section of the week view.
public enum WeekField: Int {
  /// 2026-11-16, its first day
  case id
  /// 16 – 22 November 2026
  case title
  /// Its page
  case href
  /// Week number
  case number
  /// No timed event meets 00:00 – 06:00 on any day: the night is drawn folded
  case isNightQuiet
  /// List of `gridDay`: seven
  case days
}

/// A section of the day view.
public enum DaySectionField: Int {
  /// 2026-11-20
  case id
  /// Friday, 20 November 2026
  case title
  /// Its page
  case href
  /// As in `week`
  case isNightQuiet
  /// `gridDay`: the day itself
  case day
  /// Today.html, at this day; absent if it is not published
  case glanceHref
}

/// A cell of a small month.
public enum YearDayField: Int {
  /// 2026-11-03
  case date
  /// 3
  case number
  /// Spoken: date and how busy
  case label
  /// Not in the month: an empty cell, nothing else is asked for
  case isOutside
  /// Weekend of the locale
  case isWeekend
  /// 0 … 4
  case busy
  /// Its day page
  case href
}

/// A row of a small month.
public enum YearWeekField: Int {
  /// List of `yearDay`: seven
  case days
}

/// A small month of the year.
public enum YearMonthField: Int {
  /// November
  case title
  /// Its calendar page
  case href
  /// Odd month
  case isOdd
  /// List of `yearWeek`: every week that meets the month
  case weeks
  /// Nov
  case short
}

/// A section of the year view.
public enum YearField: Int {
  /// 2026
  case id
  /// 2026
  case title
  /// Its page
  case href
  /// List of `yearMonth`: twelve
  case months
  /// "312h busy"; absent in a year without busy time, and so are the next three
  case busyText
  /// How wide the drawing of the strip is
  case stripWidth
  /// List of `yearBar`: its weeks
  case strip
  /// List of `yearBar`: calendars with busy time, the longest first
  case totals
}

/// A bar of a year's drawings: a week of the strip, or a calendar.
public enum YearBarField: Int {
  /// Where it begins from the start, in units of the drawing; weeks only
  case x
  /// Where it begins from the top; weeks only
  case y
  /// A week's is the same for all, a calendar's a share of 100
  case width
  /// Weeks only
  case height
  /// 0 to 4; weeks only
  case level
  /// `c0` to `c11`; calendars only
  case colorClass
  /// "16 – 22 November 2026", or the calendar's title
  case label
  /// "23h 30m"
  case value
  /// The week's page; weeks only
  case href
}

/// A person of an event page.
public enum PersonField: Int {
  /// One or two letters
  case initials
  /// Full name
  case name
  /// Role and answer, "Organiser", "Optional, declined"; absent if nothing to say
  case detail
  /// Declined
  case hasDeclined
  /// Mailto address; absent if none
  case href
}

/// A date of a recurring event.
public enum OccurrenceField: Int {
  /// As in `chip`
  case start
  /// Tue, 3 November, 09:00 – 10:00
  case text
  /// Its day; absent if not published
  case href
}

/// A category.
public enum CategoryField: Int {
  /// Its name
  case name
}

/// A note shown in full beside an event or a day.
public enum NoteBodyField: Int {
  /// Title; absent if none
  case title
  /// Its page
  case href
  /// Its text
  case html
}

/// The event of an event page.
public enum EventField: Int {
  /// UID
  case uid
  /// As in `chip`
  case start
  /// As in `chip`
  case end
  /// c0 … c11
  case colorClass
  /// In the page's zone, "Tuesday, 3 November 2026, 09:00 – 10:30"
  case whenText
  /// In its own zone with the zone's name; absent when equal
  case ownWhenText
  /// 1h 30m; absent when all-day
  case duration
  /// Visible name of its calendar
  case calendarTitle
  /// "Tentative", "Shown as free"; absent when plainly confirmed
  case statusText
  /// STATUS:TENTATIVE
  case isTentative
  /// "Every week on Tuesday"; absent when it does not recur
  case recurrenceText
  /// Absent if none
  case placeName
  /// Absent if none
  case placeCity
  /// Geo: or https: address; absent if the place is unknown
  case mapHref
  /// Any of the place is known
  case hasPlace
  /// Escaped, paragraphs and links made; absent if none
  case description
  /// List of `person`: organiser first
  case people
  /// `people` is not empty
  case hasPeople
  /// Absent if none
  case url
  /// The address without its scheme
  case urlText
  /// List of `category`: in the order of the source
  case categories
  /// `categories` is not empty
  case hasCategories
  /// List of `occurrence`: occurrences in the window, at most twelve from the build's day on
  case dates
  /// It recurs
  case hasDates
  /// List of `noteBody`: notes on the event
  case notes
  /// `notes` is not empty
  case hasNotes
  /// Its .ics
  case icsHref
  /// `link`: its first day's page
  case day
}

/// The note of a note page.
public enum NoteField: Int {
  /// Its text
  case html
  /// `link`: the day it lies on; absent if none
  case day
  /// `link`: the event it belongs to; absent if none
  case event
  /// ISO date; absent if unknown
  case updated
  /// "Updated 20 November 2026"
  case updatedText
}

/// What a page without sections says: beyond.html and 404.html.
public enum MessageField: Int {
  /// first sentence
  case text
  /// Second sentence, as which window is published; absent if none
  case detail
  /// List of `link`: ways back
  case links
}

/// A whole page; the root of every template.
public enum PageField: Int {
  /// BCP 47
  case lang
  /// Ltr or rtl
  case dir
  /// For the title element
  case documentTitle
  /// Of site.yml
  case siteTitle
  /// Absent if none
  case siteDescription
  /// H1 before its light part
  case headingLead
  /// The year of the h1, set lightly; absent if none
  case headingLight
  /// H1 after its light part
  case headingTail
  /// Index, today, calendar, agenda, week, day, year, event, note, beyond, missing
  case view
  /// The section's id; for event and note pages their slug
  case section
  /// IANA name, UTC or UTC±h[:mm]
  case zone
  /// "Times in UTC+8"
  case zoneLabel
  /// Prefix that leads to the site's root: empty, ../ or an absolute path
  case root
  /// Assets/site.css
  case stylesheetHref
  /// Assets/grid.css
  case gridHref
  /// Generated
  case colorsHref
  /// Assets/site.js
  case scriptHref
  /// Assets/today.css; today only
  case todayStylesheetHref
  /// Assets/today.js; today only
  case todayScriptHref
  /// The module that makes pages in the browser; absent where the site has none
  case engineHref
  /// Manifest
  case manifestHref
  /// Assets/icons/favicon.svg
  case iconHref
  /// Assets/icons/touch.png
  case touchIconHref
  /// Index.html
  case homeHref
  /// Page of the present day whose name does not depend on the build
  case todayHref
  /// Beyond.html
  case beyondHref
  /// `link`: absent if there is none
  case prev
  /// `link`: absent if there is none
  case next
  /// List of `viewLink`: published kinds, in this order: calendar, agenda, week, day, year, today
  case views
  /// List of `calendar`: empty when there is but one
  case calendars
  /// `calendars` is not empty
  case hasCalendars
  /// List of `noteLink`: notes that are pages of their own
  case pages
  /// `pages` is not empty
  case hasPages
  /// Feeds/all.ics; absent if not published
  case subscribeHref
  /// List of `feed`: for the head
  case feeds
  /// Index and today only: 2026-11-20
  case builtDate
  /// Index and today only: "Built 20 November 2026"
  case builtLabel
  /// Index and today only: "As of 20 November 2026"; scripts take it away
  case asOf
  /// List of `notice`: for the footer
  case notices
  /// First published date
  case windowFrom
  /// First date after the window
  case windowTo
  /// 1 Monday … 7 Sunday
  case firstWeekday
  /// Absolute; absent without a base URL
  case canonicalHref
  /// Noindex or the like; absent if none
  case robots
  /// JSON, safe inside a script element; absent if none
  case jsonLD
  /// `words`: see `words`
  case words
  /// List of `weekday`: seven
  case weekdays
  /// List of `hour`: twenty-four; week and day only
  case hours
  /// List of `shortcut`: lines of the keyboard help
  case shortcuts
  /// List of `month`: calendar and index
  case months
  /// List of `agenda`: agenda and index
  case agendas
  /// List of `week`: week
  case weeks
  /// List of `daySection`: day and today
  case days
  /// List of `year`: year
  case years
  /// `event`: event
  case event
  /// `note`: note
  case note
  /// `message`: beyond and missing
  case message
  /// `credit`: whom the forecasts are from; absent on pages that show none
  case weatherCredit
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

/// The number of every shape. What the fields of each are, and of which kind, is ``schema``: only who
/// checks templates needs that.
public struct Shapes: Sendable {
  public var link: ShapeID { ShapeID(rawValue: 0) }
  public var feed: ShapeID { ShapeID(rawValue: 1) }
  public var viewLink: ShapeID { ShapeID(rawValue: 2) }
  public var calendar: ShapeID { ShapeID(rawValue: 3) }
  public var weekday: ShapeID { ShapeID(rawValue: 4) }
  public var hour: ShapeID { ShapeID(rawValue: 5) }
  public var shortcut: ShapeID { ShapeID(rawValue: 6) }
  public var notice: ShapeID { ShapeID(rawValue: 7) }
  public var words: ShapeID { ShapeID(rawValue: 8) }
  public var weather: ShapeID { ShapeID(rawValue: 9) }
  public var noteLink: ShapeID { ShapeID(rawValue: 10) }
  public var avatar: ShapeID { ShapeID(rawValue: 11) }
  public var chip: ShapeID { ShapeID(rawValue: 12) }
  public var block: ShapeID { ShapeID(rawValue: 13) }
  public var entry: ShapeID { ShapeID(rawValue: 14) }
  public var day: ShapeID { ShapeID(rawValue: 15) }
  public var weekRow: ShapeID { ShapeID(rawValue: 16) }
  public var month: ShapeID { ShapeID(rawValue: 17) }
  public var agendaDay: ShapeID { ShapeID(rawValue: 18) }
  public var agenda: ShapeID { ShapeID(rawValue: 19) }
  public var gridDay: ShapeID { ShapeID(rawValue: 20) }
  public var week: ShapeID { ShapeID(rawValue: 21) }
  public var daySection: ShapeID { ShapeID(rawValue: 22) }
  public var yearDay: ShapeID { ShapeID(rawValue: 23) }
  public var yearWeek: ShapeID { ShapeID(rawValue: 24) }
  public var yearMonth: ShapeID { ShapeID(rawValue: 25) }
  public var year: ShapeID { ShapeID(rawValue: 26) }
  public var person: ShapeID { ShapeID(rawValue: 27) }
  public var occurrence: ShapeID { ShapeID(rawValue: 28) }
  public var category: ShapeID { ShapeID(rawValue: 29) }
  public var noteBody: ShapeID { ShapeID(rawValue: 30) }
  public var event: ShapeID { ShapeID(rawValue: 31) }
  public var note: ShapeID { ShapeID(rawValue: 32) }
  public var message: ShapeID { ShapeID(rawValue: 33) }
  public var page: ShapeID { ShapeID(rawValue: 34) }
  public var yearBar: ShapeID { ShapeID(rawValue: 35) }
  public var credit: ShapeID { ShapeID(rawValue: 36) }

  public init() {}
}
