import Bytes

/// Searches bytes for many texts at once, in all forms of ``TextForm`` and behind all escapes of ``EscapeDecoder``.
///
/// Immutable once made, and used by all threads. O(bytes), whatever the number of texts.
final class TextScanner: Sendable {
  /// The fewest characters of a text that is searched for. Shorter ones are in every page.
  static let fewestCharacters = 4
  /// The longest text, in bytes; longer ones are searched for in pieces. Decoded regions overlap by as much, so a
  /// larger limit would make them longer, and a leak of fewer bytes would not be found.
  static let longest = 64
  /// The length in bytes below which a text counts only as a whole word, and not at all in pictures. Names of pages end
  /// in up to 13 random letters and digits: among 20,000 of them a word of four letters occurs by chance in every tenth
  /// site, one of eight in one of ten million.
  static let shortestAnywhere = 8
  /// The shortest texts that are searched for in base64 and hexadecimal, in bytes: of shorter ones too few characters
  /// are left to tell them from other words, or from colours and hashes.
  static let shortestInBase64 = 11
  static let shortestInHexadecimal = 11

  /// All texts one after the other, and where each begins; the last number is their length.
  private let pool: [UInt8]
  private let starts: [Int32]
  private let long, medium, short: GramTable
  private let encoded: EncodedGrams

  /// Where a text was found.
  struct Finding: Sendable {
    var text: Int
    var form: TextForm
    /// Whether it was found among decoded escapes.
    var isEscaped: Bool
    var offset: Int
  }

  /// Buffers of one thread.
  struct Buffers {
    fileprivate var outer: [UInt8] = []
    fileprivate var inner: [UInt8] = []
  }

  /// A text that is searched for.
  struct Text: Sendable {
    var bytes: ArraySlice<UInt8>
    /// Whether names of files are made of it.
    var isTitle: Bool
  }

  /// - Parameters:
  ///   - texts: at least ``fewestCharacters`` characters and at most ``longest`` bytes each.
  ///   - sample: some of what will be searched; texts are found by grams that it does not have.
  ///   - isPlain: whether only the plain form is searched for.
  init(_ texts: some Collection<Text>, sample: [UInt8], isPlain: Bool = false) {
    var pool: [UInt8] = []
    var starts: [Int32] = []
    for text in texts {
      starts.append(Int32(pool.count))
      pool.append(contentsOf: text.bytes)
    }
    starts.append(Int32(pool.count))
    self.pool = pool
    self.starts = starts
    let common = CommonGrams(sample)
    var grams = Grams()
    var encoded = EncodedGrams(texts: isPlain ? 0 : texts.count)
    grams.long.reserveCapacity(texts.count * GramTable.Layout.long.stride)
    for (index, text) in texts.enumerated() {
      let bytes = pool[Int(starts[index])..<Int(starts[index + 1])]
      let window = common.rarest(of: bytes)
      grams.add(bytes, window, index, .plain)
      // Also in what is published: the slug of "上海 Shanghai" is a word of its own.
      if text.isTitle {
        for (form, slug) in TextForm.slugs(bytes)
        where slug.count >= Self.fewestCharacters && !slug.equalsIgnoringCase(bytes) {
          grams.add(slug[...], common.rarest(of: slug[...]), index, form)
        }
      }
      if isPlain { continue }
      encoded.add(bytes, window)
      grams.addUTF16(bytes, index)
    }
    let needle = { (text: Int) in pool[Int(starts[text])..<Int(starts[text + 1])] }
    long = GramTable(.long, grams.long, needle)
    medium = GramTable(.medium, grams.medium, needle)
    short = GramTable(.short, grams.short, needle)
    self.encoded = encoded
  }

  /// The number of texts.
  var count: Int { starts.count - 1 }

  func bytes(_ text: Int) -> ArraySlice<UInt8> { pool[Int(starts[text])..<Int(starts[text + 1])] }

  // MARK: Searching

  /// Calls `report` with each place of a text.
  /// - Parameters:
  ///   - isPart: whether short texts count within words too.
  ///   - isKnown: whether a text need not be found again; asked before it is compared.
  ///   - decodes: whether escapes are decoded too.
  ///   - unfolds: whether lines are folded, as in iCalendar.
  ///   - isPicture: whether short texts are left out, since they occur in compressed data by chance.
  func search(
    _ bytes: UnsafeRawBufferPointer, decodes: Bool = true, unfolds: Bool = false, isPicture: Bool = false,
    isPart: Bool = false, _ buffers: inout Buffers, isKnown: (Int) -> Bool, report: (Finding) -> Void
  ) {
    if count == 0 { return }
    look(in: bytes, isPicture, isPart, isKnown) { text, form, offset in
      report(Finding(text: text, form: form, isEscaped: false, offset: offset))
    }
    if !decodes { return }
    let decoder = EscapeDecoder(bytes, unfolds: unfolds)
    decoder.forEachRegion { region in
      buffers.outer.removeAll(keepingCapacity: true)
      decoder.decode(region, into: &buffers.outer)
      buffers.outer.withUnsafeBytes { decoded in
        look(in: decoded, isPicture, isPart, isKnown) { text, form, offset in
          report(
            Finding(text: text, form: form, isEscaped: true, offset: decoder.offset(of: offset, in: region)))
        }
        // What was escaped twice, such as JSON in an attribute.
        let again = EscapeDecoder(decoded, unfolds: false)
        again.forEachRegion { inner in
          buffers.inner.removeAll(keepingCapacity: true)
          again.decode(inner, into: &buffers.inner)
          buffers.inner.withUnsafeBytes { bytes in
            look(in: bytes, isPicture, isPart, isKnown) { text, form, offset in
              let place = decoder.offset(of: again.offset(of: offset, in: inner), in: region)
              report(Finding(text: text, form: form, isEscaped: true, offset: place))
            }
          }
        }
      }
    }
  }

  /// Looks for all texts in bytes as they are.
  private func look(
    in bytes: UnsafeRawBufferPointer, _ isPicture: Bool, _ isPart: Bool, _ isKnown: (Int) -> Bool,
    _ report: (Int, TextForm, Int) -> Void
  ) {
    lookPlain(in: bytes, isPicture, isPart, isKnown, report)
    encoded.forEachReading(of: bytes) { decoded in
      decoded.bytes.withUnsafeBytes {
        // What is decoded from other words is random: short texts would be found in it by chance.
        lookPlain(in: $0, true, isPart, isKnown) { text, _, offset in
          report(text, decoded.form, decoded.offset(of: offset))
        }
      }
    }
  }

  private func lookPlain(
    in bytes: UnsafeRawBufferPointer, _ isPicture: Bool, _ isPart: Bool, _ isKnown: (Int) -> Bool,
    _ report: (Int, TextForm, Int) -> Void
  ) {
    func compare(_ offset: Int, _ entry: GramTable.Entry) {
      if !isKnown(Int(entry.text)) { self.compare(bytes, offset, entry, isPart, report) }
    }
    long.forEachGram(of: bytes) { compare($0, $1) }
    if isPicture { return }
    medium.forEachGram(of: bytes) { compare($0, $1) }
    short.forEachGram(of: bytes) { compare($0, $1) }
  }

  /// Compares the text of a gram with the bytes around that gram.
  @inline(never) private func compare(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ entry: GramTable.Entry, _ isPart: Bool,
    _ report: (Int, TextForm, Int) -> Void
  ) {
    let text = Int(entry.text)
    let start = offset - Int(entry.place)
    guard start >= 0 else { return }
    let length: Int
    if entry.form == .plain {
      let place = Int(starts[text])
      length = Int(starts[text + 1]) - place
      guard start + length <= bytes.count else { return }
      for index in 0..<length where bytes[start &+ index].lowercased != pool[place &+ index].lowercased { return }
    } else {
      let needle = entry.form.encoded(self.bytes(text))
      length = needle.count
      guard start + length <= bytes.count else { return }
      let isExact = !entry.form.isSlug
      for index in 0..<length {
        let byte = bytes[start &+ index]
        if (isExact ? byte : byte.lowercased) != needle[index] { return }
      }
    }
    if !isPart, length < Self.shortestAnywhere, !isWord(start..<start + length, in: bytes) { return }
    report(text, entry.form, start)
  }

  /// Whether neither a letter nor a digit is right before or after a range.
  private func isWord(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    func isPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }
    if isPart(bytes[range.upperBound - 1]), range.upperBound < bytes.count, isPart(bytes[range.upperBound]) {
      return false
    }
    let start = range.lowerBound
    guard isPart(bytes[start]), start > 0, isPart(bytes[start - 1]) else { return true }
    // The last character of an escape is no part of the word: `%20`, `\n`, `\u0022`.
    func has(_ byte: UInt8, before distance: Int) -> Bool { start >= distance && bytes[start - distance] == byte }
    return has(0x25, before: 3) || has(0x5C, before: 2) || has(0x5C, before: 6)
  }
}

/// The grams of all needles, while they are collected.
private struct Grams {
  var long: [GramTable.Entry] = []
  var medium: [GramTable.Entry] = []
  var short: [GramTable.Entry] = []

  /// Adds the grams of a needle that begin at an offset of it.
  mutating func add(_ bytes: ArraySlice<UInt8>, _ window: Int, _ text: Int, _ form: TextForm) {
    guard let layout = GramTable.Layout.of(bytes.count) else { return }
    for place in window..<window + layout.stride {
      var word: UInt64 = 0
      for index in 0..<layout.width {
        word |= UInt64(bytes[bytes.startIndex &+ place &+ index]) &<< UInt64(8 &* index)
      }
      let entry = GramTable.Entry(word, width: layout.width, text: text, form: form, place: place)
      switch layout {
      case .long: long.append(entry)
      case .medium: medium.append(entry)
      case .short: short.append(entry)
      }
    }
  }

  /// Adds a text in UTF-16, unless it is ASCII.
  mutating func addUTF16(_ bytes: ArraySlice<UInt8>, _ text: Int) {
    if bytes.allSatisfy({ $0 < 0x80 }) { return }
    for form in [TextForm.utf16LittleEndian, .utf16BigEndian] {
      let encoded = form.encoded(bytes)
      if encoded.count >= GramTable.Layout.long.shortest { add(encoded[...], 0, text, form) }
    }
  }
}

/// How often grams occur in a sample, roughly: a text is best found by one that is rare there.
private struct CommonGrams {
  private var counts = [UInt8](repeating: 0, count: 1 << 18)
  /// A needle of this length has all its grams in one table.
  private let shortest = 11

  init(_ sample: [UInt8]) {
    if sample.count < 8 { return }
    var word: UInt64 = 0
    for (index, byte) in sample.enumerated() {
      word = word &<< 8 | UInt64(byte | 0x20)
      if index < 7 { continue }
      let place = Self.place(word)
      if counts[place] < .max { counts[place] += 1 }
    }
  }

  @inline(__always) private static func place(_ word: UInt64) -> Int {
    let mixed = word &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: ((mixed ^ (mixed &>> 29)) &* 0xBF58_476D_1CE4_E5B9) &>> 46)
  }

  /// The number of occurrences of the most frequent gram of a window.
  private func count(_ text: ArraySlice<UInt8>, _ window: Int) -> UInt8 {
    var word: UInt64 = 0
    var most: UInt8 = 0
    let start = text.startIndex &+ window
    for index in 0..<shortest {
      word = word &<< 8 | UInt64(text[start &+ index] | 0x20)
      if index >= 7 { most = max(most, counts[Self.place(word)]) }
    }
    return most
  }

  /// The offset of the rarest window, of those at the beginning, at the end and some between; 0 for short texts.
  func rarest(of text: ArraySlice<UInt8>) -> Int {
    if text.count <= shortest { return 0 }
    let last = text.count - shortest
    var best = (window: 0, count: count(text, 0))
    for window in [last, last / 2, last / 4, last / 4 * 3] {
      if best.count == 0 { break }
      let count = count(text, window)
      if count < best.count { best = (window, count) }
    }
    return best.window
  }
}
