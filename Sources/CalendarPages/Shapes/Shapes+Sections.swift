// Sections, and the days and weeks in them.

import Mustache

/// A cell of the month grid.
package enum DayField: Int {
  /// 2026-11-03
  case date
  /// 3, in the locale's digits
  case number
  /// Spoken: full date, how many events, how busy
  case label
  /// Nov; needed only on the first of a month
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
  /// "3 more": how many of its events are `isOver`. Of a day that has more than four rows three are shown, and the
  /// link; absent if there is room for all
  case moreLabel
  /// The day has a note
  case hasNotes
  /// 10, its number in the second calendar, on the first of a month with its name, "Kislev 1"; absent without one
  case second

  package var kind: FieldKind {
    switch self {
    case .isFirst, .isOdd, .isOutside, .isWeekend, .hasEvents, .hasNotes: .flag
    case .events: .list(of: ChipField.self)
    default: .text
    }
  }
}

/// A row of the month grid.
package enum WeekRowField: Int {
  /// Week number; absent if `weekNumbers` of site.yml is false
  case number
  /// Spoken, "Week 47"
  case label
  /// Its week page
  case href
  /// List of `day`: seven
  case days

  package var kind: FieldKind {
    switch self {
    case .days: .list(of: DayField.self)
    default: .text
    }
  }
}

/// A section of the calendar.
package enum MonthField: Int {
  /// 2026-11
  case id
  /// November 2026
  case title
  /// Its page
  case href
  /// Odd month
  case isOdd
  /// List of `weekRow`: every week that overlaps the month
  case weeks
  /// `weekNumbers` of site.yml is not false
  case hasWeekNumbers
  /// Of some of its days nothing is said: they are more than ten years from a window whose busy time is shown
  case isSilent

  package var kind: FieldKind {
    switch self {
    case .isOdd, .hasWeekNumbers, .isSilent: .flag
    case .weeks: .list(of: WeekRowField.self)
    default: .text
    }
  }
}

/// A day of the agenda.
package enum AgendaDayField: Int {
  /// 2026-11-03
  case date
  /// Wednesday, May 2; of several days 27 – 30 November 2026
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
  /// List of `noteLink`: notes on the day
  case notes
  /// `notes` is not empty
  case hasNotes
  /// `weather`: absent if unknown
  case weather
  /// 10 Kislev 5787, of several days 10 – 13 Kislev 5787; absent without a second calendar
  case second
  /// List of `agendaDay` that have `date` alone: the days after it for which it stands too, since nothing is on any
  case more

  package var kind: FieldKind {
    switch self {
    case .isWeekend, .hasEvents, .isEmpty, .hasNotes: .flag
    case .more: .list(of: AgendaDayField.self)
    case .events: .list(of: EntryField.self)
    case .notes: .list(of: NoteLinkField.self)
    case .weather: .record(of: WeatherField.self)
    default: .text
    }
  }
}

/// A section of the agenda.
package enum AgendaField: Int {
  /// 2026-11
  case id
  /// November 2026
  case title
  /// Its page
  case href
  /// List of `agendaDay`: its days
  case days
  /// Of some of its days nothing is said
  case isSilent

  package var kind: FieldKind {
    switch self {
    case .isSilent: .flag
    case .days: .list(of: AgendaDayField.self)
    default: .text
    }
  }
}

/// A day of a time grid.
package enum GridDayField: Int {
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
  /// List of `chip`: all-day events, and those that cover the whole day; in a week with `bandClass` on all their days
  case allDay
  /// `allDay` is not empty
  case hasAllDay
  /// List of `block`: all others
  case timed
  /// No events at all
  case isEmpty
  /// List of `noteLink`: notes on the day
  case notes
  /// `notes` is not empty
  case hasNotes
  /// `weather`: absent if unknown
  case weather
  /// Nothing is said of it, and it is not `isEmpty`
  case isSilent
  /// As in `day`
  case second
  /// m1 … m24: number of its columns; absent if it is not divided
  case lanesClass
  /// List of `category`: names of its columns
  case lanes
  /// "2 more": how many of `allDay` are `isOver`, of which a week shows six rows; absent if there is room for all
  case moreLabel

  package var kind: FieldKind {
    switch self {
    case .isWeekend, .hasAllDay, .isEmpty, .hasNotes, .isSilent: .flag
    case .lanes: .list(of: CategoryField.self)
    case .allDay: .list(of: ChipField.self)
    case .timed: .list(of: BlockField.self)
    case .notes: .list(of: NoteLinkField.self)
    case .weather: .record(of: WeatherField.self)
    default: .text
    }
  }
}

/// A section of the week view.
package enum WeekField: Int {
  /// 2026-11-16, its first day
  case id
  /// 16 – 22 November 2026
  case title
  /// Its page
  case href
  /// Week number
  case number
  /// No timed event overlaps 00:00 – 06:00 on any day: the night is drawn folded
  case isNightQuiet
  /// List of `gridDay`: seven
  case days
  /// No block has `opens`, so the section opens at its top: nothing is timed, or all-day events are above a first event
  /// that begins before ten
  case opensAtTop
  /// What its days are divided by: `by-calendar`, `by-place` or `by-category`, with `wide` if they have more than 12
  /// columns in all; absent if they are not divided
  case columnsClass
  /// b0 … b7: the rows above its hours, in which `allDay` has bars; absent if `columns` of site.yml divides days
  case bandClass

  package var kind: FieldKind {
    switch self {
    case .isNightQuiet, .opensAtTop: .flag
    case .days: .list(of: GridDayField.self)
    default: .text
    }
  }
}

/// A section of the day view.
package enum DaySectionField: Int {
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
  /// Address of this day in today.html; absent if that page is not published
  case glanceHref
  /// As in `week`
  case opensAtTop
  /// As in `week`
  case columnsClass

  package var kind: FieldKind {
    switch self {
    case .isNightQuiet, .opensAtTop: .flag
    case .day: .record(of: GridDayField.self)
    default: .text
    }
  }
}

/// A cell of a small month.
package enum YearDayField: Int {
  /// 2026-11-03
  case date
  /// 3
  case number
  /// Spoken: date and how busy
  case label
  /// Not in the month: an empty cell without other fields
  case isOutside
  /// Weekend of the locale
  case isWeekend
  /// 0 … 4
  case busy
  /// Its day page
  case href

  package var kind: FieldKind {
    switch self {
    case .isOutside, .isWeekend: .flag
    default: .text
    }
  }
}

/// A small month of the year.
package enum YearMonthField: Int {
  /// November
  case title
  /// Its calendar page
  case href
  /// Odd month
  case isOdd
  /// List of `yearWeek`: every week that overlaps the month
  case weeks
  /// Nov
  case short
  /// What the month is in the second calendar: "Heshvan – Kislev 5787"
  case second

  package var kind: FieldKind {
    switch self {
    case .isOdd: .flag
    case .weeks: .list(of: YearWeekField.self)
    default: .text
    }
  }
}

/// A section of the year view.
package enum YearField: Int {
  /// 2026
  case id
  /// 2026
  case title
  /// Its page
  case href
  /// List of `yearMonth`: twelve
  case months
  /// "312h busy"; absent if the year has no busy time, and so are the next three
  case busyText
  /// Width of the strip's drawing
  case stripWidth
  /// List of `yearBar`: its weeks
  case strip
  /// List of `yearBar`: calendars with busy time, the longest first
  case totals
  /// Of some of its days nothing is said
  case isSilent

  package var kind: FieldKind {
    switch self {
    case .isSilent: .flag
    case .months: .list(of: YearMonthField.self)
    case .strip, .totals: .list(of: YearBarField.self)
    default: .text
    }
  }
}

/// A bar of a year's drawings: a week of the strip, or a calendar.
package enum YearBarField: Int {
  /// Distance from the start, in units of the drawing; weeks only
  case x
  /// Distance from the top; weeks only
  case y
  /// Equal for all weeks; for a calendar, a share of 100
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

/// A row of a small month.
package enum YearWeekField: Int {
  /// List of `yearDay`: seven
  case days

  package var kind: FieldKind {
    switch self {
    case .days: .list(of: YearDayField.self)
    }
  }
}

// MARK: The kind of record that the fields are of

extension DayField: RecordFields { package static var shape: ShapeID { Shape.day.id } }
extension WeekRowField: RecordFields { package static var shape: ShapeID { Shape.weekRow.id } }
extension MonthField: RecordFields { package static var shape: ShapeID { Shape.month.id } }
extension AgendaDayField: RecordFields { package static var shape: ShapeID { Shape.agendaDay.id } }
extension AgendaField: RecordFields { package static var shape: ShapeID { Shape.agenda.id } }
extension GridDayField: RecordFields { package static var shape: ShapeID { Shape.gridDay.id } }
extension WeekField: RecordFields { package static var shape: ShapeID { Shape.week.id } }
extension DaySectionField: RecordFields { package static var shape: ShapeID { Shape.daySection.id } }
extension YearDayField: RecordFields { package static var shape: ShapeID { Shape.yearDay.id } }
extension YearWeekField: RecordFields { package static var shape: ShapeID { Shape.yearWeek.id } }
extension YearMonthField: RecordFields { package static var shape: ShapeID { Shape.yearMonth.id } }
extension YearField: RecordFields { package static var shape: ShapeID { Shape.year.id } }
extension YearBarField: RecordFields { package static var shape: ShapeID { Shape.yearBar.id } }
