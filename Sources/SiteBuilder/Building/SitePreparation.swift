import Bytes
import CalendarPages
import CivilTime
import Events
import Files
import Gate
import Mustache
import OutputScan
import Publishing
import Readers
import Settling
import SiteTerms
import Themes
import TimeZones

/// Settles and plans the site of a reader; nothing is rendered or written. Slow work that does not need the settled
/// days runs in the background meanwhile.
struct SitePreparation {
  private typealias Language = (settings: SiteSettings, words: CompiledWords)

  private let parts: BuildParts
  private let audience: Audience?
  private let shared: SharedParts
  private let reader: Reader
  private let languages: [Language]
  /// All languages as each page offers them; `nil` if there is one.
  private let offered: SiteLanguages?
  /// What is published, in the first language.
  private let main: PublicContent
  private let background: Background
  private let look: Look
  private let worker: ServiceWorker
  private let isAlone: Bool
  private let stale: [StaleCalendar]

  private var inputs: BuildInputs { parts.inputs }
  private var content: GatedContent { parts.content }
  private var configuration: SiteConfiguration { main.configuration }
  /// Those of the first language.
  private var settings: SiteSettings { languages[0].settings }

  /// - Parameters:
  ///   - edge: the target of links to sections outside of the window.
  ///   - audience: for whom the site is; `nil`: everybody.
  ///   - isAlone: whether the address of the command line is that of the site itself. Such a site is a preview, which
  ///     browsers must not keep.
  ///   - workers: the paths of service workers that earlier builds published.
  init(
    _ parts: BuildParts, edge: Links.Edge, for audience: Audience?, isAlone: Bool, workers: [String],
    _ shared: SharedParts
  ) throws(BuildError) {
    let content = parts.content
    (self.parts, self.audience, self.shared, self.isAlone) = (parts, audience, shared, isAlone)
    reader = Reader(audience: audience, bound: parts.inputs.privacy)
    let configured = reader.settings(content.configuration)
    languages = try Self.languages(
      configured, parts, edge: edge, in: isAlone ? "" : audience.map { $0.output + "/" } ?? "", shared)
    offered = SiteLanguages(languages)
    let settings = languages[0].settings
    main = Self.published(content, reader, languages[0], as: settings)
    background = Background(main, settings, parts, isAlone: isAlone)
    look = Look(main, settings, parts.theme)
    stale = content.stale(for: reader, in: main.store, now: parts.inputs.now)
    worker = ServiceWorker(
      mode: isAlone ? .removed : configured.offline, earlier: workers.filter { !content.hasStatic($0) })
  }

  private static func languages(
    _ configuration: SiteConfiguration, _ parts: BuildParts, edge: Links.Edge, in folder: String, _ shared: SharedParts
  ) throws(BuildError) -> [Language] {
    var languages: [Language] = []
    for (index, tag) in SiteSettings.languages(configuration, parts.inputs).enumerated() {
      let words = try shared.words(of: parts.theme, in: tag)
      let settings = try SiteSettings(
        configuration, parts.inputs, edge: edge, in: folder, language: index, words: words.words)
      languages.append((settings, words.dated(settings.locale)))
    }
    return languages
  }

  /// The content as the reader sees it, in a language.
  /// - Parameter settings: those of the first language.
  private static func published(
    _ content: GatedContent, _ reader: Reader, _ language: Language, as settings: SiteSettings
  ) -> PublicContent {
    content.redacted(
      for: reader,
      BusyTime(title: language.words.words[.more], zone: settings.zones[0], window: settings.links.window))
  }

  // MARK: What runs meanwhile

  /// Values that are made in the background while days are settled.
  private struct Background {
    let fingerprints: Deferred<EventFingerprints, Never>
    /// Pages have the same names in all languages.
    let slugs: Deferred<EventSlugs, Never>
    /// `nil` if nothing can be searched for.
    let search: Deferred<SearchIndexFiles, Never>?
    let weather: Deferred<WeatherLoading, Never>
    let catalog: Deferred<FeedCatalog, Never>

    init(_ main: PublicContent, _ settings: SiteSettings, _ parts: BuildParts, isAlone: Bool) {
      let (inputs, store, configuration) = (parts.inputs, main.store, main.configuration)
      let reading = inputs.options.reading
      fingerprints = Deferred.begun { EventFingerprints(store, threads: inputs.threads) }
      let spelling = SlugSpelling(locale: settings.locale.identifier)
      let slugs = Deferred.begun { EventSlugs(store, spelling) }
      self.slugs = slugs
      // Whoever sees only busy time has nothing to search for.
      let isSearched =
        main.privacy < .busy && settings.pages.hasSearch && inputs.module?.search != nil
        && inputs.options.shard?.hasSearch ?? true
      let index: @Sendable () -> SearchIndexFiles = { SearchIndexFiles(main, slugs.value()) }
      search = !isSearched ? nil : isAlone ? Deferred(index) : Deferred.begun(index)
      let deadline = parts.deadline.whileLocked
      weather = Deferred.begun {
        WeatherLoading(
          configuration, store, settings.zones[0], now: inputs.now, until: deadline,
          isOffline: reading.asking == .never)
      }
      let conferences = parts.content.conferences
      catalog = Deferred.begun {
        FeedCatalog(
          main, conferences: conferences, locale: String(decoding: settings.locale.identifier, as: UTF8.self))
      }
    }
  }

  /// The theme, as site.yml and the events change it.
  private struct Look {
    let colors: EventColors
    let style: SiteStyle
    /// Templates of the site's own, by name.
    let partials: [String: [UInt8]]
    let templates: TemplateSet

    init(_ main: PublicContent, _ settings: SiteSettings, _ theme: Theme) {
      colors = EventColors(main.store, on: theme.colors)
      style = SiteStyle(main.configuration.look, footer: main.footer.html, on: theme.colors)
      partials = style.partials(settings.links, hasFonts: theme.hasFonts)
      templates = theme.templates.with(partials)
    }
  }

  // MARK: Steps

  /// The site, planned.
  func site() throws(BuildError) -> PreparedSite {
    var editions: [SiteEdition] = []
    var names: [BuildCache.Name] = []
    var report = ExpansionReport()
    for index in languages.indices { editions.append(try edition(index, &names, &report)) }
    let sites = editions.flatMap { $0.sites }
    let warnings = warnings(report)
    return PreparedSite(
      sites: sites, theme: parts.theme, templates: look.templates, jobs: try jobs(editions, sites),
      onRequest: isAlone ? searchFiles(editions) : nil,
      events: editions.flatMap { edition in edition.sites.map { _ in edition.events } }, names: names,
      summary: summary(warnings, sites[0].shownEvents), memory: memory(warnings), scan: scan(),
      audiences: (audience?.name, parts.audiences.map { $0.name }))
  }

  /// The site in one of its languages.
  /// - Parameters:
  ///   - index: that of the language.
  ///   - names: gets the input fingerprints of files that are named by their content hashes.
  ///   - report: gets what limits left out.
  private func edition(
    _ index: Int, _ names: inout [BuildCache.Name], _ report: inout ExpansionReport
  ) throws(BuildError) -> SiteEdition {
    let language = languages[index]
    let published = index == 0 ? main : Self.published(content, reader, language, as: settings)
    var seen = offered
    seen?.own = index
    let settled = SettledSites(
      published, language.settings, language.words.words, seen, slugs: background.slugs, background.catalog)
    report.formUnion(settled.report)
    var assets = assets(language, hasSearch: settled.all[0].site.hasSearch)
    let pictures = PictureSet(of: settled.all, parts.theme)
    if let pictures {
      assets.names[.pictures] = settled.all[0].site.url + Array(Picture.folder.utf8)
      assets.pictures = pictures.events(of: settled.all[0].site)
    }
    var sites = settled.all.map { $0.with(assets, background.weather.value().weather, stale) }
    sites[0].pictures = pictures
    let events =
      index == 0 ? background.fingerprints.value() : EventFingerprints(published.store, threads: inputs.threads)
    return SiteEdition(
      sites: sites, published: published, events: events, assets: assets,
      data: try data(sites, events, &names), offlineWords: language.words.offline)
  }

  private func assets(_ language: Language, hasSearch: Bool) -> PublishedAssets {
    let rules = PublishedAssets.Rules(
      calendars: main.store.calendars.map { String(decoding: $0.color, as: UTF8.self) }, events: look.colors.rules,
      style: look.style.css(way: "../" + Plan.wayUp(from: language.settings.root)))
    let features = PublishedAssets.Features(
      hasLanguages: offered != nil, hasSecondCalendar: configuration.secondCalendar != nil,
      hasColumns: configuration.pages.columns.kind != .none, hasSearch: hasSearch,
      hasWeather: configuration.weather != nil)
    return PublishedAssets(
      parts.theme, language.words, rules, features, module: inputs.module,
      worker: worker.address(root: language.settings.root), shared)
  }

  /// The files below `data/`.
  private func data(
    _ sites: [RenderedSite], _ events: EventFingerprints, _ names: inout [BuildCache.Name]
  ) throws(BuildError) -> [Plan.File] {
    let made =
      inputs.options.shard?.hasData ?? true
      ? try parts.dataFiles?.make(sites, look.templates, events)
      : parts.dataFiles?.makeZones()
    names += made?.names ?? []
    let files = made?.files ?? []
    guard let search = background.search, !isAlone else { return files }
    return files + (try search.value().files(sites, data: files))
  }

  /// The files for searching of a preview: few who look at a change search for it.
  private func searchFiles(_ editions: [SiteEdition]) -> Deferred<[Plan.File], BuildError>? {
    guard let search = background.search else { return nil }
    return Deferred { () throws(BuildError) in
      let index = search.value()
      var files: [Plan.File] = []
      for edition in editions {
        for file in try index.files(edition.sites, data: edition.data) {
          files.append(Plan.File(path: edition.sites[0].root + file.path, work: file.work))
        }
      }
      return files
    }
  }

  /// Every file of the site, or of its part that is built.
  private func jobs(_ editions: [SiteEdition], _ sites: [RenderedSite]) throws(BuildError) -> [PreparedSite.Job] {
    let planned = Plan.jobs(editions) { paths in
      worker.files(editions, paths: paths, parts.theme, level: reader.privacy(content.configuration))
    }
    let jobs = try content.addingStatics(to: planned, of: sites)
    guard let shard = inputs.options.shard else { return jobs }
    return jobs.filter { shard.has($0.file.path) }
  }

  /// What was repaired, skipped or left out, one line each, except what this computer lacks.
  private func warnings(_ report: ExpansionReport) -> [String] {
    var found = content.warnings
    found += parts.theme.unusedPartials(look.partials)
    found += look.style.problems(configuration).map { "\($0)" }
    found += content.staleWarnings(now: inputs.now)
    found += background.weather.value().warnings
    found += look.colors.warnings
    found += background.catalog.value().warnings
    found += LimitWarnings.pages(main.notes).map { "\($0)" }
    for line in languages.flatMap({ $0.words.errors }).map({ "\($0)" }) where !found.contains(line) {
      found.append(line)
    }
    return found + content.limits(report, in: main)
  }

  private func summary(_ warnings: [String], _ shownEvents: Int) -> BuildSummary {
    var summary = BuildSummary()
    summary.events = shownEvents
    summary.withheld = main.withheld
    summary.unrefreshed = content.unrefreshed
    summary.problems = content.problemCount
    summary.assumedZone =
      settings.isZoneAssumed ? String(decoding: settings.zones[0].identifier, as: UTF8.self) : nil
    let lacks = [
      PublishedModule.warning, UserCache.warning(),
      settings.url.isEmpty || !parts.theme.hasPictures ? nil : PictureLibrary.note,
    ]
    summary.warnings = warnings + lacks.compactMap { $0 }
    return summary
  }

  private func memory(_ warnings: [String]) -> PreparedSite.Memory {
    let fetched = background.weather.value()
    let named = [configuration.templates, configuration.network.access.certificates].compactMap { $0 }
    let outside = content.outside
    return PreparedSite.Memory(
      elsewhere: outside + content.copies + fetched.files + named,
      validity: fetched.validity.and(content.validity(now: inputs.now)),
      // Warnings and outside paths name files and events, whether these are published or not.
      isWhole: main.isWhole || warnings.isEmpty && outside.isEmpty)
  }

  /// The search for what is withheld.
  private func scan() -> Deferred<OutputScan?, BuildError> {
    let (content, main, settings, inputs) = (content, main, settings, inputs)
    let locales = languages.map { $0.settings.locale }
    let words = languages.map { $0.words.words }
    let pages = languages.flatMap { _, words in
      [words.words.packed, words.words.todayScript] + words.scripts.map { $0.bytes }
    }
    let said = pages + (offered.map { [$0.packed] } ?? []) + background.catalog.value().texts
    return Deferred { () throws(BuildError) in
      let texts = PublishedTexts(
        main, locales, words: words, site: (settings.title, settings.description, settings.url), said: said,
        zones: inputs.system.table, modules: inputs.module?.all ?? [])
      return try content.searched { loaded throws(BuildError) in try OutputScan(loaded, main, texts) }
    }
  }
}
