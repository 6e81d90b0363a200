import Bytes
import Publishing
import Readers

/// The state of the default theme's files when a theme was copied from it: a line for each file, with the hash of its
/// bytes (XXH128, as `xxh128sum` prints it) and its path. So `check` can tell what has changed in the default theme
/// since.
package struct ThemeRecord {
  /// Its name in the folder of a theme. It is neither a template nor an asset, so it is not published.
  package static let name = "default.xxh128"

  package private(set) var hashes: [String: String] = [:]

  /// The record of the files of a theme that replace some of the default theme's. O(bytes).
  /// - Parameter usual: the default theme.
  package init(of paths: [String], in usual: ThemeFolder) throws(BuildError) {
    let known = Set(try usual.list())
    for path in paths where known.contains(path) { hashes[path] = Self.hash(try usual.read(path)) }
  }

  /// Reads a record. Invalid lines are skipped.
  package init(reading bytes: [UInt8]) {
    for line in bytes.split(separator: .lineFeed) {
      let parts = line.split(separator: .space, maxSplits: 1, omittingEmptySubsequences: true)
      guard parts.count == 2, parts[0].count == 32 else { continue }
      let hash = String(decoding: parts[0].asciiLowercased, as: UTF8.self)
      hashes[String(decoding: parts[1].trimmed, as: UTF8.self)] = hash
    }
  }

  package var bytes: [UInt8] {
    hashes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap { path, hash in
      Array("\(hash)  \(path)\n".utf8)
    }
  }

  package static func hash(_ bytes: [UInt8]) -> String { Fingerprint(bytes).hexadecimal }
}
