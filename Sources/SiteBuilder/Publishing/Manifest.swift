import Readers

/// The list of a site's files: which files in an output folder the generator wrote, and may change and remove. One path
/// per line, in the order of the plan; an empty line marks the end of a complete manifest.
struct Manifest: Sendable {
  private static let head = Array("busylife-gen 1\n".utf8)

  let bytes: [UInt8]
  /// The range of each path in ``bytes``.
  let paths: [Range<Int>]

  /// A manifest of paths, which must not contain line breaks.
  init(_ all: [String]) {
    var bytes = Self.head
    bytes.reserveCapacity(all.reduce(bytes.count + 1) { $0 + $1.utf8.count + 1 })
    var paths: [Range<Int>] = []
    paths.reserveCapacity(all.count)
    for path in all {
      let start = bytes.count
      bytes.append(contentsOf: path.utf8)
      paths.append(start..<bytes.count)
      bytes.append(0x0A)
    }
    bytes.append(0x0A)
    self.bytes = bytes
    self.paths = paths
  }

  /// Reads a manifest. `nil` if it has another version or is incomplete: then it says nothing. Paths that no build
  /// writes are dropped, so that nobody can have other files removed by it.
  init?(reading bytes: [UInt8]) {
    guard bytes.starts(with: Self.head), bytes.suffix(2) == [0x0A, 0x0A] else { return nil }
    var paths: [Range<Int>] = []
    var start = Self.head.count
    while start < bytes.count - 1 {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if Self.isPlain(bytes[start..<end]) { paths.append(start..<end) }
      start = end + 1
    }
    self.bytes = bytes
    self.paths = paths
  }

  /// The path at an index of ``paths``.
  func path(_ index: Int) -> String { String(decoding: bytes[paths[index]], as: UTF8.self) }

  /// Whether a build could have written a path: plain names separated by slashes, none of them hidden but those at the
  /// top that static files may have. So nothing that a manifest names leads out of the folder, and no `.git` in it is
  /// the generator's.
  static func isPlain(_ path: some Collection<UInt8>) -> Bool {
    var path = path[...]
    if path.first == 0x2E {
      let name = path.prefix { $0 != 0x2F }
      guard StaticFiles.hiddenNames.contains(String(decoding: name, as: UTF8.self)) else { return false }
      if name.endIndex == path.endIndex { return true }
      path = path[name.endIndex...].dropFirst()
    }
    // Whether the byte before was a slash; also true at the beginning.
    var isAfterSlash = true
    for byte in path {
      if byte == 0 || isAfterSlash && (byte == 0x2F || byte == 0x2E) { return false }
      isAfterSlash = byte == 0x2F
    }
    return !isAfterSlash
  }
}
