import Bytes
import CalendarPages
import Events
import Gate
import Readers

/// The feeds of a site and the events of each, found once in what its readers may see, for all of its zones and
/// languages.
///
/// A series belongs to a feed as a whole, if its master or any of its changed instances does: an instance without its
/// series would be another event in other programs.
struct FeedCatalog: Sendable {
  /// The events that a category or a filter chooses.
  struct Selection: Sendable {
    var name: [UInt8]
    /// From the root of a zone's site.
    var path: String
    /// In the store's order.
    var events: [Int32]
  }

  /// Categories that have a feed of their own: those with the most events. Each feed costs subscribe.html a line.
  static let categoryLimit = 100

  private(set) var categories: [Selection] = []
  private(set) var filters: [Selection] = []
  /// The events of schedule.xml: those of conferences that have a place; `nil` if there are none.
  private(set) var scheduled: [Int32]?
  /// All feeds, in the order in which pages name them.
  private(set) var feeds: [Feed] = []
  /// Whether readers are told of busy time only.
  let isBusyTimeAlone: Bool
  /// How long programs should wait before they ask again, in seconds.
  let refresh: Int64
  /// Who keeps the calendar; empty if nobody said.
  let author: [UInt8]
  /// Warnings about what was left out, one line each.
  private(set) var warnings: [String] = []

  /// O(events and their categories).
  /// - Parameter conferences: names of the calendars that are conferences.
  init(_ published: PublicContent, conferences: Set<[UInt8]>, locale: String) {
    let store = published.store
    refresh = published.configuration.feedRefresh
    author = published.configuration.author.name
    isBusyTimeAlone = published.privacy >= .busy
    var calendars: [Feed] = []
    if !isBusyTimeAlone {
      let choices = Choices(published, conferences)
      let members = Members(store)
      filters = zip(published.configuration.feedFilters, choices.ofFilters).map { filter, events in
        Selection(name: filter.name, path: "feeds/filter/\(filter.slug).ics", events: members.events(of: events))
      }
      if published.configuration.hasCategoryFeeds { addCategories(choices, members, locale) }
      if published.privacy == .full, !choices.talks.isEmpty { scheduled = members.events(of: choices.talks) }
      calendars =
        store.calendars.indices.filter { !store.calendars[$0].isBusyTime }.map { .iCalendar(.calendar(UInt16($0))) }
        // An empty feed would tell the filter's name to readers who may see none of its events.
        + filters.indices.filter { !filters[$0].events.isEmpty }.map { .iCalendar(.filter($0)) }
        + categories.indices.map { .iCalendar(.category($0)) }
    }
    feeds = [.iCalendar(.all)] + calendars + Feed.others(self)
  }

  private mutating func addCategories(_ choices: Choices, _ members: Members, _ locale: String) {
    let all = choices.ofCategories
    let most = Self.most(all.map { $0.series.count }, all.map { $0.name })
    if most.count < all.count {
      warnings.append(
        "warning: events have \(all.count) categories, but only the \(Self.categoryLimit) with the most events "
          + "have feeds of their own; describe others in feeds: filters: of site.yml")
    }
    let slugs = Self.slugs(all.map { $0.name }, locale: locale)
    categories = most.map {
      Selection(
        name: all[$0].name, path: "feeds/category/\(slugs[$0]).ics", events: members.events(of: all[$0].series))
    }
  }

  /// The series that categories, filters and the schedule choose, found in one pass over the events.
  private struct Choices {
    private(set) var ofCategories: [(name: [UInt8], series: [Int32])] = []
    /// For each filter, perhaps several times.
    private(set) var ofFilters: [[Int32]]
    /// The series with a place that belong to conferences.
    private(set) var talks: [Int32] = []

    init(_ published: PublicContent, _ conferences: Set<[UInt8]>) {
      let store = published.store
      let filters = published.configuration.feedFilters.map { FeedChoice($0, store) }
      let isConference = store.calendars.map { conferences.contains($0.name) }
      ofFilters = filters.map { _ in [] }
      var names = NameTable()
      for index in store.events.indices {
        let event = store.events[index]
        if store.isBusyBlock(event) { continue }
        let master = store.master(of: Int32(index))
        var isTalk =
          isConference[Int(event.calendar)] || store.others(of: event).contains { isConference[Int($0)] }
        store.forEachCategory(of: event) { name in
          add(master, name, &names)
          isTalk = isTalk || name.equalsIgnoringCase("conference")
        }
        if isTalk, !event.location.isEmpty { talks.append(master) }
        if filters.isEmpty { continue }
        let categories = store.categories(of: event)
        for (number, filter) in filters.enumerated() where filter.chooses(event, categories, store) {
          ofFilters[number].append(master)
        }
      }
    }

    private mutating func add(_ master: Int32, _ name: ArraySlice<UInt8>, _ names: inout NameTable) {
      let number = names.intern(name)
      if number == ofCategories.count { ofCategories.append((Array(name), [])) }
      if ofCategories[number].series.last != master { ofCategories[number].series.append(master) }
    }
  }

  /// The texts that feeds add to the heads and names of files.
  var texts: [[UInt8]] {
    let named = filters.filter { !$0.events.isEmpty } + categories
    return named.flatMap { [$0.name, Array($0.path.utf8)] } + (feeds.contains(.atom) ? [author] : [])
  }

  /// The events of each series, in the store's order.
  private struct Members {
    /// The changed instances of each master, in the store's order.
    private var overrides: [Int32: [Int32]] = [:]

    init(_ store: EventStore) {
      for index in store.events.indices {
        let master = store.master(of: Int32(index))
        if master != Int32(index) { overrides[master, default: []].append(Int32(index)) }
      }
    }

    /// - Parameter masters: in any order, perhaps several times.
    func events(of masters: [Int32]) -> [Int32] {
      var all = Self.distinct(masters)
      if overrides.isEmpty { return all }
      for master in all { all += overrides[master] ?? [] }
      return Self.distinct(all)
    }

    private static func distinct(_ events: [Int32]) -> [Int32] {
      events.sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
  }

  /// The indices of the names with the greatest counts, in the order of names.
  private static func most(_ counts: [Int], _ names: [[UInt8]]) -> [Int] {
    func precedes(_ left: Int, _ right: Int) -> Bool { names[left].lexicographicallyPrecedes(names[right]) }
    let all = names.indices.sorted(by: precedes)
    guard all.count > categoryLimit else { return all }
    return all.sorted { counts[$0] == counts[$1] ? precedes($0, $1) : counts[$0] > counts[$1] }
      .prefix(categoryLimit).sorted(by: precedes)
  }

  /// The names of the files of categories, which change as little as possible when categories come and go. A name whose
  /// slug lacks a character that tells it from others gets a hash, whether there are such others or not. Where names
  /// that are spelt differently have the same slug, such as `Work` and `work`, each gets one.
  static func slugs(_ names: [[UInt8]], locale: String) -> [String] {
    var slugs = names.map { name in
      let text = String(decoding: name, as: UTF8.self)
      let slug = Slug.make(text, locale: locale)
      let end = String(base32: StableHash.of(name), digits: 8)
      return slug.hasSuffix(end) || isSpelt(text) ? slug : slug + "-" + end
    }
    for digits in [8, 13] {
      var counts: [String: Int] = [:]
      for slug in slugs { counts[slug, default: 0] += 1 }
      for index in slugs.indices where counts[slugs[index]]! > 1 {
        slugs[index] += "-" + String(base32: StableHash.of(names[index]), digits: digits)
      }
    }
    return slugs
  }

  /// Whether a name consists of letters and numbers of any script, and of what merely divides and accents them.
  private static func isSpelt(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case " ", "-", "_", "'", "’": true
      default:
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .nonspacingMark
      }
    }
  }
}
