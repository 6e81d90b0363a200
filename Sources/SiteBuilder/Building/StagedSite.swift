import Gate
import Publishing
import Readers
import Themes

/// A site that is rendered and not yet published.
struct StagedSite {
  let audience: Audience?
  let staged: SitePublisher.Staged
  private let output: OutputFolder
  /// What was read.
  private let read: BuildSummary
  /// What the cache is to remember of the inputs.
  private let memory: PreparedSite.Memory
  private let theme: String
  private let names: [BuildCache.Name]
  /// The identity of the inputs before they were read; `nil` if unknown.
  private let identity: Fingerprint?
  /// Told once, so not cached: a build with nothing to do repeats the warnings of the cache.
  private let themeChange: String?

  /// - Parameters:
  ///   - prepared: what was rendered.
  ///   - last: the cache of the last build; `nil` if there is none, or that build's files are gone.
  init(
    _ prepared: PreparedSite, _ staged: SitePublisher.Staged, for audience: Audience?, in output: OutputFolder,
    after last: BuildCache?, identity: Fingerprint?
  ) {
    (self.audience, self.staged, self.output, self.identity) = (audience, staged, output, identity)
    (memory, theme, names) = (prepared.memory, prepared.themeLabel, prepared.names)
    var read = prepared.summary
    read.secondsUntilDue = prepared.secondsUntilDue
    self.read = read
    themeChange = last.flatMap { Theme.change(from: $0.theme, to: prepared.themeLabel) }
  }

  /// Its folder below the output folder.
  var path: String { audience?.output ?? "" }

  /// What the build did, and read.
  func summary(_ result: SitePublisher.Result) -> BuildSummary {
    var summary = result.summary
    summary.add(read, in: "")
    summary.warnings += result.warnings + [themeChange].compactMap { $0 }
    return summary
  }

  /// What the next build is to know, and where it is kept; `nil` if the user has no folder for it.
  /// - Parameter base: the identity of the inputs now, but for those elsewhere.
  func cache(
    _ result: SitePublisher.Result, base: Fingerprint?, isOfFleet: Bool
  ) -> (cache: BuildCache, place: BuildCache.Place)? {
    guard let place = BuildCache.Place(of: output, isOfFleet: isOfFleet) else { return nil }
    var summary = summary(result)
    summary.warnings = memory.isWhole ? read.warnings : []
    let elsewhere = memory.isWhole ? memory.elsewhere : []
    // The identity is recorded only if it was the same before and after reading; otherwise the inputs may have changed
    // meanwhile.
    let isSure = memory.isWhole && BuildIdentity.of(base, elsewhere: elsewhere) == identity
    let cache = BuildCache(
      identity: isSure ? identity : nil, validity: memory.validity.and(Validity(period: result.period)),
      manifest: Fingerprint(result.manifest.bytes), elsewhere: elsewhere, theme: theme, summary: summary,
      records: result.records, names: names, blocks: result.blocks, scan: result.scan)
    return (cache, place)
  }
}
