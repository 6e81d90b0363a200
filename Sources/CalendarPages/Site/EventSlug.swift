import Bytes

/// The name of an event's page: its title, as far as it is ASCII, and a hash of its UID, which makes
/// it unique and keeps it the same when the title's case or the event's time changes.
package enum EventSlug {
  /// How much of the title is kept: enough to recognise, short enough to read in an address bar.
  static let titleLength = 40
  /// 50 bits: among a million events one collision in some two thousand sites; it is found and given
  /// all 64 (see `full`).
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
        // An apostrophe joins, anything else parts.
        out.append(ascii: "-")
      }
    }
    while out.count > start, out[out.count - 1] == 0x2D { out.removeLast() }
    if out.count == start { out.append("event") }
    out.append(ascii: "-")
    out.append(base32: hash, digits: full ? allDigits : digits)
  }
}
