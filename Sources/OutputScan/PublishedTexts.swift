import Bytes
import CalendarPages
import Events
import Files
import Gate
import ICalendar
import Publishing
import Readers
import SiteTerms
import Themes
import TimeZones

/// What a site says anyway: a withheld text that is part of it gives nothing away and is not searched for.
package struct PublishedTexts: Sendable {
  private let published: PublicContent
  /// The locales of all languages of the site, the first language's first.
  private let locales: [LocaleTable]
  /// The words of all languages of the site.
  private let words: [Words]
  /// What the site calls itself, and its address; empty where nobody said.
  private let site: (title: [UInt8], description: [UInt8], url: [UInt8])
  /// Other texts in its files.
  private let said: [[UInt8]]
  private let zones: ZoneTable
  /// The browser modules.
  private let modules: [[UInt8]]

  package init(
    _ published: PublicContent, _ locales: [LocaleTable], words: [Words],
    site: (title: [UInt8], description: [UInt8], url: [UInt8]), said: [[UInt8]],
    zones: ZoneTable, modules: [[UInt8]]
  ) {
    self.words = words
    self.published = published
    self.locales = locales
    self.site = site
    self.said = said
    self.zones = zones
    self.modules = modules
  }

  /// Calls `body` with everything that the site is made of, and with whether it may be written with escapes. O(bytes).
  func visit(_ body: (UnsafeRawBufferPointer, _ isEscaped: Bool) -> Void) throws(BuildError) {
    func add(_ texts: [[UInt8]], isEscaped: Bool = true) {
      for text in texts { text.withUnsafeBytes { body($0, isEscaped) } }
    }
    let store = published.store
    let spelling = SlugSpelling(locale: locales[0].identifier)
    visitEvents { body($0, true) }
    // Addresses of pages are made of titles. No text that is searched for has a line feed.
    var titles: Set<Fingerprint> = []
    var names: [UInt8] = []
    for event in store.events {
      let title = store.text(event.title, of: event)
      guard titles.insert(Fingerprint(title)).inserted else { continue }
      names += Self.joined(title)
      names.append(.lineFeed)
      if title.contains(where: { $0 >= 0x80 }) {
        names += EventSlug.name(of: title[...], spelling)
        names.append(.lineFeed)
      }
    }
    add([names], isEscaped: false)
    for note in published.notes { add([note.title, note.description, note.slug, note.html]) }
    for note in published.notes { add(note.images.flatMap { [$0.published] + [$0.drawing].compactMap { $0 } }) }
    for calendar in store.calendars { add([calendar.name, calendar.name + [UInt8](".ics"), calendar.title]) }
    add(heads)
    add(said + locales.map { $0.packed })
    add([Array(zones.names.joined(separator: [.lineFeed])), Array(Self.ownWords.utf8)])
    add(modules, isEscaped: false)
    if let folder = Theme.defaultFolder {
      let theme = try ThemeFolder(folder)
      for path in try theme.list() {
        let bytes = try theme.read(path)
        add([Array(path.utf8), path.hasSuffix(".mustache") ? TemplateText.joined(bytes) : bytes])
      }
    }
  }

  /// What the site and its owner are called, where they are, and what stands at the foot of pages.
  private var heads: [[UInt8]] {
    let configuration = published.configuration
    return [
      published.footer.html, configuration.title, configuration.description, configuration.url,
      configuration.author.name, configuration.author.email, site.title, site.description, site.url,
    ]
  }

  /// The bytes of events that are searched together.
  private static let block = 1 << 18

  /// Calls `body` with the lines of all events, those of many at once.
  private func visitEvents(_ body: (UnsafeRawBufferPointer) -> Void) {
    let store = published.store
    var lines: [UInt8] = []
    var events = store.events[...]
    while let first = events.first {
      // Events of one document, one after the other.
      let document = store.document(of: first)
      let end = events.firstIndex { $0.document != first.document } ?? events.endIndex
      document.text.withUnsafeBytes { text in
        for event in events[..<end] {
          lines.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[document.lines(of: Int(event.component))]))
          lines.append(.lineFeed)
          if lines.count < Self.block { continue }
          lines.withUnsafeBytes { body($0) }
          lines.removeAll(keepingCapacity: true)
        }
      }
      events = events[end...]
    }
    lines.withUnsafeBytes { body($0) }
  }

  /// The ASCII letters and digits of a text, in lower case, with a hyphen for whatever is between them.
  private static func joined(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    for byte in text where byte != .apostrophe {
      if byte.isLetter || byte.isDigit {
        out.append(byte.lowercased)
      } else if let last = out.last, last != .hyphen {
        out.append(.hyphen)
      }
    }
    return out
  }

  /// The number of events in ``sample``: enough for words that many events share.
  private static let sampled = 1_000

  /// The text of some events.
  var sample: [UInt8] {
    let store = published.store
    var sample: [UInt8] = []
    for index in stride(from: 0, to: store.events.count, by: max(1, store.events.count / Self.sampled)) {
      let document = store.document(of: store.events[index])
      sample += document.text[document.lines(of: Int(store.events[index].component))]
    }
    return sample
  }

  /// What pages say of themselves. O(bytes) of what is published.
  var known: KnownTexts {
    var known = KnownTexts()
    for words in words {
      for label in words.labels { known.add(sentence: [String(decoding: label, as: UTF8.self)]) }
      for sentence in words.sentences {
        known.add(sentence: sentence.texts.map { String(decoding: $0, as: UTF8.self) })
      }
    }
    for locale in locales {
      let names: [[[UInt8]]] = [
        locale.names.months, locale.names.standaloneMonths, locale.names.shortMonths, locale.names.weekdays,
        locale.names.shortWeekdays,
        locale.names.narrowWeekdays, [locale.names.amSymbol, locale.names.pmSymbol, locale.packed],
      ]
      for name in names.joined() { known.add(words: String(decoding: name, as: UTF8.self)) }
    }
    for bytes in said { known.add(words: String(decoding: bytes, as: UTF8.self)) }
    known.add(words: Self.ownWords)
    known.add(words: Self.markup)
    for name in zones.names { known.add(words: String(decoding: name, as: UTF8.self)) }
    // COLOR in feeds.
    for calendar in published.store.calendars {
      known.add(words: NamedColors.nearest(to: String(decoding: calendar.color, as: UTF8.self)))
    }
    addEvents(to: &known)
    let names = published.store.calendars.flatMap { [$0.name, $0.title] }
    for text in heads + names + published.notes.flatMap({ [$0.title, $0.description, $0.slug] }) {
      known.add(published: text)
    }
    // Addresses are searched for without their schemes.
    for url in [published.configuration.url, site.url] { known.add(published: url.drop { $0 != .slash }) }
    // The texts between the tags of notes.
    for note in published.notes {
      for piece in note.html.split(whereSeparator: { $0 == .less }) {
        known.add(published: piece.drop { $0 != .greater })
      }
    }
    return known
  }

  private func addEvents(to known: inout KnownTexts) {
    let store = published.store
    for event in store.events {
      let document = store.document(of: event)
      document.forEachProperty(of: Int(event.component)) { index in
        let property = document.properties[index]
        switch property.name {
        case .categories, .resources:
          for item in textList(document.value(property)) { known.add(published: item) }
        case .dtstart, .dtend, .dtstamp, .created, .lastModified, .uid, .rrule, .sequence: break
        default:
          let text = [UInt8].written { $0.append(unescaping: document.value(property)) }
          for line in text.split(separator: .lineFeed) { known.add(published: line) }
        }
        if document.hasParameters(property) {
          for parameter in document.parameters(property).split(separator: .semicolon) {
            known.add(published: parameter.drop { $0 != .equals })
          }
        }
      }
    }
  }

  /// Words that neither the content nor the theme contains but the program writes itself: in `data/`, feeds, files for
  /// search engines, and the vocabulary of iCalendar, whose values are no texts. `Tests/Site/privacy/test_scan.py`
  /// compares it with a site.
  private static let ownWords = """
    BEGIN END VCALENDAR VEVENT VALARM VTIMEZONE VTODO VJOURNAL VFREEBUSY STANDARD DAYLIGHT CALSCALE:GREGORIAN PUBLISH
    REQUEST REPLY CANCEL COUNTER OPAQUE TRANSPARENT PUBLIC PRIVATE CONFIDENTIAL CONFIRMED TENTATIVE CANCELLED DISPLAY
    AUDIO EMAIL PROCEDURE BINARY BOOLEAN CAL-ADDRESS DATE DATE-TIME DURATION FLOAT INTEGER PERIOD RECUR TEXT TIME URI
    UTC-OFFSET 8BIT BASE64 THISANDFUTURE START INDIVIDUAL GROUP RESOURCE ROOM UNKNOWN CHAIR REQ-PARTICIPANT
    OPT-PARTICIPANT NON-PARTICIPANT NEEDS-ACTION ACCEPTED DECLINED DELEGATED COMPLETED IN-PROCESS PARENT CHILD SIBLING
    FREE BUSY BUSY-UNAVAILABLE BUSY-TENTATIVE TRUE FALSE BADGE GRAPHIC FULLSIZE THUMBNAIL CHAT FEED MODERATOR PHONE
    SCREEN VIDEO DTSTART DTEND DTSTAMP SUMMARY LOCATION DESCRIPTION CATEGORIES ATTENDEE ORGANIZER CONTACT COMMENT
    RECURRENCE-ID RELATED-TO RESOURCES SEQUENCE STATUS TRANSP CLASS CREATED LAST-MODIFIED PRIORITY ATTACH URL UID GEO
    RRULE RDATE EXDATE TZID TZNAME TZOFFSETFROM TZOFFSETTO TRIGGER ACTION REPEAT VALUE VERSION PRODID METHOD NAME COLOR
    SOURCE REFRESH-INTERVAL IMAGE CONFERENCE X-WR-CALNAME X-WR-CALDESC X-WR-TIMEZONE X-PUBLISHED-TTL FREQ=DAILY
    FREQ=WEEKLY FREQ=MONTHLY FREQ=YEARLY INTERVAL COUNT UNTIL BYDAY BYMONTH BYMONTHDAY BYSETPOS WKST https://schema.org
    @context @type @id Event Place PostalAddress Organization Person EventScheduled EventCancelled EventPostponed
    EventSeries eventAttendanceMode OfflineEventAttendanceMode OnlineEventAttendanceMode MixedEventAttendanceMode
    GeoCoordinates VirtualLocation superEvent geo latitude longitude startDate endDate eventStatus location organizer
    addressLocality description https://calendar.google.com/calendar/render action=TEMPLATE text dates recur ctz details
    Etc/UTC cid Outlook.com https://outlook.live.com/calendar/0/deeplink/compose path=/calendar/action/compose
    rru=addevent subject startdt enddt allday=true body https://outlook.office.com/calendar/0/addfromweb name url
    Microsoft 365 Atom JSON Feed http://www.w3.org/2000/svg viewBox shape-rendering crispEdges path fill stroke
    https://www.sitemaps.org/schemas/sitemap/0.9 urlset encoding UTF-8 User-agent Allow Disallow Sitemap sitemap.xml
    short_name start_url index.html standalone background_color theme_color image/png image/svg+xml manifest.webmanifest
    calendar agenda week year event events notes search today beyond subscribe embed feeds data assets zone zones site
    recurring robots modules engine missing images text/calendar application/json application/ld+json
    http://www.w3.org/2005/Atom feed entry author generator published updated content category term link rel self
    alternate href subtitle urn:uuid application/atom+xml https://jsonfeed.org/version/1.1 home_page_url feed_url
    purpose sizes related_applications scope display orientation lang dir icons shortcuts categories FBTYPE FREEBUSY
    language authors content_html date_published date_modified tags items schedule conference acronym timeslot_duration
    index room guid duration slug track type other abstract persons person links filter atom.xml feed.json schedule.xml
    mailto https http webcal html json true false null busylife busylife-gen nofollow noopener noreferrer datetime
    """

  /// Names of HTML (elements, attributes and their usual values) and words of CSS that stand in documents, of at least
  /// four letters.
  private static let markup = """
    doctype html head body title meta link style script noscript template base main header footer section article aside
    address hgroup search span blockquote figure figcaption menu strong small cite code data time samp mark ruby picture
    source iframe embed object param video audio track area math table caption colgroup thead tbody tfoot form label
    input button select datalist optgroup option textarea output progress meter fieldset legend details summary dialog
    canvas slot font center strike acronym basefont applet frame frameset noframes marquee nobr class lang hidden
    tabindex accesskey role aria href hreflang srcset sizes width height type name value content charset media target
    download datetime colspan rowspan scope headers align valign bgcolor border cellpadding cellspacing face color size
    checked disabled readonly required placeholder autocomplete pattern maxlength minlength multiple method action
    enctype novalidate open start reversed loading decoding async defer crossorigin integrity referrerpolicy sandbox
    allow allowfullscreen popover inert contenteditable draggable spellcheck translate itemscope itemtype itemprop xmlns
    viewport generator description robots none auto left right justify bottom middle inherit initial normal bold italic
    underline solid block inline flex grid important background margin padding family weight decoration transform screen
    print http equiv
    """
}
