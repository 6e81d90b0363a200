import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling

/// Whole pages. Each function starts the model anew and gives the root that its template renders.
extension PageModels {
  /// `calendar/2026-11.html`.
  public mutating func calendarPage(_ section: Month) -> Value {
    reset()
    let page = sectionPage(.calendar, section, section.month.firstDay)
    setHeading(page, section.month)
    let content = month(section)
    set(page, .months, model.list([content]))
    return page.value
  }

  /// `agenda/2026-11.html`.
  public mutating func agendaPage(_ section: Month) -> Value {
    reset()
    let page = sectionPage(.agenda, section, section.month.firstDay)
    setHeading(page, section.month)
    let content = agenda(section)
    set(page, .agendas, model.list([content]))
    return page.value
  }

  /// `week/2026-11-16.html`.
  public mutating func weekPage(_ section: Week) -> Value {
    reset()
    let page = sectionPage(.week, section, section.firstDay)
    let site = site
    set(page, .headingLead, model.text { site.append(titleOf: section, to: &$0) })
    let content = week(section)
    set(page, .weeks, model.list([content]))
    return page.value
  }

  /// `day/2026-11-20.html`.
  public mutating func dayPage(_ section: Day) -> Value {
    reset()
    let page = sectionPage(.day, section, section.date)
    setHeading(page, section.date, site.locale.fullDate)
    let content = day(section)
    set(page, .days, model.list([content]))
    return page.value
  }

  /// `year/2026.html`.
  public mutating func yearPage(_ section: Year) -> Value {
    reset()
    let page = sectionPage(.year, section, section.days.lowerBound)
    let site = site
    set(page, .headingLead, model.text { site.locale.append(section.year, to: &$0) })
    let content = year(section)
    set(page, .years, model.list([content]))
    return page.value
  }

  /// `index.html`: the calendar and the agenda of the build's month, or of the published one nearest to it, together.
  public mutating func indexPage() -> Value {
    reset()
    let day = site.links.nearestDay(to: site.today)
    let section = Month(day.civilMonth, site.locale.weekRules)
    let page = self.page(
      Frame(
        view: "index", section: [UInt8]("index"), anchor: day, kind: nil, documentTitle: site.title, path: [],
        robots: nil, showsDays: true))
    let kind: ViewKind = site.links.kinds.contains(.calendar) ? .calendar : .agenda
    setNeighbours(page, kind, section)
    setHeading(page, section.month)
    setBuilt(page)
    let months = month(section, onIndex: true)
    set(page, .months, model.list([months]))
    let agendas = agenda(section)
    set(page, .agendas, model.list([agendas]))
    return page.value
  }

  /// `today.html`: the day of the build, or the published one nearest to it; scripts show the reader's, or whichever is
  /// asked for, in its place.
  public mutating func todayPage() -> Value {
    reset()
    let site = site
    let section = Day(site.links.nearestDay(to: site.today))
    let page = self.page(
      Frame(
        view: "today", section: [UInt8]("today"), anchor: section.date, kind: nil,
        documentTitle: [UInt8](site.words.upcoming),
        path: [UInt8]("today.html"), robots: nil, showsDays: true))
    set(page, .todayStylesheetHref, href(site.assets.todayStylesheet))
    set(page, .todayScriptHref, href(site.assets.todayScript))
    setNeighbours(page, .day, section)
    setHeading(page, section.date, site.locale.fullDate)
    setBuilt(page)
    let content = day(section)
    set(page, .days, model.list([content]))
    return page.value
  }

  /// The day of the build. Only on pages that show it: any other would change with every day on which it is built.
  private mutating func setBuilt(_ page: RecordRef) {
    let site = site
    let today = site.today
    set(page, .builtDate, model.text { $0.append(iso: today) })
    set(
      page, .builtLabel,
      model.text {
        $0.append(site.words.built)
        site.locale.append(today, site.locale.longDate, to: &$0)
      })
    let shown = site.links.nearestDay(to: today)
    if shown != today {
      set(page, .opensAt, model.text { $0.append(iso: shown) })
      set(page, .elsewhere, model.text(site.words.elsewhere))
      return
    }
    set(
      page, .asOf,
      model.text {
        $0.append(site.words.asOf)
        site.locale.append(today, site.locale.longDate, to: &$0)
      })
  }

  /// `beyond.html`: what the window is, and the ways back.
  public mutating func beyondPage() -> Value {
    messagePage("beyond", "beyond", "beyond.html", site.words.beyondTitle, site.words.beyondText)
  }

  /// `404.html`; shown at any depth, so its models are made with an absolute root.
  public mutating func missingPage() -> Value {
    messagePage("missing", "404", "404.html", site.words.missingTitle, site.words.missingText)
  }

  private mutating func messagePage(
    _ view: StaticString, _ section: StaticString, _ path: StaticString, _ title: StaticString, _ text: StaticString
  ) -> Value {
    reset()
    let site = site
    let page = self.page(
      Frame(
        view: view, section: [UInt8](section), anchor: site.today, kind: nil,
        documentTitle: [UInt8](title), path: [UInt8](path), robots: "noindex"))
    set(page, .headingLead, model.text(title))
    let message = model.record(site.shapes.message, fields: MessageField.links.rawValue + 1)
    model[message, MessageField.text.rawValue] = model.text(text)
    let first = site.links.window.lowerBound
    let last = site.links.window.upperBound.adding(days: -1) ?? first
    var links: [Value] = [link(shared.home, model.text(site.words.toToday)).value]
    if !site.links.window.isEmpty {
      model[message, MessageField.detail.rawValue] = model.text {
        $0.append(site.words.publishedFrom)
        site.locale.append(first, site.locale.longDate, to: &$0)
        $0.append(site.words.through)
        site.locale.append(last, site.locale.longDate, to: &$0)
        $0.append(".")
      }
      links.append(link(href(.calendar, first), model.text(site.words.toFirst)).value)
      links.append(link(href(.calendar, last), model.text(site.words.toLast)).value)
    }
    model[message, MessageField.links.rawValue] = model.list(links)
    set(page, .message, message.value)
    return page.value
  }

  /// `notes/about.html`.
  public mutating func notePage(_ index: Int) -> Value {
    reset()
    let site = site
    let note = site.notes.all[index]
    let page = self.page(
      Frame(
        view: "note", section: note.slug, anchor: note.day ?? site.today, kind: nil, documentTitle: note.title,
        path: note.path, robots: nil))
    set(page, .headingLead, model.text(note.title))
    if index > 0 { set(page, .prev, neighbour(site.notes.all[index - 1], site.words.previous)) }
    if index + 1 < site.notes.all.count { set(page, .next, neighbour(site.notes.all[index + 1], site.words.next)) }
    let record = model.record(site.shapes.note, fields: NoteField.updatedText.rawValue + 1)
    let root = root
    model[record, NoteField.html.rawValue] = markup(ofNote: note.html)
    if let day = note.day { model[record, NoteField.day.rawValue] = dayLink(day) }
    if !note.eventUID.isEmpty, let event = site.events.event(uid: note.eventUID),
      let slug = site.eventPages.slug(of: event)
    {
      let href = model.text {
        $0.append(contentsOf: root)
        $0.append("event/")
        $0.append(contentsOf: slug)
        $0.append(".html")
      }
      model[record, NoteField.event.rawValue] = link(href, title(of: site.events.events[Int(event)])).value
    }
    set(page, .note, record.value)
    return page.value
  }

  private mutating func neighbour(_ note: NotePage, _ word: StaticString) -> Value {
    let label = model.text(note.title)
    let title = model.text {
      $0.append(word)
      $0.append(": ")
      $0.append(contentsOf: note.title)
    }
    return link(href(note.path), label, title: title).value
  }

  mutating func dayLink(_ date: CivilDate) -> Value {
    let site = site
    let label = model.text { site.locale.append(date, site.locale.fullDate, to: &$0) }
    return link(href(.day, date), label).value
  }

  // MARK: Sections and their neighbours

  private mutating func sectionPage<S: Section>(_ kind: ViewKind, _ section: S, _ anchor: CivilDate) -> RecordRef {
    let site = site
    let name = section.name
    var path = [UInt8](kind.name)
    path.append(ascii: "/")
    path.append(contentsOf: name)
    path.append(".html")
    let frame = Frame(
      view: kind.name, section: name, anchor: anchorDay(section, anchor), kind: kind,
      documentTitle: site.title(of: kind, section), path: path, robots: nil,
      showsDays: kind == .agenda || kind == .week || kind == .day)
    let page = self.page(frame)
    setNeighbours(page, kind, section)
    return page
  }

  /// The day that other views open at from a section: today where the section holds it, else its
  /// first day in the window.
  private func anchorDay<S: Section>(_ section: S, _ first: CivilDate) -> CivilDate {
    if section.days.contains(site.today) { return site.today }
    let window = site.links.window
    return !window.isEmpty && first < window.lowerBound && section.days.contains(window.lowerBound)
      ? window.lowerBound : first
  }

  private mutating func setNeighbours<S: Section>(_ page: RecordRef, _ kind: ViewKind, _ section: S) {
    if let previous = present(section.previous, { $0.previous }) {
      set(page, .prev, neighbour(kind, previous, site.words.previous))
    }
    if let next = present(section.next, { $0.next }) { set(page, .next, neighbour(kind, next, site.words.next)) }
  }

  /// A neighbour, or where the zone skipped it the one behind.
  private func present<S: Section>(_ section: S?, _ step: (S) -> S?) -> S? {
    var section = section
    while let found = section, !site.links.has(found) { section = step(found) }
    return section
  }

  private mutating func neighbour<S: Section>(_ kind: ViewKind, _ section: S, _ word: StaticString) -> Value {
    let site = site
    let title = site.title(of: kind, section)
    let label = model.text(title)
    let spoken = model.text {
      $0.append(word)
      $0.append(": ")
      $0.append(contentsOf: title)
    }
    return link(href(kind, section.days.lowerBound), label, title: spoken).value
  }

  private mutating func setHeading(_ page: RecordRef, _ month: CivilMonth) {
    setHeading(page, month.firstDay, site.locale.monthAndYear)
  }

  /// A heading whose year is set lightly, wherever in the pattern it stands.
  private mutating func setHeading(_ page: RecordRef, _ date: CivilDate, _ pattern: DatePattern) {
    let site = site
    let (lead, light, tail) = site.locale.parts(of: date, pattern)
    set(page, .headingLead, text(ifAny: lead))
    set(page, .headingLight, text(ifAny: light))
    set(page, .headingTail, text(ifAny: tail))
  }
}

extension LocaleTable {
  /// A date as a pattern says, parted before and after its year.
  func parts(of date: CivilDate, _ pattern: DatePattern) -> (lead: [UInt8], year: [UInt8], tail: [UInt8]) {
    var parts: [[UInt8]] = [[], [], []]
    var part = 0
    for field in pattern.fields {
      if case .year = field {
        append(date, DatePattern(fields: [field]), to: &parts[1])
        part = 2
      } else {
        append(date, DatePattern(fields: [field]), to: &parts[part])
      }
    }
    return (parts[0], parts[1], parts[2])
  }
}

extension Site {
  /// What a section is called: "November 2026", "16 – 22 November 2026".
  func title<S: Section>(of kind: ViewKind, _ section: S) -> [UInt8] {
    var out: [UInt8] = []
    let first = section.days.lowerBound
    switch kind {
    case .calendar, .agenda: locale.append(first, locale.monthAndYear, to: &out)
    case .week: locale.append(from: first, through: first.adding(days: 6) ?? first, to: &out)
    case .day: locale.append(first, locale.fullDate, to: &out)
    case .year: locale.append(first.year, to: &out)
    }
    return out
  }
}

/// What stands before the path in a note's links to other pages of the site, until it is known from
/// which page they lead. No link of a note's own can begin so: its scheme is not among those allowed.
public let rootMark: StaticString = "busylife-root:"

extension PageModels {
  /// A note's HTML with each ``rootMark`` made the way to the page it names. O(html).
  mutating func markup(ofNote html: [UInt8]) -> Value {
    let links = site.links
    let root = root
    return model.markup { out in
      let mark = [UInt8](rootMark)
      var start = 0
      var index = 1
      while index + mark.count <= html.count {
        // Only at the beginning of an attribute: in text the mark is what somebody wrote.
        guard html[index] == mark[0], html[index - 1] == 0x22, html[index...].starts(with: mark) else {
          index += 1
          continue
        }
        out.append(contentsOf: html[start..<index])
        start = index + mark.count
        let path = html[start...].prefix { $0 != 0x22 }
        if path.hasPrefix("day/"), let date = try? ISO8601.date(path.dropFirst(4).prefix { $0 != 0x2E }) {
          var address: [UInt8] = []
          links.append(.day, date, root: root, to: &address)
          out.append(html: address[...])
          start = path.endIndex
        } else {
          out.append(contentsOf: root)
        }
        index = start
      }
      out.append(contentsOf: html[start...])
    }
  }
}
