// Events in sections: in cells, lists and time grids, and their weather.

import Mustache

/// Weather of a day or an event.
package enum WeatherField: Int {
  /// Name of its drawing: sun, moon, sun-cloud, moon-cloud, cloud, fog, drizzle, sun-rain, moon-rain, rain, downpour,
  /// sleet, snow or storm
  case icon
  /// 14°: a day's high, or the temperature at an event's start
  case text
  /// Spoken, "Bergen: Light rain, 6° to 14°"
  case label
  /// 6°: a day's low; absent if it equals the high, and for an event
  case low
  /// "forecast of Fri, 20 Nov 06:00"; absent unless refreshing the forecast failed
  case stale
}

/// A person's initials in a circle.
package enum AvatarField: Int {
  /// One or two letters
  case initials
  /// Full name
  case name
}

/// An event in a month cell or an all-day band.
package enum ChipField: Int {
  /// UID; absent for a merged busy interval
  case uid
  /// Whole occurrence: RFC 3339 with offset, or a date when all-day
  case start
  /// End of the whole occurrence, exclusive, in the form of `start`
  case end
  /// Its page; absent when it has none (a busy interval)
  case href
  /// Title, or the word for an untitled or busy one; never empty
  case title
  /// c0 … c11, the calendar's colour; with a class for the event's own colour if it has one, "c0 own-tomato"
  case colorClass
  /// c0 … c11: the calendar's colour alone; absent if the event has no colour of its own
  case calendarClass
  /// Its calendar's name, as in `CalendarField.name`
  case calendar
  /// Names of the other calendars that have it, with blanks between them; absent if there are none
  case others
  /// Covers whole dates
  case isAllDay
  /// Began before this day
  case isContinued
  /// Continues after this day
  case isContinuing
  /// STATUS:TENTATIVE
  case isTentative
  /// Transparent: does not count as busy
  case isFree
  /// Start time on this day; absent when all-day or continued
  case timeText
  /// "until 14:00", "day 2 of 3"; absent when the event is whole
  case partLabel
  /// The title's language, BCP 47; absent unless the event's file says it
  case titleLang
  /// r0 … r23: its column, if the day has `lanes`; absent if it stands above all of them
  case laneClass
  /// t0 … t31: the row of a bar, an event that lasts over several days; in a week, of all above the hours.
  /// Absent for other events
  case rowClass
  /// d1 … d7: over how many days of the week a bar goes on from here; d0 on its later days in the week
  case spanClass
  /// Its day has no room for it: the day says how many there are
  case isOver

  package var kind: FieldKind {
    switch self {
    case .isAllDay, .isContinued, .isContinuing, .isTentative, .isFree, .isOver: .flag
    default: .text
    }
  }
}

/// An event in a time grid.
package enum BlockField: Int {
  /// Its time on this day, "09:00 – 10:30"
  case rangeText
  /// City, Name; absent if none
  case place
  /// s0 … s287: five-minute row of its start, clipped to the day
  case startClass
  /// e1 … e288: row after its end, clipped to the day
  case endClass
  /// n1 … n12: number of columns of its cluster
  case countClass
  /// k0 … k11: its own column
  case columnClass
  /// Whether the section opens at this block, its first: links to weeks and days lead to `#events`
  case opens
  /// Address of its online meeting; absent if none
  case joinHref
  /// Name of its column, its calendar or category; absent if days are not divided, or by places
  case lane

  package typealias Base = ChipField

  package var kind: FieldKind { self == .opens ? .flag : .text }
}

/// An event in the agenda.
package enum EntryField: Int {
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

  package typealias Base = ChipField

  package var kind: FieldKind {
    switch self {
    case .people: .list(of: AvatarField.self)
    case .weather: .record(of: WeatherField.self)
    default: .text
    }
  }
}

// MARK: The kind of record that the fields are of

extension WeatherField: RecordFields { package static var shape: ShapeID { Shape.weather.id } }
extension AvatarField: RecordFields { package static var shape: ShapeID { Shape.avatar.id } }
extension ChipField: RecordFields { package static var shape: ShapeID { Shape.chip.id } }
extension BlockField: ExtendingFields { package static var shape: ShapeID { Shape.block.id } }
extension EntryField: ExtendingFields { package static var shape: ShapeID { Shape.entry.id } }
