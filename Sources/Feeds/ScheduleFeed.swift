import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import SiteTerms
import TimeZones

/// The schedule of a conference in the format of frab (c3voc's schedule.xml), which programs such as Giggity read:
/// days with rooms, and rooms with the events that begin there on that day. A room is a place of the content, in the
/// order of the columns of the site; the track of an event is its first category, and its persons are those with
/// ROLE=CHAIR.
package struct ScheduleFeed {
  let site: Site
  private let store: EventStore
  let slugs: EventSlugs
  /// In order.
  package let occurrences: [Occurrence]
  /// From the first day on which something begins to the day after the last; empty if nothing does.
  package let days: Range<CivilDate>
  /// By the name of a room, its place in the order of the columns.
  private let order: [[UInt8]: Int]

  /// The format has two digits for hours.
  private static let longest: Int64 = 100 * 3_600 - 60

  /// - Parameters:
  ///   - occurrences: those that overlap the window, in order.
  ///   - slugs: the names of the pages of events.
  package init(_ site: Site, _ occurrences: [Occurrence], slugs: EventSlugs) {
    self.site = site
    store = site.events
    self.slugs = slugs
    self.occurrences = occurrences.filter {
      site.links.window.contains(site.firstDay(of: $0))
        && !site.events[$0.event].location.isEmpty
    }
    let first = self.occurrences.first.map { site.firstDay(of: $0) } ?? site.links.window.lowerBound
    let last = self.occurrences.last.map { site.firstDay(of: $0) }
    days = first..<(last.map { $0.adding(days: 1) ?? .last } ?? first)
    var order: [[UInt8]: Int] = [:]
    for name in site.settings.columns.kind == .place ? site.settings.columns.order : [] where order[name] == nil {
      order[name] = order.count
    }
    self.order = order
  }

  /// The text before the days. O(1).
  package var head: [UInt8] {
    var out = [UInt8]("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<schedule>\n")
    // A version would say what changed, but the content shows that itself.
    out.append(element: "version", site.text(of: days.lowerBound))
    out.append("<conference>\n")
    out.append(element: "acronym", acronym)
    out.append(element: "title", site.title)
    out.append(element: "start", site.text(of: days.lowerBound))
    let end = days.isEmpty ? days.lowerBound : days.upperBound.adding(days: -1) ?? days.upperBound
    out.append(element: "end", site.text(of: end))
    out.append("<days>")
    out.append(decimal: days.lowerBound.days(until: days.upperBound))
    out.append("</days>\n<timeslot_duration>00:05</timeslot_duration>\n</conference>\n")
    return out
  }

  /// The text after the days.
  package static let tail = [UInt8]("</schedule>\n")

  /// The days of some occurrences. O(bytes).
  /// - Parameters:
  ///   - range: one of ``months``, or several that follow each other.
  ///   - ids: the numbers that earlier days have.
  package func days(of range: Range<Int>, _ ids: inout Set<Int>) -> [UInt8] {
    var out: [UInt8] = []
    var first = range.lowerBound
    while first < range.upperBound {
      let date = site.firstDay(of: occurrences[first])
      var next = first
      while next < range.upperBound, site.firstDay(of: occurrences[next]) == date { next += 1 }
      append(date, occurrences[first..<next], &ids, to: &out)
      first = next
    }
    return out
  }

  private var acronym: [UInt8] {
    let name = EventSlug.name(of: site.title[...], slugs.spelling)
    return name.isEmpty ? [UInt8]("calendar") : name
  }

  private func append(
    _ date: CivilDate, _ occurrences: ArraySlice<Occurrence>, _ ids: inout Set<Int>, to out: inout [UInt8]
  ) {
    out.append("<day")
    var index: [UInt8] = []
    index.append(decimal: days.lowerBound.days(until: date) + 1)
    out.append(attribute: "index", index)
    out.append(attribute: "date", site.text(of: date))
    out.append(attribute: "start") { append(time: site.zone.startOfDay(date).secondsSinceEpoch, to: &$0) }
    out.append(attribute: "end") {
      append(time: site.zone.startOfDay(date.adding(days: 1) ?? .last).secondsSinceEpoch, to: &$0)
    }
    out.append(">\n")
    var rooms: [(name: [UInt8], occurrences: [Occurrence])] = []
    var known: [[UInt8]: Int] = [:]
    for occurrence in occurrences {
      let event = store[occurrence.event]
      let name = oneLine(store.text(event.location, of: event))
      if let room = known[name] {
        rooms[room].occurrences.append(occurrence)
      } else {
        known[name] = rooms.count
        rooms.append((name, [occurrence]))
      }
    }
    let places = rooms.map { order[$0.name] ?? order.count }
    for index in rooms.indices.sorted(by: { (places[$0], $0) < (places[$1], $1) }) {
      let room = rooms[index]
      out.append("<room")
      out.append(attribute: "name", room.name)
      out.append(">\n")
      for occurrence in room.occurrences { append(occurrence, room.name, &ids, to: &out) }
      out.append("</room>\n")
    }
    out.append("</day>\n")
  }

  private func append(_ occurrence: Occurrence, _ room: [UInt8], _ ids: inout Set<Int>, to out: inout [UInt8]) {
    let event = store[occurrence.event]
    let stable = StableID(of: occurrence, store, slugs)
    var number = stable.number
    while !ids.insert(number).inserted { number = number % 0x7FFF_FFFF + 1 }
    out.append("<event id=\"")
    out.append(decimal: number)
    out.append(ascii: "\"")
    out.append(attribute: "guid") { stable.appendUUID(to: &$0) }
    out.append(">\n")
    let begin = Instant(clamping: occurrence.start)
    let offset = site.zone.offset(at: begin)
    let start = begin.wall(at: offset)
    out.append(element: "date") { $0.append(iso: start, at: offset) }
    out.append(element: "start") { append(clock: Int64(start.time.hour * 60 + start.time.minute), to: &$0) }
    let length = min(occurrence.end - occurrence.start, Self.longest)
    out.append(element: "duration") { append(clock: (length + 59) / 60, to: &$0) }
    out.append(element: "room", room)
    out.append(element: "slug") { append(slugOf: occurrence, to: &$0) }
    var title = oneLine(store.text(event.title, of: event))
    if title.isEmpty { title = site.words[.untitled] }
    out.append(element: "title", title)
    out.append("<subtitle></subtitle>\n")
    let track = store.categories(of: event).first { !$0.equalsIgnoringCase("conference") }
    out.append(element: "track", track ?? [])
    out.append("<type>other</type>\n")
    let spoken = store.titleLanguage(of: event)
    out.append(element: "language", spoken.isEmpty ? site.locale.identifier : spoken)
    out.append("<abstract></abstract>\n")
    out.append(element: "description", store.text(.description, of: event))
    out.append("<persons>\n")
    // Leave out persons who have only an address as their name: everybody can read the schedule.
    for name in store.chairs(of: event) where !name.contains(.at) && !name.contains(.colon) {
      out.append("<person id=\"")
      out.append(decimal: StableID(name).number)
      out.append("\">")
      out.append(xml: name)
      out.append("</person>\n")
    }
    out.append("</persons>\n<links>\n")
    if !site.url.isEmpty, let page = site.eventPages.slug(of: occurrence.event) {
      out.append("<link")
      out.append(attribute: "href") {
        $0.append(xml: site.url)
        EventPages.appendPath(page, to: &$0)
      }
      out.append(">")
      out.append(xml: title)
      out.append("</link>\n")
    }
    out.append("</links>\n</event>\n")
  }

  /// Appends letters, digits and hyphens, which need no escaping.
  private func append(slugOf occurrence: Occurrence, to out: inout [UInt8]) {
    slugs.appendSlug(of: store.master(of: occurrence.event), store, to: &out)
    if !occurrence.recurs { return }
    out.append(ascii: "-")
    var original: [UInt8] = []
    original.append(recurrenceID: occurrence)
    out += original.asciiLowercased
  }

  private func append(time seconds: Int64, to out: inout [UInt8]) {
    let instant = Instant(clamping: seconds)
    out.append(rfc3339: instant, at: site.zone.offset(at: instant))
  }

  /// Appends minutes as hours and minutes, `01:30`.
  private func append(clock minutes: Int64, to out: inout [UInt8]) {
    out.append(decimal: minutes / 60, width: 2)
    out.append(ascii: ":")
    out.append(twoDigits: Int(minutes % 60))
  }

  private func oneLine(_ text: [UInt8]) -> [UInt8] {
    // Nearly every text is on one line already.
    if let first = text.first, let last = text.last, first > 0x20, last > 0x20, text.allSatisfy({ $0 >= .space }) {
      return text
    }
    return Array(text.map { $0 < 0x20 ? .space : $0 }.trimmed)
  }
}

extension Site {
  /// A date as ISO 8601 writes it.
  fileprivate func text(of date: CivilDate) -> [UInt8] {
    var out: [UInt8] = []
    out.append(iso: date)
    return out
  }
}
