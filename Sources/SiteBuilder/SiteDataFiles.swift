import Bytes
import CalendarPages
import CivilTime
import Mustache
import Readers
import Settling
import TimeZones

/// The files below `data/`: what the engine in a reader's browser needs to make every page that is not there as
/// a file. They hold what is published and nothing else, and grow with the content, not with the window.
///
/// All but `data/site.bin` have a hash of their bytes in their names, and `site.bin` names them: so pages and
/// caches may keep them for ever, and a page that was open while the site was built anew asks for files that
/// belong together or, where they are gone, begins again with `site.bin`. That one is asked for anew each time.
/// Were it named by its hash too, every page would change whenever one event does.
enum SiteDataFiles {
  /// The archive of all zones of the system: the same whatever the content is.
  static func world(_ zones: ZoneTable) -> [UInt8] {
    ZoneArchive.pack(zones.names.compactMap { name in zones.lookup(name).map { (name, $0) } })
  }

  /// - Parameters:
  ///   - sites: with the paths of their assets, the first zone's first.
  ///   - assets: seen from the root.
  ///   - world: see ``world(_:)``.
  static func make(
    _ sites: [RenderedSite], _ assets: Assets, _ templates: TemplateSet, world: [UInt8], threads: Int
  ) throws(BuildError) -> [Plan.File] {
    let site = sites[0].site
    var plan = Plan()
    func add(_ name: String, _ ending: String, _ bytes: [UInt8]) -> [UInt8] {
      var hash: [UInt8] = []
      hash.append(base32: StableHash.of(bytes), digits: 8)
      let path = "data/\(name)-\(String(decoding: hash, as: UTF8.self)).\(ending)"
      plan.add(path, .bytes(bytes))
      return Array(path.utf8)
    }

    let writer = EventFileWriter(site.events)
    let division = writer.division()
    var files = EventFiles(recurring: [], months: [])
    if !division.recurring.isEmpty { files.recurring = add("recurring", "ics", writer.file(division.recurring)) }
    let bytes = inParallel(division.months.count, threads: threads, fewest: 4) { range in
      range.map { writer.file(division.months[$0].events) }
    }
    for (month, bytes) in zip(division.months, bytes) {
      var name: [UInt8] = []
      name.append(iso: month.month)
      let path = add("events/" + String(decoding: name, as: UTF8.self), "ics", bytes)
      files.months.append(EventFiles.MonthFile(month: month.month, end: month.end, path: path))
    }
    let world = add("zones", "bin", world)
    guard let own = DataZones(of: site.events, and: sites.map { $0.site.zone }) else {
      throw .internalFault("the zones of the site can't be packed")
    }
    let data = SiteData(
      title: site.title, description: site.description, url: site.url, locale: site.locale, kinds: site.links.kinds,
      window: site.links.window, calendars: site.events.calendars, notes: site.notes.all, assets: assets,
      notices: site.notices,
      published: sites.map { PublishedZone(identifier: $0.site.zone.identifier, prefix: Array($0.prefix.utf8), today: $0.site.today) },
      zones: own, world: world, files: files, slugs: EventSlugs(site.events), templates: templates)
    plan.add("data/site.bin", .bytes(data.packed()))
    return plan.files
  }
}
