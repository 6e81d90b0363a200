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
  private let tables: [NeedleTable]
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

    mutating func decode(_ decoder: EscapeDecoder, _ relevant: EscapeDecoder.Relevance) {
      bytes.removeAll(keepingCapacity: true)
      regions.removeAll(keepingCapacity: true)
      decoder.forEachRegion(relevant) { range in
        regions.append((bytes.count, range))
        decoder.decode(range, into: &bytes)
        // No text that is searched for has one, so none reaches from one part into the next.
        bytes.append(.lineFeed)
      }
    }

    /// The offset, in the text before decoding, of one of the bytes.
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
    for text in texts {
      starts.append(Int32(pool.count))
      pool.append(contentsOf: text.bytes)
    }
    starts.append(Int32(pool.count))
    self.pool = pool
    self.starts = starts
    var collected = Needles(CommonGrams(sample, texts))
    for (index, text) in texts.enumerated() {
      let bytes = pool[Int(starts[index])..<Int(starts[index + 1])]
      collected.add(bytes, index, .plain)
      // Also in what is published: the slug of "上海 Shanghai" is a word of its own.
      if text.isTitle {
        for (form, slug) in TextForm.slugs(bytes)
        where slug.count >= Self.fewestCharacters && !slug.equalsIgnoringCase(bytes) {
          collected.add(slug[...], index, form)
        }
      }
    }
    needlePool = collected.pool
    needles = collected.needles
    relevant = EscapeDecoder.Relevance(collected.pool, longest: needles.map { Int($0.count) }.max() ?? 0)
    tables = zip(NeedleTable.Layout.all, collected.entries).map { layout, entries in
      NeedleTable(layout, entries) { collected.bytes(of: $0) }
    }
  }

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
    if needles.isEmpty { return }
    look(in: bytes, isPicture, isPart, isKnown) { text, form, offset in
      report(Finding(text: text, form: form, isEscaped: false, offset: offset))
    }
    if !decodes { return }
    let decoder = EscapeDecoder(text: bytes, unfolds: unfolds)
    buffers.outer.decode(decoder, relevant)
    if buffers.outer.bytes.isEmpty { return }
    buffers.outer.bytes.withUnsafeBytes { decoded in
      look(in: decoded, isPicture, isPart, isKnown) { text, form, offset in
        let place = buffers.outer.offset(of: offset, decoder)
        report(Finding(text: text, form: form, isEscaped: true, offset: place))
      }
      // What was escaped twice, such as JSON in an attribute.
      let again = EscapeDecoder(text: decoded, unfolds: false)
      buffers.inner.decode(again, relevant)
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
    for table in tables where !isPicture || table.layout.window > Self.fewestCharacters {
      table.forEachPlace(of: bytes) { start, needle in
        compare(bytes, start, needle, isPicture, isPart, isKnown, report)
      }
    }
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
    guard isSame, !isKnown(text) else { return }
    if !isPart, length < Self.shortestAnywhere, !bytes.isWord(start..<start + length) { return }
    if needle.form.isSlug, !isCut(text), !bytes.endsWord(at: start + length) { return }
    report(text, needle.form, start)
  }

  /// Whether a text may be a piece of a longer one that ends within a word.
  private func isCut(_ text: Int) -> Bool { starts[text + 1] - starts[text] > Self.longest - 4 }

  // MARK: Making

  /// All needles, while they are collected.
  private struct Needles {
    private let common: CommonGrams
    var pool: [UInt8] = []
    var needles: [Needle] = []
    /// The entries of each layout.
    var entries: [[NeedleTable.Entry]] = NeedleTable.Layout.all.map { _ in [] }

    init(_ common: CommonGrams) { self.common = common }

    mutating func add(_ bytes: ArraySlice<UInt8>, _ text: Int, _ form: TextForm) {
      guard let table = NeedleTable.Layout.all.firstIndex(where: { bytes.count >= $0.window }) else { return }
      let window = common.rarest(of: bytes, window: NeedleTable.Layout.all[table].window)
      entries[table].append(NeedleTable.Entry(needle: needles.count, window: window))
      needles.append(Needle(start: Int32(pool.count), text: Int32(text), count: UInt8(bytes.count), form: form))
      for byte in bytes { pool.append(byte.lowercased) }
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
    return has(.percent, before: 3) || has(.backslash, before: 2) || has(.backslash, before: 4)
      || has(.backslash, before: 6)
  }

  /// Whether no word goes on at an offset, which is not 0.
  func endsWord(at offset: Int) -> Bool {
    !Self.isPart(self[offset - 1]) || offset >= count || !Self.isPart(self[offset])
  }

  /// Whether a byte is a letter or a digit.
  private static func isPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }
}
