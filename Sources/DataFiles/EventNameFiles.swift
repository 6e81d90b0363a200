import Bytes
import CalendarPages
import Events
import SiteTerms

/// The files below `data/names/`: the names of all event pages by the hash of the UID at their ends. The part of a
/// name that is made of the title changes with it, and the hash does not: so 404.html finds the page that an old
/// address meant. A build knows no former titles.
///
/// A line is a name, after the hash and a space where the name does not end with it. A file holds the names whose
/// hash begins with its own name; there is one for all, `all.txt`, or one for each letter, or for each two.
package struct EventNameFiles {
  /// In the order of their paths.
  package let files: [(path: [UInt8], bytes: [UInt8])]

  /// With more names than this, there are files by one more letter: a reader loads some kilobytes.
  private static let mostNames = 256

  /// O(n log n).
  package init(_ pages: EventPages, _ store: EventStore) {
    let letters = pages.events.count <= Self.mostNames ? 0 : pages.events.count <= Self.mostNames * 32 ? 1 : 2
    var lines: [(hash: [UInt8], line: [UInt8])] = []
    for event in pages.events {
      guard let name = pages.slug(of: event) else { continue }
      var hash: [UInt8] = []
      hash.append(base32: store[event].uidHash, digits: EventSlug.digits)
      let hasHash = name.suffix(EventSlug.digits + 1).elementsEqual([.hyphen] + hash)
      lines.append((hash, hasHash ? Array(name) : hash + [.space] + name))
    }
    lines.sort { one, other in
      let isSame = one.hash == other.hash
      return (isSame ? one.line : one.hash).lexicographicallyPrecedes(isSame ? other.line : other.hash)
    }
    var files: [(path: [UInt8], bytes: [UInt8])] = []
    var last: ArraySlice<UInt8>?
    for (hash, line) in lines {
      let begin = hash.prefix(letters)
      if begin != last {
        let stem = letters == 0 ? [UInt8]("all") : Array(begin)
        files.append(([UInt8]("data/names/") + stem + [UInt8](".txt"), []))
        last = begin
      }
      files[files.count - 1].bytes += line + [.lineFeed]
    }
    self.files = files
  }
}
