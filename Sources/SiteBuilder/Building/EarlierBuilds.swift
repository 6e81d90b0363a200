import CivilTime
import Files
import Gate
import Publishing
import Readers

/// What earlier builds left, and the inputs as they are before anything is read.
struct EarlierBuilds {
  private let options: BuildOptions
  private let output: OutputFolder
  private let shared: SharedParts
  /// The folders of sites below the output folder; `nil` if the only site is in that folder itself.
  private let folders: [String]?
  /// Service workers left by removed sites.
  private let workers: [String]
  /// By the folder of the site.
  private var caches: [String: (cache: BuildCache, identity: Fingerprint?)] = [:]
  /// The identity of the inputs of a site that has no cache.
  private let identity: Fingerprint?

  init(_ options: BuildOptions, _ output: OutputFolder, _ shared: SharedParts) throws(BuildError) {
    (self.options, self.output, self.shared) = (options, output, shared)
    let recorded = try SiteFolders.recorded(in: output)
    folders = recorded?.folders
    workers = recorded?.workers ?? []
    let base = BuildIdentity.of(options, shared)
    identity = BuildIdentity.of(base, elsewhere: [])
    for path in folders ?? [""] {
      let folder = try SiteFolders.folder(path, of: output, content: options.reading.content)
      let place = BuildCache.Place(of: folder, isOfFleet: options.isOfFleet)
      guard let cache = place.flatMap({ BuildCache(at: $0) }) else { continue }
      caches[path] = (cache, BuildIdentity.of(base, elsewhere: cache.elsewhere))
    }
  }

  func cache(_ path: String) -> BuildCache? { caches[path]?.cache }

  func identity(_ path: String) -> Fingerprint? { caches[path].map { $0.identity } ?? identity }

  /// Content hashes of files that are named by them, keyed by input fingerprint.
  var hashes: [Fingerprint: UInt64] {
    caches.values.reduce(into: [:]) { all, known in all.merge(known.cache.names.hashes) { first, _ in first } }
  }

  /// The summary of a build with nothing to do; `nil` if anything may have changed.
  func unchanged(now: Instant) throws(BuildError) -> BuildSummary? {
    guard let folders else {
      guard var summary = try unchanged("", output, now: now) else { return nil }
      summary.indexes = [(nil, options.output + "/index.html")]
      return summary
    }
    let zones = try shared.system().table
    let audiences = readConfiguration(at: options.reading.content, zones: zones)?.audiences ?? []
    guard !audiences.isEmpty, audiences.map({ $0.output }) == folders, try SiteFolders.areComplete(in: output) else {
      return nil
    }
    var summary = BuildSummary()
    for audience in audiences {
      let folder = try SiteFolders.folder(audience.output, of: output, content: options.reading.content)
      guard let found = try unchanged(audience.output, folder, now: now) else { return nil }
      summary.add(found, in: audience.output + "/")
      summary.indexes.append((audience.name, "\(options.output)/\(audience.output)/index.html"))
    }
    if let folder = try reaching({ () throws(FileFailure) in try FolderPath.open(output.real) }) {
      summary.foreign += try ForeignFiles.all(in: folder, outside: folders).filter { !workers.contains($0) }
    }
    return summary
  }

  /// The same for the site in a folder.
  private func unchanged(_ path: String, _ folder: OutputFolder, now: Instant) throws(BuildError) -> BuildSummary? {
    guard let cache = cache(path) else { return nil }
    // Every shard's mark has the same fingerprint, even if the shard is unchanged.
    let mark = try BuildIdentity.mark(options, now: now, elsewhere: cache.elsewhere, shared)
    return try cache.unchanged(
      folder, mark, identity(path), now: now, clock: ConditionalCache.clock, threads: options.threads)
  }
}
