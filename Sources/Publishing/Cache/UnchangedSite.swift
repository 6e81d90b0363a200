import CivilTime
import Files

/// Detects that there is nothing to do: all inputs of the last build are unchanged, and so are all files that it wrote.
/// Changes nothing, and so needs no lock.
package struct UnchangedSite {
  private let cache: BuildCache
  private let output: OutputFolder
  /// Which part of the site is built; `nil`: all of it.
  private let mark: ShardMark?
  private let threads: Int

  package init(_ cache: BuildCache, _ output: OutputFolder, _ mark: ShardMark?, threads: Int) {
    self.cache = cache
    self.mark = mark
    self.output = output
    self.threads = threads
  }

  /// The summary of a build with nothing to do; `nil` if anything may have changed. O(files).
  /// - Parameters:
  ///   - now: what pages show as the present.
  ///   - clock: seconds since 1970, by the clock.
  package func summary(_ identity: Fingerprint?, now: Instant, clock: Int64) throws(BuildError) -> BuildSummary? {
    guard let identity, cache.identity == identity, cache.period.contains(now.secondsSinceEpoch),
      cache.idle.contains(clock), let parent = try output.existingParent(), output.isAtRest(in: parent)
    else { return nil }
    let state = try output.state(in: parent)
    guard let folder = state.folder, let manifest = state.manifest, !state.hasRemains, !state.hasLockInside,
      Fingerprint(manifest.bytes) == cache.manifest, manifest.mark == mark
    else { return nil }
    let expected = cache.records.map { $0.stamp }.filter { $0 != .none }.map { Optional($0) }
    guard try PublishedFiles.stamps(manifest, folder, threads: threads) == expected else { return nil }
    var summary = BuildSummary()
    summary.unchanged = manifest.paths.count
    summary.files = manifest.paths.count + 1
    summary.bytes = cache.records.reduce(manifest.bytes.count) { $1.stamp == .none ? $0 : $0 + $1.bytes }
    summary.pages = cache.pages
    summary.events = cache.events
    summary.withheld = cache.withheld
    summary.unrefreshed = cache.unrefreshed
    summary.problems = cache.problems
    summary.secondsUntilDue = Validity(idle: cache.idle).secondsUntilDue(at: clock)
    summary.warnings = cache.warnings
    summary.foreign = try ForeignFiles.all(in: folder.root, own: manifest.paths.count, of: [manifest])
    return summary
  }
}
