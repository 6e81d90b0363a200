import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling

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
    model[record, .title] = title(of: site.events.events[Int(occurrence.event)])
    model[record, .href] = href(ofEvent: occurrence.event) ?? href(.day, date)
    model[record, .date] = model.text { $0.append(iso: date) }
    model[record, .text] = text { site, out in site.locale.append(date, site.locale.longDate, to: &out) }
    return record.value
  }
}

/// The names of events, with the events of each.
struct SearchNames {
  struct Name {
    var value: [UInt8]
    var title: [UInt8]
    /// The next occurrences of its events and series, one of each; the last ones if all are past.
    var links: [Occurrence] = []
    /// The events and series that have it, as indices of masters.
    fileprivate var masters: Set<Int32> = []
    /// The last one that was added.
    fileprivate var last: Int32 = -1
    /// One occurrence of each that is past, the latest last.
    fileprivate var past: [Occurrence] = []
  }

  struct Names {
    fileprivate var all: [Name] = []
    private var numbers = NameTable()

    var isEmpty: Bool { all.isEmpty }

    /// The names of the most events, in the order of their bytes without regard to case.
    var shown: [Name] {
      var most = all
      if most.count > SearchNames.mostNames {
        most.sort { $0.masters.count == $1.masters.count ? Self.precedes($0, $1) : $0.masters.count > $1.masters.count }
        most.removeLast(most.count - SearchNames.mostNames)
      }
      most.sort(by: Self.precedes)
      return most.map { name in
        var name = name
        if name.links.isEmpty { name.links = name.past.suffix(SearchNames.mostLinks).reversed() }
        return name
      }
    }

    private static func precedes(_ left: Name, _ right: Name) -> Bool {
      let (lower, other) = (left.title.asciiLowercased, right.title.asciiLowercased)
      return lower == other
        ? left.value.lexicographicallyPrecedes(right.value) : lower.lexicographicallyPrecedes(other)
    }

    fileprivate mutating func add(
      _ value: ArraySlice<UInt8>, _ title: ArraySlice<UInt8>, _ occurrence: Occurrence, of master: Int32, isPast: Bool
    ) {
      if value.isEmpty { return }
      let number = numbers.intern(value)
      if number == all.count { all.append(Name(value: Array(value), title: Array(title))) }
      // Occurrences of one event often follow each other.
      if all[number].last != master {
        all[number].last = master
        all[number].masters.insert(master)
      }
      if isPast {
        all[number].past.removeAll { $0.event == occurrence.event }
        if all[number].past.count == SearchNames.mostLinks { all[number].past.removeFirst() }
        all[number].past.append(occurrence)
      } else {
        if all[number].links.count < SearchNames.mostLinks,
          !all[number].links.contains(where: { $0.event == occurrence.event })
        {
          all[number].links.append(occurrence)
        }
      }
    }
  }

  /// Further names of a kind are left out, those of the fewest events first: the page would be too long to read.
  static let mostNames = 100
  /// The most events of a name.
  static let mostLinks = 5

  private(set) var calendars = Names()
  private(set) var categories = Names()
  private(set) var places = Names()
  private(set) var people = Names()

  /// - Parameter occurrences: in order.
  init(_ site: Site, _ occurrences: [Occurrence]) {
    let store = site.events
    let today = site.startOfToday
    // The names of an event are read once, however often it recurs.
    var known: [Int32: SearchFields] = [:]
    for occurrence in occurrences {
      let event = store.events[Int(occurrence.event)]
      if store.isBusyBlock(event) { continue }
      let master = store.master(of: occurrence.event)
      let isPast = occurrence.end <= today
      let names = occurrence.recurs ? known[occurrence.event] ?? SearchFields(event, store) : SearchFields(event, store)
      if occurrence.recurs { known[occurrence.event] = names }
      func add(_ calendar: UInt16) {
        let info = store.calendars[Int(calendar)]
        calendars.add(
          info.name[...], (info.title.isEmpty ? info.name : info.title)[...], occurrence, of: master, isPast: isPast)
      }
      add(event.calendar)
      if event.others != 0 { store.others(of: event).forEach(add) }
      for name in names.categories { categories.add(name, name, occurrence, of: master, isPast: isPast) }
      places.add(names.place, names.place, occurrence, of: master, isPast: isPast)
      for name in names.people { people.add(name[...], name[...], occurrence, of: master, isPast: isPast) }
    }
  }
}
