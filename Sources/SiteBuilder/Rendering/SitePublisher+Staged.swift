import Files
import Publishing

/// What rendering leaves for publishing.
extension SitePublisher {
  /// A file and its result.
  struct Entry: Sendable {
    enum State { case kept, staged, notWorthwhile, foreign }
    /// Its number in the order of the plan, unpublished ones included.
    var number: Int
    var path: String
    var record: BuildCache.Record
    var state: State
    /// The parts of a feed; `nil` if they are not known.
    var blocks: KnownBlocks?

    /// Whether it is the site's, and there when the site is published.
    var isPublished: Bool { state == .kept || state == .staged }
  }

  /// A site that is rendered and not yet published. It does not hold what it was made from: several sites are prepared
  /// and rendered one after the other before the first is published.
  struct Staged {
    let publication: Publication
    let published: PublishedFiles
    /// In the order in which they were made. They are many: whatever orders them refers to them by their indices here.
    let entries: [Entry]
    /// In the order of the plan, in which they are published.
    let planned: [Int32]
    /// In the order of the manifest.
    let order: [Int32]
    /// Every file of the site.
    let manifest: Manifest
    let pages, threads: Int
    let period: Range<Int64>
    /// Identifies what all files were searched for.
    let scan: Fingerprint
    let warnings: [String]
  }

  /// The result of publishing.
  struct Result {
    fileprivate let publication: Publication
    fileprivate let moved: Publication.Moved
    var summary = BuildSummary()
    /// In the order of the manifest.
    var records: [BuildCache.Record]
    /// The parts of feeds, by the fingerprints of their paths.
    var blocks: [Fingerprint: KnownBlocks]
    var manifest: Manifest
    var period: Range<Int64>
    /// Identifies what all files were searched for.
    var scan: Fingerprint
    var warnings: [String]

    /// Puts the manifest in its place: from then on the site is that of this build, also for the next one.
    func commit() throws(BuildError) { try publication.commit(moved, manifest) }
  }
}

extension SitePublisher.Staged {
  /// Removes what was staged.
  func abandon() { publication.abandon() }

  /// Publishes the site, except for its manifest: ``Result/commit()``. If anything fails, the last site stays as it
  /// was, or is recorded so that the next build repairs it.
  func publish() throws(BuildError) -> SitePublisher.Result {
    let staged = planned.filter { entries[Int($0)].state == .staged }
    let moved = try publication.publish(
      staged.map { (entries[Int($0)].path, entries[Int($0)].number) }, gone: gone(), manifest)
    var result = SitePublisher.Result(
      publication: publication, moved: moved, records: records(staged),
      blocks: Dictionary(
        entries.lazy.filter { $0.isPublished }.compactMap { entry in entry.blocks.map { (entry.record.path, $0) } },
        uniquingKeysWith: { first, _ in first }), manifest: manifest, period: period, scan: scan, warnings: warnings)
    let files = manifest.paths.count
    result.summary.written = staged.count
    result.summary.unchanged = files - staged.count
    result.summary.removed = moved.removed
    result.summary.files = files + 1
    result.summary.bytes = entries.reduce(manifest.bytes.count) { $0 + ($1.isPublished ? $1.record.bytes : 0) }
    result.summary.pages = pages
    result.summary.foreign = published.foreign
    return result
  }

  /// What the cache keeps of the files, in the order of the manifest.
  /// - Parameter staged: those that were staged.
  private func records(_ staged: [Int32]) -> [BuildCache.Record] {
    var stamps: [Int32: FileStamp] = [:]
    if !publication.isFirst {
      // Moving a file changes its stamp.
      let moved = inParallel(staged.count, threads: threads) { range in
        range.map { publication.stamp(entries[Int(staged[$0])].path) ?? .none }
      }
      stamps = Dictionary(zip(staged, moved), uniquingKeysWith: { first, _ in first })
    }
    var records: [BuildCache.Record] = []
    records.reserveCapacity(order.count)
    for index in order where entries[Int(index)].state != .foreign {
      var record = entries[Int(index)].record
      if let stamp = stamps[index] { record.stamp = stamp }
      records.append(record)
    }
    return records
  }

  /// Files that were part of the site and no longer are.
  private func gone() -> [String] {
    var isKept = published.files.map { !$0.isOwn }
    if isKept.isEmpty { return [] }
    for entry in entries where entry.isPublished {
      if let place = published.place(of: entry.record.path) { isKept[place] = true }
    }
    return isKept.indices.filter { !isKept[$0] }.map { published.path($0) }
  }
}
