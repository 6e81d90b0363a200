// The labels of the interface: words without placeholders.

import Mustache

/// Texts of the interface that stand by themselves, in the order of `data/site.bin`. A name is the key in `labels` of a
/// words file.
package enum WordsField: Int {
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
  /// Days of which a site with busy time says nothing, "No information for dates this far away."
  case nothingSaid
  /// Week
  case week
  /// Head of the week numbers, "Wk"
  case weekShort
  /// Calendars
  case calendars
  /// In a list of calendars: all of them
  case allCalendars
  /// The calm end of the busy legend, "Free"
  case less
  /// Its other end, and the title of events of which only the time is told, "Busy"
  case more
  /// Before busy hours, "Busy"
  case busyHours
  /// Subscribe
  case subscribe
  /// First sentence of subscribe.html
  case subscribeText
  /// Its sentence where the site's address is unknown
  case ownAddress
  /// Before the address of a feed, "Address"
  case address
  /// Button that copies what is beside it, "Copy"
  case copy
  /// What it then says, "Copied."
  case copied
  /// Title of embedding.html, "Embed this calendar"
  case embed
  /// Its sentence
  case embedText
  /// Before the lines for pages where scripts are not allowed
  case embedFrame
  /// Before what the policy of such a page has to allow
  case embedPolicy
  /// Link to board.html, "Wall display: today and the next few days"
  case board
  /// Add to calendar
  case addToCalendar
  /// Link to an event as a file, "Calendar file"
  case calendarFile
  /// Beside a program that takes no series, "only this date"
  case onlyThisDate
  /// A program, "Apple Calendar"
  case appleCalendar
  /// A program, "Google Calendar"
  case googleCalendar
  /// Programs that are not named
  case otherPrograms
  /// Heading, "Feed readers"
  case newsReaders
  /// The feed of busy time
  case freeBusy
  /// The feed of a conference's schedule
  case schedule
  /// Heading of how often programs ask for changes
  case freshness
  /// How often Apple Calendar does
  case refreshApple
  /// How often Google Calendar does
  case refreshGoogle
  /// How often Outlook.com and Microsoft 365 do
  case refreshOutlook
  /// How often others do
  case refreshOthers
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
  /// Before the addresses of an event's online meetings, "Join"
  case join
  /// Before the addresses of an event's pictures, "Pictures"
  case images
  /// Heading of an event's description, "Description"
  case about
  /// Heading of the dates of a recurring event, "Dates"
  case dates
  /// What is different at one of them, "moved"
  case moved
  /// "other place"
  case otherPlace
  /// "canceled"
  case cancelled
  /// Notes
  case notes
  /// Event
  case event
  /// Mark of a tentative event, "Tentative"
  case tentative
  /// Keyboard shortcuts
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
  /// Name of the view, "Month"
  case month
  /// Name of the view, "Agenda"
  case agenda
  /// Name of the view, "Day"
  case day
  /// Name of the view, "Year"
  case year
  /// Name of the page of one day on one screen
  case upcoming
  /// An event without a title
  case untitled
  /// Status of an event that takes no time
  case shownAsFree
  /// Role of a person
  case organiser
  /// Role of a guest
  case optional
  /// Role of a guest
  case chair
  /// Role of a guest who need not come
  case informed
  /// Answer of a guest
  case accepted
  /// Answer of a guest
  case declined
  /// Answer of a guest, "maybe"
  case answersMaybe
  /// Answer of a guest
  case delegated
  /// Link to what is before the first event
  case earlier
  /// Link to what is after the last event
  case later
  /// Sentence of the first page of a site that is not about the present
  case elsewhere
  /// Title of beyond.html
  case beyondTitle
  /// Its sentence
  case beyondText
  /// Title of 404.html
  case missingTitle
  /// Its sentence
  case missingText
  /// Button of both
  case toToday
  /// Button of both
  case toFirst
  /// Button of both
  case toLast
  /// Help on keys: their names
  case arrowKeys
  /// What they do
  case arrowKeysText
  /// Help on keys: their names
  case pageKeys
  /// What they do
  case pageKeysText
  /// Help on keys: its name
  case todayKey
  /// What it does
  case todayKeyText
  /// Help on keys: its name
  case dateKey
  /// What it does
  case dateKeyText
  /// Help on keys: its name
  case helpKey
  /// What it does
  case helpKeyText
  /// The sky, "Clear"
  case clear
  /// The sky, "Mostly clear"
  case fair
  /// The sky, "Partly cloudy"
  case partlyCloudy
  /// The sky, "Cloudy"
  case cloudy
  /// The sky, "Fog"
  case fog
  /// The sky, "Light rain"
  case lightRain
  /// The sky, "Showers"
  case showers
  /// The sky, "Rain"
  case rain
  /// The sky, "Heavy rain"
  case heavyRain
  /// The sky, "Sleet"
  case sleet
  /// The sky, "Snow"
  case snow
  /// The sky, "Thunder"
  case thunder
  /// Column of events without a place
  case noPlace
  /// Column of events without a category
  case noCategory
  /// Column of what does not fit, "Other"
  case otherColumns
  /// Rule of a series, "Every weekday"
  case everyWorkday
  /// Monday to Friday, in rules: "weekday"
  case workday
  /// Monday to Friday, in rules: "weekdays"
  case workdays
  /// Name of the list of the site's languages
  case language
  /// Offers the site in its own language
  case readHere
  /// What `agenda` prints before an event of a whole day, "all day"
  case wholeDay
  /// What `agenda` prints after a tentative event, "tentative"
  case isTentative
  /// Title of search.html, and name of the box, "Search"
  case search
  /// Help on keys: its name
  case searchKey
  /// Heading of search.html, "Places"
  case places
  /// Title of print.html, "Print"
  case print
  /// First sentence of print.html
  case printText
  /// Its sentence where scripts do not run
  case printPlain

  /// Whether the browser's engine never says it: commands do, or subscribe.html, which it does not make.
  var isOfHost: Bool {
    switch self {
    case .wholeDay, .isTentative, .subscribeText, .ownAddress, .address, .appleCalendar, .otherPrograms, .newsReaders,
      .freeBusy, .schedule, .freshness, .refreshApple, .refreshGoogle, .refreshOutlook, .refreshOthers, .printText,
      .printPlain, .places:
      true
    default: false
    }
  }
}

// MARK: The kind of record that the fields are of

extension WordsField: RecordFields { package static var shape: ShapeID { Shape.words.id } }
