import Files

/// The published files: the current state of each file that builds wrote, and what the cache knows about it. Looked up
/// once, before anything is rendered.
package struct PublishedFiles: Sendable {
  package struct File: Sendable {
    /// Whether a manifest names it, so that it may be changed and removed.
    package var isOwn: Bool
    /// `nil` if it does not exist.
    package var stamp: FileStamp?
    package var record: BuildCache.Record?
  }

  /// Files of the manifest in its order, then those that an interrupted build may have left, then others known to the
  /// cache.
  package private(set) var files: [File] = []
  /// Files in the folder that builds did not write, in order, without hidden ones.
  package private(set) var foreign: [String] = []
  private var manifest = Manifest([])
  private var left: [String] = []
  private var places: [Fingerprint: Int32] = [:]
  /// The parts of feeds, by the fingerprints of their paths.
  package private(set) var blocks: [Fingerprint: KnownBlocks] = [:]

  /// No files, as before a first build.
  package init() {}

  /// O(files).
  package init(_ state: OutputFolder.State, _ cache: BuildCache?, threads: Int) throws(BuildError) {
    guard let folder = state.folder else { return }
    let records = cache?.records ?? []
    blocks = cache?.blocks ?? [:]
    manifest = state.manifest ?? manifest
    places.reserveCapacity(max(manifest.paths.count, records.count))
    files.reserveCapacity(max(manifest.paths.count, records.count))
    for (index, stamp) in try Self.stamps(manifest, folder, threads: threads).enumerated() {
      add(Fingerprint(manifest.bytes[manifest.paths[index]]), File(isOwn: true, stamp: stamp))
    }
    if let intent = state.intent {
      for index in intent.paths.indices {
        let path = intent.path(index)
        guard places[Fingerprint(path)] == nil else { continue }
        left.append(path)
        let place = try reaching { () throws(FileFailure) in try folder.place(path) }
        add(Fingerprint(path), File(isOwn: true, stamp: place.flatMap { $0.folder.stamp($0.name) }))
      }
    }
    foreign = try ForeignFiles.all(
      in: folder.root, own: files.count { $0.stamp != nil }, of: [state.manifest, state.intent].compactMap { $0 })
    for record in records {
      if let place = places[record.path] {
        files[Int(place)].record = record
      } else {
        add(record.path, File(isOwn: false, stamp: nil, record: record))
      }
    }
  }

  private mutating func add(_ path: Fingerprint, _ file: File) {
    places[path] = Int32(files.count)
    files.append(file)
  }

  /// The index of a path in ``files``; `nil` if the path is unknown.
  package func place(of path: Fingerprint) -> Int? { places[path].map { Int($0) } }

  /// The path of one of the generator's files.
  package func path(_ place: Int) -> String {
    place < manifest.paths.count ? manifest.path(place) : left[place - manifest.paths.count]
  }

  /// The stamps of the files of a manifest; `nil` for those that are missing or are not regular files.
  /// - Throws: if a link is in the place of a folder. O(files).
  package static func stamps(_ manifest: Manifest, _ folder: FolderTree, threads: Int) throws(BuildError)
    -> [FileStamp?]
  {
    // Folders are opened before the threads begin: neighbours in a manifest are usually in one folder.
    var runs: [(folder: Folder?, paths: Range<Int>)] = []
    var last: ArraySlice<UInt8>?
    for (index, path) in manifest.paths.enumerated() {
      let bytes = manifest.bytes[path]
      let outer = bytes[..<(bytes.lastIndex(of: 0x2F) ?? bytes.startIndex)]
      if let last, last.elementsEqual(outer) {
        runs[runs.count - 1].paths = runs[runs.count - 1].paths.lowerBound..<index + 1
        continue
      }
      last = outer
      let name = String(decoding: outer, as: UTF8.self)
      runs.append((try reaching { () throws(FileFailure) in try folder.folder(name) }, index..<index + 1))
    }
    let folders = runs
    return inParallel(manifest.paths.count, threads: threads) { range in
      var name: [CChar] = []
      var stamps: [FileStamp?] = []
      stamps.reserveCapacity(range.count)
      for run in folders where run.paths.overlaps(range) {
        for index in run.paths.clamped(to: range) {
          guard let folder = run.folder else {
            stamps.append(nil)
            continue
          }
          let path = manifest.bytes[manifest.paths[index]]
          name.removeAll(keepingCapacity: true)
          for byte in path[(path.lastIndex(of: 0x2F).map { $0 + 1 } ?? path.startIndex)...] {
            name.append(CChar(bitPattern: byte))
          }
          name.append(0)
          stamps.append(folder.stamp(name))
        }
      }
      return stamps
    }
  }
}
