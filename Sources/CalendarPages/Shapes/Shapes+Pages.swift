// Whole pages, and what they show besides sections: an event, a note, a message.

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
