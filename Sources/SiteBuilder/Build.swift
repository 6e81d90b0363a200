import Bytes
import CalendarPages
import CivilTime
import Events
import Files
import Foundation
import Readers

/// A build, as a sequence of values: ``BuildInputs``, ``LoadedContent``, ``PublicContent``, ``SettledSites``,
/// ``PreparedSite``; then ``SitePublisher`` renders and publishes.
package struct Build {
  private let options: BuildOptions

  package init(_ options: BuildOptions) { self.options = options }

  /// Builds the site.
  /// - Parameters:
  ///   - progress: called from any thread with the number of files done and the total.
  ///   - waiting: called with a line for the user when another build has to be waited for.
  package func run(
    progress: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
    waiting: (String) -> Void = { _ in }
  ) throws(BuildError) -> BuildSummary {
    if let jobs = options.jobs, jobs < 1 { throw .usage("--jobs \(jobs): at least 1") }
    let output = try OutputFolder(options.output, content: options.reading.content)
    let place = BuildCache.Place(of: output)
    let now = try options.reading.instant()
    let cache = place.flatMap { BuildCache(at: $0) }
    let identity = BuildIdentity.of(options, elsewhere: cache?.elsewhere ?? [])
    if let cache, let summary = try UnchangedSite(cache, output, threads: options.threads).summary(identity, now: now) {
      return said(summary)
    }
    let (parent, made) = try output.makeParent()
    do throws(BuildError) {
      let lock = try OutputLock(output, in: parent, waiting: waiting)
      defer { lock.release() }
      let (summary, made) = try publish(output, in: parent, cache, identity, now, progress)
      if let place { made.write(to: place) }
      return said(summary)
    } catch {
      for (outer, name) in made.reversed() { outer.removeFolder(ifEmpty: name) }
      throw error
    }
  }

  private func said(_ summary: BuildSummary) -> BuildSummary {
    var summary = summary
    summary.index = options.output + "/index.html"
    return summary
  }

  /// Builds and publishes while holding the lock of the output folder.
  /// - Parameter identity: the identity of the build's inputs when it began.
  private func publish(
    _ output: OutputFolder, in parent: Folder, _ cache: BuildCache?, _ identity: Fingerprint?, _ now: Instant,
    _ progress: @Sendable @escaping (Int, Int) -> Void
  ) throws(BuildError) -> (BuildSummary, BuildCache) {
    try output.cleanBeside(in: parent)
    let state = try output.state(in: parent)
    let published = Deferred.begun { () throws(BuildError) in try PublishedFiles(state, cache, threads: 1) }
    let prepared = try prepare(edge: .window, now: now, hashes: cache?.hashes ?? [:])
    let options = options
    let identityAfter = Deferred.begun { BuildIdentity.of(options, elsewhere: prepared.elsewhere) }
    let result = try SitePublisher(
      prepared: prepared, output: output, parent: parent, state: state, published: published,
      scanned: cache?.scan, precompress: options.precompress, threads: options.threads, progress: progress
    ).run()
    var summary = result.summary
    summary.events = prepared.sites[0].shownEvents
    summary.warnings = prepared.warnings + result.warnings
    summary.withheld = prepared.withheld
    let themeChange =
      state.manifest == nil ? nil : cache.flatMap { Theme.change(from: $0.theme, to: prepared.themeFolder) }
    // The identity is recorded only if it was the same before and after reading; otherwise the inputs may have changed
    // meanwhile.
    let isSure = identityAfter.value() == identity
    let made = BuildCache(
      identity: isSure ? identity : nil, period: result.period.clamped(to: prepared.validity.period),
      idle: prepared.validity.idle, manifest: Fingerprint(result.manifest.bytes),
      elsewhere: prepared.elsewhere, theme: prepared.themeFolder, summary: summary, records: result.records,
      names: prepared.names, scan: result.scan)
    // Reported once: a build with nothing to do repeats the cached warnings.
    if let themeChange { summary.warnings.append(themeChange) }
    return (summary, made)
  }

  /// Reads the content and plans the site; nothing is rendered or written.
  /// - Parameter edge: the target of links to sections outside of the window.
  package func prepare(edge: Links.Edge) throws(BuildError) -> PreparedSite {
    try prepare(edge: edge, now: try options.reading.instant(), hashes: [:])
  }

  /// - Parameters:
  ///   - audience: for whom the site is; `nil`: everybody.
  ///   - hashes: content hashes of the last build's files that are named by them, keyed by input fingerprint.
  private func prepare(
    edge: Links.Edge, now: Instant, hashes: [Fingerprint: UInt64], for audience: Audience? = nil
  ) throws(BuildError) -> PreparedSite {
    let inputs = try BuildInputs(options, now: now)
    // These need nothing from the content and run while it is read.
    let dataFiles =
      inputs.module == nil
      ? nil
      : SiteDataFiles(
        known: hashes, zones: inputs.system.table, database: BuildIdentity.database(), threads: inputs.threads)
    let folder = options.templates ?? Theme.ownFolder
    let usualTheme = Deferred.begun { () throws(BuildError) in try Theme(folder: folder) }
    let content = try LoadedContent(
      folder: options.reading.content, zones: inputs.system.table, threads: inputs.threads)
    try content.requireReadable()
    try requireTheme(content)
    let reader = Reader(audience: audience, bound: inputs.privacy)
    let settings = try SiteSettings(reader.settings(content.content.configuration), inputs, edge: edge)
    // Usually site.yml names no theme.
    let named = options.templates == nil ? content.content.configuration.templates : nil
    let theme = if let named { try Theme(folder: named) } else { try usualTheme.value() }
    let words = try theme.words.compiled(for: String(decoding: settings.locale.identifier, as: UTF8.self))
    let published = content.redacted(
      for: reader, BusyTime(title: words.words[.more], zone: settings.zones[0], window: settings.links.window))
    // These run in the background while days are settled.
    let (store, configuration) = (published.store, published.configuration)
    let fingerprints = Deferred.begun { EventFingerprints(store, threads: inputs.threads) }
    let slugs = Deferred.begun { EventSlugs(store) }
    let deadline = NetworkDeadline()
    let weather = Deferred.begun {
      WeatherLoading(configuration, store, settings.zones[0], now: now, until: deadline).fetched
    }
    let settled = SettledSites(published, settings, words.words, slugs: slugs)
    let fetched = weather.value()
    let colors = EventColors(store)
    let assets = PublishedAssets(
      theme, words, store.calendars.map { String(decoding: $0.color, as: UTF8.self) }, own: colors.rules,
      module: inputs.module)
    let sites = settled.all.map { $0.with(assets.names, fetched.value) }
    let data = try dataFiles?.make(
      sites, assets.names, theme.templates, fingerprints.value(), hasEventPages: settings.hasEventPages)
    return PreparedSite(
      sites: sites, theme: theme, jobs: Plan.jobs(sites, published, assets, data: data?.files ?? []),
      events: fingerprints.value(), names: data?.names ?? [], withheld: published.withheld,
      warnings: content.warnings + fetched.warnings
        + colors.warnings
        + LimitWarnings.lines(settled.report, of: content) {
          Int($0) < published.origins.count ? content.read.events[Int(published.origins[Int($0)])] : nil
        }
        + [PublishedModule.warning, UserCache.warning()].compactMap { $0 },
      elsewhere: content.content.outside + fetched.files + [configuration.templates].compactMap { $0 },
      validity: fetched.validity,
      scan: Deferred { () throws(BuildError) in
        let texts = PublishedTexts(published, settings, zones: inputs.system.table, module: inputs.module)
        return try OutputScan(content, published, texts)
      })
  }

  /// A theme of site.yml that can't be used is refused, unless another is used.
  private func requireTheme(_ loaded: LoadedContent) throws(BuildError) {
    let refusals = loaded.refusals(hasTheme: options.templates != nil)
    if !refusals.isEmpty { throw .content(refusals.map { "\($0)" }) }
  }
}
