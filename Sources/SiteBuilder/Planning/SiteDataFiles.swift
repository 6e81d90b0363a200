import Bytes
import CalendarPages
import CivilTime
import DataFiles
import Events
import Mustache
import Publishing
import Readers
import SiteTerms
import Themes
import TimeZones

/// The files below `data/`: what the engine in a reader's browser needs to make every page that was not published. They
/// contain only what is published, and grow with the content and not with the window.
///
/// All but `data/site.bin` have a hash of their bytes in their names, and `site.bin` lists the names: so caches may
/// keep them for ever, and a page that was open during a rebuild requests files that belong together or, if they are
/// gone, starts again with `site.bin`. That one is revalidated each time. If its name contained a hash too, every page
/// would change with every event.
///
/// File names are content hashes; the cache remembers them by input fingerprint, so a file with unchanged inputs is not
/// made again.
struct SiteDataFiles: Sendable {
  /// The inputs of a file.
  struct Source: Sendable {
    enum Kind: Sendable {
      /// Events, by index.
      case events([Int32])
      /// The archive of all system zones, which does not depend on the content.
      case world(ZoneTable)
    }
    var kind: Kind
    /// The input fingerprint; ``BuildCache/Record/unknown`` if only the bytes can tell.
    var inputs: Fingerprint
    /// The file, if it had to be made to know its name.
    var made: [UInt8]?
  }

  /// Content hashes of the last build's files, keyed by input fingerprint.
  private let known: [Fingerprint: UInt64]
  private let zones: ZoneTable
  private let threads: Int
  /// The fingerprint of the time zone database and the program; `nil` if the database can't be identified.
  private let base: Fingerprint?
  /// The archive of all zones; `nil` if its name is already known.
  private let world: Deferred<[UInt8], Never>?

  /// - Parameters:
  ///   - known: content hashes of the last build.
  ///   - shared: what several builds have in common.
  init(known: [Fingerprint: UInt64], zones: ZoneTable, _ shared: SharedParts, threads: Int) {
    let database = shared.database
    self.known = known
    self.zones = zones
    self.threads = threads
    var made = Ingredients()
    made.add(BuildIdentity.program)
    made.add(database ?? BuildCache.Record.unknown)
    base = database == nil ? nil : made.finish()
    // Six hundred zones take as long as a thousand events, and do not depend on events.
    world = base.flatMap { known[$0] } == nil ? Deferred.begun { shared.archive { Self.world(zones) } } : nil
  }

  private static func world(_ zones: ZoneTable) -> [UInt8] {
    ZoneArchive.pack(zones.names.compactMap { name in zones.lookup(name).map { (name, $0) } })
  }

  /// The bytes of a file. O(its events).
  static func bytes(_ source: Source, _ store: EventStore) -> [UInt8] {
    if let made = source.made { return made }
    return switch source.kind {
    case .events(let events): EventFileWriter(store).file(events)
    case .world(let zones): world(zones)
    }
  }

  /// The archive of all zones alone, which the index for searching names.
  func makeZones() -> Made {
    let hash = world.map { StableHash.of($0.value()) } ?? base.flatMap { known[$0] } ?? 0
    let source = Source(kind: .world(zones), inputs: base ?? BuildCache.Record.unknown, made: world?.value())
    return Made(
      files: [Plan.File(path: Self.path("zones", "bin", hash), work: .data(source))],
      names: base.map { [BuildCache.Name(inputs: $0, hash: hash)] } ?? [])
  }

  private static func path(_ name: String, _ ending: String, _ hash: UInt64) -> String {
    "data/\(name)-\(String(base32: hash, digits: 8)).\(ending)"
  }

  /// The result: the files below `data/`.
  struct Made {
    var files: [Plan.File]
    /// For the cache of the next build.
    var names: [BuildCache.Name]
  }

  /// - Parameter sites: with the paths of their assets, the first zone's first.
  func make(
    _ sites: [RenderedSite], _ templates: TemplateSet, _ fingerprints: EventFingerprints
  ) throws(BuildError) -> Made {
    let site = sites[0].site
    var plan = Plan()
    var names: [BuildCache.Name] = []
    func add(_ name: String, _ ending: String, _ source: Source, _ bytes: [UInt8]?) -> [UInt8] {
      var source = source
      source.made = bytes
      let hash = bytes.map { StableHash.of($0) } ?? known[source.inputs] ?? 0
      let path = Self.path(name, ending, hash)
      plan.add(path, .data(source))
      if source.inputs != BuildCache.Record.unknown { names.append(BuildCache.Name(inputs: source.inputs, hash: hash)) }
      return Array(path.utf8)
    }

    let writer = EventFileWriter(site.events)
    let division = writer.division()
    let groups = [division.recurring] + division.months.map { $0.events }
    let sources = sources(groups, site.events, fingerprints)
    let known = known
    let bytes = inParallel(groups.count, threads: threads, fewest: 4) { range in
      range.map { groups[$0].isEmpty || known[sources[$0].inputs] != nil ? nil : writer.file(groups[$0]) }
    }
    var files = EventFiles(recurring: [], months: [])
    if !groups[0].isEmpty { files.recurring = add("recurring", "ics", sources[0], bytes[0]) }
    for (index, month) in division.months.enumerated() {
      let name = String(decoding: [UInt8].written { $0.append(iso: month.month) }, as: UTF8.self)
      let path = add("events/" + name, "ics", sources[index + 1], bytes[index + 1])
      files.months.append(EventFiles.MonthFile(month: month.month, end: month.end, path: path))
    }
    // A host has one 404.html, and languages have the same names.
    if site.settings.hasEventPages, sites[0].root.isEmpty {
      for file in EventNameFiles(site.eventPages, site.events).files {
        plan.add(String(decoding: file.path, as: UTF8.self), .bytes(file.bytes))
      }
    }
    let source = Source(kind: .world(zones), inputs: base ?? BuildCache.Record.unknown)
    let path = add("zones", "bin", source, world?.value())
    guard let own = DataZones(of: site.events, and: sites.map { $0.site.zone }) else {
      throw .internalFault("the zones of the site can't be packed")
    }
    var theme = Ingredients()
    for (name, source) in templates.sources {
      theme.add(name)
      theme.add(source)
    }
    let templates = templates.keeping(
      Page.madeInBrowsers, without: site.languages == nil ? ["_alternates", "_languages"] : [])
    let published = sites.map {
      PublishedZone(
        identifier: $0.site.zone.identifier, prefix: $0.site.prefix, month: $0.site.today.civilMonth.firstDay)
    }
    let data = SiteData(
      of: site, facts: site.facts.withoutOtherFeeds, published: published, zones: own, world: path, files: files,
      slugs: sites[0].slugs,
      templates: templates, theme: theme.finish().low)
    plan.add("data/site.bin", .bytes(data.file()))
    return Made(files: plan.files, names: names)
  }

  /// The inputs of each file of events.
  private func sources(_ groups: [[Int32]], _ store: EventStore, _ fingerprints: EventFingerprints) -> [Source] {
    guard let base else { return groups.map { Source(kind: .events($0), inputs: BuildCache.Record.unknown) } }
    var made = Ingredients()
    made.add(base)
    made.add(fingerprints.zones)
    for zone in store.zones { made.add(zone.identifier) }
    let shared = made.finish()
    return groups.map { events in
      made.add(shared)
      for index in events {
        made.add(store[index].place)
        made.add(store[index].line)
        made.add(fingerprints.all[Int(index)])
      }
      return Source(kind: .events(events), inputs: made.finish())
    }
  }
}
