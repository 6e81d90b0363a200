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
    guard case .map(let entries) = entry.value.kind else {
      error(
        entry.value.position,
        "feeds is \(entry.value.label); write filters: below it, or, for what the site is made of, calendars:")
      return
    }
    let feeds = MapReader(entries)
    reportUnknown(feeds, ["filters"])
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
      error(entry.value.position, "name is \(entry.value.label); write at most \(Self.nameLimit) characters")
      return nil
    }
    let written = ["title", "categories", "calendars"].filter { map.entry($0) != nil }
    guard !written.isEmpty else {
      error(position, "the filter \(Text.quote(name)) chooses nothing; add title:, categories: or calendars:")
      return nil
    }
    for key in written {
      guard let entry = map.entry(key), list(entry.value).isEmpty else { continue }
      error(
        entry.value.position,
        "\(key) of the filter \(Text.quote(name)) is an empty list, which chooses nothing; fill it, or remove \(key):")
      return nil
    }
    var filter = FeedFilter(name: Array(name.utf8), slug: Slug.make(name), position: entry.value.position)
    if let entry = map.entry("title") {
      filter.titles = patterns(entry, isPlain: false)
    }
    if let entry = map.entry("categories") {
      filter.categories = patterns(entry, isPlain: true)
    }
    if let entry = map.entry("calendars") {
      filter.calendars = list(entry.value).compactMap { element in
        guard let text = element.text, !text.utf8.trimmedIsEmpty else {
          error(element.position, "calendars is \(element.label); write the name of a calendar, or a list of names")
          return nil
        }
        reading.namedCalendars.append((text, element.position))
        return Array(text.utf8)
      }
    }
    return filter
  }

  /// One or several texts to compare with.
  private mutating func patterns(_ entry: YAMLValue.Entry, isPlain: Bool) -> [@Sendable ([UInt8]) -> Bool] {
    list(entry.value).compactMap { element in
      guard let text = element.text, !text.utf8.trimmedIsEmpty else {
        error(element.position, "\(entry.key) is \(element.label); write a text, or a list of texts")
        return nil
      }
      guard text.count <= TextPattern.lengthLimit else {
        error(
          element.position,
          "\(entry.key) is \(text.count) characters long; write at most \(TextPattern.lengthLimit)"
            + (isPlain ? "" : ", with * for any text"))
        return nil
      }
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
