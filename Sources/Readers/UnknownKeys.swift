import Bytes

/// The keys that names from other programs and formats stand for. People use these names out of habit, and their
/// spelling is too different to be found as misspellings.
struct KeySynonyms: Sendable {
  private let keys: [String: String]

  /// - Parameter words: by key, other names in lower case without hyphens and underscores, separated by spaces.
  ///   The first key that has a word counts.
  private init(_ words: [(key: String, words: String)]) {
    var keys: [String: String] = [:]
    for (key, words) in words {
      for word in words.split(separator: " ") where keys[String(word)] == nil { keys[String(word)] = key }
    }
    self.keys = keys
  }

  /// The key that a word stands for, in any spelling: `endTime`, `end_time`, `End-Time`.
  func key(for word: String) -> String? {
    if word.utf8.count > 64 { return nil }
    return keys[String(decoding: word.utf8.filter { $0.isLetter || $0.isDigit }.asciiLowercased, as: UTF8.self)]
  }

  static let none = KeySynonyms([])

  /// Events: names from iCalendar (RFC 5545 and 7986), JSCalendar (RFC 8984), the APIs of Google and Microsoft,
  /// FullCalendar, schema.org, and common guesses.
  private static let eventWords: [(key: String, words: String)] = [
    ("title", "summary name subject heading headline label event"),
    ("start", "dtstart begin begins starts from startdate starttime startdatetime startat startsat when date day time"),
    ("end", "dtend enddate endtime enddatetime ends endat endsat finish to till stop"),
    ("duration", "length lasts minutes hours"),
    ("tz", "timezone timezoneid tzid zone starttimezone originalstarttimezone"),
    ("allDay", "isallday wholeday fullday"),
    ("rrule", "repeat repeats recurrence recurring recurrencerule recurrencerules recurs rule frequency freq every"),
    ("exdates", "exdate exception exceptions exclude excludes excluded excludeddates skip"),
    ("location", "place venue where address room geo city latitude longitude locations"),
    ("description", "details detail notes note body text content info bodypreview"),
    ("attends", "attendees attendee people participants participant guests guest who members invitees"),
    ("url", "link href website webpage web uri weblink htmllink onlinemeetingurl"),
    ("categories", "category tags tag labels topics topic keywords"),
    ("status", "state eventstatus"),
    (
      "class",
      "visibility privacy private public classification sensitivity confidential hidden hide secret show level access"
    ),
    ("transp", "transparency busy free showas availability freebusystatus freebusy"),
    ("uid", "id guid eventid icaluid identifier"),
    ("color", "backgroundcolor background colorid"),
    ("calendar", "calendarname calendarid cal feed"),
    ("except", "holidays holiday notduring closed"),
    ("slug", "permalink path"),
  ]

  static let event = KeySynonyms(eventWords)

  /// Front matter: as for events, except for names that static site generators use there.
  static let note = KeySynonyms(
    [
      ("privacy", "visibility access private public hidden hide secret show level unlisted confidential"),
      ("description", "summary excerpt abstract"),
    ] + eventWords)

  /// site.yml: names from Hugo, Jekyll and other calendars.
  static let site = KeySynonyms([
    ("title", "name sitename sitetitle heading"),
    ("description", "subtitle summary tagline about"),
    ("url", "baseurl siteurl address link host"),
    ("author", "owner creator email"),
    ("locale", "language lang languagecode"),
    ("zones", "timezone timezones tz zone"),
    ("firstWeekday", "weekstart weekstarts weekstartson startofweek firstday firstdayofweek wkst"),
    ("workdays", "workingdays businessdays weekdays officedays"),
    ("hours", "workhours workinghours businesshours officehours between"),
    ("secondCalendar", "secondarycalendar othercalendar altcalendar alternatecalendar"),
    ("hourCycle", "timeformat clock hour12 hour24"),
    ("window", "range months from to before after period"),
    ("views", "pages kinds"),
    ("eventPages", "events"),
    ("search", "find searchable searchindex"),
    ("columns", "column rooms lanes resources tracks groupby"),
    ("weekNumbers", "weeks showweeknumbers showweeks"),
    ("privacy", "visibility access private public hidden hide secret busy show level"),
    ("rules", "rule"),
    ("calendars", "calendar sources source files ics"),
    ("network", "net fetch fetching http proxy"),
    ("weather", "forecast forecasts"),
    ("offline", "pwa serviceworker installable"),
    ("templates", "template layout layouts"),
    ("theme", "skin design"),
    ("accent", "accentcolor accentcolour color colour brandcolor brandcolour"),
    ("font", "fonts typeface fontfamily"),
    ("followLinks", "symlinks followsymlinks links"),
  ])

  /// A calendar in site.yml.
  static let calendar = KeySynonyms([
    ("name", "id slug key"),
    ("title", "label summary displayname heading"),
    ("source", "url file path href src ics folder"),
    ("color", "background backgroundcolor"),
    ("privacy", "visibility access private public class hidden hide secret busy rules rule show level"),
    ("refresh", "interval ttl every maxage update updateinterval"),
    ("user", "username account login"),
    ("except", "holidays holiday exclude exclusions notduring closed"),
    ("kind", "type"),
  ])

  /// An audience in site.yml.
  static let audience = KeySynonyms([
    ("privacy", "visibility access private public class hidden hide secret busy rules rule show level"),
    ("zones", "timezone timezones tz zone"),
    ("locale", "language lang"),
    ("output", "folder path dir directory"),
  ])

  /// A filter of feeds in site.yml.
  static let filter = KeySynonyms([
    ("title", "titles summary match pattern"),
    ("categories", "category tags tag"),
    ("calendars", "calendar sources source"),
  ])
}

/// What is known about an unknown key.
struct UnknownKey {
  /// The key that is probably meant; `nil` if unknown.
  let meant: String?
  let message: String
  /// Whether the key may have been written to keep something from being published: see ``mayWithhold(_:)``.
  let mayWithhold: Bool

  /// How the value of a key is written, if the values of another name for it usually differ.
  private static let forms = [
    "rrule": "such as \"FREQ=WEEKLY\"", "duration": "such as \"90m\"", "tz": "such as \"Europe/Berlin\"",
    "class": "such as \"private\"", "privacy": "such as \"hidden\"", "transp": "such as \"transparent\"",
  ]

  /// - Parameters:
  ///   - count: the number of events that have it.
  ///   - isNear: whether similar known names are looked for, which costs the product of its length and those of all
  ///     names.
  init(_ key: String, _ known: [String], _ synonyms: KeySynonyms, count: Int = 1, isNear: Bool = true) {
    let place = count > 1 ? " in \(count) events" : ""
    let subject = "unknown key \(Text.quote(key))\(place); "
    mayWithhold = Self.mayWithhold(key)
    if let synonym = synonyms.key(for: key), known.contains(synonym) {
      meant = synonym
      message = subject + "write \(Text.quote(synonym))" + (Self.forms[synonym].map { ", " + $0 } ?? "")
    } else if isNear, let near = Text.nearest(key, in: known), Self.isSlip(key, near) {
      meant = near
      message = subject + "did you mean \(Text.quote(near))?"
    } else {
      meant = nil
      message = subject + "the keys here are \(known.joined(separator: ", "))"
    }
  }

  /// Whether a key of any spelling (`is_private`, `Draft`) contains a word that people write to keep something from
  /// being published. What such a key is to do can't be guessed, so nothing is published as if it were not there.
  static func mayWithhold(_ key: String) -> Bool {
    let letters = String(decoding: key.utf8.filter(\.isLetter).asciiLowercased, as: UTF8.self)
    return Self.withholding.contains { letters.contains($0) } || Self.withholdingWords.contains(letters)
  }

  private static let withholding = [
    "privacy", "hidden", "private", "public", "level", "draft", "publish", "visib", "secret", "unlisted",
    "confidential", "embargo", "audience", "internal", "restrict", "membersonly",
    // German, as events.json may have it.
    "privat", "sichtbar", "vertraulich", "geheim", "entwurf", "versteckt",
  ]
  /// Parts of words that say something else, such as international.
  private static let withholdingWords = ["intern"]

  /// Whether a name may be a misspelling of another: for a short name, every second letter may match by chance.
  private static func isSlip(_ key: String, _ near: String) -> Bool {
    key.utf8.count > 4 || editDistance(key.utf8.asciiLowercased, near.utf8.asciiLowercased) <= 1
  }
}
