import Bytes
import CivilTime
import DataFiles
import Events
import TimeZones

/// What a reader asks for.
package struct SearchQuery: Sendable {
  /// When results take place.
  package enum Time: Equatable, Sendable {
    case any, future, past
    /// A year of the reader's zone; nothing is in one that no date has.
    case year(Int)
  }

  /// As typed.
  package var text: [UInt8] = []
  /// The name of a calendar, a category, a place; empty for any.
  package var filters: [(filter: SearchFilter, value: [UInt8])] = []
  package var time = Time.any
  /// Seconds since the epoch.
  package var now: Int64 = 0
  /// The most results, up to ``mostResults``.
  package var limit = 20
  package static let mostResults = 1_000_000
  /// How many times as much as a first answer this one may load. Readers who ask for more results may load more, so
  /// that in the end they see all.
  var effort: Int { 1 + max(0, min(limit, Self.mostResults)) / 40 }

  package init() {}
}

/// Answers queries from the files of a site's search index. The caller fetches the files that an answer names, adds
/// them, and asks again, until the answer is the results. O(bytes of the files that a query needs).
package struct SearchEngine {
  /// `nil` until it is loaded.
  var directory: SearchDirectory?
  let terms = SearchTerms()
  /// The reader's zone, and that of the page, in whose window events have pages.
  var zone = Zone.utc
  var siteZone = Zone.utc
  /// Resolves the TZIDs of series.
  var zones = ZoneTable()
  private var world = ZoneTable()
  private var names = NameTable()
  private var files: [[UInt8]] = []
  /// The series that were read.
  var series: [(item: SearchItem, store: EventStore)] = []

  package init() {}

  // MARK: Loading

  /// Loads the directory, and forgets all files. Returns the path of the archive of all zones.
  package mutating func load(_ bytes: [UInt8]) throws(EngineError) -> [UInt8] {
    guard let directory = SearchDirectory(file: bytes), let home = directory.zones.zone(directory.home) else {
      throw EngineError(.content, "these are not the data of a search, or have another version")
    }
    (zone, siteZone) = (home, home)
    zones = directory.zones.table
    names = NameTable()
    files = []
    series = []
    self.directory = directory
    return directory.world
  }

  /// Loads the archive of all zones.
  package mutating func load(world bytes: [UInt8]) throws(EngineError) {
    guard let archive = ZoneArchive(bytes) else {
      throw EngineError(.content, "these bytes are not an archive of zones")
    }
    world = ZoneTable(names: archive.names) { archive.zone($0) }
  }

  /// Selects the zone of the page, and that of the reader, in which results are shown: names in any case, or offsets.
  package mutating func view(site: [UInt8], reader: [UInt8]) throws(EngineError) {
    siteZone = try known(site)
    zone = try known(reader)
  }

  private func known(_ name: [UInt8]) throws(EngineError) -> Zone {
    if let directory, let zone = directory.zones.zone(name) { return zone }
    guard let zone = world.lookup(name) else {
      throw EngineError(.unknownZone, "no zone " + quoted(name) + " is known; load all zones first")
    }
    return zone
  }

  /// Adds a file; without bytes if there is none.
  package mutating func add(_ path: [UInt8], _ bytes: [UInt8]) {
    let id = names.intern(path)
    if id == files.count { files.append(bytes) }
  }

  func file(_ path: [UInt8]) -> [UInt8]? { names.find(path).map { files[$0] } }

  // MARK: Asking

  /// Answers a query: JSON, described at ``SearchAnswer``, or `{"needs":[…]}` with the paths, from the
  /// site's root, of files to add first.
  package mutating func search(_ query: SearchQuery) throws(EngineError) -> [UInt8] {
    guard let directory else { throw EngineError(.state, "the directory must be loaded first") }
    if case .year(let year) = query.time, CivilDate(year: year, month: 1, day: 1) == nil {
      return answer([], count: 0, isMore: false, query, directory)
    }
    var lists = SearchLists(query, terms, directory.layout)
    let found = lists.matches(in: self)
    var needs = lists.needs
    if needs.isEmpty {
      var order = SearchOrder(query, zone)
      let results = order.results(of: found, isComplete: lists.isComplete, directory.layout, &self)
      needs = order.needs
      if needs.isEmpty {
        let total = max(lists.known ?? 0, results.count)
        return answer(
          results.shown, count: total, isMore: lists.known == nil && !lists.isComplete || results.isCut, query,
          directory)
      }
    }
    var out = [UInt8]("{\"needs\":")
    out.append(jsonTexts: needs)
    out.append("}")
    return out
  }
}
