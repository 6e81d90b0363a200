import CalendarPages
import DataFiles
import Events
import Gate
import Publishing
import Readers
import Search
import TimeZones

/// The files below `data/search/`: the index that readers search in their browsers. Their names say nothing of their
/// bytes, so that a change touches only the files of its own words and days.
struct SearchIndexFiles: Sendable {
  private let index: SearchIndex

  /// O(bytes of the texts).
  init(_ published: PublicContent, _ slugs: EventSlugs) {
    index = SearchIndex(published.store, Notes(published.notes.map { NotePage($0) }), slugs)
  }

  /// The files of a site in one of its languages.
  /// - Parameters:
  ///   - sites: those of its zones, the first zone's first.
  ///   - data: the other files below `data/`, among them the archive of all zones.
  func files(_ sites: [RenderedSite], data: [Plan.File]) throws(BuildError) -> [Plan.File] {
    let site = sites[0].site
    guard let zones = DataZones(of: site.events, and: sites.map { $0.site.zone }) else {
      throw .internalFault("the zones of the site can't be packed")
    }
    let world = data.first { $0.path.hasPrefix("data/zones-") }?.path ?? ""
    let directory = SearchDirectory(site, sites[0].slugs, zones, world: Array(world.utf8), index.layout)
    return index.files.map { Plan.File(path: String(decoding: $0.path, as: UTF8.self), work: .bytes($0.bytes)) }
      + [Plan.File(path: "\(SearchFiles.directory)", work: .bytes(directory.file()))]
  }
}
