import Bytes
import ICalendar

/// What `site.yml` says of feeds: how often programs should ask for them, and filters, each of which makes a feed.
extension ConfigurationReader {
  static let filterKeys = ["name", "title", "categories", "calendars"]

  /// A name is a title in calendar programs.
  private static let nameLimit = 100

  mutating func readFeeds(_ map: MapReader) {
    let most = "how long programs should wait before they ask for a feed again"
    if let seconds = refresh(map, "feedRefresh", most) { reading.configuration.feedRefresh = seconds }
    guard let entry = value(map, "feeds") else { return }
    let mend = "write filters: or categories: below it; for the sources of the site, write calendars:"
    guard let feeds = self.map(entry, ["filters", "categories"], else: mend) else { return }
    if let flag = flag(feeds, "categories") { reading.configuration.hasCategoryFeeds = flag }
    var lines: [String: Int] = [:]
    for (filter, position) in maps(feeds, "filters", "name: and one of title:, categories:, calendars:") ?? [] {
      reportUnknown(filter, Self.filterKeys, .filter)
      guard let read = self.filter(filter, at: position) else { continue }
      if let line = lines.updateValue(position.line, forKey: read.slug) {
        error(
          filter.entry("name")?.value.position ?? position,
          "the filter in line \(line) has the same file, feeds/filter/\(read.slug).ics; choose another name")
        continue
      }
      reading.configuration.feedFilters.append(read)
    }
  }

  private mutating func filter(_ map: MapReader, at position: Position) -> FeedFilter? {
    guard let entry = value(map, "name") else {
      error(position, "a filter has no name; add one, such as name: Open door")
      return nil
    }
    guard let name = entry.value.text.map({ String(utf8: Array($0.utf8).onOneLine.trimmed) }), !name.isEmpty,
      name.count <= Self.nameLimit
    else {
      refuse(entry, "write at most \(Self.nameLimit) characters")
      return nil
    }
    let written = ["title", "categories", "calendars"].filter { map.entry($0) != nil }
    guard !written.isEmpty else {
      error(position, "the filter \(Text.quote(name)) chooses nothing; add title:, categories: or calendars:")
      return nil
    }
    for key in written {
      guard let entry = map.entry(key), entry.value.elements.isEmpty else { continue }
      error(
        entry.value.position,
        "\(key) of the filter \(Text.quote(name)) is an empty list, which chooses nothing; fill it, or remove \(key):")
      return nil
    }
    var filter = FeedFilter(name: Array(name.utf8), slug: Slug.make(name), position: entry.value.position)
    filter.titles = map.entry("title").map { patterns($0, isPlain: false) }
    filter.categories = map.entry("categories").map { patterns($0, isPlain: true) }
    if let entry = map.entry("calendars") {
      let names = texts(entry, "write the name of a calendar, or a list of names")
      reading.namedCalendars += names.map { ($0.text, $0.position) }
      filter.calendars = names.map { Array($0.text.utf8) }
    }
    return filter
  }

  /// One or several texts to compare with.
  private mutating func patterns(_ entry: YAMLValue.Entry, isPlain: Bool) -> [@Sendable ([UInt8]) -> Bool] {
    entry.value.elements.compactMap { element in
      let mend = "write a text, or a list of texts"
      guard let text = pattern(element, entry.key, mend, saysStar: !isPlain) else { return nil }
      let pattern = TextPattern(text, isPlain: isPlain)
      return { pattern.matches($0) }
    }
  }
}

/// A feed that `site.yml` describes: what it chooses of the published events. Each list that is given must fit.
package struct FeedFilter: Sendable {
  package var name: [UInt8]
  /// The name of its file.
  package var slug: String
  /// The position of its name in site.yml.
  package var position: Position
  /// Any of these patterns of titles; any of these categories; any of these calendars. `nil`: all.
  package var titles, categories: [@Sendable ([UInt8]) -> Bool]?
  package var calendars: [[UInt8]]?
}
