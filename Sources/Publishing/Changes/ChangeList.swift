import Bytes

/// The instructions that bring a host up to date: which files to put in place and which to delete, in an order in which
/// no page ever links to a missing file.
///
/// First come files that pages need, then `data/site.bin`, pages, feeds, and the manifest, which confirms that
/// everything before it is there; deletions come last. Among pages, new ones come first, since no page on the host
/// links to them yet, then those that the host may have, and only then those that have changed. For the same reason a
/// feed that the host does not have comes before the pages. On a host that has nothing yet, the page where visits begin
/// is the last page.
struct ChangeList {
  /// A file of all sites of a build.
  struct File {
    /// Below the output folder, and below the folder of its site.
    var path, own: String
    /// What is known of its bytes; `nil`: only that it is there.
    var content: (bytes: Int, digest: ContentDigest)?
  }

  /// Everything that is published.
  struct Contents {
    private(set) var files: [File] = []

    /// The files of some sites.
    init(_ sites: [(folder: String, manifest: Manifest)] = []) {
      for (folder, manifest) in sites { add(manifest, in: folder) }
    }

    /// Adds the files of a site, and its manifest.
    /// - Parameters:
    ///   - folder: of the site, below the output folder.
    ///   - shard: the part of the site whose files count; `nil`: all do.
    mutating func add(_ manifest: Manifest, in folder: String, only shard: Shard? = nil) {
      let prefix = folder.isEmpty ? "" : folder + "/"
      files.reserveCapacity(files.count + manifest.paths.count + 1)
      for index in manifest.paths.indices {
        let path = manifest.path(index)
        if let shard, !shard.has(path) { continue }
        files.append(
          File(path: prefix + path, own: path, content: manifest.entry(index).map { ($0.bytes, $0.digest) }))
      }
      add(OutputFolder.manifestName, manifest.bytes, in: prefix)
    }

    /// Adds a file by its bytes.
    /// - Parameter prefix: empty, or the folder of its site, ending in a slash.
    mutating func add(_ path: String, _ bytes: [UInt8], in prefix: String = "") {
      files.append(File(path: prefix + path, own: path, content: (bytes.count, ContentDigest(bytes))))
    }
  }

  /// Whether a host has a file of a path.
  private enum Presence: Int {
    case absent
    /// Only some of the host's possible states have it: its pages may then link to it. No page of the host links to an
    /// absent file.
    case possible
    case certain
  }

  private struct Change {
    var file: File
    var role: PublishedRole
    /// The sort key; equal ones are sorted by path.
    var rank: (Int, Int)
  }

  private var puts: [Change] = []
  private var deletions: [Change] = []

  /// O(files · log changes).
  /// - Parameters:
  ///   - now: what is to be published.
  ///   - earlier: what the host has: one of these, or any mixture of them.
  init(_ now: Contents, since earlier: [Contents]) {
    let known = earlier.map { contents in
      Dictionary(contents.files.map { ($0.path, $0.content) }, uniquingKeysWith: { first, _ in first })
    }
    let isFirst = known.allSatisfy { $0.isEmpty }
    for file in now.files {
      let before = known.map { $0[file.path] }
      let isSame = before.allSatisfy { content in
        guard let content, let content, let new = file.content else { return false }
        return content == new
      }
      if isSame, !before.isEmpty { continue }
      let presence: Presence =
        before.allSatisfy { $0 == nil } ? .absent : before.contains { $0 == nil } ? .possible : .certain
      let role = PublishedRole(file.own)
      puts.append(Change(file: file, role: role, rank: Self.rank(role, presence, isFirst: isFirst)))
    }
    let kept = Set(now.files.lazy.map { $0.path })
    var seen: Set<String> = []
    for file in earlier.flatMap({ $0.files }) where !kept.contains(file.path) && seen.insert(file.path).inserted {
      let role = PublishedRole(file.own)
      // Readers may have a page open: the files that it needs are deleted after it.
      let order = role.stage == .pages ? 0 : role.stage == .manifest ? 2 : 1
      deletions.append(Change(file: file, role: role, rank: (order, 0)))
    }
    puts.sort(by: Self.precedes)
    deletions.sort(by: Self.precedes)
  }

  private static func rank(_ role: PublishedRole, _ presence: Presence, isFirst: Bool) -> (Int, Int) {
    switch role.stage {
    case .feeds where presence != .certain && !isFirst: (PublishedRole.Stage.parts.rawValue, 1)
    case .pages: (role.stage.rawValue, presence.rawValue * 2 + (role.isEntrance ? 1 : 0))
    case .parts, .engine, .feeds, .manifest: (role.stage.rawValue, 0)
    }
  }

  private static func precedes(_ first: Change, _ second: Change) -> Bool {
    if first.rank != second.rank { return first.rank < second.rank }
    if first.role.isEntrance, second.role.isEntrance {
      // Entrances of zones and languages before that of the whole site.
      let depths = [first, second].map { $0.file.path.utf8.count { $0 == .slash } }
      if depths[0] != depths[1] { return depths[0] > depths[1] }
    }
    return Manifest.precedes(first.file.path, second.file.path)
  }

  /// One JSON object a line.
  func lines() -> [UInt8] {
    var out: [UInt8] = []
    for change in puts {
      out.append("{\"action\":\"put\",\"path\":")
      out.append(json: change.file.path.utf8)
      if let content = change.file.content {
        out.append(",\"bytes\":")
        out.append(decimal: content.bytes)
        out.append(",\"sha256\":\"")
        out.append(content.digest)
        out.append("\"")
      }
      out.append(",\"type\":")
      out.append(json: ContentType.of(change.file.own).utf8)
      out.append(",\"cache\":\"")
      out.append(change.role.cache)
      out.append("\"}\n")
    }
    for change in deletions {
      out.append("{\"action\":\"delete\",\"path\":")
      out.append(json: change.file.path.utf8)
      out.append("}\n")
    }
    return out
  }
}
