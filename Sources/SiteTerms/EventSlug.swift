import Bytes

/// How letters beyond ASCII are spelt in names of pages, which is a matter of the site's language.
package enum SlugSpelling: UInt8, Sendable {
  /// Without their marks: `Käse` is `kase`, `Ångström` is `angstrom`.
  case plain
  /// `ae`, `oe` and `ue` for umlauts.
  case german
  /// `aa` for å and `oe` for ø, in Danish and Norwegian.
  case danish

  /// The spelling of a locale, BCP 47.
  package init(locale: [UInt8]) {
    let language = locale.prefix { $0 != .hyphen }
    self =
      language.equalsIgnoringCase("de")
      ? .german
      : language.equalsIgnoringCase("da") || language.equalsIgnoringCase("nb") || language.equalsIgnoringCase("nn")
        || language.equalsIgnoringCase("no") ? .danish : .plain
  }

  /// Unicode's Latin-1 letters from U+00C0, without case: a capital stands for two letters, a hyphen for none.
  private static let latin1: StaticString = "aaaaaaAceeeeiiiidnooooo-ouuuuyTS"
  /// Latin Extended-A: U+0100 to U+013F, and U+0140 to U+017F.
  private static let extended: (StaticString, StaticString) = (
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiIIjjkkklllllll",
    "lllnnnnnnnnnooooooOOrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
  )

  /// Appends how a character of two bytes of UTF-8 is spelt. False if it separates words.
  @inline(never) func append(_ first: UInt8, _ second: UInt8, to out: inout [UInt8]) -> Bool {
    let letter: UInt8
    switch first {
    case 0xC3:
      letter = second == 0xBF ? 0x79 : Self.latin1.utf8Start[Int(second & 0x1F)]
    case 0xC4, 0xC5:
      let row = first == 0xC4 ? Self.extended.0 : Self.extended.1
      letter = row.utf8Start[Int(second & 0x3F)]
    case 0xCC, 0xCD:
      // A mark on the letter before it (U+0300 to U+036F), as macOS writes names of files.
      if first == 0xCC, let last = out.last { appendMark(second, after: last, to: &out) }
      return first == 0xCC || second < 0xB0
    default: return false
    }
    if letter == .hyphen { return false }
    out.append(letter | 0x20)
    if letter < 0x60 {
      // A stands for "ae", I for "ij", O for "oe", S for "ss", T for "th".
      out.append(letter == 0x49 ? 0x6A : letter == 0x53 ? 0x73 : letter == 0x54 ? 0x68 : 0x65)
    } else if first == 0xC3 {
      // Umlauts are U+00C4, U+00D6 and U+00DC, and å U+00C5; ø is U+00D8.
      let place = second & 0x1F
      if place == 0x04 || place == 0x16 || place == 0x1C { appendMark(0x88, after: letter, to: &out) }
      if place == 0x05 { appendMark(0x8A, after: letter, to: &out) }
      if place == 0x18, self == .danish { out.append(0x65) }
    }
    return true
  }

  /// Appends the letter that spells a diaeresis (U+0308) or a ring (U+030A), if there is one.
  @inline(never) private func appendMark(_ mark: UInt8, after letter: UInt8, to out: inout [UInt8]) {
    if self == .german, mark == 0x88, letter == 0x61 || letter == 0x6F || letter == 0x75 { out.append(0x65) }
    if self == .danish, mark == 0x8A, letter == 0x61 { out.append(0x61) }
  }
}

/// The name of an event's page: the letters and digits of its title in ASCII, and a hash of its UID, which makes it
/// unique and keeps it the same when the title's case or the event's time changes.
package enum EventSlug {
  /// The length of the title part: enough to recognise, short enough to read in an address bar.
  static let titleLength = 40
  /// 50 bits: with a million events, one collision in some two thousand sites. Collisions are detected and resolved
  /// with all 64 bits (see `full`).
  @inlinable package static var digits: Int { 10 }
  @inlinable package static var allDigits: Int { 13 }

  /// Appends a slug: lower-case letters, digits and hyphens, never empty, safe as a file name on every
  /// system.
  package static func append(
    title: some Collection<UInt8>, hash: UInt64, full: Bool, spelling: SlugSpelling, to out: inout [UInt8]
  ) {
    let name = made(of: title, spelling)
    out.append(contentsOf: name)
    if name.isEmpty { out.append("event") }
    out.append(ascii: "-")
    out.append(base32: hash, digits: full ? allDigits : digits)
  }

  /// The part of a slug that is made of the title; empty if the title has no letter or digit.
  package static func name(of title: ArraySlice<UInt8>, _ spelling: SlugSpelling) -> [UInt8] {
    made(of: title, spelling)
  }

  private static func made(of title: some Collection<UInt8>, _ spelling: SlugSpelling) -> [UInt8] {
    var name: [UInt8] = []
    // The first byte of a character of two.
    var lead: UInt8 = 0
    for byte in title {
      if name.count >= titleLength { break }
      let first = lead
      lead = 0
      if byte.isLetter || byte.isDigit {
        name.append(byte.lowercased)
      } else if byte >= 0xC3, byte <= 0xCD {
        lead = byte
      } else if byte != .apostrophe, first == 0 || !spelling.append(first, byte, to: &name), let last = name.last,
        last != .hyphen
      {
        // Apostrophes are dropped, other characters separate words.
        name.append(.hyphen)
      }
    }
    if name.count > titleLength { name.removeLast(name.count - titleLength) }
    while name.last == .hyphen { name.removeLast() }
    return name
  }
}

extension EventSlug {
  /// Whether Windows reserves a file name, whatever its extension.
  /// - Parameter name: without extension, in any case.
  package static func isReserved(_ name: [UInt8]) -> Bool {
    let stem = name.asciiLowercased
    if ["con", "prn", "aux", "nul"].contains(where: { stem.equals($0) }) { return true }
    return stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt")) && stem[3].isDigit
  }
}
