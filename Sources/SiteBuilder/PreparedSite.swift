import Bytes
import CalendarPages
import CivilTime
import Mustache
import Synchronization

/// A site, read and planned: ready to be rendered, a file at a time, by any number of threads.
package final class PreparedSite: Sendable {
  let sites: [RenderedSite]
  let templates: TemplateSet
  /// The folder of the theme that replaces the default one, by its real path; empty for the default.
  let themeFolder: String
  /// Every file of the site, in the order of the plan.
  let jobs: [Job]
  private let events: EventFingerprints
  /// For the files that are named by their content hashes, the fingerprints of what they were made of.
  let names: [BuildCache.Name]
  /// Made when first asked for: a build goes through all files in order.
  private let places = Mutex<[String: Int]?>(nil)
  /// How many events are PRIVATE or CONFIDENTIAL and therefore left out.
  package let withheld: Int
  /// What was repaired, skipped or left out, a line each.
  package let warnings: [String]
  /// Files outside the content folder that the site was made of: those that links lead to, and what was fetched.
  let elsewhere: [String]
  /// How long what was fetched can be shown as it is.
  let validity: Validity

  struct Job: Sendable {
    /// An index of ``sites``.
    var site: Int
    var file: Plan.File
  }

  init(
    sites: [RenderedSite], theme: Theme, jobs: [Job], events: EventFingerprints, names: [BuildCache.Name],
    withheld: Int, warnings: [String], elsewhere: [String], validity: Validity
  ) {
    self.sites = sites
    templates = theme.templates
    themeFolder = theme.folder
    self.jobs = jobs
    self.events = events
    self.names = names
    self.withheld = withheld
    self.warnings = warnings
    self.elsewhere = elsewhere
    self.validity = validity
  }

  /// The paths of all files of the window.
  package var paths: [String] { jobs.map { $0.file.path } }

  /// What each site's files are made of. O(days).
  func fingerprints() -> [SiteFingerprints] {
    let templates = SiteFingerprints.Templates(templates)
    return sites.map { SiteFingerprints($0, events, templates, program: BuildIdentity.program) }
  }

  /// Renders the file of a path: one of the window's, or any section outside of it by its ordinary path
  /// (`calendar/2041-03.html`); `nil` if the path is none of the site's. For an outside section O(what its
  /// days hold).
  package func render(_ path: String) throws(BuildError) -> [UInt8]? {
    guard let job = place(of: path).map({ jobs[$0] }) ?? outsideJob(path) else { return nil }
    var out: [UInt8] = []
    var renderer = FileRenderer(site(of: job), templates)
    try renderer.render(job.file.work, into: &out)
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

  /// The job's site, with the days at hand that it shows.
  private func site(of job: Job) -> RenderedSite {
    let site = sites[job.site]
    guard place(of: job.file.path) == nil, case .page(let page) = job.file.work, let days = page.days(in: site.site)
    else { return site }
    return site.loading(days)
  }

  /// The section that a path outside the window names.
  private func outsideJob(_ path: String) -> Job? {
    for (index, site) in sites.enumerated().reversed() where path.hasPrefix(site.prefix) {
      guard let section = ViewSection(path: Array(path.utf8.dropFirst(site.prefix.utf8.count)), site.site.links) else {
        continue
      }
      return Job(site: index, file: Plan.File(path: path, work: .page(.section(section))))
    }
    return nil
  }
}

/// The renderers of one thread, a site's each made when first asked for.
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
