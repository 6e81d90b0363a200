import Dispatch
import Files
import Foundation
import OutputScan
import Publishing
import Synchronization

/// Renders a site's files on all cores and publishes those that differ from the published ones.
///
/// A file whose input fingerprint equals that of the last build, and that nobody has written to since, is not rendered.
/// All others are, and only those whose bytes differ are written.
struct SitePublisher {
  let prepared: PreparedSite
  let output: OutputFolder
  /// The parent of the output folder.
  let parent: Folder
  let state: OutputFolder.State
  /// The files published there.
  let published: Deferred<PublishedFiles, BuildError>
  /// Identifies what the published files were searched for; `nil` if unknown.
  let scanned: Fingerprint?
  let precompress: Bool
  /// Which part of the site it is; `nil`: all of it.
  let mark: ShardMark?
  /// What several builds have in common.
  let shared: SharedParts
  let threads: Int
  let progress: @Sendable (Int, Int) -> Void

  /// The number of files made from one file of the plan: itself, and its compressed copies.
  private var forms: Int { precompress ? 1 + Precompression.allCases.count : 1 }

  /// Renders the site. Nothing is published; if anything fails, nothing remains of it.
  func stage() throws(BuildError) -> Staged {
    let jobs = prepared.jobs
    let publication = try Publication(
      output, in: parent, state, folders: Publication.folders(of: jobs.lazy.map { $0.file.path }))
    let fingerprints = prepared.fingerprints()
    let published: PublishedFiles
    let scan: OutputScan?
    let entries: [Entry]
    do throws(BuildError) {
      published = try self.published.value()
      scan = try prepared.scan.value()
      entries = try renderAll(publication, fingerprints, published, scan)
    } catch {
      publication.abandon()
      throw error
    }
    let order = (0..<Int32(entries.count)).sorted {
      Manifest.precedes(entries[Int($0)].path, entries[Int($1)].path)
    }
    let listed = order.filter { entries[Int($0)].isPublished }
    let manifest = Manifest(count: listed.count, mark) { index in
      let entry = entries[Int(listed[index])]
      return Manifest.Entry(path: entry.path, bytes: entry.record.bytes, digest: entry.record.digest)
    }
    return Staged(
      publication: publication, published: published, entries: entries, planned: planned(entries), order: order,
      manifest: manifest,
      pages: jobs.count { $0.file.path.hasSuffix(".html") }, threads: threads,
      period: fingerprints.map { $0.period }.reduce(.min..<Int64.max) { $0.clamped(to: $1) },
      scan: scan?.fingerprint ?? BuildCache.Record.unknown, warnings: [scan?.warning].compactMap { $0 })
  }
}

extension SitePublisher {
  // MARK: Rendering

  private func renderAll(
    _ publication: Publication, _ fingerprints: [SiteFingerprints], _ published: PublishedFiles,
    _ scan: OutputScan?
  ) throws(BuildError) -> [Entry] {
    let jobs = prepared.jobs
    let sizes = jobs.map { $0.file.work.size }
    // What is in memory already comes first: then feeds need not be beside it.
    let large = jobs.indices.filter { sizes[$0] == .held } + jobs.indices.filter { sizes[$0] == .large }
    let next = Atomic(0)
    let largeLeft = Atomic(large.count)
    let shared = Mutex((error: BuildError?.none, entries: [Entry](), searches: [OutputScan.Search]()))
    shared.withLock { $0.entries.reserveCapacity(jobs.count * forms) }
    // Files are taken in small runs: neighbours share settled days, and threads rarely contend for the counter.
    let run = 16
    let turns = large.count + (jobs.count + run - 1) / run
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, jobs.count / run))) { _ in
      var worker = Worker(self, publication, fingerprints, published, scan)
      defer {
        worker.searchWaiting()
        if let search = worker.search { shared.withLock { $0.searches.append(search) } }
      }
      while true {
        let hasFailed = shared.withLock { shared in
          worker.hand(over: &shared.entries)
          return shared.error != nil
        }
        let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if turn >= turns || hasFailed { return }
        do throws(BuildError) {
          // Large files come first, each by itself, so that no thread is left alone with one at the end.
          if turn < large.count {
            try worker.make(large[turn])
            if largeLeft.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { prepared.releaseFeeds() }
            continue
          }
          let start = (turn - large.count) * run
          let end = min(start + run, jobs.count)
          for index in start..<end where sizes[index] == .usual { try worker.make(index) }
          progress(end, jobs.count)
        } catch {
          shared.withLock { if $0.error == nil { $0.error = error } }
          return
        }
      }
    }
    let (error, entries, searches) = shared.withLock { $0 }
    if let error { throw error }
    if let lines = scan?.lines(searches, path: { jobs[$0].file.path }), !lines.isEmpty { throw .content(lines) }
    return entries
  }

  private var compressed: Set<String> {
    Set(
      prepared.jobs.lazy.map { $0.file }.filter { file in
        guard case .copy = file.work else { return false }
        return Precompression.allCases.contains { file.path.hasSuffix($0.suffix) }
      }.map { $0.path })
  }

  /// The indices of entries in the order of the plan.
  private func planned(_ entries: [Entry]) -> [Int32] {
    var places = [Int32](repeating: -1, count: prepared.jobs.count * forms)
    for (index, entry) in entries.enumerated() { places[entry.number] = Int32(index) }
    places.removeAll { $0 < 0 }
    return places
  }

  /// One thread's state, with reused buffers.
  private struct Worker {
    private let publisher: SitePublisher
    private let publication: Publication
    private let fingerprints: [SiteFingerprints]
    private let published: PublishedFiles
    private var renderers: FileRenderers
    private var made = Ingredients()
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// `nil` if there is nothing to search for.
    private(set) var search: OutputScan.Search?
    /// Whether the build that wrote the files that are kept searched them for the same texts.
    private let areKeptSearched: Bool
    /// Content files that are the compressed forms of others; those others get none.
    private let compressed: Set<String>
    /// Files that are searched together: making one drives the tables of the search out of the processor's cache.
    private var waiting: [(number: Int, bytes: [UInt8])] = []
    private var waitingBytes = 0
    /// Buffers of files that were searched.
    private var spare: [[UInt8]] = []
    /// As many bytes as the second cache of usual processors holds beside the tables.
    private static let mostWaiting = 1 << 18

    init(
      _ publisher: SitePublisher, _ publication: Publication, _ fingerprints: [SiteFingerprints],
      _ published: PublishedFiles, _ scan: OutputScan?
    ) {
      self.publisher = publisher
      self.publication = publication
      self.fingerprints = fingerprints
      self.published = published
      renderers = FileRenderers(publisher.prepared)
      search = scan.map { OutputScan.Search($0) }
      areKeptSearched = scan == nil || scan?.fingerprint == publisher.scanned
      compressed = publisher.precompress ? publisher.compressed : []
    }

    /// Moves the entries that were made.
    mutating func hand(over all: inout [Entry]) {
      all += entries
      entries.removeAll(keepingCapacity: true)
    }

    /// Makes the file of a job and its compressed copies, unless they are unchanged.
    mutating func make(_ index: Int) throws(BuildError) {
      let job = publisher.prepared.jobs[index]
      let number = index * publisher.forms
      // Only this file needs them.
      defer { if case .data(let source) = job.file.work { source.bytes.release() } }
      var file = File(
        number: number, path: job.file.path, inputs: fingerprints[job.site].inputs(of: job.file.work, &made), published)
      var isRendered = false
      var waits = false
      defer { if waits { wait(index) } }
      if !isUnchanged(&file) {
        bytes.removeAll(keepingCapacity: true)
        if case .feed(let feed) = job.file.work {
          try make(feed, job, number: index, &file)
        } else if case .picture(let picture) = job.file.work {
          let svg = try publisher.prepared.sites[job.site].svg(picture)
          search?.search(job.file.path, job.scanned, number: index, [svg])
          // Trust the fingerprint in a PNG only if the file is unchanged.
          var earlier = file.old == nil ? nil : publication.published(job.file.path)
          if let bytes = earlier, Fingerprint(bytes) != file.old?.content { earlier = nil }
          bytes = try publisher.prepared.sites[job.site].pictures?.file(svg, job.file.path, earlier: earlier) ?? []
          try stage(&file, [bytes])
        } else {
          try renderers.render(job, into: &bytes)
          let isOfTheme = if case .bytes = job.file.work { true } else { false }
          try stage(&file, [bytes], isOfTheme: isOfTheme && job.file.path.contains("assets/"))
          waits = search != nil
        }
        isRendered = true
      } else if !areKeptSearched {
        if case .picture(let picture) = job.file.work {
          let svg = try publisher.prepared.sites[job.site].svg(picture)
          search?.search(job.file.path, job.scanned, number: index, [svg])
        } else {
          bytes = publication.published(job.file.path) ?? []
          search?.search(job.file.path, job.scanned, number: index, [bytes])
          isRendered = true
        }
      }
      entries.append(file.entry)
      guard publisher.precompress, file.entry.state != .foreign, ContentType.isCompressible(job.file.path) else {
        return
      }
      for (place, form) in Precompression.allCases.enumerated()
      where !compressed.contains(job.file.path + form.suffix) {
        made.add(file.entry.record.content)
        made.add(Precompression.settings)
        var encoded = File(
          number: number + 1 + place, path: job.file.path + form.suffix, inputs: made.finish(), published)
        if !isUnchanged(&encoded) {
          if !isRendered { bytes = publication.published(job.file.path) ?? [] }
          isRendered = true
          if let smaller = form.encode(bytes) {
            try stage(&encoded, [smaller])
          } else {
            encoded.entry.state = .notWorthwhile
            encoded.entry.record.stamp = .none
          }
        }
        entries.append(encoded.entry)
      }
    }

    /// Makes the file of a feed from what is published of it, and from parts that are made.
    private mutating func make(
      _ feed: Feed, _ job: PreparedSite.Job, number: Int, _ file: inout File
    ) throws(BuildError) {
      let site = publisher.prepared.sites[job.site]
      defer { if case .iCalendar(let content) = feed { site.feeds.release(content) } }
      // A feed that is searched is made whole: the search knows the parts that feeds have in common.
      if search == nil, let known = file.blocks, !known.isEmpty, let old = file.old,
        let earlier = publication.published(job.file.path, stamped: old.stamp)
      {
        let blocks = feed.blocks(of: site, known, fingerprints[job.site])
        file.entry.blocks = KnownBlocks(blocks)
        if publisher.precompress {
          if let whole = blocks.bytes(with: earlier) {
            bytes = whole
            return try stage(&file, [whole])
          }
        } else if try stage(&file, blocks, from: earlier, old) {
          return
        }
      }
      let blocks = feed.blocks(of: site, .none, search == nil ? fingerprints[job.site] : nil)
      let runs = blocks.map { $0.made }
      search?.search(job.file.path, job.scanned, number: number, runs)
      file.entry.blocks = KnownBlocks(blocks)
      try stage(&file, runs)
      if publisher.precompress { bytes = Array(runs.joined()) }
    }

    /// Stages a feed of which parts are published.
    /// - Parameters:
    ///   - earlier: the published file.
    ///   - old: the record of it.
    /// - Returns: false if the published file lacks some of the parts.
    private func stage(
      _ file: inout File, _ blocks: [FeedBlock], from earlier: OpenFile, _ old: BuildCache.Record
    ) throws(BuildError) -> Bool {
      let inputs = file.entry.record.inputs
      file.entry.record = old
      file.entry.record.inputs = inputs
      file.entry.state = .kept
      if blocks.are(in: earlier) { return true }
      let state = FingerprintState()
      var digest = ContentDigest.State()
      let isWhole = try publication.stage(
        number: file.entry.number,
        blocks.map { block in
          switch block.source {
          case .made(let bytes): .bytes(bytes)
          case .published(let range): .copied(range)
          }
        }, from: earlier
      ) {
        state.add($0)
        digest.add($0)
      }
      guard isWhole else { return false }
      file.entry.record.content = state.finish()
      file.entry.record.bytes = blocks.reduce(0) { $0 + $1.count }
      file.entry.record.digest = digest.finish()
      file.entry.record.stamp = .none
      file.entry.state = .staged
      return true
    }

    /// Keeps the bytes of a file until they are searched.
    private mutating func wait(_ index: Int) {
      waitingBytes += bytes.count
      waiting.append((index, bytes))
      bytes = spare.popLast() ?? []
      if waitingBytes >= Self.mostWaiting { searchWaiting() }
    }

    /// Searches all files that wait.
    mutating func searchWaiting() {
      for file in waiting {
        let job = publisher.prepared.jobs[file.number]
        search?.search(job.file.path, job.scanned, number: file.number, [file.bytes])
      }
      while let file = waiting.popLast() { spare.append(file.bytes) }
      waitingBytes = 0
    }

    /// A file being processed.
    private struct File {
      var entry: Entry
      /// The cache's record of it.
      let old: BuildCache.Record?
      /// The stamp of the published file, if it is the generator's own.
      let stamp: FileStamp?
      let isOwn: Bool
      /// The parts of the published file, if it is a feed that nobody has written to since.
      let blocks: KnownBlocks?

      init(number: Int, path: String, inputs: Fingerprint, _ published: PublishedFiles) {
        let id = Fingerprint(path)
        let known = published.place(of: id).map { published.files[$0] }
        entry = Entry(
          number: number, path: path,
          record: BuildCache.Record(
            path: id, inputs: inputs, content: BuildCache.Record.unknown, stamp: .none, bytes: 0, digest: .none),
          state: .kept)
        old = known?.record
        stamp = known?.stamp
        isOwn = known?.isOwn ?? false
        blocks = isOwn && stamp != nil && old?.stamp == stamp ? published.blocks[id] : nil
      }
    }

    /// Whether the published file is already as it would be made.
    private func isUnchanged(_ file: inout File) -> Bool {
      guard let old = file.old, old.inputs == file.entry.record.inputs, old.inputs != BuildCache.Record.unknown else {
        return false
      }
      file.entry.record = old
      file.entry.blocks = file.blocks
      guard let stamp = file.stamp else {
        file.entry.state = .notWorthwhile
        return old.stamp == .none
      }
      if old.stamp == stamp { return true }
      // It was copied, or restored.
      file.entry.record.stamp = stamp
      return publication.published(file.entry.path).map { Fingerprint($0) == old.content } ?? false
    }

    /// Stages a file, unless its bytes are already published.
    /// - Parameter isOfTheme: whether many sites have the same file.
    private func stage(_ file: inout File, _ runs: [[UInt8]], isOfTheme: Bool = false) throws(BuildError) {
      let path = file.entry.path
      file.entry.state = .kept
      file.entry.record.content = Fingerprint(runs)
      file.entry.record.bytes = runs.reduce(0) { $0 + $1.count }
      // What is rendered again is often the same.
      if let old = file.old, old.content == file.entry.record.content, old.bytes == file.entry.record.bytes {
        file.entry.record.digest = old.digest
      } else if isOfTheme {
        file.entry.record.digest = publisher.shared.digest(runs[0], file.entry.record.content)
      } else {
        file.entry.record.digest = ContentDigest(runs)
      }
      file.entry.record.stamp = file.stamp ?? .none
      if !file.isOwn, publication.isTaken(path) {
        file.entry.state = .foreign
      } else if !isPublished(file) {
        file.entry.record.stamp = try publication.stage(path, number: file.entry.number, runs)
        file.entry.state = .staged
      }
    }

    /// Whether the new bytes of a file are already published.
    private func isPublished(_ file: File) -> Bool {
      guard let stamp = file.stamp else { return false }
      // A file that nobody has written to since still has the bytes recorded for it.
      if let old = file.old, old.stamp == stamp, old.content != BuildCache.Record.unknown {
        return old.content == file.entry.record.content
      }
      return publication.published(file.entry.path).map { Fingerprint($0) } == file.entry.record.content
    }
  }
}

extension Plan.Work {
  fileprivate enum Size { case usual, large, held }

  /// `large` if making it takes as long as dozens of pages, `held` if its bytes may be in memory until it is written.
  fileprivate var size: Size {
    switch self {
    case .data: .held
    case .feed, .picture: .large
    default: .usual
    }
  }
}
