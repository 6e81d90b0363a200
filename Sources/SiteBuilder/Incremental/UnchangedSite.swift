import CivilTime
import Files
import Readers

/// Finds that there is nothing to do: that everything the last build was made of is as it was, and so is everything
/// that it made. Changes nothing, and so needs no lock.
struct UnchangedSite {
  private let cache: BuildCache
  private let output: OutputFolder
  private let threads: Int

  init(_ cache: BuildCache, _ output: OutputFolder, threads: Int) {
    self.cache = cache
    self.output = output
    self.threads = threads
  }

  /// What there is to say of a build that is made of the same; `nil` if there is something to do, or might be.
  /// O(files).
  func summary(_ identity: Fingerprint?, now: Instant) throws(BuildError) -> BuildSummary? {
    guard let identity, cache.identity == identity, cache.period.contains(now.secondsSinceEpoch),
      cache.idle.contains(ConditionalCache.clock), let parent = try output.existingParent(), output.isAtRest(in: parent)
    else { return nil }
    let state = try output.state(in: parent)
    guard let folder = state.folder, let manifest = state.manifest, !state.hasRemains, !state.hasLockInside,
      Fingerprint(manifest.bytes) == cache.manifest
    else { return nil }
    let expected = cache.records.map { $0.stamp }.filter { $0 != .none }.map { Optional($0) }
    guard try PublishedFiles.stamps(manifest, folder, threads: threads) == expected else { return nil }
    var summary = BuildSummary()
    summary.unchanged = manifest.paths.count
    summary.pages = cache.pages
    summary.events = cache.events
    summary.withheld = cache.withheld
    summary.warnings = cache.warnings
    summary.foreign = try ForeignFiles.all(in: folder.root, own: manifest.paths.count, of: [manifest])
    return summary
  }
}
