/// The list of a site's files: which of those in an output folder the generator wrote, and may change and
/// remove. A line each, in the order of the plan; an empty line ends a whole one.
struct Manifest: Sendable {
  private static let head = Array("busylife-gen 1\n".utf8)

  let bytes: [UInt8]
  /// Where in ``bytes`` each path stands.
  let paths: [Range<Int>]

  /// A list of paths, each without a line break in it.
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

  /// Reads a manifest. `nil` for what is none of this version, and for one that was cut off: it tells
  /// nothing. A path that leads out of the folder is nobody's.
  init?(reading bytes: [UInt8]) {
    guard bytes.starts(with: Self.head), bytes.suffix(2) == [0x0A, 0x0A] else { return nil }
    var paths: [Range<Int>] = []
    var start = Self.head.count
    while start < bytes.count - 1 {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if Self.isInside(bytes[start..<end]) { paths.append(start..<end) }
      start = end + 1
    }
    self.bytes = bytes
    self.paths = paths
  }

  /// The path at an index of ``paths``.
  func path(_ index: Int) -> String { String(decoding: bytes[paths[index]], as: UTF8.self) }

  private static func isInside(_ path: ArraySlice<UInt8>) -> Bool {
    guard let first = path.first, first != 0x2F else { return false }
    // Only a path with two dots in a row can lead up; nearly none has.
    var wasDot = false
    for byte in path {
      if byte == 0x2E, wasDot { return !path.split(separator: 0x2F).contains([0x2E, 0x2E]) }
      wasDot = byte == 0x2E
    }
    return true
  }
}
