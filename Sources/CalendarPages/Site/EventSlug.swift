import Bytes

/// The name of an event's page: the ASCII letters and digits of its title, and a hash of its UID, which makes it unique
/// and keeps it the same when the title's case or the event's time changes.
package enum EventSlug {
  /// The length of the title part: enough to recognise, short enough to read in an address bar.
  static let titleLength = 40
  /// 50 bits: with a million events, one collision in some two thousand sites. Collisions are detected and resolved
  /// with all 64 bits (see `full`).
  static let digits = 10
  static let allDigits = 13

  /// Appends a slug: lower-case letters, digits and hyphens, never empty, safe as a file name on every
  /// system.
  package static func append(title: some Collection<UInt8>, hash: UInt64, full: Bool, to out: inout [UInt8]) {
    let start = out.count
    for byte in title {
      if out.count - start >= titleLength { break }
      if byte.isLetter || byte.isDigit {
        out.append(byte.lowercased)
      } else if byte != 0x27, out.count > start, out[out.count - 1] != 0x2D {
        // Apostrophes are dropped, any other character separates words.
        out.append(ascii: "-")
      }
    }
    while out.count > start, out[out.count - 1] == 0x2D { out.removeLast() }
    if out.count == start { out.append("event") }
    out.append(ascii: "-")
    out.append(base32: hash, digits: full ? allDigits : digits)
  }
}
