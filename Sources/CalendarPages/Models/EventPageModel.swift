import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import SiteTerms
import TimeZones

/// `event/<slug>.html`: one event or one series, with everything known about it.
extension PageModels {
  /// The page of a series shows the series itself, and what is different on its next date. If a date is requested
  /// (``EventPages/instance``), the page shows the event of that date.
  /// - Parameter page: an index of ``EventPages/events``.
  mutating func eventPage(_ page: Int) -> Value {
    let upcoming = site.shownOccurrence(ofPage: page)
    let shown = site.eventPages.occurrences[page][upcoming]
    let master = site.events[site.eventPages.events[page]]
    let instance = site.events[shown.event]
    let isSeries = master.series >= 0 && site.events.series[Int(master.series)].recurs
    let event = site.eventPages.instance == nil && isSeries ? master : instance
    let slug = Array(site.eventPages.slug(of: site.eventPages.events[page]) ?? [])
    let title = site.title(of: event)

    let frame = self.page(.event(page), title)
    model[frame, .headingLead] = model.text(title)
    model[frame, .headingLang] = titleLanguage(of: event)
    setNeighbours(of: page, frame)
    let record = model.record(EventField.self)

    putHead(record, event, instance, shown)
    putPlace(record, event)
    let notes = putDescription(record, event)
    put(site.events.people(of: event).map { person($0) }, .people, .hasPeople, record)
    putURL(record, event)
    put(event.hasConference ? links(.conference, of: event) : [], .conferences, .hasConferences, record)
    put(links(.image, of: event), .images, .hasImages, record)
    put(site.events.categories(of: event).map { category($0) }, .categories, .hasCategories, record)
    let rules = shown.recurs ? site.recurrence(of: master) : []
    if shown.recurs {
      model[record, .recurrenceText] = text(ifAny: rules)
      model[record, .hasDates] = .flag(true)
      let all = site.eventPages.occurrences[page]
      let next = nextDates(all, from: upcoming)
      let dates = dates(ofPage: page, from: upcoming, next)
      model[record, .dates] = model.list(dates)
      if next.upperBound < all.count {
        model[record, .datesEnd] = text { site, out in site.append(start: all[next.upperBound - 1], to: &out) }
      }
      if site.eventPages.instance == nil, isSeries, instance.isOverride { model[record, .instance] = date(shown).value }
    }
    put(notes, .notes, .hasNotes, record)
    model[record, .icsHref] = href("event/" + slug + ".ics")
    let programs = programs(for: instance, shown, master: master, slug: slug)
    model[record, .programs] = model.list(programs)
    model[record, .copiedWhen] = copiedWhen(shown)
    model[frame, .subscribeStylesheetHref] = href(site.assets[.subscribeStylesheet])
    model[frame, .copyScriptHref] = href(site.assets[.copyScript])
    model[frame, .feeds] = shared.feeds[Int(event.calendar)]
    model[record, .day] = dayLink(site.firstDay(of: shown))
    model[frame, .jsonLD] = markup { site, out in
      site.append(jsonLDOf: instance, of: master, shown, slug, to: &out)
    }
    model[frame, .summary] = summary(of: rules.isEmpty ? instance : master, shown, rules)
    if site.eventPages.pictured.contains(page) {
      model[frame, .pictureHref] = text { site, out in
        out.append(contentsOf: site.assets[.pictures])
        out.append(contentsOf: slug)
        out.append(Pictures.ending)
      }
    }
    model[frame, .event] = record.value
    return frame.value
  }

  /// Events are linked in the order of their first dates; before the first and after the last, links lead to the agenda
  /// at the end of the window.
  private mutating func setNeighbours(of page: Int, _ frame: Record<PageField>) {
    model[frame, .prev] = page > 0 ? neighbour(page - 1, .previous) : edge(before: true)
    let isLast = page + 1 == site.eventPages.events.count
    model[frame, .next] = isLast ? edge(before: false) : neighbour(page + 1, .next)
  }

  private mutating func edge(before: Bool) -> Value {
    let window = site.links.window
    guard let date = before ? window.lowerBound.adding(days: -1) : window.upperBound.adding(days: 31) else {
      return .absent
    }
    let word = site.words[before ? .earlier : .later]
    return link(href(.agenda, date), model.text(word), title: model.text(word)).value
  }

  private mutating func neighbour(_ page: Int, _ spoken: Sentence) -> Value {
    let index = site.eventPages.events[page]
    let event = site.events[index]
    let address = href(ofEvent: index) ?? .absent
    let label = title(of: event)
    let title = text { site, out in
      site.words.append(spoken, to: &out) { _, out in site.events.append(event.title, of: event, to: &out) }
    }
    return link(address, label, title: title).value
  }

  /// What stands above the place: when the event is, of which calendar and how sure.
  private mutating func putHead(_ record: Record<EventField>, _ event: Event, _ instance: Event, _ shown: Occurrence) {
    if !event.uid.isEmpty { model[record, .uid] = model.text(site.events.text(event.uid, of: event)) }
    model[record, .start] = text { site, out in site.append(start: shown, to: &out) }
    model[record, .end] = text { site, out in site.append(end: shown, to: &out) }
    model[record, .colorClass] = colorClass(of: event)
    if event.hasColor { model[record, .calendarClass] = shared.colorClasses[Int(event.calendar)] }
    model[record, .whenText] = text { site, out in site.append(whenOf: shown, in: site.zone, to: &out) }
    model[record, .ownWhenText] = ownWhen(instance, shown)
    model[record, .duration] = duration(shown)
    model[record, .calendarTitle] = calendarTitle(of: event)
    model[record, .isTentative] = .flag(event.status == .tentative)
    model[record, .statusText] = statusText(event)
  }

  mutating func ownWhen(_ event: Event, _ shown: Occurrence) -> Value {
    guard !shown.isAllDay, event.kind == .zoned, event.zone != 0 else { return .absent }
    let zone = site.events.zone(of: event)
    let start = Instant(clamping: shown.start)
    if zone.identifier == site.zone.identifier || zone.offset(at: start) == site.zone.offset(at: start) {
      return .absent
    }
    var when: [UInt8] = []
    var label: [UInt8] = []
    site.append(whenOf: shown, in: zone, to: &when)
    label.append(zoneLabel: zone.identifier)
    return model.text(site.text(.inZone, .when, when, other: label))
  }

  mutating func duration(_ shown: Occurrence) -> Value {
    if shown.isAllDay || shown.end <= shown.start { return .absent }
    return text { site, out in site.append(length: shown.end - shown.start, to: &out) }
  }

  mutating func paragraphs(_ text: [UInt8]) -> Value { model.markup { $0.append(paragraphsOf: text) } }

  private mutating func copiedWhen(_ shown: Occurrence) -> Value {
    var when: [UInt8] = []
    var label: [UInt8] = []
    site.append(whenOf: shown, in: site.zone, to: &when)
    label.append(zoneLabel: site.zone.identifier)
    return model.text(shown.isAllDay ? when : site.text(.inZone, .when, when, other: label))
  }

  /// When and where it is, for chats and search engines that show its page: of a series how it recurs, since the date
  /// that the page shows may be past when it is read.
  /// - Parameter rules: its rules in words; empty if there are none.
  private mutating func summary(of event: Event, _ shown: Occurrence, _ rules: [UInt8]) -> Value {
    var summary = rules.isEmpty ? site.when(shown) : rules
    if !shown.isAllDay, rules.isEmpty {
      var zone: [UInt8] = []
      zone.append(zoneLabel: site.zone.identifier)
      summary = site.text(.inZone, .when, summary, other: zone)
    }
    let place = site.events.place(of: event)
    if !place.isEmpty { summary += [UInt8](" · ") + place }
    return model.text(summary)
  }

  private mutating func statusText(_ event: Event) -> Value {
    if event.status != .tentative, event.isOpaque { return .absent }
    var said: [WordsField] = []
    if event.status == .tentative { said.append(.tentative) }
    if !event.isOpaque { said.append(.shownAsFree) }
    return model.text(site.sideBySide(said))
  }

  private mutating func putPlace(_ record: Record<EventField>, _ event: Event) {
    let city = site.events.text(.xBusyLifeCity, of: event)
    let name = site.events.text(event.location, of: event)
    let geo = site.events.geo(of: event)
    model[record, .hasPlace] = .flag(!city.isEmpty || !name.isEmpty || geo != nil)
    // A place may be an address, for example of an online meeting.
    if SafeLink.isSafe(name) {
      model[record, .placeName] = model.text(SafeLink.label(name[...]))
      model[record, .mapHref] = model.text(name)
    } else {
      model[record, .placeName] = text(ifAny: name)
      if let geo {
        model[record, .mapHref] = model.text {
          $0.append("geo:")
          $0.append(contentsOf: geo.latitude)
          $0.append(ascii: ",")
          $0.append(contentsOf: geo.longitude)
        }
      }
    }
    if city != name { model[record, .placeCity] = text(ifAny: city) }
  }

  /// - Returns: the notes on the event, apart from the one that is its description.
  private mutating func putDescription(_ record: Record<EventField>, _ event: Event) -> [Value] {
    let description = site.events.text(.description, of: event)
    if description.contains(where: { !$0.isWhitespace }) {
      model[record, .description] = paragraphs(description)
    }
    var notes: [Value] = []
    for index in site.notes.on(uid: site.events.text(event.uid, of: event)) {
      let note = site.notes.all[index]
      if note.isEvent {
        // The event's description is the same text without markup.
        model[record, .description] = markup(ofNote: note.html)
      } else {
        notes.append(noteBody(note))
      }
    }
    return notes
  }

  private mutating func put(_ items: [Value], _ list: EventField, _ flag: EventField, _ record: Record<EventField>) {
    model[record, list] = model.list(items)
    model[record, flag] = .flag(!items.isEmpty)
  }

  private mutating func putURL(_ record: Record<EventField>, _ event: Event) {
    let url = Array(site.events.text(.url, of: event).trimmed)
    guard SafeLink.isSafe(url) else { return }
    model[record, .url] = model.text(url)
    model[record, .urlText] = model.text(SafeLink.label(url[...]))
  }

  /// Links to the addresses of a property that may be repeated, named by LABEL (RFC 7986, 6.4) or by the address.
  @inline(never) mutating func links(_ name: PropertyName, of event: Event) -> [Value] {
    let document = site.events.document(of: event)
    return site.events.addresses(name, of: event).map { property in
      let address = document.value(property).trimmed
      let label = document.parameter("LABEL", of: property) ?? Array(SafeLink.label(address))
      return link(model.text(Array(address)), model.text(label)).value
    }
  }

  /// The address of an event's first meeting that may be linked.
  mutating func joinHref(of event: Event) -> Value {
    guard let first = site.events.addresses(.conference, of: event).first else { return .absent }
    return model.text(Array(site.events.document(of: event).value(first).trimmed))
  }

  private mutating func person(_ person: Person) -> Value {
    let record = model.record(PersonField.self)
    model[record, .initials] = model.text { $0.append(initialsOf: person.name) }
    model[record, .name] = model.text(person.name)
    model[record, .hasDeclined] = .flag(person.answer == .declined)
    var details: [WordsField] = []
    if person.isOrganizer { details.append(.organiser) }
    switch person.role {
    case .required: break
    case .optional: details.append(.optional)
    case .chair: if !person.isOrganizer { details.append(.chair) }
    case .informed: details.append(.informed)
    }
    switch person.answer {
    case .unknown: break
    case .accepted: details.append(.accepted)
    case .declined: details.append(.declined)
    case .tentative: details.append(.answersMaybe)
    case .delegated: details.append(.delegated)
    }
    if !details.isEmpty {
      model[record, .detail] = model.text(site.sideBySide(details))
    }
    let address = "mailto:" + person.email
    if !person.email.isEmpty, SafeLink.isSafe(address) {
      model[record, .href] = model.text(address)
    }
    return record.value
  }

  private mutating func category(_ name: [UInt8]) -> Value {
    let record = model.record(CategoryField.self)
    model[record, .name] = model.text(name)
    return record.value
  }

  private mutating func noteBody(_ note: NotePage) -> Value {
    let record = model.record(NoteBodyField.self)
    model[record, .title] = text(ifAny: note.title)
    model[record, .href] = href(note.path)
    model[record, .html] = markup(ofNote: note.html)
    return record.value
  }
}

extension EventStore {
  /// The properties with a name whose values may be linked.
  @inline(never) func addresses(_ name: PropertyName, of event: Event) -> [ICalendarDocument.Property] {
    let document = documents[Int(event.document)]
    var found: [ICalendarDocument.Property] = []
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      if property.name == name, SafeLink.isSafe(document.value(property).trimmed) { found.append(property) }
    }
    return found
  }
}

extension Site {
  /// An event's title, or the word for one without.
  func title(of event: Event) -> [UInt8] {
    event.title.isEmpty ? words[.untitled] : events.text(event.title, of: event)
  }

  /// "Tuesday, 3 November 2026, 09:00 – 10:30", with a second date if it ends on another day.
  package func append(whenOf occurrence: Occurrence, in zone: Zone, to out: inout [UInt8]) {
    if occurrence.isAllDay {
      let first = CivilDate(dayNumber: Int(occurrence.firstDate)) ?? .first
      let last = CivilDate(dayNumber: Int(occurrence.endDate) - 1) ?? first
      if first == last {
        locale.append(first, locale.dates.full, to: &out)
      } else {
        locale.append(from: first, through: last, to: &out)
      }
      return
    }
    let start = zone.wall(at: Instant(clamping: occurrence.start))
    let end = zone.wall(at: Instant(clamping: occurrence.end))
    var times = text(of: start.time)
    if end.date != start.date {
      let date = text(of: end.date, locale.dates.full)
      times = text(.toOtherDay, .start, times, .date, date, other: text(of: end.time))
    } else if end != start {
      times = []
      append(from: start.time, to: end.time, &times)
    }
    out.append(contentsOf: text(.dateTimes, .date, text(of: start.date, locale.dates.full), other: times))
  }

  /// When an occurrence is, in the site's zone.
  package func when(_ occurrence: Occurrence) -> [UInt8] {
    var out: [UInt8] = []
    append(whenOf: occurrence, in: zone, to: &out)
    return out
  }

  /// Labels side by side: "Tentative, Shown as free".
  func sideBySide(_ labels: [WordsField]) -> [UInt8] {
    list(labels.count, middle: .listPlain, pair: .listPlain, end: .listPlain) { words[labels[$0]] }
  }
}

extension Site {
  /// A length of time in full: "1h 30m", "50h".
  fileprivate func append(length seconds: Int64, to out: inout [UInt8]) {
    if seconds < 60 { return append(duration: seconds, to: &out) }
    append(minutes: Int(seconds / 60), to: &out)
  }

  /// Texts as a list: "a, b and c". O(count²).
  /// - Parameters:
  ///   - middle: appends one that is not the last.
  ///   - pair: appends the second of two.
  ///   - end: appends the last of more.
  ///   - item: the text of each, 0 and on.
  func list(
    _ count: Int, middle: Sentence = .listMiddle, pair: Sentence = .listPair, end: Sentence = .listEnd,
    _ item: (Int) -> [UInt8]
  ) -> [UInt8] {
    var text: [UInt8] = []
    for index in 0..<count {
      let next = item(index)
      let sentence = index < count - 1 ? middle : index == 1 ? pair : end
      text = index == 0 ? next : self.text(sentence, .first, text, other: next)
    }
    return text
  }

  /// A sentence with its places filled in: `text` in the first place, `secondText` in the second, and `other` in all
  /// others.
  package func text(
    _ sentence: Sentence, count: Int = 0, item: Int = -1, _ first: Place, _ text: [UInt8], _ second: Place = .rule,
    _ secondText: [UInt8] = [], other: [UInt8]
  ) -> [UInt8] {
    var out: [UInt8] = []
    words.append(sentence, count: count, item: item, to: &out) { place, out in
      out.append(contentsOf: place == first ? text : place == second ? secondText : other)
    }
    return out
  }

  /// A date as a pattern says.
  package func text(of date: CivilDate, _ pattern: DatePattern) -> [UInt8] {
    var out: [UInt8] = []
    locale.append(date, pattern, to: &out)
    return out
  }

  /// A time of day.
  func text(of time: TimeOfDay) -> [UInt8] {
    var out: [UInt8] = []
    locale.append(time, to: &out)
    return out
  }

  /// A number in the locale's digits.
  func figures(_ number: Int) -> [UInt8] {
    var out: [UInt8] = []
    locale.append(number, to: &out)
    return out
  }
}
