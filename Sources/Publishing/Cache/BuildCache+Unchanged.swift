import CivilTime
import Files

extension BuildCache {
  /// The summary of a build with nothing to do: all inputs of the last build are unchanged, and so are all files that
  /// it wrote. `nil` if anything may have changed. Changes nothing, and so needs no lock. O(files).
  /// - Parameters:
  ///   - mark: which part of the site is built; `nil`: all of it.
  ///   - identity: that of the inputs now; `nil` if unknown.
  ///   - now: what pages show as the present.
  ///   - clock: seconds since 1970, by the clock.
  package func unchanged(
    _ output: OutputFolder, _ mark: ShardMark?, _ identity: Fingerprint?, now: Instant, clock: Int64, threads: Int
  ) throws(BuildError) -> BuildSummary? {
    guard let identity, self.identity == identity, validity.period.contains(now.secondsSinceEpoch),
      validity.idle.contains(clock), let parent = try output.existingParent(), output.isAtRest(in: parent)
    else { return nil }
    let state = try output.state(in: parent)
    guard let folder = state.folder, let manifest = state.manifest, !state.hasRemains, !state.hasLockInside,
      Fingerprint(manifest.bytes) == self.manifest, manifest.mark == mark
    else { return nil }
    let expected = records.map { $0.stamp }.filter { $0 != .none }.map { Optional($0) }
    guard try PublishedFiles.stamps(manifest, folder, threads: threads) == expected else { return nil }
    var summary = summary
    summary.unchanged = manifest.paths.count
    summary.files = manifest.paths.count + 1
    summary.bytes = records.reduce(manifest.bytes.count) { $1.stamp == .none ? $0 : $0 + $1.bytes }
    summary.secondsUntilDue = validity.secondsUntilDue(at: clock)
    summary.foreign = try ForeignFiles.all(in: folder.root, own: manifest.paths.count, of: [manifest])
    return summary
  }
}
