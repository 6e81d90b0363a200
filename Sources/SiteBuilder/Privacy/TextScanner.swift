import Bytes

/// Searches bytes for many texts at once, in all forms of ``TextForm`` and behind all escapes of ``EscapeDecoder``.
///
/// Immutable once made, and used by all threads. O(bytes), whatever the number of texts.
struct TextScanner: Sendable {
  /// The fewest characters of a text that is searched for. Shorter ones are in every page.
  static let fewestCharacters = 4
  /// The longest text, in bytes; longer ones are searched for in pieces. Decoded regions overlap by as much, so a
  /// larger limit would make them longer, and a leak of fewer bytes would not be found.
  static let longest = 64
  /// The length in bytes below which a text counts only as a whole word, and not at all in pictures. Names of pages end
  /// in up to 13 random letters and digits: among 20,000 of them each word of four letters occurs once by chance, one of
  /// seven letters once in a million sites.
  static let shortestAnywhere = 8
  /// The shortest texts that are searched for in base64 and hexadecimal, in bytes: of shorter ones too few characters
  /// are left to tell them from other words, or from colours and hashes.
  static let shortestInBase64 = 9
  static let shortestInHexadecimal = 6

  /// All texts one after the other, and where each begins; the last number is their length.
  private let pool: [UInt8]
  private let starts: [Int32]
  private var long = GramTable(width: 8, stride: 4)
  private var medium = GramTable(width: 4, stride: 4)
  private var short = GramTable(width: 3, stride: 2)

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
  ///   - isPlain: whether only the plain form is searched for.
  init(_ texts: some Collection<Text>, isPlain: Bool = false) {
    var pool: [UInt8] = []
    var starts: [Int32] = []
    for text in texts {
      starts.append(Int32(pool.count))
      pool.append(contentsOf: text.bytes)
    }
    starts.append(Int32(pool.count))
    self.pool = pool
    self.starts = starts
    var common = CommonGrams()
    for index in 0..<count { common.add(self.bytes(index)) }
    for (index, text) in texts.enumerated() {
      let bytes = self.bytes(index)
      let window = common.rarest(of: bytes)
      addPlain(bytes, window, index, .plain)
      if isPlain { continue }
      addEncoded(bytes, window, index)
      if text.isTitle {
        let slug = TextForm.slug.encoded(bytes)
        if slug.count >= Self.fewestCharacters, !slug.equalsIgnoringCase(bytes) {
          addPlain(slug[...], slug.count >= long.shortest ? (slug.count - long.shortest) / 2 : 0, index, .slug)
        }
      }
    }
    long.finish()
    medium.finish()
    short.finish()
  }

  /// The number of texts.
  var count: Int { starts.count - 1 }

  func bytes(_ text: Int) -> ArraySlice<UInt8> { pool[Int(starts[text])..<Int(starts[text + 1])] }

  // MARK: Making the tables

  /// Adds grams of a needle that begin at an offset of it.
  private mutating func addPlain(_ bytes: ArraySlice<UInt8>, _ window: Int, _ text: Int, _ form: TextForm) {
    func word(_ place: Int, _ width: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in 0..<width {
        word |= UInt64(bytes[bytes.startIndex &+ place &+ index]) &<< UInt64(8 &* index)
      }
      return word
    }
    if bytes.count >= long.shortest {
      for place in window..<window + long.stride { long.add(word(place, 8), text: text, form: form, place: place) }
    } else if bytes.count >= medium.shortest {
      for place in 0..<medium.stride { medium.add(word(place, 4), text: text, form: form, place: place) }
    } else if bytes.count >= short.shortest {
      for place in 0..<short.stride { short.add(word(place, 3), text: text, form: form, place: place) }
    }
  }

  /// Adds the grams of encoded forms, character by character: encoding whole texts would take longer than all the rest.
  private mutating func addEncoded(_ bytes: ArraySlice<UInt8>, _ window: Int, _ text: Int) {
    if bytes.count >= Self.shortestInBase64 {
      for form in [TextForm.base64, .base64AfterOne, .base64AfterTwo] {
        let phase = form.phase
        let first = TextForm.firstCharacter(phase)
        // The first character that only bytes from the window on are part of.
        let start = max(first, ((phase + window) * 8 + 5) / 6)
        addCharacters(from: start - first, text, form) { TextForm.base64Character(first &+ $0, of: bytes, phase) }
      }
    }
    if bytes.count >= Self.shortestInHexadecimal {
      addCharacters(from: window * 2, text, .hexadecimal) { TextForm.hexadecimalDigit($0, of: bytes) }
    }
    if bytes.contains(where: { $0 >= 0x80 }) {
      for form in [TextForm.utf16LittleEndian, .utf16BigEndian] {
        let encoded = form.encoded(bytes)
        if encoded.count >= long.shortest { addPlain(encoded[...], 0, text, form) }
      }
    }
  }

  @inline(__always) private mutating func addCharacters(
    from start: Int, _ text: Int, _ form: TextForm, _ character: (Int) -> UInt8
  ) {
    var word: UInt64 = 0
    for index in 0..<long.shortest {
      word = word &>> 8 | UInt64(character(start &+ index)) &<< 56
      if index >= 7 { long.add(word, text: text, form: form, place: start &+ index &- 7) }
    }
  }

  // MARK: Searching

  /// Calls `report` with each place of a text.
  /// - Parameters:
  ///   - isPart: whether short texts count within words too.
  ///   - isKnown: whether a text need not be found again; asked before it is compared.
  ///   - unfolds: whether lines are folded, as in iCalendar.
  ///   - isPicture: whether short texts are left out, since they occur in compressed data by chance.
  func search(
    _ bytes: UnsafeRawBufferPointer, unfolds: Bool = false, isPicture: Bool = false, isPart: Bool = false,
    _ buffers: inout Buffers, isKnown: (Int) -> Bool, _ report: (Finding) -> Void
  ) {
    if count == 0 { return }
    look(in: bytes, isPicture, isPart, isKnown) { text, form, offset in
      report(Finding(text: text, form: form, isEscaped: false, offset: offset))
    }
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
    func compare(_ offset: Int, _ entry: GramTable.Entry) {
      if !isKnown(Int(entry.text)) { self.compare(bytes, offset, entry, isPart, report) }
    }
    long.forEachGram(of: bytes, compare)
    if isPicture { return }
    medium.forEachGram(of: bytes, compare)
    short.forEachGram(of: bytes, compare)
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
      for index in 0..<length where !TextForm.equal(bytes[start &+ index], needle[index], in: entry.form) { return }
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

/// How many texts share a gram, roughly: a text is found by a gram that few others have.
private struct CommonGrams {
  private var counts = [UInt16](repeating: 0, count: 1 << 16)
  /// A needle of this length has all its grams in one table.
  private let shortest = 11

  /// The places of windows that are compared.
  private func windows(_ count: Int) -> (Int, Int, Int) {
    let last = count - shortest
    return (0, last / 2, last)
  }

  private func place(_ text: ArraySlice<UInt8>, _ window: Int) -> Int {
    var word: UInt64 = 0
    for index in text.startIndex &+ window..<text.startIndex &+ window &+ 8 {
      word = word &<< 8 | UInt64(text[index] | 0x20)
    }
    return Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> 48)
  }

  mutating func add(_ text: ArraySlice<UInt8>) {
    if text.count < shortest { return }
    let (first, middle, last) = windows(text.count)
    for window in [first, middle, last] {
      let place = place(text, window)
      if counts[place] < .max { counts[place] += 1 }
    }
  }

  /// The offset of the rarest window; 0 for short texts.
  func rarest(of text: ArraySlice<UInt8>) -> Int {
    if text.count < shortest { return 0 }
    let (first, middle, last) = windows(text.count)
    let counts = (counts[place(text, first)], counts[place(text, middle)], counts[place(text, last)])
    if counts.1 < counts.0, counts.1 <= counts.2 { return middle }
    return counts.2 < counts.0 ? last : first
  }
}
