import CivilTime

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

  /// What there is to say of a build of these options; `nil` if there is something to do, or might be.
  /// O(files and bytes of the content).
  func summary(_ options: BuildOptions, now: Instant) throws(BuildError) -> BuildSummary? {
    guard let identity = cache.identity, cache.period.contains(now.secondsSinceEpoch) else { return nil }
    let state = try output.state()
    guard let folder = state.folder, let manifest = state.manifest, !state.hasRemains,
      Fingerprint(manifest.bytes) == cache.manifest, isAsPublished(folder, manifest),
      BuildIdentity.of(options, elsewhere: cache.elsewhere) == identity
    else { return nil }
    var summary = BuildSummary()
    summary.unchanged = manifest.paths.count
    summary.pages = cache.pages
    summary.events = cache.events
    summary.withheld = cache.withheld
    summary.warnings = cache.warnings
    summary.foreign = try Publication.foreignFiles(in: folder, manifest)
    return summary
  }

  /// Whether nobody wrote to, or removed, any file of the site.
  private func isAsPublished(_ folder: Folder, _ manifest: Manifest) -> Bool {
    let stamps = cache.records.lazy.map { $0.stamp }.filter { $0 != .none }
    let expected = Array(stamps)
    guard expected.count == manifest.paths.count else { return false }
    let found = inParallel(manifest.paths.count, threads: threads) { range -> [Bool] in
      let same = range.allSatisfy { index in
        // A path ends where its line does.
        var name = manifest.bytes[manifest.paths[index]].map { CChar(bitPattern: $0) }
        name.append(0)
        return folder.stamp(name) == expected[index]
      }
      return [same]
    }
    return !found.contains(false)
  }
}
