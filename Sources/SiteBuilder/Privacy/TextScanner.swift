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

  /// A text in one of its forms.
  private struct Needle: Sendable {
    /// Where its bytes begin in the pool.
    var start: Int32
    var text: Int32
    var count: UInt8
    var form: TextForm
  }

  /// All texts one after the other, and where each begins; the last number is their length.
  private let pool: [UInt8]
  private let starts: [Int32]
  /// The bytes of all needles, in lower case if case does not matter.
  private let needlePool: [UInt8]
  private let needles: [Needle]
  private let long: LongNeedles
  private let medium, short: GramTable
  /// The entries of ``medium`` and of ``short``.
  private let shorter: (medium: [GramTable.Entry], short: [GramTable.Entry])
  /// Texts that are not searched for; empty if all are.
  private let ignored: [Bool]
  /// What escapes have to stand for to be decoded.
  private let relevant: EscapeDecoder.Relevance

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
    fileprivate var outer = DecodedRegions()
    fileprivate var inner = DecodedRegions()
  }

  /// The parts of a text that have escapes, decoded one after the other and searched at once.
  fileprivate struct DecodedRegions {
    var bytes: [UInt8] = []
    /// Where each begins in the bytes, and the range that it was decoded from.
    private var regions: [(start: Int, range: Range<Int>)] = []

    mutating func decode(_ decoder: EscapeDecoder) {
      bytes.removeAll(keepingCapacity: true)
      regions.removeAll(keepingCapacity: true)
      decoder.forEachRegion { range in
        regions.append((bytes.count, range))
        decoder.decode(range, into: &bytes)
        // No text that is searched for has one, so none reaches from one part into the next.
        bytes.append(0x0A)
      }
    }

    /// The offset in what was decoded of one of the bytes.
    func offset(of byte: Int, _ decoder: EscapeDecoder) -> Int {
      let index = regions.lastIndex { $0.start <= byte }!
      return decoder.offset(of: byte - regions[index].start, in: regions[index].range)
    }
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
  init(_ texts: some Collection<Text>, sample: [UInt8]) {
    var pool: [UInt8] = []
    var starts: [Int32] = []
    starts.reserveCapacity(texts.count + 1)
    pool.reserveCapacity(texts.count * 24)
    for text in texts {
      starts.append(Int32(pool.count))
      pool.append(contentsOf: text.bytes)
    }
    starts.append(Int32(pool.count))
    self.pool = pool
    self.starts = starts
    let common = CommonGrams(sample, texts)
    var collected = Needles(texts.count, bytes: pool.count)
    for (index, text) in texts.enumerated() {
      let bytes = pool[Int(starts[index])..<Int(starts[index + 1])]
      collected.add(bytes, common.rarest(of: bytes), index, .plain)
      // Also in what is published: the slug of "上海 Shanghai" is a word of its own.
      if text.isTitle {
        for (form, slug) in TextForm.slugs(bytes)
        where slug.count >= Self.fewestCharacters && !slug.equalsIgnoringCase(bytes) {
          collected.add(slug[...], common.rarest(of: slug[...]), index, form)
        }
      }
    }
    ignored = []
    needlePool = collected.pool
    needles = collected.needles
    shorter = (collected.medium, collected.short)
    relevant = EscapeDecoder.Relevance(collected.needles.indices.lazy.map { collected.bytes(of: $0) })
    long = LongNeedles(collected.long) { collected.bytes(of: $0) }
    medium = GramTable(.medium, collected.medium) { collected.bytes(of: $0) }
    short = GramTable(.short, collected.short) { collected.bytes(of: $0) }
  }

  /// A scanner for the same texts but some.
  /// - Parameter ignored: by text: whether it is not searched for.
  init(_ plain: TextScanner, but ignored: [Bool]) {
    pool = plain.pool
    starts = plain.starts
    needlePool = plain.needlePool
    needles = plain.needles
    self.ignored = ignored
    long = plain.long
    // Without short texts there is less to look at.
    let (needles, needlePool) = (needles, needlePool)
    func kept(_ entries: [GramTable.Entry]) -> [GramTable.Entry] {
      entries.filter { !ignored[Int(needles[Int($0.needle)].text)] }
    }
    func bytes(_ number: Int) -> ArraySlice<UInt8> {
      let needle = needles[number]
      return needlePool[Int(needle.start)..<Int(needle.start) + Int(needle.count)]
    }
    shorter = (kept(plain.shorter.medium), kept(plain.shorter.short))
    medium = GramTable(.medium, shorter.medium, bytes)
    short = GramTable(.short, shorter.short, bytes)
    relevant = EscapeDecoder.Relevance(
      needles.indices.lazy.filter { !ignored[Int(needles[$0].text)] }.map(bytes))
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
    let decoder = EscapeDecoder(bytes, unfolds: unfolds, relevant)
    buffers.outer.decode(decoder)
    if buffers.outer.bytes.isEmpty { return }
    buffers.outer.bytes.withUnsafeBytes { decoded in
      look(in: decoded, isPicture, isPart, isKnown) { text, form, offset in
        let place = buffers.outer.offset(of: offset, decoder)
        report(Finding(text: text, form: form, isEscaped: true, offset: place))
      }
      // What was escaped twice, such as JSON in an attribute.
      let again = EscapeDecoder(decoded, unfolds: false, relevant)
      buffers.inner.decode(again)
      if buffers.inner.bytes.isEmpty { return }
      buffers.inner.bytes.withUnsafeBytes { bytes in
        look(in: bytes, isPicture, isPart, isKnown) { text, form, offset in
          let place = buffers.outer.offset(of: buffers.inner.offset(of: offset, again), decoder)
          report(Finding(text: text, form: form, isEscaped: true, offset: place))
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
      self.compare(bytes, offset &- Int(entry.place), Int(entry.needle), isPicture, isPart, isKnown, report)
    }
    long.forEachPlace(of: bytes) { offset, needle, window in
      self.compare(bytes, offset &- window, needle, isPicture, isPart, isKnown, report)
    }
    medium.forEachGram(of: bytes) { compare($0, $1) }
    if !isPicture { short.forEachGram(of: bytes) { compare($0, $1) } }
  }

  /// Compares a needle with the bytes from a place on.
  @inline(never) private func compare(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ number: Int, _ isPicture: Bool, _ isPart: Bool,
    _ isKnown: (Int) -> Bool, _ report: (Int, TextForm, Int) -> Void
  ) {
    let needle = needles[number]
    let length = Int(needle.count)
    guard start >= 0, start + length <= bytes.count, !isPicture || length >= Self.shortestAnywhere else { return }
    let isSame = needlePool.withUnsafeBufferPointer { pool in
      let wanted = pool.baseAddress.unsafelyUnwrapped + Int(needle.start)
      for index in 0..<length where bytes[start &+ index].lowercased != wanted[index] { return false }
      return true
    }
    let text = Int(needle.text)
    guard isSame, ignored.isEmpty || !ignored[text], !isKnown(text) else { return }
    if !isPart, length < Self.shortestAnywhere, !bytes.isWord(start..<start + length) { return }
    if needle.form.isSlug, !isCut(text), !bytes.endsWord(at: start + length) { return }
    report(text, needle.form, start)
  }

  /// Whether a text may be a piece of a longer one that ends within a word.
  private func isCut(_ text: Int) -> Bool { starts[text + 1] - starts[text] > Self.longest - 4 }

  // MARK: Making

  /// All needles and their grams, while they are collected.
  private struct Needles {
    var pool: [UInt8] = []
    var needles: [Needle] = []
    var long: [LongNeedles.Entry] = []
    var medium: [GramTable.Entry] = []
    var short: [GramTable.Entry] = []
    init(_ texts: Int, bytes: Int) {
      pool.reserveCapacity(bytes)
      needles.reserveCapacity(texts)
      long.reserveCapacity(texts)
    }

    /// Adds a needle and its grams from an offset of it on.
    mutating func add(_ bytes: ArraySlice<UInt8>, _ window: Int, _ text: Int, _ form: TextForm) {
      guard let layout = GramTable.Layout.of(bytes.count) else { return }
      let number = needles.count
      needles.append(Needle(start: Int32(pool.count), text: Int32(text), count: UInt8(bytes.count), form: form))
      for byte in bytes { pool.append(byte.lowercased) }
      if case .long = layout {
        long.append(LongNeedles.Entry(number: Int32(number), window: window))
        return
      }
      bytes.withUnsafeBytes { bytes in
        var word: UInt64 = 0
        let shift = UInt64(8 &* (layout.width &- 1))
        for index in window..<window + layout.stride &+ layout.width &- 1 {
          word = word &>> 8 | UInt64(bytes[index]) &<< shift
          let place = index &- layout.width &+ 1
          if place < window { continue }
          let entry = GramTable.Entry(word, width: layout.width, needle: number, place: place)
          if case .medium = layout { medium.append(entry) } else { short.append(entry) }
        }
      }
    }

    func bytes(of number: Int) -> ArraySlice<UInt8> {
      let needle = needles[number]
      return pool[Int(needle.start)..<Int(needle.start) + Int(needle.count)]
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether neither a letter nor a digit is right before or after a range.
  func isWord(_ range: Range<Int>) -> Bool {
    if !endsWord(at: range.upperBound) { return false }
    let start = range.lowerBound
    guard Self.isPart(self[start]), start > 0, Self.isPart(self[start - 1]) else { return true }
    // The last character of an escape is no part of the word: `%20`, `\n`, `\x22`, `\u0022`.
    func has(_ byte: UInt8, before distance: Int) -> Bool { start >= distance && self[start - distance] == byte }
    return has(0x25, before: 3) || has(0x5C, before: 2) || has(0x5C, before: 4) || has(0x5C, before: 6)
  }

  /// Whether no word goes on at an offset, which is not 0.
  func endsWord(at offset: Int) -> Bool {
    !Self.isPart(self[offset - 1]) || offset >= count || !Self.isPart(self[offset])
  }

  /// Whether a byte is a letter or a digit.
  private static func isPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }
}

/// How often grams occur in a sample, roughly: a text is best found by one that is rare there.
private struct CommonGrams {
  private var counts = [UInt8](repeating: 0, count: 1 << 18)
  /// A needle of this length has all its grams in one table.
  private let shortest = GramTable.Layout.long.shortest

  /// - Parameter texts: some of them are part of the sample too, so that few share the grams by which they are found.
  init(_ sample: [UInt8], _ texts: some Collection<TextScanner.Text>) {
    sample.withUnsafeBytes { add($0) }
    for text in texts.prefix(1_000) { text.bytes.withUnsafeBytes { add($0) } }
  }

  private mutating func add(_ sample: UnsafeRawBufferPointer) {
    counts.withUnsafeMutableBufferPointer { counts in
      var offset = 0
      while offset &+ 8 <= sample.count {
        let word = sample.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let place = Self.place(word | 0x2020_2020_2020_2020)
        if counts[place] < .max { counts[place] &+= 1 }
        offset &+= 1
      }
    }
  }

  @inline(__always) private static func place(_ word: UInt64) -> Int {
    let mixed = word &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: ((mixed ^ (mixed &>> 29)) &* 0xBF58_476D_1CE4_E5B9) &>> 46)
  }

  /// The offset of the window whose most frequent gram is the rarest; 0 for short texts. O(text).
  func rarest(of text: ArraySlice<UInt8>) -> Int {
    if text.count <= shortest { return 0 }
    return text.withUnsafeBytes { text in
      let grams = shortest - 7
      var best = (window: 0, count: UInt8.max)
      // The frequencies of the last eight grams, the latest lowest; a window has fewer.
      var most: UInt8 = 0
      var latest: UInt64 = 0
      for place in 0...text.count &- 8 {
        let word = text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        latest = latest &<< 8 | UInt64(counts[Self.place(word | 0x2020_2020_2020_2020)])
        if place < grams &- 1 { continue }
        most = 0
        for gram in 0..<grams { most = max(most, UInt8(truncatingIfNeeded: latest &>> UInt64(8 &* gram))) }
        if most < best.count { best = (place &- grams &+ 1, most) }
        // Its own grams are part of the sample.
        if most <= 1 { break }
      }
      return best.window
    }
  }
}
