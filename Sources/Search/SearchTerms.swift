import Bytes

/// A term of a text, by which it is found.
struct SearchTerm: Equatable {
  /// Folded, in UTF-8; at most ``SearchTerms/longest`` bytes.
  var bytes: [UInt8]
  /// Whether words that begin with it match: not for a single letter, with which too many words begin.
  var isPrefix: Bool
}

/// What a reader typed.
struct SearchWords {
  /// Each once, in order.
  var terms: [SearchTerm] = []
  /// Neighbouring characters of scripts that do not divide words, folded.
  var runs: [[UInt8]] = []
}

/// Divides texts into terms: words of letters and digits, and in scripts that do not divide words each pair of
/// neighbouring characters, and the last character of each run alone.
package struct SearchTerms: Sendable {
  package let folding = Folding()

  /// Longer words are cut, in texts and in queries: nobody types more.
  static let longest = 48

  package init() {}

  /// Room for ``forEach(in:_:from:isEscaped:isQuery:_:)`` to make terms in: a word, and two characters of a pair.
  struct Room {
    fileprivate static let word = 64
    fileprivate let start = UnsafeMutablePointer<UInt8>.allocate(capacity: word + 16)

    /// Gives the room back; nothing made in it may be used any more.
    func free() { start.deallocate() }
  }

  /// Calls `body` for each term of a text, in order. O(text).
  /// - Parameters:
  ///   - text: UTF-8; invalid bytes separate words.
  ///   - room: in which terms are made.
  ///   - start: the place of the first character of scripts that do not divide words; each has the next place.
  ///   - isEscaped: whether the text is a TEXT value as written in iCalendar (RFC 5545, 3.3.11).
  ///   - isQuery: the last character of a run of several is then no term: pairs contain it.
  ///   - body: gets the folded bytes, valid only until it returns, and the place of a pair; -1 of other terms.
  /// - Returns: the place of the next text of the same item. Two pairs are neighbours in a run if the place of one
  ///   follows that of the other.
  @inline(__always) @discardableResult
  func forEach(
    in text: UnsafeBufferPointer<UInt8>, _ room: Room, from start: Int32 = 0, isEscaped: Bool = false,
    isQuery: Bool = false, _ body: (_ term: UnsafeBufferPointer<UInt8>, _ place: Int32) -> Void
  ) -> Int32 {
    let word = room.start
    var count = 0
    // In a run of pairs, the character before and then the current one.
    let pair = room.start + Room.word
    var (before, runLength) = (0, 0)
    var next = start
    @inline(__always) func endWord() {
      if count > 0 { body(UnsafeBufferPointer(start: word, count: count), -1) }
      count = 0
    }
    @inline(__always) func endRun() {
      if runLength > 1 && !isQuery || runLength == 1 { body(UnsafeBufferPointer(start: pair, count: before), -1) }
      runLength = 0
    }
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        index += 1
        if byte.isLetter || byte.isDigit {
          if runLength > 0 { endRun() }
          if count < Self.longest {
            word[count] = byte.lowercased
            count += 1
          }
          continue
        }
        endWord()
        if runLength > 0 { endRun() }
        // All that may be escaped separates words; skip the letter of an escaped line feed, which is part of no word.
        let isEscape = isEscaped && byte == .backslash && index < text.count
        if isEscape, text[index] | 0x20 == 0x6E || text[index] == byte { index += 1 }
        continue
      }
      let (code, length) = Self.character(of: text, at: index)
      index += length
      switch folding.result(of: code) {
      case .nothing: break
      case .separator:
        endWord()
        endRun()
      case .letter(let letter):
        endRun()
        if count < Self.longest { count += Self.write(letter, to: word + count) }
      case .letters(let range):
        endRun()
        if count < Self.longest { count += write(range, to: word + count) }
      case .pair(let letter):
        endWord()
        Self.addToRun(letter, pair, &before, &runLength, &next, body)
      }
    }
    endWord()
    endRun()
    return next
  }

  /// Writes the letters that a character is folded to; returns the number of their bytes.
  private func write(_ letters: Range<Int>, to out: UnsafeMutablePointer<UInt8>) -> Int {
    for index in 0..<letters.count { out[index] = folding.texts[letters.lowerBound + index] }
    return letters.count
  }

  /// Adds a character to a run, and calls `body` for the pair that it ends.
  @inline(__always)
  private static func addToRun(
    _ letter: UInt32, _ pair: UnsafeMutablePointer<UInt8>, _ before: inout Int, _ runLength: inout Int,
    _ next: inout Int32, _ body: (_ term: UnsafeBufferPointer<UInt8>, _ place: Int32) -> Void
  ) {
    if runLength == 0 { before = 0 }
    let own = write(letter, to: pair + before)
    if runLength > 0 { body(UnsafeBufferPointer(start: pair, count: before + own), next - 1) }
    next += 1
    for place in 0..<own { pair[place] = pair[before + place] }
    before = own
    runLength += 1
  }

  /// The terms and runs of what a reader typed. O(query times terms).
  func query(_ text: [UInt8]) -> SearchWords {
    var words = SearchWords()
    let room = Room()
    var last: Int32 = -1
    text.withUnsafeBufferPointer { text in
      _ = forEach(in: text, room, isQuery: true) { bytes, place in
        let bytes = Array(bytes)
        let isPaired = isPaired(bytes)
        let first = Self.firstCharacters(1, of: bytes)
        let term = SearchTerm(bytes: bytes, isPrefix: isPaired || first < bytes.count)
        if !words.terms.contains(term) { words.terms.append(term) }
        if !isPaired { return }
        if place > 0, place == last + 1 {
          words.runs[words.runs.count - 1] += bytes[first...]
        } else {
          words.runs.append(bytes)
        }
        last = place < 0 ? -2 : place
      }
    }
    room.free()
    return words
  }

  /// The pair of characters at an index of a run; `nil` at its last character. `next` becomes the index of the second.
  static func pair(of run: [UInt8], at next: inout Int) -> [UInt8]? {
    let start = next
    next += firstCharacters(1, of: run[start...])
    return next < run.count ? Array(run[start..<next + firstCharacters(1, of: run[next...])]) : nil
  }

  /// The scalar of the character at an index, and its bytes; a separator for bytes that are no UTF-8.
  static func character(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> (code: UInt32, count: Int) {
    let lead = text[index]
    let count = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    if count == 1 { return (UInt32(lead), 1) }
    guard count > 0, index + count <= text.count else { return (0x3000, 1) }
    var code = UInt32(lead) & (0xFF >> UInt32(count + 1))
    for place in 1..<count {
      let byte = text[index + place]
      guard byte.isUTF8Continuation else { return (0x3000, 1) }
      code = code << 6 | UInt32(byte & 0x3F)
    }
    // An overlong form.
    return (code < 0x80 ? 0x3000 : code, count)
  }

  /// Writes a character as UTF-8; returns the number of its bytes, at most four.
  static func write(_ code: UInt32, to out: UnsafeMutablePointer<UInt8>) -> Int {
    if code < 0x80 {
      out[0] = UInt8(truncatingIfNeeded: code)
      return 1
    }
    let count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    var rest = code
    for place in stride(from: count - 1, to: 0, by: -1) {
      out[place] = UInt8(truncatingIfNeeded: 0x80 | rest & 0x3F)
      rest >>= 6
    }
    out[0] = UInt8(truncatingIfNeeded: rest | 0xF00 >> UInt32(count))
    return count
  }

  /// A character as UTF-8.
  static func bytes(of code: UInt32) -> [UInt8] {
    let out = UnsafeMutablePointer<UInt8>.allocate(capacity: 4)
    defer { out.deallocate() }
    return Array(UnsafeBufferPointer(start: out, count: write(code, to: out)))
  }

  /// The number of bytes of the first characters of a term; all if it has fewer.
  static func firstCharacters(_ number: Int, of term: some RandomAccessCollection<UInt8>) -> Int {
    var left = number
    var count = 0
    for byte in term {
      if !byte.isUTF8Continuation {
        if left == 0 { return count }
        left -= 1
      }
      count += 1
    }
    return count
  }

  /// The bytes of a term that decide where it is written: its first two characters, or the first of a pair, so that a
  /// reader who typed as much knows the file.
  /// - Parameter more: how many times the file is divided, each time by one character more.
  func key(of term: [UInt8], _ more: Int = 0) -> ArraySlice<UInt8> {
    guard let first = term.first, first != SearchFilter.mark else { return term[...] }
    return term[..<Self.firstCharacters((isPaired(term) ? 1 : 2) + more, of: term)]
  }

  /// Whether a term is written in a piece of a file that is divided for the `more`th time: it is longer than the key
  /// that leads to the file. Others stay in the file. A filter has one key, by which files are divided once.
  /// - Parameter more: at least 1.
  func hasKey(_ term: [UInt8], _ more: Int) -> Bool {
    term.first == SearchFilter.mark ? more == 1 : key(of: term, more - 1).count < key(of: term, more).count
  }

  /// Whether the list of a term has its places in each item: only lists of pairs do.
  func hasPlaces(_ term: [UInt8]) -> Bool {
    guard isPaired(term) else { return false }
    let first = Self.firstCharacters(1, of: term)
    return first < term.count && term[first] != SearchFilter.mark
  }

  /// The term that stands for all terms with a ``key(of:_:)``: no text contains it.
  static func union(of key: some Sequence<UInt8>) -> [UInt8] { Array(key) + [SearchFilter.mark] }

  private func isPaired(_ term: [UInt8]) -> Bool {
    guard let first = term.first, first >= 0x80 else { return false }
    let code = term.withUnsafeBufferPointer { Self.character(of: $0, at: 0).code }
    if case .pair = folding.result(of: code) { return true }
    return false
  }
}

/// What results can be limited to besides words. Each is a term of its own, which no text contains.
package enum SearchFilter: UInt8, CaseIterable, Sendable {
  case calendar = 0x6B
  case category = 0x63
  case place = 0x70

  /// The first byte of its terms.
  static let mark: UInt8 = 0x01

  /// The term of a value, which is compared byte by byte.
  func term(_ value: [UInt8]) -> [UInt8] {
    var term: [UInt8] = [Self.mark, rawValue]
    term.append(base32: StableHash.of(value), digits: 13)
    return term
  }
}
