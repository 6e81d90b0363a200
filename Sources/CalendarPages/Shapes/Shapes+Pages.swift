// Whole pages, and their contents other than sections: an event, a note, a message.

import Mustache

/// A person of an event page.
package enum PersonField: Int {
  /// One or two letters
  case initials
  /// Full name
  case name
  /// Role and answer, "Organiser", "Optional, declined"; absent if nothing to say
  case detail
  /// Declined
  case hasDeclined
  /// mailto: address; absent if none
  case href

  package var kind: FieldKind {
    switch self {
    case .hasDeclined: .flag
    default: .text
    }
  }
}

/// A date of a recurring event.
package enum OccurrenceField: Int {
  /// As in `chip`
  case start
  /// As in `chip`
  case end
  /// "Tuesday, 3 November 2026, 09:00 – 10:00"
  case text
  /// `link`: its day; absent if it is cancelled
  case day
  /// What stands after the `#` of a link to it, `2026-11-03`; absent if another one of the list has it
  case id
  /// As in `event`
  case ownWhenText
  /// As in `event`
  case duration
  /// It is cancelled
  case isCancelled
  /// "moved, other place", "cancelled"; absent if neither
  case changes
  /// Absent if it is that of the series
  case title
  /// "City, Name"; absent if it is that of the series
  case place
  /// List of `link`: where to join it online
  case conferences
  /// `conferences` are not those of the series
  case hasConferences
  /// Its own; may be empty
  case description
  /// `description` is not that of the series
  case hasDescription

  package var kind: FieldKind {
    switch self {
    case .isCancelled, .hasConferences, .hasDescription: .flag
    case .description: .markup
    case .conferences: .list(of: LinkField.self)
    case .day: .record(of: LinkField.self)
    default: .text
    }
  }
}

/// A category.
package enum CategoryField: Int {
  /// Its name
  case name
}

/// A note shown in full beside an event or a day.
package enum NoteBodyField: Int {
  /// Title; absent if none
  case title
  /// Its page
  case href
  /// Its text
  case html

  package var kind: FieldKind {
    switch self {
    case .html: .markup
    default: .text
    }
  }
}

/// A calendar program that a link opens.
package enum ProgramField: Int {
  /// Its name, "Google Calendar"
  case name
  /// Address; absent while the site's is unknown: scripts make it from `start`
  case href
  /// What `href` begins with, before the percent-encoded address of the feed; absent if `href` is known, and if it is
  /// that address alone
  case start
  /// It takes the feed's address as `webcal:`
  case isWebcal
  /// It adds only the date that the page shows, and not the series
  case isOneDate
  /// How often it asks for changes; in `freshness` only
  case refresh

  package var kind: FieldKind {
    switch self {
    case .isWebcal, .isOneDate: .flag
    default: .text
    }
  }
}

/// Feeds of one kind.
package enum FeedGroupField: Int {
  /// Heading, "Categories"
  case title
  /// List of `subscription`: those with links to programs
  case subscriptions
  /// List of `subscription`: those with an address alone
  case addresses
  /// `addresses` is not empty
  case hasAddresses

  package var kind: FieldKind {
    switch self {
    case .subscriptions, .addresses: .list(of: SubscriptionField.self)
    case .hasAddresses: .flag
    default: .text
    }
  }
}

/// A feed on subscribe.html.
package enum SubscriptionField: Int {
  /// Visible name
  case title
  /// Relative address
  case href
  /// Its address for people to copy; without a base URL its path
  case address
  /// Its address is known
  case isKnown
  /// c0 … c11; absent if it is not that of a calendar
  case colorClass
  /// List of `program`: links that open it in a program
  case programs
  /// `programs` is not empty
  case hasPrograms
  /// The picture of its address as a QR code; absent if its address is unknown
  case codeHref
  /// "QR code of the address of Studio"
  case codeText

  package var kind: FieldKind {
    switch self {
    case .isKnown, .hasPrograms: .flag
    case .programs: .list(of: ProgramField.self)
    default: .text
    }
  }
}

/// The event of an event page.
package enum EventField: Int {
  /// UID
  case uid
  /// As in `chip`
  case start
  /// As in `chip`
  case end
  /// As in `chip`
  case colorClass
  /// c0 … c11: the calendar's colour alone; absent if the event has no colour of its own
  case calendarClass
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
  /// geo: or https: address; absent if the place is unknown
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
  /// List of `link`: where to join it online, addresses of its meetings
  case conferences
  /// `conferences` is not empty
  case hasConferences
  /// List of `link`: pictures of it, which lie elsewhere
  case images
  /// `images` is not empty
  case hasImages
  /// List of `category`: in the order of the source
  case categories
  /// `categories` is not empty
  case hasCategories
  /// List of `occurrence`: occurrences in the window, those of the month of the build, twelve after it, and others at
  /// which something is different
  case dates
  /// `occurrence`: the date of the series that `whenText` says, if anything is different there; otherwise absent
  case instance
  /// Start of the last of `dates` that is listed whatever is said of it; absent if none follows
  case datesEnd
  /// The event recurs
  case hasDates
  /// List of `noteBody`: notes on the event
  case notes
  /// `notes` is not empty
  case hasNotes
  /// Address of its .ics file
  case icsHref
  /// List of `program`: links that add it to a calendar of the web
  case programs
  /// `whenText` with the page's zone, to be copied: "Tuesday, 3 November 2026, 09:00 – 10:30 (UTC+8)"
  case copiedWhen
  /// `link`: its first day's page
  case day

  package var kind: FieldKind {
    switch self {
    case .isTentative, .hasPlace, .hasPeople, .hasCategories, .hasDates, .hasNotes, .hasConferences, .hasImages: .flag
    case .description: .markup
    case .people: .list(of: PersonField.self)
    case .categories: .list(of: CategoryField.self)
    case .conferences, .images: .list(of: LinkField.self)
    case .dates: .list(of: OccurrenceField.self)
    case .instance: .record(of: OccurrenceField.self)
    case .programs: .list(of: ProgramField.self)
    case .notes: .list(of: NoteBodyField.self)
    case .day: .record(of: LinkField.self)
    default: .text
    }
  }
}

/// The note of a note page.
package enum NoteField: Int {
  /// Its text
  case html
  /// `link`: the day that it is on; absent if none
  case day
  /// `link`: the event it belongs to; absent if none
  case event
  /// ISO date; absent if unknown
  case updated
  /// "Updated 20 November 2026"
  case updatedText

  package var kind: FieldKind {
    switch self {
    case .html: .markup
    case .day, .event: .record(of: LinkField.self)
    default: .text
    }
  }
}

/// The contents of a page without sections: beyond.html and 404.html.
package enum MessageField: Int {
  /// First sentence
  case text
  /// Second sentence, for example the published window; absent if none
  case detail
  /// List of `link`: ways back
  case links

  package var kind: FieldKind {
    switch self {
    case .links: .list(of: LinkField.self)
    default: .text
    }
  }
}

/// A whole page; the root of every template.
package enum PageField: Int {
  /// Language tag (BCP 47)
  case lang
  /// Writing direction: ltr or rtl
  case dir
  /// Text of the title element
  case documentTitle
  /// `title` of site.yml
  case siteTitle
  /// Absent if none
  case siteDescription
  /// The h1 before the year, or the whole of it
  case headingLead
  /// The year in the h1, in a lighter weight; absent if there is none
  case headingLight
  /// The h1 after the year; absent if nothing follows
  case headingTail
  /// The language of the h1, BCP 47; absent if it is the page's, or unknown
  case headingLang
  /// Kind of page: index, today, calendar, agenda, week, day, year, event, note, subscribe, embed, embedding, beyond,
  /// missing, board, search or print
  case view
  /// The section's id; for event and note pages their slug
  case section
  /// IANA name, UTC or UTC±h[:mm]
  case zone
  /// "Times in UTC+8"
  case zoneLabel
  /// Prefix that leads to the site's root: empty, ../ or an absolute path
  case root
  /// Address of assets/site.css
  case stylesheetHref
  /// Address of assets/months.css, for pages with months, agendas and years
  case monthsHref
  /// Address of assets/grid.css: time grids
  case gridHref
  /// Address of assets/week.css: weeks, and days that are divided into columns
  case weekHref
  /// Address of assets/colors.css: the colours of the calendars, written by the build
  case colorsHref
  /// Address of assets/site.js
  case scriptHref
  /// Address of assets/today.css; today only
  case todayStylesheetHref
  /// Address of assets/today.js; today only
  case todayScriptHref
  /// Address of assets/subscribe.css; event, note, subscribe and search only
  case subscribeStylesheetHref
  /// Address of assets/copy.js; event and subscribe only
  case copyScriptHref
  /// Address of assets/print.css: how pages look on paper
  case printStylesheetHref
  /// Address of the script that makes pages in the browser; absent if the site has none
  case engineHref
  /// Address of the folder of the scripts that need a server; embed and embedding only, absent if the site has none
  case modulesHref
  /// Absolute address of the site; embed and embedding only, absent without a base URL
  case siteAddress
  /// Address of the web app manifest
  case manifestHref
  /// Address of assets/icons/favicon.svg
  case iconHref
  /// Address of assets/icons/touch.png
  case touchIconHref
  /// Address of index.html
  case homeHref
  /// Address of today; it does not depend on the day of the build
  case todayHref
  /// Address of beyond.html
  case beyondHref
  /// `link`: the section before; absent if there is none
  case prev
  /// `link`: the section after; absent if there is none
  case next
  /// List of `viewLink`: published kinds, in this order: calendar, agenda, week, day, year, today
  case views
  /// List of `calendar`: empty if there is only one
  case calendars
  /// `calendars` is not empty
  case hasCalendars
  /// List of `noteLink`: notes that are only pages
  case pages
  /// `pages` is not empty
  case hasPages
  /// Address of subscribe.html
  case subscribeHref
  /// List of `feed`: feeds, for the head
  case feeds
  /// Date of the build, 2026-11-20; index, today and embed only
  case builtDate
  /// "Built 20 November 2026"; index, today and embed only
  case builtLabel
  /// "As of 20 November 2026"; index, today and embed only; scripts remove it
  case asOf
  /// The published day nearest to the day of the build, or on index, if nothing is until then, the first day on which
  /// something is; index, today and embed only, absent if that is the day of the build
  case opensAt
  /// Sentence that says that the day of the build is not published; absent if it is
  case elsewhere
  /// List of `notice`: calendars that could not be fetched in time
  case notices
  /// First published date
  case windowFrom
  /// First date after the window
  case windowTo
  /// First and last published section of each kind, for scripts: "calendar 2026-03 2026-11,week 2026-03-09 …,"
  case published
  /// 1 for Monday to 7 for Sunday
  case firstWeekday
  /// Absolute address of the page; absent without a base URL
  case canonicalHref
  /// Absolute address of the picture that chats show of the page; absent if there is none
  case pictureHref
  /// What an event page is about, "Friday, 20 November 2026, 09:00 – 10:30, Great hall"; absent on others
  case summary
  /// Content of the robots meta element, such as noindex; absent if there is none
  case robots
  /// Structured data (JSON-LD), safe inside a script element; absent if there is none
  case jsonLD
  /// `words`: see `words`
  case words
  /// List of `weekday`: seven
  case weekdays
  /// List of `hour`: twenty-four; week and day only
  case hours
  /// List of `shortcut`: lines of the keyboard help, which the default theme's script makes
  case shortcuts
  /// List of `month`: sections of the calendar; calendar, index and embed only
  case months
  /// List of `agenda`: sections of the agenda; agenda, index and embed only
  case agendas
  /// List of `week`: sections of the week view; week and embed only
  case weeks
  /// List of `daySection`: sections of the day view; day, today and embed only
  case days
  /// List of `year`: sections of the year view; year only
  case years
  /// `event`: the event of an event page
  case event
  /// `note`: the note of a note page
  case note
  /// `message`: the contents of a page without sections; beyond and missing only
  case message
  /// `subscription`: the feed of all events; subscribe only
  case subscription
  /// List of `feedGroup`: all other feeds; subscribe only
  case feedGroups
  /// List of `program`: how often programs ask for changes; subscribe only
  case freshness
  /// `credit`: the source of the forecasts; absent on pages that show none
  case weatherCredit
  /// Whether there are any of these
  case hasWeatherCredit
  /// The language of the words, if it differs from the page's
  case wordsLang
  /// The words of the scripts of today, embed and embedding: a JSON object for a script element of that type
  case scriptWords
  /// List of `language`: the languages of the site; empty if it has one
  case languages
  /// `languages` is not empty
  case hasLanguages
  /// Address of assets/languages.js; absent if the site has one language
  case languageScriptHref
  /// Address of assets/languages.css; absent if the site has one language
  case languageStylesheetHref
  /// What the section is in the second calendar, "Heshvan – Kislev 5787"; absent without one, and beyond its table
  case headingSecond
  /// "Hebrew Calendar: shown from 1 January 2015 to 31 December 2037"; only beyond that
  case secondReach
  /// Address of search.html; absent where only busy time is shown
  case searchHref
  /// List of `searchGroup`: names that events have, by kind; search only
  case searchGroups
  /// List of `link`: the published months as calendars; print only
  case printedMonths
  /// List of `link`: the published months as agendas; print only
  case printedAgendas

  package var kind: FieldKind {
    switch self {
    case .prev, .next: .record(of: LinkField.self)
    case .printedMonths, .printedAgendas: .list(of: LinkField.self)
    case .views: .list(of: ViewLinkField.self)
    case .calendars: .list(of: CalendarField.self)
    case .hasCalendars, .hasPages, .hasWeatherCredit, .hasLanguages: .flag
    case .languages: .list(of: LanguageField.self)
    case .pages: .list(of: NoteLinkField.self)
    case .feeds: .list(of: FeedField.self)
    case .notices: .list(of: NoticeField.self)
    case .jsonLD: .markup
    case .words: .record(of: WordsField.self)
    case .weekdays: .list(of: WeekdayField.self)
    case .hours: .list(of: HourField.self)
    case .shortcuts: .list(of: ShortcutField.self)
    case .months: .list(of: MonthField.self)
    case .agendas: .list(of: AgendaField.self)
    case .weeks: .list(of: WeekField.self)
    case .days: .list(of: DaySectionField.self)
    case .years: .list(of: YearField.self)
    case .event: .record(of: EventField.self)
    case .note: .record(of: NoteField.self)
    case .message: .record(of: MessageField.self)
    case .subscription: .record(of: SubscriptionField.self)
    case .feedGroups: .list(of: FeedGroupField.self)
    case .searchGroups: .list(of: SearchGroupField.self)
    case .freshness: .list(of: ProgramField.self)
    case .scriptWords: .markup
    case .weatherCredit: .list(of: CreditField.self)
    default: .text
    }
  }
}

// MARK: The kind of record that the fields are of

extension PersonField: RecordFields { package static var shape: ShapeID { Shape.person.id } }
extension OccurrenceField: RecordFields { package static var shape: ShapeID { Shape.occurrence.id } }
extension CategoryField: RecordFields { package static var shape: ShapeID { Shape.category.id } }
extension NoteBodyField: RecordFields { package static var shape: ShapeID { Shape.noteBody.id } }
extension EventField: RecordFields { package static var shape: ShapeID { Shape.event.id } }
extension NoteField: RecordFields { package static var shape: ShapeID { Shape.note.id } }
extension ProgramField: RecordFields { package static var shape: ShapeID { Shape.program.id } }
extension FeedGroupField: RecordFields { package static var shape: ShapeID { Shape.feedGroup.id } }
extension SubscriptionField: RecordFields { package static var shape: ShapeID { Shape.subscription.id } }
extension MessageField: RecordFields { package static var shape: ShapeID { Shape.message.id } }
extension PageField: RecordFields { package static var shape: ShapeID { Shape.page.id } }
