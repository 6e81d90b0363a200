import Dispatch
import Foundation
import Synchronization

/// Renders a site's files on all cores and publishes what differs from what is there.
///
/// A file whose ingredients are those of the last build, and to which nobody wrote since, is not rendered. All
/// others are, and of these only those are written whose bytes differ.
struct SitePublisher {
  let prepared: PreparedSite
  let output: OutputFolder
  let state: OutputFolder.State
  /// The cache of the last build, if there is one.
  let cache: BuildCache?
  let precompress: Bool
  let threads: Int
  let progress: @Sendable (Int, Int) -> Void

  /// What became of a site's files.
  struct Result {
    var summary = BuildSummary()
    /// In the order of the plan.
    var records: [BuildCache.Record]
    var manifest: Manifest
    var period: Range<Int64>
  }

  /// A file and what became of it.
  private struct Entry: Sendable {
    enum State { case kept, staged, notWorthwhile, foreign }
    /// Its place in the order of the manifest, gaps included.
    var number: Int
    var path: String
    var record: BuildCache.Record
    var state: State
  }

  /// What the threads share.
  private struct Shared: Sendable {
    var error: BuildError?
    var entries: [Entry] = []
  }

  /// How many files are made of one of the plan: itself, and its compressed forms.
  private var forms: Int { precompress ? 1 + Precompression.allCases.count : 1 }

  /// Publishes the site. Whatever fails, the last one stays as it was or is named so that the next build mends it.
  func run() throws(BuildError) -> Result {
    let jobs = prepared.jobs
    let publication = try Publication(output, state, folders: Publication.folders(of: jobs.lazy.map { $0.file.path }))
    let fingerprints = prepared.fingerprints(threads: threads)
    var entries: [Entry]
    do throws(BuildError) { entries = try renderAll(publication, fingerprints) } catch {
      publication.abandon()
      throw error
    }
    let staged = entries.enumerated().filter { $0.element.state == .staged }
    let manifest = Manifest(entries.filter { $0.state == .kept || $0.state == .staged }.map { $0.path })
    let removed = try publication.publish(staged.map { ($0.element.path, $0.element.number) }, manifest)
    if !publication.isFirst {
      // Moving a file changes its stamp.
      let stamps = inParallel(staged.count, threads: threads) { range in
        range.map { publication.stamp(staged[$0].element.path) ?? .none }
      }
      for (index, stamp) in stamps.enumerated() { entries[staged[index].offset].record.stamp = stamp }
    }
    var result = Result(
      records: entries.filter { $0.state != .foreign }.map { $0.record }, manifest: manifest,
      period: fingerprints.map { $0.period }.reduce(.min..<Int64.max) { $0.clamped(to: $1) })
    result.summary.written = staged.count
    result.summary.unchanged = manifest.paths.count - staged.count
    result.summary.removed = removed
    result.summary.pages = jobs.count { $0.file.path.hasSuffix(".html") }
    if !publication.isFirst { result.summary.foreign = try Publication.foreignFiles(in: Folder(output.real), manifest) }
    return result
  }

  // MARK: Rendering

  private func renderAll(_ publication: Publication, _ fingerprints: [SiteFingerprints]) throws(BuildError) -> [Entry] {
    let jobs = prepared.jobs
    let next = Atomic(0)
    let shared = Mutex(Shared())
    let known = publication.isFirst ? KnownFiles() : KnownFiles(cache)
    // Files are taken in small runs: neighbours share settled days, and the counter is not fought over.
    let run = 16
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, jobs.count / run))) { _ in
      var worker = Worker(self, publication, fingerprints, known)
      defer { shared.withLock { $0.entries += worker.entries } }
      while true {
        let start = next.wrappingAdd(run, ordering: .relaxed).oldValue
        if start >= jobs.count || shared.withLock({ $0.error != nil }) { return }
        for index in start..<min(start + run, jobs.count) {
          do throws(BuildError) { try worker.make(index) } catch {
            shared.withLock { if $0.error == nil { $0.error = error } }
            return
          }
        }
        progress(min(start + run, jobs.count), jobs.count)
      }
    }
    let (error, entries) = shared.withLock { ($0.error, $0.entries) }
    if let error { throw error }
    return inOrder(entries)
  }

  private func inOrder(_ entries: [Entry]) -> [Entry] {
    var places = [Int32](repeating: -1, count: prepared.jobs.count * forms)
    for (index, entry) in entries.enumerated() { places[entry.number] = Int32(index) }
    return places.compactMap { $0 < 0 ? nil : entries[Int($0)] }
  }

  /// One thread's part, with buffers used again and again.
  private struct Worker {
    private let publisher: SitePublisher
    private let publication: Publication
    private let fingerprints: [SiteFingerprints]
    private let known: KnownFiles
    private var renderers: PageRenderers
    private var made = Ingredients()
    private var bytes: [UInt8] = []
    private(set) var entries: [Entry] = []

    init(_ publisher: SitePublisher, _ publication: Publication, _ fingerprints: [SiteFingerprints], _ known: KnownFiles) {
      self.publisher = publisher
      self.publication = publication
      self.fingerprints = fingerprints
      self.known = known
      renderers = PageRenderers(publisher.prepared)
    }

    /// Makes the file of a job, and its compressed forms, or finds that they are there.
    mutating func make(_ index: Int) throws(BuildError) {
      let job = publisher.prepared.jobs[index]
      let number = index * publisher.forms
      var file = File(
        number: number, path: job.file.path, inputs: fingerprints[job.site].inputs(of: job.file.work, &made), known, publication)
      var isRendered = false
      if !isUnchanged(&file) {
        bytes.removeAll(keepingCapacity: true)
        try renderers.render(job, into: &bytes)
        try stage(&file, bytes)
        isRendered = true
      }
      entries.append(file.entry)
      guard publisher.precompress, file.entry.state != .foreign, Precompression.isWorthwhile(job.file.path) else { return }
      for (place, form) in Precompression.allCases.enumerated() {
        made.add(file.entry.record.content)
        made.add(Precompression.settings)
        var encoded = File(
          number: number + 1 + place, path: job.file.path + form.suffix, inputs: made.finish(), known, publication)
        if !isUnchanged(&encoded) {
          if !isRendered { bytes = publication.published(job.file.path) ?? [] }
          isRendered = true
          if let smaller = form.encode(bytes) {
            try stage(&encoded, smaller)
          } else {
            encoded.entry.state = .notWorthwhile
            encoded.entry.record.stamp = .none
          }
        }
        entries.append(encoded.entry)
      }
    }

    /// A file that is looked at.
    private struct File {
      var entry: Entry
      /// What the cache says of it.
      let old: BuildCache.Record?
      /// Of what is published in its place.
      let stamp: FileStamp?

      init(number: Int, path: String, inputs: Fingerprint, _ known: KnownFiles, _ publication: Publication) {
        let id = Fingerprint(path)
        entry = Entry(
          number: number, path: path,
          record: BuildCache.Record(path: id, inputs: inputs, content: BuildCache.Record.unknown, stamp: .none), state: .kept)
        old = known[id]
        stamp = publication.isFirst ? nil : publication.stamp(path)
      }
    }

    /// Whether a file is as it would be made.
    private func isUnchanged(_ file: inout File) -> Bool {
      guard let old = file.old, old.inputs == file.entry.record.inputs, old.inputs != BuildCache.Record.unknown else { return false }
      file.entry.record = old
      guard let stamp = file.stamp else {
        file.entry.state = .notWorthwhile
        return old.stamp == .none
      }
      if old.stamp == stamp { return true }
      // Copied, or put back as it was.
      file.entry.record.stamp = stamp
      return publication.published(file.entry.path).map { Fingerprint($0) == old.content } ?? false
    }

    /// Stages a file, unless its bytes are there already.
    private func stage(_ file: inout File, _ bytes: [UInt8]) throws(BuildError) {
      let path = file.entry.path
      file.entry.state = .kept
      file.entry.record.content = Fingerprint(bytes)
      file.entry.record.stamp = file.stamp ?? .none
      if let stamp = file.stamp, let old = file.old, old.stamp == stamp, old.content == file.entry.record.content { return }
      if publication.isForeign(path) {
        file.entry.state = .foreign
      } else if file.stamp == nil || publication.published(path) != bytes {
        file.entry.record.stamp = try publication.stage(path, number: file.entry.number, bytes)
        file.entry.state = .staged
      }
    }
  }
}

/// The records of a cache by their paths.
private struct KnownFiles: Sendable {
  private var records: [BuildCache.Record] = []
  private var places: [Fingerprint: Int32] = [:]

  init() {}

  init(_ cache: BuildCache?) {
    guard let cache else { return }
    records = cache.records
    places.reserveCapacity(records.count)
    for (index, record) in records.enumerated() { places[record.path] = Int32(index) }
  }

  subscript(path: Fingerprint) -> BuildCache.Record? { places[path].map { records[Int($0)] } }
}
