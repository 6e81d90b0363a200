import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import SiteTerms
import TimeZones

/// `search.html`: the names by which readers without scripts find events of the window. O(occurrences in the window).
extension PageModels {
  mutating func searchPage() -> Value {
    let page = page(.search, site.words[.search])
    model[page, .headingLead] = model.text(site.words[.search])
    model[page, .subscribeStylesheetHref] = href(site.assets[.subscribeStylesheet])
    let named = SearchNames(site, days.occurrences(meeting: site.links.window))
    var groups: [Value] = []
    for (filter, heading, names) in [
      ("calendar", .calendars, named.calendars), ("category", .categories, named.categories),
      ("place", .places, named.places), ("person", .people, named.people),
    ] as [(StaticString, WordsField, SearchNames.Names)] where !names.isEmpty {
      let items = names.shown.map { name in
        let record = model.record(SearchNameField.self)
        model[record, .title] = model.text(name.title)
        model[record, .value] = model.text(name.value)
        let links = name.links.map { link($0) }
        model[record, .links] = model.list(links)
        return record.value
      }
      let group = model.record(SearchGroupField.self)
      model[group, .title] = model.text(site.words[heading])
      model[group, .filter] = model.text(filter)
      model[group, .names] = model.list(items)
      groups.append(group.value)
    }
    model[page, .searchGroups] = model.list(groups)
    return page.value
  }

  private mutating func link(_ occurrence: Occurrence) -> Value {
    let date = site.firstDay(of: occurrence)
    let record = model.record(SearchLinkField.self)
    model[record, .title] = title(of: site.events[occurrence.event])
    model[record, .href] = href(ofEvent: occurrence.event) ?? href(.day, date)
    model[record, .date] = model.text { $0.append(iso: date) }
    model[record, .text] = text { site, out in site.locale.append(date, site.locale.dates.long, to: &out) }
    return record.value
  }
}

/// The names of events, with the events of each.
struct SearchNames {
  struct Name {
    var value: [UInt8]
    var title: [UInt8]
    /// The next from the month of the build on, one for each of its events and series; the last if all are before it.
    var links: [Occurrence] = []
    /// The number of single events that have it, and the series, as indices of masters.
    fileprivate var singles = 0
    fileprivate var series: Set<Int32> = []
    /// The last one that was added.
    fileprivate var last: Int32 = -1
    /// Those of the next that begin after that month, however many begin in it.
    fileprivate var later: [Occurrence] = []
    /// One occurrence of each event before that month, the latest last.
    fileprivate var past: [Occurrence] = []

    fileprivate var count: Int { singles + series.count }

    fileprivate func hasLink(to event: Int32) -> Bool {
      links.contains { $0.event == event } || later.contains { $0.event == event }
    }
  }

  struct Names {
    fileprivate var all: [Name] = []
    private var numbers = NameTable()

    var isEmpty: Bool { all.isEmpty }

    /// The names that the most events have, in the order of their bytes without regard to case.
    var shown: [Name] {
      var most = all
      if most.count > SearchNames.mostNames {
        most.sort { $0.count == $1.count ? Self.precedes($0, $1) : $0.count > $1.count }
        most.removeLast(most.count - SearchNames.mostNames)
      }
      most.sort(by: Self.precedes)
      return most.map { name in
        var name = name
        name.links += name.later
        if name.links.isEmpty { name.links = name.past.suffix(SearchNames.mostLinks).reversed() }
        return name
      }
    }

    private static func precedes(_ left: Name, _ right: Name) -> Bool {
      let (lower, other) = (left.title.asciiLowercased, right.title.asciiLowercased)
      return lower == other
        ? left.value.lexicographicallyPrecedes(right.value) : lower.lexicographicallyPrecedes(other)
    }

    /// The number of a name; `nil` for an empty one.
    fileprivate mutating func number(of value: ArraySlice<UInt8>, _ title: ArraySlice<UInt8>) -> Int? {
      if value.isEmpty { return nil }
      let number = numbers.intern(value)
      if number == all.count { all.append(Name(value: Array(value), title: Array(title))) }
      return number
    }

    fileprivate mutating func add(
      _ occurrence: Occurrence, of master: Int32, isSeries: Bool, _ month: (from: Int64, to: Int64), to number: Int
    ) {
      // Occurrences of one event often follow each other.
      if all[number].last != master {
        all[number].last = master
        if isSeries { all[number].series.insert(master) } else { all[number].singles += 1 }
      }
      if occurrence.end <= month.from {
        all[number].past.removeAll { $0.event == occurrence.event }
        if all[number].past.count == SearchNames.mostLinks { all[number].past.removeFirst() }
        all[number].past.append(occurrence)
      } else {
        let isLater = occurrence.start >= month.to
        // Most names are full soon.
        let count = isLater ? all[number].later.count : all[number].links.count
        if count == SearchNames.mostLinks || all[number].hasLink(to: occurrence.event) { return }
        if isLater { all[number].later.append(occurrence) } else { all[number].links.append(occurrence) }
      }
    }
  }

  /// The most names of a kind; those of the fewest events are left out: the page would be too long to read.
  static let mostNames = 100
  /// The most events of a name in the month of the build, and after it.
  static let mostLinks = 5

  private(set) var calendars = Names()
  private(set) var categories = Names()
  private(set) var places = Names()
  private(set) var people = Names()

  /// - Parameter occurrences: in order.
  init(_ site: Site, _ occurrences: [Occurrence]) {
    let store = site.events
    let next = site.today.civilMonth.adding(months: 1)?.firstDay ?? .last
    let month = (from: site.startOfMonth, to: site.zone.startOfDay(next).secondsSinceEpoch)
    let named = read(store, occurrences)
    for occurrence in occurrences {
      let master = store.master(of: occurrence.event)
      let isSeries = store[master].series >= 0
      for name in named.of(occurrence.event) {
        switch name.kind {
        case .calendar: calendars.add(occurrence, of: master, isSeries: isSeries, month, to: Int(name.number))
        case .category: categories.add(occurrence, of: master, isSeries: isSeries, month, to: Int(name.number))
        case .place: places.add(occurrence, of: master, isSeries: isSeries, month, to: Int(name.number))
        case .person: people.add(occurrence, of: master, isSeries: isSeries, month, to: Int(name.number))
        }
      }
    }
  }

  private enum Kind { case calendar, category, place, person }

  /// The names of each event, by its index.
  private struct NamedEvents {
    /// The index in ``names`` of the first name of each event; the names of the next event follow.
    var starts: [Int32] = []
    var names: [(kind: Kind, number: Int32)] = []

    func of(_ event: Int32) -> ArraySlice<(kind: Kind, number: Int32)> {
      names[Int(starts[Int(event)])..<Int(starts[Int(event) + 1])]
    }
  }

  /// Reads the names of all events that are shown, in the order of the content, so that its bytes are read
  /// sequentially.
  private mutating func read(_ store: EventStore, _ occurrences: [Occurrence]) -> NamedEvents {
    var isShown = [Bool](repeating: false, count: store.events.count)
    for occurrence in occurrences { isShown[Int(occurrence.event)] = true }
    var named = NamedEvents()
    named.starts.reserveCapacity(store.events.count + 1)
    named.names.reserveCapacity(store.events.count * 4)
    func add(_ kind: Kind, _ number: Int?) {
      if let number { named.names.append((kind, Int32(truncatingIfNeeded: number))) }
    }
    for index in store.events.indices {
      named.starts.append(Int32(truncatingIfNeeded: named.names.count))
      let event = store.events[index]
      if !isShown[index] || store.isBusyBlock(event) { continue }
      for calendar in [event.calendar] + store.others(of: event) {
        let info = store.calendars[Int(calendar)]
        add(.calendar, calendars.number(of: info.name[...], info.shownTitle[...]))
      }
      let fields = SearchFields(event, store)
      for name in fields.categories { add(.category, categories.number(of: name, name)) }
      add(.place, places.number(of: fields.place, fields.place))
      for name in fields.people { add(.person, people.number(of: name[...], name[...])) }
    }
    named.starts.append(Int32(truncatingIfNeeded: named.names.count))
    return named
  }
}
