import Bytes
import CalendarPages
import CivilTime
import Mustache
import OutputScan
import Publishing
import Readers
import Search
import Synchronization
import Themes

/// A site that has been read and planned: ready to be rendered, file by file, by any number of threads.
package final class PreparedSite: Sendable {
  let sites: [RenderedSite]
  let templates: TemplateSet
  /// Names the theme: see ``ThemeLayers/label``.
  let themeLabel: String
  /// Every file of the site, in the order of the plan.
  let jobs: [Job]
  /// Files of a preview that are made when one is first asked for: those for searching; `nil` if there are none.
  private let onRequest: Deferred<[Plan.File], BuildError>?
  /// One for each site.
  private let events: [EventFingerprints]
  /// The input fingerprints of files that are named by their content hashes.
  let names: [BuildCache.Name]
  /// Made on first use: a build goes through all files in order and does not need it.
  private let places = Mutex<[String: Int]?>(nil)
  /// What was read: warnings, problems, how much is withheld. Nothing of what publishing does.
  package let summary: BuildSummary
  let memory: Memory
  /// Made by the first file that is published or shown.
  let scan: Deferred<OutputScan?, BuildError>
  /// The name of the audience that it is for; `nil` if it is for everybody.
  package let audience: String?
  /// The names of all audiences.
  package let audiences: [String]

  /// What the cache of builds is to remember of the inputs.
  struct Memory: Sendable {
    /// Inputs outside of the content folder: targets of links, and cache files.
    var elsewhere: [String]
    /// How long fetched values stay valid.
    var validity: Validity
    /// Whether the cache may hold ``elsewhere`` and warnings: not if they may tell of what is withheld.
    var isWhole: Bool
  }

  struct Job: Sendable {
    /// An index of ``sites``.
    var site: Int
    var file: Plan.File

    /// What the scan for withheld texts has to know of it.
    var scanned: OutputScan.Source {
      switch file.work {
      case .copy: .copy
      case .picture: .drawing
      case .bytes where file.path.hasSuffix(".wasm") || file.path.hasSuffix(".wasm.gz"): .program
      case .data(let source): source.isWorld ? .program : .content
      default: .content
      }
    }
  }

  init(
    sites: [RenderedSite], theme: Theme, templates: TemplateSet, jobs: [Job],
    onRequest: Deferred<[Plan.File], BuildError>?, events: [EventFingerprints],
    names: [BuildCache.Name], summary: BuildSummary, memory: Memory, scan: Deferred<OutputScan?, BuildError>,
    audiences: (shown: String?, all: [String])
  ) {
    self.sites = sites
    self.templates = templates
    themeLabel = theme.label
    self.jobs = jobs
    self.onRequest = onRequest
    self.events = events
    self.names = names
    self.summary = summary
    self.memory = memory
    self.scan = scan
    (audience, self.audiences) = audiences
  }

  /// Frees the lines of feeds, which are made again if a feed is asked for after all.
  func releaseFeeds() {
    for site in sites { site.feeds.release() }
    // Not for each small site of a fleet.
    if jobs.count > 20_000 { returnFreedMemory() }
  }

  /// How many seconds from now a server has to be asked again; `nil` if none has.
  package var secondsUntilDue: Int64? { memory.validity.secondsUntilDue(at: ConditionalCache.clock) }

  /// The paths of all files of the window.
  package var paths: [String] { jobs.map { $0.file.path } }

  /// The input fingerprints of each site's files. O(days).
  func fingerprints() -> [SiteFingerprints] {
    let templates = SiteFingerprints.Templates(templates)
    return zip(sites, events).map { SiteFingerprints($0, $1, templates, program: BuildIdentity.program) }
  }

  /// Renders the file at a path: one in the window, or any section outside of it by its usual path
  /// (`calendar/2041-03.html`); `nil` if the site has no such path. Like a build, it fails if the file has a text that
  /// is withheld. For an outside section O(events of its days).
  package func render(_ path: String) throws(BuildError) -> [UInt8]? {
    var found = place(of: path).map { jobs[$0] } ?? outsideJob(path)
    if found == nil { found = try requestedJob(path) }
    guard let job = found else { return nil }
    var out: [UInt8] = []
    let site = site(of: job)
    var renderer = FileRenderer(site, templates)
    try renderer.render(job.file.work, into: &out)
    if let scan = try scan.value() {
      var search = OutputScan.Search(scan)
      // Of a picture, the document is searched that it is drawn from.
      let searched = if case .picture(let picture) = job.file.work { try site.svg(picture) } else { out }
      search.search(job.file.path, job.scanned, number: 0, [searched])
      let lines = scan.lines([search]) { _ in job.file.path }
      if !lines.isEmpty { throw .content(lines) }
    }
    return out
  }

  /// The index in ``jobs`` of a path.
  private func place(of path: String) -> Int? {
    places.withLock { places in
      if places == nil {
        places = Dictionary(
          jobs.enumerated().map { ($0.element.file.path, $0.offset) }, uniquingKeysWith: { first, _ in first })
      }
      return places![path]
    }
  }

  /// The job's site, with the days that it shows loaded.
  private func site(of job: Job) -> RenderedSite {
    let site = sites[job.site]
    guard place(of: job.file.path) == nil, case .page(let page) = job.file.work, let days = page.days(in: site.site)
    else { return site }
    return site.loading(days)
  }

  /// The file of ``onRequest`` at a path.
  private func requestedJob(_ path: String) throws(BuildError) -> Job? {
    guard let onRequest, path.contains("\(SearchFiles.folder)") else { return nil }
    return try onRequest.value().first { $0.path == path }.map { Job(site: 0, file: $0) }
  }

  /// The section that a path outside of the window names.
  private func outsideJob(_ path: String) -> Job? {
    for (index, site) in sites.enumerated().reversed() where path.hasPrefix(site.root + site.prefix) {
      let below = Array(path.utf8.dropFirst((site.root + site.prefix).utf8.count))
      guard let section = ViewSection(path: below, site.site.links) else { continue }
      return Job(site: index, file: Plan.File(path: path, work: .page(.section(section))))
    }
    return nil
  }
}

/// One thread's renderers, one per site, made on first use.
struct FileRenderers {
  private let prepared: PreparedSite
  private var all: [FileRenderer?]

  init(_ prepared: PreparedSite) {
    self.prepared = prepared
    all = Array(repeating: nil, count: prepared.sites.count)
  }

  mutating func render(_ job: PreparedSite.Job, into out: inout [UInt8]) throws(BuildError) {
    if all[job.site] == nil {
      all[job.site] = FileRenderer(prepared.sites[job.site], prepared.templates)
    }
    try all[job.site]!.render(job.file.work, into: &out)
  }
}
