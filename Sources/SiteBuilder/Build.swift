import Bytes
import CalendarPages
import CivilTime
import Events
import Files
import Foundation
import ICalendar
import Readers
import Settling
import TimeZones

/// What `build` is told.
public struct BuildOptions: Sendable {
  public var reading: ReadingOptions
  public var templates: String?
  public var output: String
  public var baseURL: String?
  public var privacy: String?
  /// Threads; `nil` is one a core.
  public var jobs: Int?
  /// Whether text files are published compressed too, for servers that send such files as they are.
  public var precompress: Bool

  public init(
    reading: ReadingOptions, templates: String? = nil, output: String = "Output", baseURL: String? = nil,
    privacy: String? = nil, jobs: Int? = nil, precompress: Bool = false
  ) {
    self.reading = reading
    self.templates = templates
    self.output = output
    self.baseURL = baseURL
    self.privacy = privacy
    self.jobs = jobs
    self.precompress = precompress
  }
}

/// What a build did.
public struct BuildSummary: Sendable {
  public var written = 0
  public var unchanged = 0
  public var removed = 0
  public var pages = 0
  public var events = 0
  /// Files in the output folder that are somebody else's, and were left alone.
  public var foreign: [String] = []
  /// What was repaired, skipped or left out, a line each.
  public var warnings: [String] = []
  /// How many events are PRIVATE or CONFIDENTIAL and therefore not on the site.
  public var withheld = 0
  /// Where to begin reading.
  public var index = ""
}

/// Plan, render, publish.
public struct Build {
  private let options: BuildOptions

  public init(_ options: BuildOptions) { self.options = options }

  private var threads: Int { options.jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Builds the site.
  /// - Parameters:
  ///   - progress: called from any thread with how many files are done of how many.
  ///   - waiting: called with a line for the user when another build has to be waited for.
  public func run(
    progress: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
    waiting: (String) -> Void = { _ in }
  ) throws(BuildError) -> BuildSummary {
    if let jobs = options.jobs, jobs < 1 { throw .usage("--jobs \(jobs): at least 1") }
    let output = try OutputFolder(options.output, content: options.reading.content)
    let place = BuildCache.Place(of: output)
    let now = try options.reading.instant()
    let cache = place.flatMap { BuildCache(at: $0) }
    let identity = BuildIdentity.of(options, elsewhere: cache?.elsewhere ?? [])
    if let cache, let summary = try UnchangedSite(cache, output, threads: threads).summary(identity, now: now) {
      return said(summary)
    }
    let (parent, made) = try output.makeParent()
    do throws(BuildError) {
      let lock = try OutputLock(output, in: parent, waiting: waiting)
      defer { lock.release() }
      let (summary, made) = try publish(output, in: parent, cache, identity, now, threads, progress)
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

  /// Builds and publishes, alone in the output folder.
  /// - Parameter identity: what the build was to be made of when it began.
  private func publish(
    _ output: OutputFolder, in parent: Folder, _ cache: BuildCache?, _ identity: Fingerprint?, _ now: Instant,
    _ threads: Int,
    _ progress: @Sendable @escaping (Int, Int) -> Void
  ) throws(BuildError) -> (BuildSummary, BuildCache) {
    try output.cleanBeside(in: parent)
    let state = try output.state(in: parent)
    let published = Pending { () throws(BuildError) in try PublishedFiles(state, cache, threads: 1) }
    let prepared = try prepare(edge: .window, now: now, hashes: cache?.hashes ?? [:])
    let options = options
    let identityAfter = Pending { () throws(BuildError) in BuildIdentity.of(options, elsewhere: prepared.elsewhere) }
    let result = try SitePublisher(
      prepared: prepared, output: output, parent: parent, state: state, published: published,
      precompress: options.precompress,
      threads: threads, progress: progress
    ).run()
    var summary = result.summary
    summary.events = prepared.sites[0].shownEvents
    summary.warnings = prepared.warnings
    summary.withheld = prepared.withheld
    // Only what was the same before and after it was read is surely what the site was made of.
    let isSure = try identityAfter.value() == identity
    let made = BuildCache(
      identity: isSure ? identity : nil, period: result.period.clamped(to: prepared.period), idle: prepared.idle,
      manifest: Fingerprint(result.manifest.bytes),
      elsewhere: prepared.elsewhere, summary: summary, records: result.records, names: prepared.names)
    return (summary, made)
  }

  /// Reads the content and plans the site; nothing is rendered or written.
  /// - Parameter edge: where links to sections outside the window lead.
  public func prepare(edge: Links.Edge) throws(BuildError) -> PreparedSite {
    try prepare(edge: edge, now: try options.reading.instant(), hashes: [:])
  }

  /// - Parameter hashes: those of the last build's files that are named by them, by what they were made of.
  private func prepare(edge: Links.Edge, now: Instant, hashes: [Fingerprint: UInt64]) throws(BuildError) -> PreparedSite
  {
    let system = try ReadingOptions.system()
    // The command line is checked before anything is read, so that a slip is told at once.
    var zones: [Zone] = []
    for name in options.reading.zones { zones.append(try ReadingOptions.zone(name, system)) }
    let module = try PublishedModule.read()
    let dataFiles =
      module == nil
      ? nil
      : SiteDataFiles(known: hashes, zones: system.table, database: BuildIdentity.database(), threads: threads)
    let folder = options.templates ?? Theme.ownFolder
    let pendingTheme = Pending { () throws(BuildError) in try Theme(folder: folder, Shapes()) }
    let loaded = try LoadedContent(folder: options.reading.content, zones: system.table, threads: threads)
    try loaded.requireReadable()
    try requireFullPrivacy(loaded)
    let published = loaded.redacted(under: .published)
    if zones.isEmpty {
      for name in published.configuration.zones {
        zones.append(try ReadingOptions.zone(String(decoding: name, as: UTF8.self), system))
      }
    }
    if zones.isEmpty { zones.append(system.local() ?? .utc) }
    // While days are settled.
    let (store, threads) = (published.store, self.threads)
    let pendingFingerprints = Pending { () throws(BuildError) in EventFingerprints(store, threads: threads) }
    let pendingSlugs = Pending { () throws(BuildError) in EventSlugs(store) }
    let (configuration, zone) = (published.configuration, zones[0])
    let pendingWeather = Pending { () throws(BuildError) in WeatherLoading(configuration, store, zone, now: now) }
    let window = try options.reading.window(published.configuration.window, now: zones[0].day(at: now))
    var report = ExpansionReport()
    let sites = try sites(published, zones, pendingSlugs, window: window, edge: edge, now: now, &report)
    let theme = try pendingTheme.value()
    let weather = try pendingWeather.value()
    let assets = PublishedAssets(
      theme, store.calendars.map { String(decoding: $0.color, as: UTF8.self) }, module: module)
    let rendered = sites.map { $0.with(assets.names, weather.weather) }
    var jobs = jobs(rendered, assets, published)
    let fingerprints = try pendingFingerprints.value()
    let data = try dataFiles?.make(
      rendered, assets.names, theme.templates, fingerprints,
      hasEventPages: published.configuration.hasEventPages)
    jobs += (data?.files ?? []).map { PreparedSite.Job(site: 0, file: $0) }
    return PreparedSite(
      sites: rendered, theme: theme, jobs: jobs, events: fingerprints, names: data?.names ?? [],
      withheld: published.withheld,
      warnings: loaded.warnings + weather.warnings + Self.limits(report, store, path: loaded.path(of:))
        + [PublishedModule.warning, UserCache.warning()].compactMap { $0 },
      elsewhere: loaded.content.outside + weather.files,
      period: weather.period, idle: weather.idle)
  }

  // MARK: Plan

  /// Redaction comes with the privacy levels; until then nothing that asks for one is published.
  private func requireFullPrivacy(_ loaded: LoadedContent) throws(BuildError) {
    let configuration = loaded.content.configuration
    if let privacy = options.privacy, privacy != "full" {
      let known = Privacy.allCases.contains { $0.name == privacy }
      throw .usage(
        known
          ? "--privacy \(privacy): this version publishes in full only; leave the option out or keep the content back"
          : "--privacy \(privacy): no such level; it is full, titles or busy, and this version knows full only")
    }
    if configuration.privacy != .full {
      let message =
        "this version publishes in full only; nothing is published under privacy: \(configuration.privacy.name)"
      throw .content(["\(configuration.problem(.error, at: "privacy", message))"])
    }
    for calendar in loaded.content.calendars {
      if let privacy = calendar.privacy, privacy != .full {
        let message =
          "this version publishes in full only; nothing is published while calendar "
          + "\(String(decoding: calendar.name, as: UTF8.self)) has privacy: \(privacy.name)"
        throw .content(["\(configuration.problem(.error, at: "calendars", message))"])
      }
    }
  }

  private func sites(
    _ published: PublicContent, _ zones: [Zone], _ pendingSlugs: Pending<EventSlugs>, window: Range<CivilDate>,
    edge: Links.Edge, now: Instant,
    _ report: inout ExpansionReport
  ) throws(BuildError) -> [RenderedSite] {
    let configuration = published.configuration
    let locale = SystemLocale.table(
      configuration.locale ?? "en", firstWeekday: configuration.firstWeekday,
      twelveHours: configuration.hourCycle.map { $0 == .h12 })
    let kinds = ViewKinds(ViewKind.allCases.filter { configuration.views.contains("\($0.name)") })
    var links = Links(window: window, kinds: kinds, rules: locale.weekRules, edge: edge)
    let title = configuration.title.isEmpty ? [UInt8]("Calendar") : configuration.title.onOneLine
    var url = options.baseURL.map { Array($0.utf8) } ?? configuration.url
    if !url.isEmpty, url.last != 0x2F { url.append(0x2F) }
    if let given = options.baseURL, !SafeLink.isSafe(url) || !given.hasPrefix("http") {
      throw .usage("--base-url \(given): no address; write https://example.org/calendar/")
    }
    let notes = Notes(
      published.notes.map { note in
        var page = NotePage(title: note.title.onOneLine, slug: note.slug, html: note.html, day: nil, eventUID: [])
        switch note.placement {
        case .day(let date): page.day = date
        case .event(let uid): page.eventUID = uid
        case .page: break
        }
        return page
      })
    let feeds = FeedParts(published.store)
    var slugs: EventSlugs?
    var made: [RenderedSite] = []
    for (index, zone) in zones.enumerated() {
      let prefix = index == 0 ? "" : "zone/\(String(decoding: ZoneSpelling.slug(of: zone.identifier), as: UTF8.self))/"
      if made.contains(where: { $0.prefix == prefix || $0.site.zone == zone }) { continue }
      links.skipped = zone.skippedDates
      var days = DayStore(published.store, zone: zone)
      let wanted = Plan.settledDays(links)
      let date = zone.day(at: now)
      // The index shows the month of today, or of the published day nearest to it.
      let today = links.nearestDay(to: date).civilMonth
      // The window first: what a limit leaves out should not be left out of it for the sake of days
      // that only the corners of a year or a month page show.
      if !wanted.isEmpty {
        days.load(window)
        days.load(wanted)
      }
      var index = DayStore(published.store, zone: zone)
      index.load((today.firstDay.adding(days: -7) ?? .first)..<(today.lastDay.adding(days: 8) ?? .last))
      let shown = days.occurrences(meeting: window)
      if slugs == nil { slugs = try pendingSlugs.value() }
      let pages = EventPages(
        published.store, shown: configuration.hasEventPages ? shown : [], slugs: slugs ?? EventSlugs())
      report = days.report
      let site = Site(
        title: title, description: configuration.description.onOneLine,
        url: url.isEmpty ? [] : url + Array(prefix.utf8),
        locale: locale, words: .english, links: links, zone: zone, today: date, events: published.store,
        eventPages: pages,
        notes: notes, assets: .none, notices: [], weather: nil)
      made.append(
        RenderedSite(
          site: site, days: days, indexDays: index, prefix: prefix, description: configuration.description,
          feeds: feeds, slugs: slugs ?? EventSlugs(), shownEvents: shown.count))
    }
    return made
  }

  /// Everything that is to be written, with the site it is part of.
  private func jobs(_ sites: [RenderedSite], _ assets: PublishedAssets, _ published: PublicContent) -> [PreparedSite
    .Job]
  {
    var jobs: [PreparedSite.Job] = []
    for (index, site) in sites.enumerated() {
      var plan = Plan()
      plan.add(site.site, prefix: site.prefix)
      for note in published.notes {
        for image in note.images {
          let work = image.drawing.map { Plan.Work.bytes($0) } ?? .copy(image.file)
          plan.add(site.prefix + String(decoding: image.published, as: UTF8.self), work)
        }
      }
      jobs += plan.files.map { PreparedSite.Job(site: index, file: $0) }
    }
    var plan = Plan()
    plan.add("404.html", .missing)
    for file in assets.files { plan.add(file.path, .bytes(file.bytes)) }
    let site = sites[0].site
    plan.add("manifest.webmanifest", .bytes(SiteFiles.webManifest(site)))
    plan.add("robots.txt", .bytes(SiteFiles.robots(site)))
    if !site.url.isEmpty { plan.add("sitemap.xml", .bytes(SiteFiles.siteMap(site, jobs.map { $0.file }))) }
    jobs += plan.files.map { PreparedSite.Job(site: 0, file: $0) }
    var seen: Set<String> = []
    return jobs.filter { seen.insert($0.file.path).inserted }
  }

  static func limits(_ report: ExpansionReport, _ store: EventStore, path: (Event) -> String) -> [String] {
    var lines = Set(report.truncated).sorted().map { index in
      let event = store.events[Int(index)]
      let uid = String(decoding: quoted(store.text(event.uid, of: event)), as: UTF8.self)
      return
        "\(path(event)):\(event.line):1: warning: \(uid) has more than \(RecurrenceLimits.occurrencesPerEvent) "
        + "occurrences in the window; the later ones are left out"
    }
    for index in Set(report.unfinished).sorted() {
      let event = store.events[Int(index)]
      let uid = String(decoding: quoted(store.text(event.uid, of: event)), as: UTF8.self)
      lines.append(
        "\(path(event)):\(event.line):1: warning: the rule of \(uid) was searched for \(RecurrenceLimits.searchSteps) "
          + "steps without a match; what may come later is left out"
      )
    }
    if report.isFull {
      lines.append(
        "warning: more than 5,000,000 occurrences in the window; the later ones are left out; narrow it with --from "
          + "and --to"
      )
    }
    return lines
  }
}
