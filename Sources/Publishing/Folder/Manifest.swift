import Bytes
import Files

/// The list of a site's files: which files in an output folder the generator wrote, and may change and remove.
///
/// The manifest of a site has a line for each file, in the order of the bytes of their paths: path, number of bytes,
/// SHA-256 and media type, with tabs between them. Intents, records, and the manifests that earlier versions wrote have
/// paths only, in any order. From manifests of later versions, only the paths are read. An empty line marks the end of
/// a complete manifest.
package struct Manifest: Sendable {
  private static let head = Array("busylife-gen ".utf8)
  private static let pathsHead = head + Array("1\n".utf8)
  private static let version = head + Array("2".utf8)

  /// A file of a site.
  package struct Entry: Sendable, Equatable {
    package var path: String
    package var bytes: Int
    package var digest: ContentDigest

    package init(path: String, bytes: Int, digest: ContentDigest) {
      (self.path, self.bytes, self.digest) = (path, bytes, digest)
    }
  }

  package let bytes: [UInt8]
  /// The range of each path in ``bytes``.
  package let paths: [Range<Int>]
  /// Whether it has more about files than their paths.
  let hasDigests: Bool
  /// Which part of a site it lists; `nil`: the whole.
  package let mark: ShardMark?

  /// A list of paths, which must not contain control characters.
  package init(_ all: [String]) {
    var bytes = Self.pathsHead
    bytes.reserveCapacity(all.reduce(bytes.count + 1) { $0 + $1.utf8.count + 1 })
    var paths: [Range<Int>] = []
    paths.reserveCapacity(all.count)
    for path in all {
      let start = bytes.count
      bytes.append(contentsOf: path.utf8)
      paths.append(start..<bytes.count)
      bytes.append(.lineFeed)
    }
    bytes.append(.lineFeed)
    (self.bytes, self.paths, hasDigests, mark) = (bytes, paths, false, nil)
  }

  /// The manifest of a site. O(files).
  /// - Parameters:
  ///   - entries: in the order of ``precedes(_:_:)``; no path contains control characters.
  ///   - mark: which part of the site they are; `nil`: all of it.
  package init(of entries: [Entry], _ mark: ShardMark? = nil) { self.init(count: entries.count, mark) { entries[$0] } }

  /// The manifest of a site of many files, which need not be in an array. O(files).
  /// - Parameters:
  ///   - count: the number of files.
  ///   - mark: which part of the site they are; `nil`: all of it.
  ///   - entry: called with 0 to `count` - 1; in the order of ``precedes(_:_:)``, and no path contains control
  ///     characters.
  package init(count: Int, _ mark: ShardMark?, _ entry: (Int) -> Entry) {
    var bytes = Self.version
    bytes.append(contentsOf: (mark?.text ?? "").utf8)
    bytes.append(.lineFeed)
    // A usual line; longer ones cost a copy.
    bytes.reserveCapacity(count * 160 + 256)
    var paths: [Range<Int>] = []
    paths.reserveCapacity(count)
    for index in 0..<count {
      let entry = entry(index)
      let start = bytes.count
      bytes.append(contentsOf: entry.path.utf8)
      paths.append(start..<bytes.count)
      bytes.append(.tab)
      bytes.append(contentsOf: String(entry.bytes).utf8)
      bytes.append(.tab)
      bytes.append(entry.digest)
      bytes.append(.tab)
      bytes.append(contentsOf: ContentType.of(entry.path).utf8)
      bytes.append(.lineFeed)
    }
    bytes.append(.lineFeed)
    (self.bytes, self.paths, hasDigests, self.mark) = (bytes, paths, true, mark)
  }

  /// Reads a manifest. `nil` if it is none or is incomplete: then it says nothing. Paths that no build
  /// writes are dropped, so that nobody can have other files removed by it. O(bytes).
  package init?(reading bytes: [UInt8]) {
    let end = bytes.firstIndex(of: .lineFeed) ?? 0
    let rest = bytes[..<end].dropFirst(Self.version.count)
    mark = rest.isEmpty ? nil : ShardMark(rest)
    hasDigests = bytes.starts(with: Self.version) && (rest.isEmpty || mark != nil)
    let number = bytes[..<end].dropFirst(Self.head.count).prefix { $0.isDigit }
    let isNumber = bytes[..<end].dropFirst(Self.head.count + number.count).first.map { $0 == .space } ?? true
    let isLater =
      bytes.starts(with: Self.head) && isNumber && Int(String(decoding: number, as: UTF8.self)).map { $0 > 2 } ?? false
    guard hasDigests || isLater || bytes.starts(with: Self.pathsHead),
      bytes.suffix(2) == [.lineFeed, .lineFeed]
    else { return nil }
    var paths: [Range<Int>] = []
    var start = end + 1
    let mark: UInt8 = hasDigests || isLater ? .tab : .lineFeed
    while start < bytes.count - 1 {
      let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count
      let path = bytes[start..<end].prefix { $0 != mark }
      if Self.isPlain(path) { paths.append(path.indices) }
      start = end + 1
    }
    self.bytes = bytes
    self.paths = paths
  }

  /// The path at an index of ``paths``.
  package func path(_ index: Int) -> String { String(decoding: bytes[paths[index]], as: UTF8.self) }

  /// What it says of the file at an index of ``paths``; `nil` if that is only the path, or is not understood.
  package func entry(_ index: Int) -> Entry? {
    guard hasDigests else { return nil }
    let fields = bytes[paths[index].upperBound...].prefix { $0 != .lineFeed }.split(
      separator: .tab, maxSplits: 2)
    guard fields.count == 3, let count = Int(String(decoding: fields[0], as: UTF8.self)), count >= 0,
      let digest = ContentDigest(hexadecimal: fields[1])
    else { return nil }
    return Entry(path: path(index), bytes: count, digest: digest)
  }

  /// The order of a manifest: that of the bytes of paths.
  package static func precedes(_ first: String, _ second: String) -> Bool {
    let order = first.utf8.withContiguousStorageIfAvailable { first in
      second.utf8.withContiguousStorageIfAvailable { second in
        let shared = min(first.count, second.count)
        for index in 0..<shared where first[index] != second[index] { return first[index] < second[index] }
        return first.count < second.count
      }
    }
    return order.flatMap { $0 } ?? first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  /// Whether a build could have written a path: plain names separated by slashes, none of them hidden except those at
  /// the top that static files may have. So no path in a manifest leads out of the folder, and no `.git` in it counts
  /// as the generator's.
  package static func isPlain(_ path: some Collection<UInt8>) -> Bool {
    var path = path[...]
    if path.first == .dot {
      let name = path.prefix { $0 != .slash }
      guard HiddenNames.published.contains(String(decoding: name, as: UTF8.self)) else { return false }
      if name.endIndex == path.endIndex { return true }
      path = path[name.endIndex...].dropFirst()
    }
    // Whether the byte before was a slash; also true at the beginning.
    var isAfterSlash = true
    for byte in path {
      if byte == 0 || isAfterSlash && (byte == .slash || byte == .dot) { return false }
      isAfterSlash = byte == .slash
    }
    return !isAfterSlash
  }
}
