import Bytes
import Foundation

/// One of the parts of a site that machines build separately: `--shard 3/7`. A file's path alone decides which part it
/// is in.
package struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// From 1 to ``count``.
  package let number: Int
  package let count: Int

  /// The most parts: even a site of a million events has fewer files.
  package static let most = 1_000_000

  /// Reads `3/7`; `nil` if it is not of that form.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(parts[0]), let count = Int(parts[1]), (1...Self.most).contains(count),
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  package var description: String { "\(number)/\(count)" }

  /// Whether a file is in it.
  /// - Parameter path: below the folder of the site.
  package func has(_ path: String) -> Bool { count == 1 || number - 1 == Int(Self.hash(path) % UInt64(count)) }

  /// Whether a text belongs to it.
  package func holds(_ key: String) -> Bool {
    count == 1 || Int(StableHash.of(key.utf8) % UInt64(count)) == number - 1
  }

  /// Hashes the part of a path that decides. Files made by one piece of work are in one part, or each part would do
  /// that work: the index for searching, the rest of the browser's data with what lists it, and the feeds. A compressed
  /// copy is in the part of its file.
  private static func hash(_ path: String) -> UInt64 {
    var path = path
    return path.withUTF8 { bytes in
      var plain = bytes[...]
      for copy in [".gz", ".br"] as [StaticString] where Self.ends(plain, with: copy) { plain = plain.dropLast(3) }
      var own = plain
      // Languages and zones have the same files in folders of their own.
      while begins(own, with: "lang/") || begins(own, with: "zone/"),
        let slash = own.dropFirst(5).firstIndex(of: .slash)
      {
        own = own[(slash + 1)...]
      }
      if begins(own, with: "data/search/") { return StableHash.of(search.utf8) }
      if begins(own, with: "data/") || own.count == 5 && begins(own, with: "sw.js") { return StableHash.of(data.utf8) }
      if begins(own, with: "feeds/") { return StableHash.of(feeds.utf8) }
      return StableHash.of(plain)
    }
  }

  private static func begins(_ path: Slice<UnsafeBufferPointer<UInt8>>, with text: StaticString) -> Bool {
    path.count >= text.utf8CodeUnitCount
      && memcmp(path.base.baseAddress! + path.startIndex, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  private static func ends(_ path: Slice<UnsafeBufferPointer<UInt8>>, with text: StaticString) -> Bool {
    begins(path.suffix(text.utf8CodeUnitCount), with: text)
  }

  private static let (search, data, feeds) = ("data/search/", "data/", "feeds/")

  /// Whether the index for searching is in it.
  package var hasSearch: Bool { holds(Self.search) }
  /// Whether the browser's data is in it.
  package var hasData: Bool { holds(Self.data) }
}
