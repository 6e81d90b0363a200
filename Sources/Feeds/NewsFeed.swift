import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import SiteTerms
import TimeZones

/// What begins within 30 days, for news readers: as Atom (RFC 4287) and as JSON Feed 1.1.
///
/// The day of the build decides only which entries there are, not their texts. An entry is published on the first
/// moment of the day on which it came into the 30 days, in the site's zone; so the date is the same in every build,
/// and never in the future.
package struct NewsFeed {
  /// An entry begins at most so many days after today.
  package static let days = 30
  /// Bytes of descriptions in one file; entries beyond have a link and no description.
  static let descriptionLimit = 16 << 20

  /// An entry, with texts as they are in JSON.
  private struct Entry {
    let uuid, title, html: [UInt8]
    /// The address of its page, from the root of the site; empty if there is none.
    let path: [UInt8]
    let published, updated: Int64
    let categories: [[UInt8]]
  }

  private let site: Site
  private let author: [UInt8]
  private let entries: [Entry]

  /// The days on which entries begin.
  package static func days(from today: CivilDate) -> Range<CivilDate> {
    today..<(today.adding(days: days + 1) ?? .last)
  }

  /// - Parameters:
  ///   - occurrences: those that overlap the days, in order.
  ///   - author: who keeps the calendar; empty if nobody said.
  ///   - slugs: the names of the pages of events.
  package init(_ site: Site, _ occurrences: [Occurrence], author: [UInt8], slugs: EventSlugs) {
    self.site = site
    self.author = author.isEmpty ? site.title : author
    let wanted = Self.days(from: site.today)
    var room = Self.descriptionLimit
    entries = occurrences.compactMap { occurrence in
      let event = site.events[occurrence.event]
      let first = site.firstDay(of: occurrence)
      guard wanted.contains(first), !site.events.isBusyBlock(event) else { return nil }
      return Self.entry(occurrence, event, first, site, slugs, &room)
    }
  }

  private static func entry(
    _ occurrence: Occurrence, _ event: Event, _ first: CivilDate, _ site: Site, _ slugs: EventSlugs,
    _ room: inout Int
  ) -> Entry {
    let store = site.events
    var title = Array(store.text(event.title, of: event).trimmed)
    if title.isEmpty { title = site.words[.untitled] }
    let date = site.text(of: first, site.locale.dates.full)
    var path: [UInt8] = []
    if let slug = site.eventPages.slug(of: occurrence.event) {
      EventPages.appendPath(slug, to: &path)
    } else {
      site.links.append(.day, first, root: [], to: &path)
    }
    let published = site.zone.startOfDay(first.adding(days: -days) ?? .first).secondsSinceEpoch
    let end = site.zone.startOfDay(site.today.adding(days: 1) ?? .last).secondsSinceEpoch
    // A change before publication is not an update. LAST-MODIFIED may be wrong: nothing was changed after today. (A
    // time later today counts: no file depends on the hour at which it was built.)
    let updated = event.lastModified >= end ? published : max(published, event.lastModified)
    return Entry(
      uuid: StableID(of: occurrence, store, slugs).uuid,
      title: site.text(.listPlain, .first, title.map { $0 < 0x20 ? .space : $0 }, other: date),
      html: html(occurrence, event, site, &room), path: path, published: published, updated: updated,
      categories: store.categories(of: event))
  }

  /// Date, time, zone and place in words, then the description.
  private static func html(_ occurrence: Occurrence, _ event: Event, _ site: Site, _ room: inout Int) -> [UInt8] {
    var when: [UInt8] = []
    site.append(whenOf: occurrence, in: site.zone, to: &when)
    if !occurrence.isAllDay {
      var zone: [UInt8] = []
      zone.append(zoneLabel: site.zone.identifier)
      when = site.text(.inZone, .when, when, other: zone)
    }
    var out = [UInt8]("<p>")
    out.append(html: when[...])
    out.append("</p>\n")
    let name = site.events.text(event.location, of: event)
    let city = site.events.text(.xBusyLifeCity, of: event)
    // As in other texts, addresses become links.
    if !name.isEmpty { out.append(paragraphsOf: name) }
    if !city.isEmpty, city != name { out.append(paragraphsOf: city) }
    let description = site.events.text(.description, of: event)
    if description.count <= room {
      room -= description.count
      out.append(paragraphsOf: description)
    }
    return out
  }

  // MARK: Both formats

  /// When the newest entry was published or changed; without entries, the newest change of any event until today.
  private var updated: Int64 {
    if !entries.isEmpty { return entries.reduce(.min) { max($0, $1.published, $1.updated) } }
    let end = site.zone.startOfDay(site.today.adding(days: 1) ?? .last).secondsSinceEpoch
    let changes = site.events.events.map { $0.lastModified }.filter { $0 < end && $0 != .min }
    // Without any change, a value is still required: the first second of 2000.
    return changes.max() ?? 946_684_800
  }

  private func address(_ path: [UInt8]) -> [UInt8] { site.url + path }

  private func time(_ seconds: Int64) -> [UInt8] {
    var out: [UInt8] = []
    out.append(rfc3339: Instant(clamping: seconds))
    return out
  }

  // MARK: Atom

  /// feeds/atom.xml. O(bytes).
  package func atom() -> [UInt8] {
    var out = [UInt8]("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"")
    out.append(attribute: "xml:lang", site.locale.identifier)
    out.append(">\n")
    let own = address([UInt8]("feeds/atom.xml"))
    if site.url.isEmpty {
      let names = [site.title, site.locale.identifier, site.zone.identifier]
      out.append(element: "id", [UInt8]("urn:uuid:") + StableID(Array(names.joined(separator: [0]))).uuid)
    } else {
      out.append(element: "id", own)
    }
    out.append(element: "title", site.title)
    if !site.description.isEmpty { out.append(element: "subtitle", site.description) }
    out.append(element: "updated", time(updated))
    if site.url.isEmpty {
      out.append(link: "alternate", [UInt8]("../index.html"), type: "text/html")
    } else {
      out.append(link: "self", own, type: "application/atom+xml")
      out.append(link: "alternate", site.url, type: "text/html")
    }
    out.append("<author><name>")
    out.append(xml: author)
    out.append("</name></author>\n<generator>busylife-gen</generator>\n")
    for entry in entries { append(entry, to: &out) }
    out.append("</feed>\n")
    return out
  }

  private func append(_ entry: Entry, to out: inout [UInt8]) {
    out.append("<entry>\n")
    out.append(element: "id", [UInt8]("urn:uuid:") + entry.uuid)
    out.append(element: "title", entry.title)
    let address = site.url.isEmpty ? [UInt8]("../") + entry.path : self.address(entry.path)
    out.append(link: "alternate", address, type: "text/html")
    out.append(element: "published", time(entry.published))
    out.append(element: "updated", time(entry.updated))
    for category in entry.categories {
      out.append("<category")
      out.append(attribute: "term", category)
      out.append("/>\n")
    }
    out.append("<content type=\"html\">")
    out.append(xml: entry.html)
    out.append("</content>\n</entry>\n")
  }

  // MARK: JSON Feed

  /// feeds/feed.json. O(bytes).
  package func json() -> [UInt8] {
    var out = [UInt8]("{\"version\":\"https://jsonfeed.org/version/1.1\"")
    out.append(member: "title", site.title)
    if !site.url.isEmpty {
      out.append(member: "home_page_url", site.url)
      out.append(member: "feed_url", address([UInt8]("feeds/feed.json")))
    }
    if !site.description.isEmpty { out.append(member: "description", site.description) }
    out.append(member: "language", site.locale.identifier)
    out.append(",\"authors\":[{\"name\":")
    out.append(json: author)
    out.append("}],\"items\":[")
    for (index, entry) in entries.enumerated() {
      out.append(index == 0 ? "\n{\"id\":" : ",\n{\"id\":")
      out.append(json: [UInt8]("urn:uuid:") + entry.uuid)
      if !site.url.isEmpty { out.append(member: "url", address(entry.path)) }
      out.append(member: "title", entry.title)
      out.append(member: "content_html", entry.html)
      out.append(member: "date_published", time(entry.published))
      out.append(member: "date_modified", time(entry.updated))
      if !entry.categories.isEmpty {
        out.append(",\"tags\":[")
        for (index, category) in entry.categories.enumerated() {
          if index > 0 { out.append(ascii: ",") }
          out.append(json: category)
        }
        out.append("]")
      }
      out.append("}")
    }
    out.append(entries.isEmpty ? "]}\n" : "\n]}\n")
    return out
  }
}

extension Array where Element == UInt8 {
  /// Appends an element of XML that holds a text.
  mutating func append(element name: StaticString, _ text: some Sequence<UInt8>) {
    append(element: name) { $0.append(xml: text) }
  }

  /// Appends an element of XML whose content `write` appends, as markup.
  mutating func append(element name: StaticString, _ write: (inout [UInt8]) -> Void) {
    append(ascii: "<")
    append(name)
    append(ascii: ">")
    write(&self)
    append("</")
    append(name)
    append(">\n")
  }

  /// Appends an attribute of XML.
  mutating func append(attribute name: StaticString, _ value: some Sequence<UInt8>) {
    append(attribute: name) { $0.append(xml: value) }
  }

  /// Appends an attribute of XML whose value `write` appends, as markup.
  mutating func append(attribute name: StaticString, _ write: (inout [UInt8]) -> Void) {
    append(ascii: " ")
    append(name)
    append("=\"")
    write(&self)
    append(ascii: "\"")
  }

  /// Appends a link of Atom.
  fileprivate mutating func append(link relation: StaticString, _ address: [UInt8], type: StaticString) {
    append("<link rel=\"")
    append(relation)
    append("\" type=\"")
    append(type)
    append(ascii: "\"")
    append(attribute: "href", address)
    append("/>\n")
  }

  /// Appends a further member of a JSON object.
  fileprivate mutating func append(member name: StaticString, _ value: [UInt8]) {
    append(",\"")
    append(name)
    append("\":")
    append(json: value)
  }
}
