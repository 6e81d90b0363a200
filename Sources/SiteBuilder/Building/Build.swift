import CalendarPages
import CivilTime
import Files
import Gate
import Publishing
import Readers
import Themes

/// A build, as a sequence of values: ``BuildInputs``, ``LoadedContent``, then for each audience ``PublicContent``,
/// ``SettledSites``, ``PreparedSite``; ``SitePublisher`` renders and publishes.
package struct Build {
  private let options: BuildOptions
  private let shared: SharedParts

  /// - Parameter shared: what several builds have in common.
  package init(_ options: BuildOptions, shared: SharedParts = SharedParts()) {
    (self.options, self.shared) = (options, shared)
  }

  /// The callbacks that report the progress of a build.
  private struct Progress {
    /// Called from any thread with the number of files done and the total.
    var files: @Sendable (_ done: Int, _ all: Int) -> Void
    /// Called with a line for the user when another build has to be waited for.
    var waiting: (String) -> Void
  }

  /// Builds the site, or the sites of all audiences.
  /// - Parameters:
  ///   - progress: called from any thread with the number of files done and the total.
  ///   - fetching: the same for remote calendars, before anything is read.
  ///   - waiting: called with a line for the user when another build has to be waited for.
  package func run(
    progress: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
    fetching: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
    waiting: @escaping (String) -> Void = { _ in }
  ) throws(BuildError) -> BuildSummary {
    if let jobs = options.jobs, jobs < 1 { throw .usage("--jobs \(jobs): at least 1") }
    let output = try OutputFolder(options.output, content: options.reading.content)
    let now = try options.reading.instant()
    let earlier = try EarlierBuilds(options, output, shared)
    let changes = try ChangeFile(options.changes, output, options.shard)
    if options.reading.asking != .always, let summary = try earlier.unchanged(now: now) {
      try changes?.write(unchanged: output, content: options.reading.content)
      return summary
    }
    // Without the lock of the output folder: servers may be slow.
    let remote = try fetched(fetching)
    let (parent, made) = try output.makeParent()
    do throws(BuildError) {
      let lock = try OutputLock(output, in: parent, waiting: waiting)
      defer { lock.release() }
      try output.cleanBeside(in: parent)
      let folders = try SiteFolders(output, in: parent, content: options.reading.content)
      let parts = try BuildParts(options, now: now, remote, hashes: earlier.hashes, shared)
      let sites = try stage(
        parts, output, in: parent, folders, earlier, changes, Progress(files: progress, waiting: waiting))
      defer { sites.release() }
      return try publish(sites, folders, changes, parts, waiting)
    } catch {
      // Another site of a fleet may be about to use them.
      if !options.isOfFleet { for (outer, name) in made.reversed() { outer.removeFolder(ifEmpty: name) } }
      throw error
    }
  }

  /// Fetches the remote calendars that are due.
  private func fetched(
    _ progress: @Sendable @escaping (_ done: Int, _ all: Int) -> Void
  ) throws(BuildError) -> RemoteCalendars {
    try RemoteCalendars(options.reading, zones: try shared.system().table, progress: progress)
  }

  // MARK: Staging

  /// All sites of a build, rendered beside what is published: the locks of their folders are held, except that of the
  /// output folder itself.
  private struct StagedSites {
    var sites: [StagedSite] = []
    private var locks: [OutputLock] = []
    private var made: [(outer: Folder, name: String)] = []

    /// Takes the lock of the folder of an audience, and returns the folder's parent.
    mutating func enter(_ folder: OutputFolder, _ waiting: (String) -> Void) throws(BuildError) -> Folder {
      let (parent, new) = try folder.makeParent()
      made += new
      locks.append(try OutputLock(folder, in: parent, waiting: waiting))
      try folder.cleanBeside(in: parent)
      return parent
    }

    func release() { for lock in locks { lock.release() } }

    /// Removes what was staged, and releases the locks.
    func abandon() {
      for site in sites { site.staged.abandon() }
      for lock in locks.reversed() { lock.release() }
      for (outer, name) in made.reversed() { outer.removeFolder(ifEmpty: name) }
    }
  }

  /// Renders all sites before the first is published: if one can't be, the last good ones stay.
  private func stage(
    _ parts: BuildParts, _ output: OutputFolder, in parent: Folder, _ folders: SiteFolders, _ earlier: EarlierBuilds,
    _ changes: ChangeFile?, _ progress: Progress
  ) throws(BuildError) -> StagedSites {
    let audiences: [Audience?] = parts.audiences.isEmpty ? [nil] : parts.audiences
    var staged = StagedSites()
    do throws(BuildError) {
      try folders.begin(audiences.map { $0?.output ?? "" })
      for audience in audiences {
        let folder = try SiteFolders.folder(audience?.output ?? "", of: output, content: options.reading.content)
        // The lock of the output folder is already held.
        let parent = audience == nil ? parent : try staged.enter(folder, progress.waiting)
        staged.sites.append(try stage(audience, folder, in: parent, folders, parts, earlier, progress))
      }
      try changes?.stage(
        staged.sites.map { ($0.path, $0.staged.manifest) }, over: folders, worker: ServiceWorker.removal(parts.theme))
    } catch {
      changes?.abandon()
      staged.abandon()
      folders.abandon()
      throw error
    }
    return staged
  }

  /// Renders the site of an audience beside what is published.
  private func stage(
    _ audience: Audience?, _ folder: OutputFolder, in parent: Folder, _ folders: SiteFolders, _ parts: BuildParts,
    _ earlier: EarlierBuilds, _ progress: Progress
  ) throws(BuildError) -> StagedSite {
    let path = audience?.output ?? ""
    let state = try folders.state(of: path, folder, in: parent)
    try folder.requireRoom(for: options.shard, in: state)
    let cache = earlier.cache(path)
    let workers = state.files.filter(WorkerPath.isWorker)
    let published = Deferred.begun { () throws(BuildError) in try PublishedFiles(state, cache, threads: 1) }
    func rendered() throws(BuildError) -> (PreparedSite, SitePublisher.Staged) {
      let prepared = try SitePreparation(
        parts, edge: .window, for: audience, isAlone: false, workers: workers, shared
      ).site()
      let mark = try BuildIdentity.mark(
        options, now: parts.inputs.now, elsewhere: prepared.memory.elsewhere, shared)
      let publisher = SitePublisher(
        prepared: prepared, output: folder, parent: parent, state: state, published: published,
        scanned: cache?.scan, precompress: options.precompress, mark: mark, shared: shared, threads: options.threads,
        progress: progress.files)
      return (prepared, try publisher.stage())
    }
    let hadPictures = PictureLibrary.found != nil
    let made: (prepared: PreparedSite, staged: SitePublisher.Staged)
    do throws(BuildError) { made = try rendered() } catch {
      // Only drawing shows that a library can't be used; the site has no pictures then, and no page names one.
      guard hadPictures, PictureLibrary.isUseless else { throw error }
      made = try rendered()
    }
    return StagedSite(
      made.prepared, made.staged, for: audience, in: folder, after: state.manifest == nil ? nil : cache,
      identity: earlier.identity(path))
  }

  // MARK: Publishing

  /// Puts all sites in their places, then removes those that are no longer wanted, and remembers the build.
  private func publish(
    _ staged: StagedSites, _ folders: SiteFolders, _ changes: ChangeFile?, _ parts: BuildParts,
    _ waiting: (String) -> Void
  ) throws(BuildError) -> BuildSummary {
    let base = BuildIdentity.of(options, shared)
    var summary = BuildSummary()
    var caches: [(cache: BuildCache, place: BuildCache.Place)] = []
    let results = try staged.sites.map { site throws(BuildError) in try site.staged.publish() }
    try changes?.publish()
    for (site, result) in zip(staged.sites, results) {
      try result.commit()
      if let known = site.cache(result, base: base, isOfFleet: options.isOfFleet) { caches.append(known) }
      summary.add(site.summary(result), in: site.audience.map { $0.output + "/" } ?? "")
      let folder = site.audience.map { "\(options.output)/\($0.output)" } ?? options.output
      summary.indexes.append((site.audience?.name, folder + "/index.html"))
    }
    let rest = try folders.end(
      staged.sites.map { $0.path }, worker: ServiceWorker.removal(parts.theme), waiting)
    summary.removed += rest.removed
    summary.foreign += rest.foreign
    for (cache, place) in caches { cache.write(to: place) }
    return summary
  }

  // MARK: Preparing

  /// Reads the content and plans a site by itself: that of the audience that the options name, otherwise of the first;
  /// nothing is rendered or written.
  /// - Parameters:
  ///   - edge: the target of links to sections outside of the window.
  ///   - last: the site as it was prepared before: data with unchanged inputs is not made again just to know its names.
  ///   - fetching: called from any thread with the number of remote calendars fetched and the total.
  package func prepare(
    edge: Links.Edge, after last: PreparedSite? = nil,
    fetching: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(BuildError) -> PreparedSite {
    let parts = try BuildParts(
      options, now: try options.reading.instant(), try fetched(fetching), hashes: last?.names.hashes ?? [:], shared)
    let audience = try parts.content.audience(named: options.audience) ?? parts.audiences.first
    return try SitePreparation(parts, edge: edge, for: audience, isAlone: true, workers: [], shared).site()
  }
}
