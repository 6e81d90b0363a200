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
  /// A file.
  struct Source: Sendable {
    /// Whether it is the archive of all system zones, which does not depend on the content; otherwise it has events.
    var isWorld = false
    /// The input fingerprint; ``BuildCache/Record/unknown`` if only the bytes can tell.
    var inputs: Fingerprint
    /// O(its events), unless it was made already to find its name.
    var bytes: Remade<[UInt8]>
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

  /// The archive of all zones alone, which the index for searching names.
  func makeZones() -> Made {
    let world = worldSource
    return Made(
      files: [Plan.File(path: Self.path("zones", "bin", world.hash), work: .data(world.source))],
      names: base.map { [BuildCache.Name(inputs: $0, hash: world.hash)] } ?? [])
  }

  /// The archive of all zones, and the hash of its bytes.
  private var worldSource: (source: Source, hash: UInt64) {
    let (zones, made) = (zones, world?.value())
    let source = Source(
      isWorld: true, inputs: base ?? BuildCache.Record.unknown, bytes: Remade(made) { Self.world(zones) })
    return (source, made.map { StableHash.of($0) } ?? base.flatMap { known[$0] } ?? 0)
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
    var planned: [Plan.File] = []
    var names: [BuildCache.Name] = []
    func add(_ name: String, _ ending: String, _ source: Source, _ hash: UInt64) -> [UInt8] {
      let path = Self.path(name, ending, hash)
      planned.append(Plan.File(path: path, work: .data(source)))
      if source.inputs != BuildCache.Record.unknown { names.append(BuildCache.Name(inputs: source.inputs, hash: hash)) }
      return Array(path.utf8)
    }

    let writer = EventFileWriter(site.events)
    let division = writer.division()
    let groups = [division.recurring] + division.months.map { $0.events }
    let inputs = inputs(of: groups, site.events, fingerprints)
    let known = known
    let made = inParallel(groups.count, threads: threads, fewest: 4) { range in
      range.map { index -> (source: Source, hash: UInt64) in
        let events = groups[index]
        let hash = events.isEmpty ? 0 : known[inputs[index]]
        let bytes = hash == nil ? writer.file(events) : nil
        let source = Source(inputs: inputs[index], bytes: Remade(bytes) { writer.file(events) })
        return (source, hash ?? StableHash.of(bytes ?? []))
      }
    }
    var files = EventFiles(recurring: [], months: [])
    if !groups[0].isEmpty { files.recurring = add("recurring", "ics", made[0].source, made[0].hash) }
    for (index, month) in division.months.enumerated() {
      let name = String(decoding: [UInt8].written { $0.append(iso: month.month) }, as: UTF8.self)
      let path = add("events/" + name, "ics", made[index + 1].source, made[index + 1].hash)
      files.months.append(EventFiles.MonthFile(month: month.month, end: month.end, path: path))
    }
    // A host has one 404.html, and languages have the same names.
    if site.settings.hasEventPages, sites[0].root.isEmpty {
      for file in EventNameFiles(site.eventPages, site.events).files {
        planned.append(Plan.File(path: String(decoding: file.path, as: UTF8.self), work: .bytes(file.bytes)))
      }
    }
    let world = worldSource
    let path = add("zones", "bin", world.source, world.hash)
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
    planned.append(Plan.File(path: "data/site.bin", work: .bytes(data.file())))
    return Made(files: planned, names: names)
  }

  /// The input fingerprint of each file of events.
  private func inputs(of groups: [[Int32]], _ store: EventStore, _ fingerprints: EventFingerprints) -> [Fingerprint] {
    guard let base else { return groups.map { _ in BuildCache.Record.unknown } }
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
      return made.finish()
    }
  }
}
