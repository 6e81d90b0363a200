import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import SiteTerms

/// Whole pages.
extension PageModels {
  /// Makes the model of a page, and returns the root value that its template renders.
  ///
  /// Inlined, so that the browser module contains only the models of the kinds that its engine makes.
  @inline(__always)
  mutating func model(of page: Page) -> Value {
    reset()
    return switch page {
    case .section(let section): sectionPage(section)
    case .index: indexPage()
    case .today: todayPage()
    case .event(let index): eventPage(index)
    case .note(let index): notePage(index)
    case .subscribe: subscribePage()
    case .embed: embedPage()
    case .embedding: embeddingPage()
    case .beyond: messagePage(.beyond, .beyondTitle, .beyondText)
    case .missing: messagePage(.missing, .missingTitle, .missingText)
    case .board: boardPage()
    case .search: searchPage()
    case .print: printPage()
    }
  }

  // MARK: Sections

  private mutating func sectionPage(_ section: ViewSection) -> Value {
    let page = page(.section(section), site.title(of: section))
    setNeighbours(page, section)
    setSecond(page, section)
    switch section {
    case .calendar(let month):
      setHeading(page, month.month)
      let content = self.month(month)
      model[page, .months] = model.list([content])
    case .agenda(let month):
      setHeading(page, month.month)
      let content = agenda(month)
      model[page, .agendas] = model.list([content])
    case .week(let week):
      model[page, .headingLead] = text { site, out in site.append(titleOf: week, to: &out) }
      let content = self.week(week)
      model[page, .weeks] = model.list([content])
    case .day(let day):
      setHeading(page, day.date, site.locale.dates.full)
      let content = self.day(day)
      model[page, .days] = model.list([content])
    case .year(let year):
      model[page, .headingLead] = text { site, out in site.locale.append(year.year, to: &out) }
      let content = self.year(year)
      model[page, .years] = model.list([content])
    }
    return page.value
  }

  /// The calendar and the agenda of the month in which the front page opens.
  private mutating func indexPage() -> Value {
    let section = Month(site.frontDay.civilMonth, site.locale.weekRules)
    let page = page(.index, site.title)
    setNeighbours(page, site.links.kinds.contains(.calendar) ? .calendar(section) : .agenda(section))
    setSecond(page, .calendar(section))
    setHeading(page, section.month)
    setBuilt(page, opensAt: site.frontDay)
    let months = month(section, onIndex: true)
    model[page, .months] = model.list([months])
    let agendas = agenda(section)
    model[page, .agendas] = model.list([agendas])
    return page.value
  }

  /// The day of the build, or the nearest published one; scripts replace it with the reader's today, or a requested
  /// day.
  private mutating func todayPage() -> Value {
    let section = Day(site.openingDay)
    let page = page(.today, site.words[.upcoming])
    model[page, .todayStylesheetHref] = href(site.assets[.todayStylesheet])
    model[page, .todayScriptHref] = href(site.assets[.todayScript])
    model[page, .scriptWords] = markup { site, out in out.append(contentsOf: site.words.todayScript) }
    setNeighbours(page, .day(section))
    setSecond(page, .day(section))
    setHeading(page, section.date, site.locale.dates.full)
    setBuilt(page)
    // The screen has one time line for all events, without lanes.
    isDivided = false
    let content = day(section)
    isDivided = true
    model[page, .days] = model.list([content])
    return page.value
  }

  /// The day of the build, or the nearest published one, in all views, and an agenda of the next days: a frame in a
  /// sandbox may be unable to load anything else. Scripts show what is requested.
  private mutating func embedPage() -> Value {
    let section = Month(site.openingDay.civilMonth, site.locale.weekRules)
    let page = page(.embed, site.title)
    setModules(page)
    setNeighbours(page, site.links.kinds.contains(.calendar) ? .calendar(section) : .agenda(section))
    setHeading(page, section.month)
    setBuilt(page)
    let months = month(section)
    model[page, .months] = model.list([months])
    if let section = Week.containing(site.openingDay, site.locale.weekRules) {
      let weeks = week(section)
      model[page, .weeks] = model.list([weeks])
    }
    let day = self.day(Day(site.openingDay))
    model[page, .days] = model.list([day])
    let days = site.embeddedAgenda
    let agendas = agenda(section, from: days.lowerBound, through: days.upperBound)
    model[page, .agendas] = model.list([agendas])
    return page.value
  }

  /// The day of the build, or the nearest published one, and a month from there: scripts begin at the reader's today.
  /// So a board that is not rebuilt for a long time still shows current events.
  private mutating func boardPage() -> Value {
    let section = Month(site.openingDay.civilMonth, site.locale.weekRules)
    let page = page(.board, site.title)
    setHeading(page, site.openingDay, site.locale.dates.full)
    setBuilt(page)
    let days = site.embeddedAgenda
    let agendas = agenda(section, from: days.lowerBound, through: days.upperBound)
    model[page, .agendas] = model.list([agendas])
    return page.value
  }

  private mutating func embeddingPage() -> Value {
    let page = page(.embedding, site.words[.embed])
    model[page, .headingLead] = model.text(site.words[.embed])
    setModules(page)
    return page.value
  }

  /// Sets the address and the words of the scripts for frames, and the address of the site.
  private mutating func setModules(_ page: Record<PageField>) {
    model[page, .scriptWords] = markup { site, out in out.append(contentsOf: site.words.todayScript) }
    model[page, .siteAddress] = text(ifAny: site.url)
    let engine = site.assets[.engine]
    guard let end = engine.lastIndex(of: .slash) else { return }
    model[page, .modulesHref] = href(Array(engine[...end]))
  }

  /// Sets the day of the build, only on pages that show it: all others would change with every day of a build.
  private mutating func setBuilt(_ page: Record<PageField>) { setBuilt(page, opensAt: site.openingDay) }

  private mutating func setBuilt(_ page: Record<PageField>, opensAt: CivilDate) {
    let today = site.today
    model[page, .builtDate] = model.text { $0.append(iso: today) }
    model[page, .builtLabel] = text { site, out in
      site.words.append(.built, to: &out) { _, out in site.locale.append(today, site.locale.dates.long, to: &out) }
    }
    if opensAt != today {
      model[page, .opensAt] = model.text { $0.append(iso: opensAt) }
      if site.openingDay != today { model[page, .elsewhere] = model.text(site.words[.elsewhere]) }
      return
    }
    model[page, .asOf] = text { site, out in
      site.words.append(.asOf, to: &out) { _, out in site.locale.append(today, site.locale.dates.long, to: &out) }
    }
  }

  // MARK: Pages without sections

  /// A page that says which days are published, and links to them.
  private mutating func messagePage(_ kind: Page, _ title: WordsField, _ sentence: WordsField) -> Value {
    let page = page(kind, site.words[title])
    model[page, .headingLead] = model.text(site.words[title])
    let message = model.record(MessageField.self)
    model[message, .text] = model.text(site.words[sentence])
    let first = site.links.window.lowerBound
    let last = site.links.window.upperBound.adding(days: -1) ?? first
    var links: [Value] = [link(model[shared.page, .homeHref], model.text(site.words[.toToday])).value]
    if !site.links.window.isEmpty {
      model[message, .detail] = text { site, out in
        site.words.append(.published, to: &out) { place, out in
          site.locale.append(place == .from ? first : last, site.locale.dates.long, to: &out)
        }
      }
      links.append(link(href(.calendar, first), model.text(site.words[.toFirst])).value)
      links.append(link(href(.calendar, last), model.text(site.words[.toLast])).value)
    }
    model[message, .links] = model.list(links)
    model[page, .message] = message.value
    return page.value
  }

  /// - Parameter index: an index of ``Notes/all``.
  private mutating func notePage(_ index: Int) -> Value {
    let note = site.notes.all[index]
    let page = page(.note(index), note.title)
    model[page, .subscribeStylesheetHref] = href(site.assets[.subscribeStylesheet])
    model[page, .headingLead] = model.text(note.title)
    if index > 0 { model[page, .prev] = neighbour(site.notes.all[index - 1], .previous) }
    if index + 1 < site.notes.all.count { model[page, .next] = neighbour(site.notes.all[index + 1], .next) }
    let record = model.record(NoteField.self)
    model[record, .html] = markup(ofNote: note.html)
    if let day = note.day { model[record, .day] = dayLink(day) }
    if !note.eventUID.isEmpty, let event = site.events.event(uid: note.eventUID),
      let href = href(ofEvent: event)
    {
      model[record, .event] = link(href, title(of: site.events[event])).value
    }
    model[page, .note] = record.value
    return page.value
  }

  private mutating func neighbour(_ note: NotePage, _ spoken: Sentence) -> Value {
    let label = model.text(note.title)
    return link(href(note.path), label, title: text(spoken, note.title)).value
  }

  mutating func dayLink(_ date: CivilDate) -> Value {
    let label = text { site, out in site.locale.append(date, site.locale.dates.full, to: &out) }
    return link(href(.day, date), label).value
  }

  // MARK: Neighbours and headings

  private mutating func setNeighbours(_ page: Record<PageField>, _ section: ViewSection) {
    if let previous = present(section.previous, { $0.previous }) {
      model[page, .prev] = neighbour(previous, .previous)
    }
    if let next = present(section.next, { $0.next }) { model[page, .next] = neighbour(next, .next) }
  }

  /// A neighbour, or the one after it if the zone skipped it.
  private func present(_ section: ViewSection?, _ step: (ViewSection) -> ViewSection?) -> ViewSection? {
    var section = section
    while let found = section, !site.links.has(found) { section = step(found) }
    return section
  }

  private mutating func neighbour(_ section: ViewSection, _ spoken: Sentence) -> Value {
    let title = site.title(of: section)
    let label = model.text(title)
    return link(href(section.view, section.days.lowerBound), label, title: text(spoken, title)).value
  }

  /// Sets a section's dates in the second calendar; outside of its table, a text that they are not known.
  private mutating func setSecond(_ page: Record<PageField>, _ section: ViewSection) {
    guard let second = site.locale.second else { return }
    let first = section.days.lowerBound
    var heading: [UInt8] = []
    switch section {
    case .calendar, .agenda: heading = second.heading(year: first.year, month: first.month)
    case .year: heading = second.heading(year: first.year, month: 0)
    case .day: second.append(first, to: &heading)
    case .week:
      if let last = section.days.upperBound.adding(days: -1) { second.append(from: first, through: last, to: &heading) }
    }
    model[page, .headingSecond] = text(ifAny: heading)
    if heading.isEmpty { model[page, .secondReach] = model.text(second.texts[SecondCalendar.reach]) }
  }

  private mutating func setHeading(_ page: Record<PageField>, _ month: CivilMonth) {
    setHeading(page, month.firstDay, site.locale.dates.monthAndYear)
  }

  /// Sets a heading with its year in a lighter weight, at the year's place in the pattern.
  private mutating func setHeading(_ page: Record<PageField>, _ date: CivilDate, _ pattern: DatePattern) {
    let (lead, light, tail) = site.locale.parts(of: date, pattern)
    model[page, .headingLead] = text(ifAny: lead)
    model[page, .headingLight] = text(ifAny: light)
    model[page, .headingTail] = text(ifAny: tail)
  }
}

extension LocaleTable {
  /// A date in a pattern, split before and after its year.
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
  /// The title of a section: "November 2026", "16 – 22 November 2026".
  func title(of section: ViewSection) -> [UInt8] {
    var out: [UInt8] = []
    switch section {
    case .calendar(let month), .agenda(let month):
      locale.append(month.month.firstDay, locale.dates.monthAndYear, to: &out)
    case .week(let week): append(titleOf: week, to: &out)
    case .day(let day): locale.append(day.date, locale.dates.full, to: &out)
    case .year(let year): locale.append(year.year, to: &out)
    }
    return out
  }
}

/// The prefix of a note's links to other pages of the site, until it is known on which page they are. A note's own link
/// can't begin like this: its scheme is not allowed.
package let rootMark: StaticString = "busylife-root:"

extension PageModels {
  /// A note's HTML with each ``rootMark`` replaced by the path to the root. O(html).
  mutating func markup(ofNote html: [UInt8]) -> Value {
    let links = site.links
    let root = root
    return model.markup { out in
      let mark = [UInt8](rootMark)
      var start = 0
      var index = 1
      while index + mark.count <= html.count {
        // Only at the beginning of an attribute: in text, the mark was written by a person.
        guard html[index] == mark[0], html[index - 1] == .quote, html[index...].starts(with: mark) else {
          index += 1
          continue
        }
        out.append(contentsOf: html[start..<index])
        start = index + mark.count
        let path = html[start...].prefix { $0 != .quote }
        if path.hasPrefix("day/"), let date = try? ISO8601.date(path.dropFirst(4).prefix { $0 != .dot }) {
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
