import Bytes
import CalendarPages
import CivilTime
import Events
import Files
import Foundation
import Readers
import Settling
import TimeZones

/// A build, as a sequence of values: ``BuildInputs``, ``LoadedContent``, then for each audience ``PublicContent``,
/// ``SettledSites``, ``PreparedSite``; ``SitePublisher`` renders and publishes.
package struct Build {
  private let options: BuildOptions
  private let shared: SharedParts

  /// - Parameter shared: what several builds have in common.
  package init(_ options: BuildOptions, shared: SharedParts = SharedParts()) {
    (self.options, self.shared) = (options, shared)
  }

  /// Builds the site, or the sites of all audiences.
  /// - Parameters:
  ///   - progress: called from any thread with the number of files done and the total.
  ///   - fetching: the same for remote calendars, before anything is read.
  ///   - waiting: called with a line for the user when another build has to be waited for.
  package func run(
    progress: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
    fetching: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
    waiting: (String) -> Void = { _ in }
  ) throws(BuildError) -> BuildSummary {
    if let jobs = options.jobs, jobs < 1 { throw .usage("--jobs \(jobs): at least 1") }
    let output = try OutputFolder(options.output, content: options.reading.content)
    let now = try options.reading.instant()
    let earlier = try Earlier(options, output, shared)
    let changes = try ChangeFile(options.changes, output, options.shard)
    if options.reading.asking != .always, let summary = try unchanged(output, earlier, now: now) {
      try changes?.write(unchanged: output, content: options.reading.content)
      return summary
    }
    // Without the lock of the output folder: servers may be slow.
    let remote = try RemoteCalendars(options.reading, shared, progress: fetching)
    let (parent, made) = try output.makeParent()
    do throws(BuildError) {
      let lock = try OutputLock(output, in: parent, waiting: waiting)
      defer { lock.release() }
      return try publish(output, in: parent, earlier, now, remote, changes, progress, waiting)
    } catch {
      // Another site of a fleet may be about to use them.
      if !options.isOfFleet { for (outer, name) in made.reversed() { outer.removeFolder(ifEmpty: name) } }
      throw error
    }
  }

  // MARK: Earlier builds

  /// What earlier builds left, and the inputs as they are before anything is read.
  private struct Earlier {
    /// The folders of sites below the output folder; `nil` if the only site is in that folder itself.
    let folders: [String]?
    /// The workers that remain of sites that no longer are.
    let workers: [String]
    /// By the folder of the site.
    private var caches: [String: (cache: BuildCache, identity: Fingerprint?)] = [:]
    /// The identity of the inputs of a site of which nothing is known.
    private let identity: Fingerprint?

    init(_ options: BuildOptions, _ output: OutputFolder, _ shared: SharedParts) throws(BuildError) {
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
  }

  /// The summary of a build with nothing to do; `nil` if anything may have changed.
  private func unchanged(
    _ output: OutputFolder, _ earlier: Earlier, now: Instant
  ) throws(BuildError) -> BuildSummary? {
    func site(_ path: String, _ folder: OutputFolder) throws(BuildError) -> BuildSummary? {
      guard let cache = earlier.cache(path) else { return nil }
      // Of all parts the same is said, also by one that needs nothing.
      let mark = try mark(now: now, elsewhere: cache.elsewhere)
      return try UnchangedSite(cache, folder, mark, threads: options.threads).summary(
        earlier.identity(path), now: now)
    }
    guard let folders = earlier.folders else {
      guard var summary = try site("", output) else { return nil }
      summary.indexes = [(nil, options.output + "/index.html")]
      return summary
    }
    let audiences = readAudiences(at: options.reading.content, zones: try shared.system().table)
    guard !audiences.isEmpty, audiences.map({ $0.output }) == folders, try SiteFolders.areComplete(in: output) else {
      return nil
    }
    var summary = BuildSummary()
    for audience in audiences {
      let folder = try SiteFolders.folder(audience.output, of: output, content: options.reading.content)
      guard let found = try site(audience.output, folder) else { return nil }
      summary.add(found, in: audience.output + "/")
      summary.indexes.append((audience.name, "\(options.output)/\(audience.output)/index.html"))
    }
    if let folder = try reaching({ () throws(FileFailure) in try FolderPath.open(output.real) }) {
      summary.foreign += try ForeignFiles.all(in: folder, outside: folders).filter { !earlier.workers.contains($0) }
    }
    return summary
  }

  /// What the manifest of a part of the site says of it; `nil` if all of it is built.
  private func mark(now: Instant, elsewhere: [String]) throws(BuildError) -> ShardMark? {
    guard let shard = options.shard else { return nil }
    return ShardMark(shard, of: try BuildIdentity.shared(options, now: now, elsewhere: elsewhere, shared))
  }

  // MARK: Publishing

  /// A site that is rendered and not yet published.
  private struct StagedSite {
    let output: OutputFolder
    let audience: Audience?
    let staged: SitePublisher.Staged
    /// What the cache is to say, and a warning that is given once; the identity is not known yet.
    var cache: (_ result: SitePublisher.Result, _ base: Fingerprint?) -> BuildCache
    var summary: BuildSummary
    var warnings: [String]

    /// Its folder below the output folder.
    var path: String { audience?.output ?? "" }
  }

  /// Builds and publishes while holding the lock of the output folder. All sites are rendered before the first is
  /// published: if one can't be, the last good ones stay.
  private func publish(
    _ output: OutputFolder, in parent: Folder, _ earlier: Earlier, _ now: Instant, _ remote: RemoteCalendars,
    _ changes: ChangeFile?, _ progress: @Sendable @escaping (Int, Int) -> Void, _ waiting: (String) -> Void
  ) throws(BuildError) -> BuildSummary {
    try output.cleanBeside(in: parent)
    let folders = try SiteFolders(output, in: parent, content: options.reading.content)
    let parts = try Parts(options, now: now, remote, hashes: earlier.hashes, shared)
    let audiences: [Audience?] = parts.audiences.isEmpty ? [nil] : parts.audiences
    let paths = audiences.map { $0?.output ?? "" }
    var locks: [OutputLock] = []
    defer { for lock in locks { lock.release() } }
    var made: [(outer: Folder, name: String)] = []
    var sites: [StagedSite] = []
    do throws(BuildError) {
      try folders.begin(paths)
      for audience in audiences {
        sites.append(
          try stage(
            audience, output, in: parent, folders, parts, earlier, progress
          ) { folder throws(BuildError) in
            let (parent, new) = try folder.makeParent()
            made += new
            locks.append(try OutputLock(folder, in: parent, waiting: waiting))
            try folder.cleanBeside(in: parent)
            return parent
          })
      }
      try changes?.stage(
        sites.map { ($0.path, $0.staged.manifest) }, over: folders, worker: ServiceWorker.removal(parts.theme))
    } catch {
      changes?.abandon()
      for site in sites { site.staged.abandon() }
      while let lock = locks.popLast() { lock.release() }
      for (outer, name) in made.reversed() { outer.removeFolder(ifEmpty: name) }
      folders.abandon()
      throw error
    }
    let base = BuildIdentity.of(options, shared)
    var summary = BuildSummary()
    var caches: [(BuildCache, BuildCache.Place)] = []
    var results: [SitePublisher.Result] = []
    for site in sites { results.append(try site.staged.publish()) }
    try changes?.publish()
    for (site, result) in zip(sites, results) {
      try result.commit()
      var made = result.summary
      made.events = site.summary.events
      made.warnings = site.summary.warnings + result.warnings + site.warnings
      made.withheld = site.summary.withheld
      made.assumedZone = site.summary.assumedZone
      made.unrefreshed = site.summary.unrefreshed
      made.problems = site.summary.problems
      made.secondsUntilDue = site.summary.secondsUntilDue
      if let place = BuildCache.Place(of: site.output, isOfFleet: options.isOfFleet) {
        caches.append((site.cache(result, base), place))
      }
      summary.add(made, in: site.audience.map { $0.output + "/" } ?? "")
      let folder = site.audience.map { "\(options.output)/\($0.output)" } ?? options.output
      summary.indexes.append((site.audience?.name, folder + "/index.html"))
    }
    let rest = try folders.end(paths, worker: ServiceWorker.removal(parts.theme), waiting)
    summary.removed += rest.removed
    summary.foreign += rest.foreign
    for (cache, place) in caches { cache.write(to: place) }
    return summary
  }

  /// Renders the site of an audience beside what is published.
  /// - Parameter enter: takes the lock of the folder of an audience, and returns the folder's parent.
  private func stage(
    _ audience: Audience?, _ output: OutputFolder, in parent: Folder, _ folders: SiteFolders, _ parts: Parts,
    _ earlier: Earlier, _ progress: @Sendable @escaping (Int, Int) -> Void,
    enter: (OutputFolder) throws(BuildError) -> Folder
  ) throws(BuildError) -> StagedSite {
    let path = audience?.output ?? ""
    let folder = try SiteFolders.folder(path, of: output, content: options.reading.content)
    // The lock of the output folder is already held.
    let parent = audience == nil ? parent : try enter(folder)
    let state = try folders.state(of: path, folder, in: parent)
    try folder.requireRoom(for: options.shard, in: state)
    let cache = earlier.cache(path)
    let workers = state.files.filter(ServiceWorker.isWorker)
    let published = Deferred.begun { () throws(BuildError) in try PublishedFiles(state, cache, threads: 1) }
    func rendered() throws(BuildError) -> (PreparedSite, SitePublisher.Staged) {
      let prepared = try prepare(parts, edge: .window, for: audience, workers: workers)
      let publisher = SitePublisher(
        prepared: prepared, output: folder, parent: parent, state: state, published: published,
        scanned: cache?.scan, precompress: options.precompress,
        mark: try mark(now: parts.now, elsewhere: prepared.elsewhere), shared: shared, threads: options.threads,
        progress: progress)
      return (prepared, try publisher.stage())
    }
    let hadPictures = PictureLibrary.found != nil
    let made: (PreparedSite, SitePublisher.Staged)
    do throws(BuildError) { made = try rendered() } catch {
      // Only drawing shows that a library can't be used; the site has no pictures then, and no page names one.
      guard hadPictures, PictureLibrary.isUseless else { throw error }
      made = try rendered()
    }
    let (prepared, staged) = made
    var summary = BuildSummary()
    summary.events = prepared.sites[0].shownEvents
    summary.warnings = prepared.warnings
    summary.withheld = prepared.withheld
    summary.assumedZone = prepared.assumedZone
    summary.unrefreshed = parts.content.unrefreshed
    summary.problems = parts.content.problemCount
    summary.secondsUntilDue = prepared.secondsUntilDue
    // Told once: a build with nothing to do repeats the warnings of the cache.
    let themeChange =
      state.manifest == nil ? nil : cache.flatMap { Theme.change(from: $0.theme, to: prepared.themeLabel) }
    let identity = earlier.identity(path)
    let (validity, elsewhere, theme, names) = (
      prepared.validity, prepared.isRemembered ? prepared.elsewhere : [], prepared.themeLabel, prepared.names
    )
    let isRemembered = prepared.isRemembered
    let counts = summary
    return StagedSite(
      output: folder, audience: audience, staged: staged,
      cache: { result, base in
        var summary = result.summary
        summary.events = counts.events
        summary.withheld = counts.withheld
        summary.unrefreshed = counts.unrefreshed
        summary.problems = counts.problems
        summary.warnings = isRemembered ? counts.warnings : []
        // The identity is recorded only if it was the same before and after reading; otherwise the inputs may have
        // changed meanwhile.
        let isSure = isRemembered && BuildIdentity.of(base, elsewhere: elsewhere) == identity
        return BuildCache(
          identity: isSure ? identity : nil, period: result.period.clamped(to: validity.period),
          idle: validity.idle, manifest: Fingerprint(result.manifest.bytes), elsewhere: elsewhere, theme: theme,
          summary: summary, records: result.records, names: names, blocks: result.blocks, scan: result.scan)
      }, summary: summary, warnings: [themeChange].compactMap { $0 })
  }

  // MARK: Preparing

  /// What the sites of all audiences are made from, read once.
  private struct Parts {
    let inputs: BuildInputs
    let now: Instant
    let dataFiles: SiteDataFiles?
    let content: LoadedContent
    let theme: Theme
    let deadline: NetworkDeadline
    /// Held until it is made.
    private let language: Deferred<Void, Never>

    /// - Parameter hashes: content hashes of the last build's files that are named by them, keyed by input fingerprint.
    init(
      _ options: BuildOptions, now: Instant, _ remote: RemoteCalendars, hashes: [Fingerprint: UInt64],
      _ shared: SharedParts
    ) throws(BuildError) {
      let inputs = try BuildInputs(options, now: now, shared)
      deadline = remote.deadline
      self.inputs = inputs
      self.now = now
      // These need nothing from the content and run while it is read.
      dataFiles =
        inputs.module == nil || options.shard.map { !$0.hasData && !$0.hasSearch } ?? false
        ? nil
        : SiteDataFiles(
          known: hashes, zones: inputs.system.table, shared, threads: inputs.threads)
      let folder = options.templates ?? Theme.ownFolder
      let usualTheme = Deferred.begun { () throws(BuildError) in
        try shared.theme(try ThemeLayers(own: folder, name: nil))
      }
      // So do its words and the names of the locale, which are found there when they are needed.
      let configuration = remote.configuration
      language = Deferred.begun {
        guard let configuration, let tag = SiteSettings.languages(configuration, inputs).first else { return }
        _ = shared.locale(tag, SystemLocale.Customs(configuration))
        if configuration.look.theme == nil, let theme = try? usualTheme.value() {
          _ = try? shared.words(of: theme, in: tag)
        }
      }
      content = try LoadedContent(
        folder: options.reading.content, zones: inputs.system.table, fetched: remote.fetched, threads: inputs.threads,
        reading: options.reading)
      try content.requireReadable()
      // A theme of site.yml that can't be used is refused, unless another is used.
      let refusals = content.refusals(templates: options.templates)
      if !refusals.isEmpty { throw .content(refusals.map { "\($0)" }) }
      // Usually site.yml names no theme.
      let own = content.ownTemplates(options.templates)
      let name = content.content.configuration.look.theme
      theme =
        if name != nil || own != folder {
          try shared.theme(try ThemeLayers(own: own, name: name))
        } else {
          try usualTheme.value()
        }
    }

    var audiences: [Audience] { content.content.configuration.audiences }
  }

  /// Reads the content and plans a site by itself: that of the audience that the options name, otherwise of the first;
  /// nothing is rendered or written.
  /// - Parameters:
  ///   - edge: the target of links to sections outside of the window.
  ///   - last: the site as it was prepared before: its data whose inputs are unchanged is not made to know its names.
  ///   - fetching: called from any thread with the number of remote calendars fetched and the total.
  package func prepare(
    edge: Links.Edge, after last: PreparedSite? = nil,
    fetching: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(BuildError) -> PreparedSite {
    let parts = try Parts(
      options, now: try options.reading.instant(), try RemoteCalendars(options.reading, shared, progress: fetching),
      hashes: last?.names.hashes ?? [:],
      shared
    )
    let audience = try parts.content.audience(named: options.audience) ?? parts.audiences.first
    return try prepare(parts, edge: edge, for: audience, isAlone: true)
  }

  /// - Parameters:
  ///   - audience: for whom the site is; `nil`: everybody.
  ///   - isAlone: whether the address of the command line is that of the site itself. Such a site is a preview, which
  ///     browsers must not keep.
  ///   - workers: the paths of service workers that earlier builds published.
  private func prepare(
    _ parts: Parts, edge: Links.Edge, for audience: Audience?, isAlone: Bool = false, workers: [String] = []
  ) throws(BuildError) -> PreparedSite {
    let (inputs, content, theme) = (parts.inputs, parts.content, parts.theme)
    let reader = Reader(audience: audience, bound: inputs.privacy)
    let configured = reader.settings(content.content.configuration)
    let tags = SiteSettings.languages(configured, inputs)
    let folder = isAlone ? "" : audience.map { $0.output + "/" } ?? ""
    var languages: [(settings: SiteSettings, words: CompiledWords)] = []
    for index in tags.indices {
      let words = try shared.words(of: theme, in: tags[index])
      let settings = try SiteSettings(
        configured, inputs, edge: edge, in: folder, language: index, words: words.words)
      languages.append((settings, words.dated(settings.locale)))
    }
    let settings = languages[0].settings
    func published(_ language: (settings: SiteSettings, words: CompiledWords)) -> PublicContent {
      content.redacted(
        for: reader,
        BusyTime(
          title: language.words.words[.more], zone: settings.zones[0], window: settings.links.window))
    }
    let main = published(languages[0])
    // These run in the background while days are settled.
    let (store, configuration) = (main.store, main.configuration)
    let fingerprints = Deferred.begun { EventFingerprints(store, threads: inputs.threads) }
    // Pages have the same names in all languages.
    let spelling = SlugSpelling(locale: settings.locale.identifier)
    let slugs = Deferred.begun { EventSlugs(store, spelling) }
    // Whoever sees only busy time has nothing to search for.
    let search =
      main.privacy < .busy && inputs.module?.search != nil && options.shard?.hasSearch ?? true
      ? Deferred.begun { SearchIndexFiles(main, slugs.value()) } : nil
    let deadline = parts.deadline.whileLocked
    let now = parts.now
    let isOffline = options.reading.asking == .never
    let weather = Deferred.begun {
      WeatherLoading(configuration, store, settings.zones[0], now: now, until: deadline, isOffline: isOffline).fetched
    }
    let stale = content.stale(for: reader, in: store, now: now)
    let colors = EventColors(store, on: theme.colors)
    let style = SiteStyle(configuration.look, footer: main.footer.html, on: theme.colors)
    let partials = style.partials(settings.links, hasFonts: theme.hasFonts)
    let templates = theme.templates.with(partials)
    let conferences = content.conferences
    let catalog = Deferred.begun {
      FeedCatalog(main, conferences: conferences, locale: String(decoding: settings.locale.identifier, as: UTF8.self))
    }
    let offered = SiteLanguages(languages)
    let worker = ServiceWorker(
      isAlone ? .removed : configured.offline, earlier: workers.filter { !content.hasStatic($0) })
    var editions: [SiteEdition] = []
    var names: [BuildCache.Name] = []
    var report = ExpansionReport()
    for (index, language) in languages.enumerated() {
      let published = index == 0 ? main : published(language)
      var seen = offered
      seen?.own = index
      let settled = SettledSites(published, language.settings, language.words.words, seen, slugs: slugs, catalog)
      report.formUnion(settled.report)
      var assets = PublishedAssets(
        theme, language.words, store.calendars.map { String(decoding: $0.color, as: UTF8.self) }, own: colors.rules,
        style: style.css(way: "../" + Plan.wayUp(from: language.settings.root)),
        module: inputs.module, worker: worker.address(root: language.settings.root), hasLanguages: offered != nil,
        hasSecond: configured.secondCalendar != nil, hasColumns: configured.columns.kind != .none,
        hasWeather: configured.weather != nil, shared)
      let pictures = PictureSet(of: settled.all, theme)
      if let pictures {
        assets.names[.pictures] = settled.all[0].site.url + Array(Picture.folder.utf8)
        assets.pictures = pictures.events(of: settled.all[0].site)
      }
      var sites = settled.all.map { $0.with(assets, weather.value().value, stale) }
      sites[0].pictures = pictures
      let events =
        index == 0 ? fingerprints.value() : EventFingerprints(published.store, threads: inputs.threads)
      let data =
        options.shard?.hasData ?? true
        ? try parts.dataFiles?.make(sites, assets.names, templates, events, hasEventPages: settings.hasEventPages)
        : parts.dataFiles?.makeZones()
      names += data?.names ?? []
      var files = data?.files ?? []
      if let search {
        files += try search.value().files(sites, hasEventPages: settings.hasEventPages, data: files)
      }
      editions.append(
        SiteEdition(
          sites: sites, published: published, events: events, assets: assets, data: files,
          offlineWords: language.words.offline))
    }
    let fetched = weather.value()
    var found =
      content.warnings + theme.unusedPartials(partials) + style.problems(configuration).map { "\($0)" }
      + content.staleWarnings(now: now) + fetched.warnings + colors.warnings
      + catalog.value().warnings + LimitWarnings.pages(main.notes).map { "\($0)" }
    for line in languages.flatMap({ $0.words.errors }).map({ "\($0)" }) where !found.contains(line) {
      found.append(line)
    }
    found += LimitWarnings.lines(report, of: content, in: main)
    let locales = languages.map { $0.settings.locale }
    let words = languages.map { $0.words.words }
    let said =
      languages.flatMap { _, words in
        [words.words.packed, words.words.todayScript] + words.scripts.map { $0.bytes }
      } + (offered.map { [$0.packed] } ?? []) + catalog.value().texts
    return PreparedSite(
      sites: editions.flatMap { $0.sites }, theme: theme, templates: templates,
      jobs: try content.addingStatics(
        to: Plan.jobs(editions) { paths in
          worker.files(editions, paths: paths, theme, level: reader.privacy(content.content.configuration))
        }, of: editions.flatMap { $0.sites }
      ).filter { options.shard?.has($0.file.path) ?? true },
      events: editions.flatMap { edition in edition.sites.map { _ in edition.events } }, names: names,
      withheld: main.withheld,
      unrefreshed: content.unrefreshed, problems: content.problemCount,
      warnings: found
        + [
          PublishedModule.warning, UserCache.warning(),
          settings.url.isEmpty || !theme.hasPictures ? nil : PictureLibrary.note,
        ].compactMap { $0 },
      elsewhere: content.content.outside + content.copies + fetched.files
        + [configuration.templates, configuration.network.access.certificates].compactMap { $0 },
      validity: fetched.validity.and(content.validity(now: now)),
      scan: Deferred { () throws(BuildError) in
        let texts = PublishedTexts(
          main, settings, locales, words: words, said: said, zones: inputs.system.table, module: inputs.module)
        return try OutputScan(content, main, texts)
      },
      assumedZone: settings.isZoneAssumed ? String(decoding: settings.zones[0].identifier, as: UTF8.self) : nil,
      audience: audience?.name, audiences: parts.audiences.map { $0.name },
      // Both name files and events, whether they are published or not.
      isRemembered: main.isWhole || found.isEmpty && content.content.outside.isEmpty)
  }
}
