// The records that pages are made of, each with the fields that templates may use.
//
// A view model is a record, and its fields are one enum: their order and names are those of the cases, and each knows
// its kind. The schema that templates are checked against is derived from these enums. A text is ready to print:
// localised, formatted, not yet escaped. A flag is tested. Markup is HTML (or JSON) made by the core itself and printed
// unchanged. A text, markup or record that does not apply is left unset, never set empty, so that
// `{{#place}}…{{/place}}` tests for it.
//
// The templates decide what is spoken, drawn or linked; the view models make the content. Templates contain no words of
// any language.

import Mustache

/// The kinds of record, in the order of their numbers, which `data/site.bin` contains.
package enum Shape: Int, CaseIterable, NamedCases {
  case link
  case feed
  case viewLink
  case calendar
  case weekday
  case hour
  case shortcut
  case notice
  case words
  case weather
  case noteLink
  case avatar
  case chip
  case block
  case entry
  case day
  case weekRow
  case month
  case agendaDay
  case agenda
  case gridDay
  case week
  case daySection
  case yearDay
  case yearWeek
  case yearMonth
  case year
  case person
  case occurrence
  case category
  case noteBody
  case event
  case note
  case message
  case page
  case yearBar
  case credit
  case language
  case program
  case feedGroup
  case subscription
  case searchGroup
  case searchName
  case searchLink

  package var id: ShapeID { ShapeID(rawValue: UInt16(rawValue)) }
}

// In the browser the names of cases are unknown, and nothing is checked.
#if !hasFeature(Embedded)
  extension Schema {
    /// The fields that page templates may use. Made again on each call. O(fields²).
    package static var pages: Schema {
      var schema = Schema()
      for shape in Shape.allCases { _ = schema.declare([UInt8](shape.stringValue.utf8)) }
      for shape in Shape.allCases { schema.define(shape) }
      return schema
    }

    private mutating func define(_ shape: Shape) {
      switch shape {
      case .link: define(LinkField.self)
      case .feed: define(FeedField.self)
      case .viewLink: define(ViewLinkField.self)
      case .calendar: define(CalendarField.self)
      case .weekday: define(WeekdayField.self)
      case .hour: define(HourField.self)
      case .shortcut: define(ShortcutField.self)
      case .notice: define(NoticeField.self)
      case .words: define(WordsField.self)
      case .weather: define(WeatherField.self)
      case .noteLink: define(NoteLinkField.self)
      case .avatar: define(AvatarField.self)
      case .chip: define(ChipField.self)
      case .block: define(BlockField.self)
      case .entry: define(EntryField.self)
      case .day: define(DayField.self)
      case .weekRow: define(WeekRowField.self)
      case .month: define(MonthField.self)
      case .agendaDay: define(AgendaDayField.self)
      case .agenda: define(AgendaField.self)
      case .gridDay: define(GridDayField.self)
      case .week: define(WeekField.self)
      case .daySection: define(DaySectionField.self)
      case .yearDay: define(YearDayField.self)
      case .yearWeek: define(YearWeekField.self)
      case .yearMonth: define(YearMonthField.self)
      case .year: define(YearField.self)
      case .person: define(PersonField.self)
      case .occurrence: define(OccurrenceField.self)
      case .category: define(CategoryField.self)
      case .noteBody: define(NoteBodyField.self)
      case .event: define(EventField.self)
      case .note: define(NoteField.self)
      case .message: define(MessageField.self)
      case .page: define(PageField.self)
      case .yearBar: define(YearBarField.self)
      case .credit: define(CreditField.self)
      case .language: define(LanguageField.self)
      case .program: define(ProgramField.self)
      case .feedGroup: define(FeedGroupField.self)
      case .subscription: define(SubscriptionField.self)
      case .searchGroup: define(SearchGroupField.self)
      case .searchName: define(SearchNameField.self)
      case .searchLink: define(SearchLinkField.self)
      }
    }
  }
#endif
