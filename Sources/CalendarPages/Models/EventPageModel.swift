import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import TimeZones

/// `event/<slug>.html`: one event, or one series, and all that is known of it.
extension PageModels {
  /// How many dates of a series are listed, from the build's day on.
  private static let listedDates = 12

  /// - Parameter page: an index of ``EventPages/events``.
  mutating func eventPage(_ page: Int) -> Value {
    let site = site
    let occurrences = site.eventPages.occurrences[page]
    let upcoming = site.shownOccurrence(ofPage: page)
    let shown = occurrences[upcoming]
    let master = site.events.events[Int(site.eventPages.events[page])]
    let event = site.events.events[Int(shown.event)]
    let slug = Array(site.eventPages.slug(of: site.eventPages.events[page]) ?? [])
    var title = site.events.text(event.title, of: event)
    if title.isEmpty { title = [UInt8](site.words.untitled) }

    let frame = self.page(.event(page), title)
    set(frame, .headingLead, model.text(title))
    setNeighbours(of: page, frame)
    let record = model.record(site.shapes.event, fields: EventField.day.rawValue + 1)
    func put(_ field: EventField, _ value: Value, _ model: inout Model) { model[record, field.rawValue] = value }

    if !event.uid.isEmpty { put(.uid, model.text(site.events.text(event.uid, of: event)), &model) }
    put(.start, model.text { site.append(start: shown, to: &$0) }, &model)
    put(.end, model.text { site.append(end: shown, to: &$0) }, &model)
    put(.colorClass, shared.colorClasses[Int(event.calendar)], &model)
    put(.whenText, model.text { site.append(whenOf: shown, in: site.zone, to: &$0) }, &model)
    put(.ownWhenText, ownWhen(event, shown), &model)
    if !shown.isAllDay, shown.end > shown.start {
      put(.duration, model.text { $0.append(length: shown.end - shown.start, site.locale) }, &model)
    }
    put(.calendarTitle, shared.calendarTitles[Int(event.calendar)], &model)
    put(.isTentative, .flag(event.status == .tentative), &model)
    put(.statusText, statusText(event), &model)
    putPlace(record, event)
    let description = site.events.text(.description, of: event)
    if description.contains(where: { !$0.isWhitespace }) {
      put(.description, model.markup { $0.append(paragraphsOf: description) }, &model)
    }
    let people = site.events.people(of: event).map { person($0) }
    put(.people, model.list(people), &model)
    put(.hasPeople, .flag(!people.isEmpty), &model)
    putURL(record, event)
    let categories = site.events.categories(of: event).map { name in
      let item = model.record(site.shapes.category, fields: 1)
      model[item, CategoryField.name.rawValue] = model.text(name)
      return item.value
    }
    put(.categories, model.list(categories), &model)
    put(.hasCategories, .flag(!categories.isEmpty), &model)
    if shown.recurs {
      put(.recurrenceText, recurrenceText(master), &model)
      let first = min(upcoming, max(0, occurrences.count - Self.listedDates))
      let dates = occurrences[first...].prefix(Self.listedDates).map { date($0) }
      put(.dates, model.list(dates), &model)
      put(.hasDates, .flag(true), &model)
    }
    let notes = site.notes.on(uid: site.events.text(event.uid, of: event)).map { noteBody(site.notes.all[$0]) }
    put(.notes, model.list(notes), &model)
    put(.hasNotes, .flag(!notes.isEmpty), &model)
    put(.icsHref, href("event/" + slug + ".ics"), &model)
    put(.day, dayLink(site.firstDay(of: shown)), &model)
    set(frame, .jsonLD, model.markup { site.append(jsonLDOf: event, shown, title, slug, to: &$0) })
    set(frame, .event, record.value)
    return frame.value
  }

  /// Events are linked in the order of their first dates; past the first and last, the agenda goes on
  /// where the window ends.
  private mutating func setNeighbours(of page: Int, _ frame: RecordRef) {
    set(frame, .prev, page > 0 ? neighbour(page - 1, site.words.previous) : edge(before: true))
    let isLast = page + 1 == site.eventPages.events.count
    set(frame, .next, isLast ? edge(before: false) : neighbour(page + 1, site.words.next))
  }

  private mutating func edge(before: Bool) -> Value {
    let site = site
    let window = site.links.window
    guard let date = before ? window.lowerBound.adding(days: -1) : window.upperBound.adding(days: 31) else {
      return .absent
    }
    let word = before ? site.words.earlier : site.words.later
    return link(href(.agenda, date), model.text(word), title: model.text(word)).value
  }

  private mutating func neighbour(_ page: Int, _ word: StaticString) -> Value {
    let site = site
    let root = root
    let index = site.eventPages.events[page]
    let event = site.events.events[Int(index)]
    let address = model.text {
      $0.append(contentsOf: root)
      $0.append("event/")
      $0.append(contentsOf: site.eventPages.slug(of: index) ?? [])
      $0.append(".html")
    }
    let label = title(of: event)
    let spoken = model.text {
      $0.append(word)
      $0.append(": ")
      site.events.append(event.title, of: event, to: &$0)
    }
    return link(address, label, title: spoken).value
  }

  private mutating func ownWhen(_ event: Event, _ shown: Occurrence) -> Value {
    let site = site
    guard !shown.isAllDay, event.kind == .zoned, event.zone != 0 else { return .absent }
    let zone = site.events.zones[Int(event.zone)]
    let start = Instant(clamping: shown.start)
    if zone.identifier == site.zone.identifier || zone.offset(at: start) == site.zone.offset(at: start) {
      return .absent
    }
    return model.text {
      site.append(whenOf: shown, in: zone, to: &$0)
      $0.append(" (")
      $0.append(zoneLabel: zone.identifier)
      $0.append(")")
    }
  }

  private mutating func statusText(_ event: Event) -> Value {
    let site = site
    if event.status != .tentative, event.isOpaque { return .absent }
    return model.text {
      if event.status == .tentative { $0.append(site.words.tentative) }
      if !event.isOpaque {
        if event.status == .tentative { $0.append(", ") }
        $0.append(site.words.shownAsFree)
      }
    }
  }

  private mutating func putPlace(_ record: RecordRef, _ event: Event) {
    let site = site
    let city = site.events.text(.xBusyLifeCity, of: event)
    let name = site.events.text(event.location, of: event)
    let geo = site.events.geo(of: event)
    model[record, EventField.hasPlace.rawValue] = .flag(!city.isEmpty || !name.isEmpty || geo != nil)
    // A place may itself be an address, as of an online meeting.
    if SafeLink.isSafe(name) {
      model[record, EventField.placeName.rawValue] = model.text(SafeLink.label(name[...]))
      model[record, EventField.mapHref.rawValue] = model.text(name)
    } else {
      model[record, EventField.placeName.rawValue] = text(ifAny: name)
      if let geo {
        model[record, EventField.mapHref.rawValue] = model.text {
          $0.append("geo:")
          $0.append(contentsOf: geo.latitude)
          $0.append(ascii: ",")
          $0.append(contentsOf: geo.longitude)
        }
      }
    }
    if city != name { model[record, EventField.placeCity.rawValue] = text(ifAny: city) }
  }

  private mutating func putURL(_ record: RecordRef, _ event: Event) {
    let url = Array(site.events.text(.url, of: event).trimmed)
    guard SafeLink.isSafe(url) else { return }
    model[record, EventField.url.rawValue] = model.text(url)
    model[record, EventField.urlText.rawValue] = model.text(SafeLink.label(url[...]))
  }

  private mutating func person(_ person: Person) -> Value {
    let words = site.words
    let record = model.record(site.shapes.person, fields: PersonField.href.rawValue + 1)
    model[record, PersonField.initials.rawValue] = model.text { $0.append(initialsOf: person.name) }
    model[record, PersonField.name.rawValue] = model.text(person.name)
    model[record, PersonField.hasDeclined.rawValue] = .flag(person.answer == .declined)
    var details: [StaticString] = []
    if person.isOrganizer { details.append(words.organiser) }
    switch person.role {
    case .required: break
    case .optional: details.append(words.optional)
    case .chair: if !person.isOrganizer { details.append(words.chair) }
    case .informed: details.append(words.informed)
    }
    switch person.answer {
    case .unknown: break
    case .accepted: details.append(words.accepted)
    case .declined: details.append(words.declined)
    case .tentative: details.append(words.answersMaybe)
    case .delegated: details.append(words.delegated)
    }
    if !details.isEmpty {
      model[record, PersonField.detail.rawValue] = model.text { out in
        for (index, detail) in details.enumerated() {
          if index > 0 { out.append(", ") }
          out.append(detail)
        }
      }
    }
    let address = "mailto:" + person.email
    if !person.email.isEmpty, SafeLink.isSafe(address) {
      model[record, PersonField.href.rawValue] = model.text(address)
    }
    return record.value
  }

  private mutating func date(_ occurrence: Occurrence) -> Value {
    let site = site
    let record = model.record(site.shapes.occurrence, fields: OccurrenceField.href.rawValue + 1)
    model[record, OccurrenceField.start.rawValue] = model.text { site.append(start: occurrence, to: &$0) }
    model[record, OccurrenceField.text.rawValue] = model.text { site.append(shortWhenOf: occurrence, to: &$0) }
    model[record, OccurrenceField.href.rawValue] = href(.day, site.firstDay(of: occurrence))
    return record.value
  }

  private mutating func noteBody(_ note: NotePage) -> Value {
    let record = model.record(site.shapes.noteBody, fields: NoteBodyField.html.rawValue + 1)
    model[record, NoteBodyField.title.rawValue] = text(ifAny: note.title)
    model[record, NoteBodyField.href.rawValue] = href(note.path)
    model[record, NoteBodyField.html.rawValue] = markup(ofNote: note.html)
    return record.value
  }
}

extension Site {
  /// "Tuesday, 3 November 2026, 09:00 – 10:30", with the second date where it is another.
  func append(whenOf occurrence: Occurrence, in zone: Zone, to out: inout [UInt8]) {
    if occurrence.isAllDay {
      let first = CivilDate(dayNumber: Int(occurrence.firstDate)) ?? .first
      let last = CivilDate(dayNumber: Int(occurrence.endDate) - 1) ?? first
      if first == last {
        locale.append(first, locale.fullDate, to: &out)
      } else {
        locale.append(from: first, through: last, to: &out)
      }
      return
    }
    let start = zone.wall(at: Instant(clamping: occurrence.start))
    let end = zone.wall(at: Instant(clamping: occurrence.end))
    locale.append(start.date, locale.fullDate, to: &out)
    out.append(", ")
    append(start, end, to: &out, pattern: locale.fullDate)
  }

  /// "Tue, 3 Nov, 09:00 – 10:30".
  func append(shortWhenOf occurrence: Occurrence, to out: inout [UInt8]) {
    locale.append(firstDay(of: occurrence), locale.shortDay, to: &out)
    if occurrence.isAllDay { return }
    out.append(", ")
    append(
      zone.wall(at: Instant(clamping: occurrence.start)), zone.wall(at: Instant(clamping: occurrence.end)), to: &out,
      pattern: locale.shortDay)
  }

  private func append(_ start: CivilDateTime, _ end: CivilDateTime, to out: inout [UInt8], pattern: DatePattern) {
    locale.append(start.time, to: &out)
    if end == start { return }
    out.append(" – ")
    if end.date != start.date {
      locale.append(end.date, pattern, to: &out)
      out.append(", ")
    }
    locale.append(end.time, to: &out)
  }

  /// schema.org's Event, for search engines.
  func append(jsonLDOf event: Event, _ shown: Occurrence, _ title: [UInt8], _ slug: [UInt8], to out: inout [UInt8]) {
    out.append("{\"@context\":\"https://schema.org\",\"@type\":\"Event\",\"name\":")
    out.append(json: title)
    out.append(",\"startDate\":\"")
    append(start: shown, to: &out)
    out.append("\"")
    if shown.end > shown.start {
      out.append(",\"endDate\":\"")
      // schema.org's end is inclusive where it is a date.
      if shown.isAllDay {
        out.append(iso: CivilDate(dayNumber: Int(shown.endDate) - 1) ?? .last)
      } else {
        append(end: shown, to: &out)
      }
      out.append("\"")
    }
    let place = events.text(event.location, of: event)
    if !place.isEmpty {
      out.append(",\"location\":{\"@type\":\"Place\",\"name\":")
      out.append(json: place)
      let city = events.text(.xBusyLifeCity, of: event)
      if !city.isEmpty {
        out.append(",\"address\":")
        out.append(json: city)
      }
      out.append("}")
    }
    let description = events.text(.description, of: event)
    if !description.isEmpty {
      out.append(",\"description\":")
      out.append(json: description)
    }
    if !url.isEmpty {
      out.append(",\"url\":")
      out.append(json: url + "event/" + slug + ".html")
    }
    out.append("}")
  }
}

extension Array where Element == UInt8 {
  /// A length of time in full: `1h 30m`, `50h`.
  mutating func append(length seconds: Int64, _ locale: LocaleTable) {
    if seconds < 60 { return append(duration: seconds, locale) }
    append(hours: Int(seconds / 60), locale)
  }
}
