import Bytes

extension SearchTerms {
  /// The ranges of a query's terms and runs in a text as it was written, in order and not touching. If a word begins
  /// like a term, only this beginning. O(text times query).
  func ranges(of query: SearchWords, in text: [UInt8]) -> [Range<Int>] {
    if query.terms.isEmpty { return [] }
    let marks = Marks(query)
    var index = 0
    while index < text.count {
      let (code, count) = text.withUnsafeBufferPointer { Self.character(of: $0, at: index) }
      let start = index
      index += count
      var result = Folding.Result.separator
      if code >= 0x80 {
        result = folding.result(of: code)
      } else if text[start].isLetter || text[start].isDigit {
        result = .letter(UInt32(text[start].lowercased))
      }
      var own: [UInt8] = []
      switch result {
      case .nothing:
        // An accent belongs to the letter before it.
        marks.extendLetter(to: index)
        continue
      case .separator:
        marks.endWord()
        marks.endRun(at: start)
      case .letter(let letter): own = Self.bytes(of: letter)
      case .letters(let range): own += texts(range)
      case .pair(let letter):
        marks.endWord()
        marks.addToRun(Self.bytes(of: letter), at: start)
        continue
      }
      if own.isEmpty { continue }
      marks.endRun(at: start)
      marks.addToWord(own, start..<index)
    }
    marks.endWord()
    marks.endRun(at: text.count)
    return marks.found
  }

  private func texts(_ range: Range<Int>) -> [UInt8] { Array(folding.texts[range]) }
}

/// The ranges found so far, and the word or run that is being read. A class: it is large, and never copied.
private final class Marks {
  let query: SearchWords
  var found: [Range<Int>] = []
  /// The folded word; for each of its bytes, the end in the text of the character that it comes from.
  var word: [UInt8] = []
  var ends: [Int] = []
  var wordStart = 0
  /// The run of pairs; for each of its characters, where it begins in the run and in the text.
  var run: [UInt8] = []
  var starts: [Int] = []
  var places: [Int] = []

  init(_ query: SearchWords) { self.query = query }

  func add(_ range: Range<Int>) {
    if let last = found.last, last.upperBound >= range.lowerBound {
      found[found.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      found.append(range)
    }
  }

  /// - Parameter range: where the character with these folded bytes is in the text.
  func addToWord(_ letters: [UInt8], _ range: Range<Int>) {
    if word.isEmpty { wordStart = range.lowerBound }
    for byte in letters {
      word.append(byte)
      ends.append(range.upperBound)
    }
  }

  func extendLetter(to end: Int) { if !ends.isEmpty { ends[ends.count - 1] = end } }

  func endWord() {
    var longest = 0
    for term in query.terms where term.bytes.count <= word.count && term.bytes.count > longest {
      if term.isPrefix ? word.starts(with: term.bytes) : word == term.bytes { longest = term.bytes.count }
    }
    if longest > 0 { add(wordStart..<ends[longest - 1]) }
    word = []
    ends = []
  }

  func addToRun(_ character: [UInt8], at place: Int) {
    starts.append(run.count)
    places.append(place)
    run += character
  }

  func endRun(at end: Int) {
    for (index, start) in starts.enumerated() {
      for wanted in query.runs where run[start...].starts(with: wanted) {
        var next = index
        for byte in wanted where !byte.isUTF8Continuation { next += 1 }
        add(places[index]..<(next < places.count ? places[next] : end))
      }
    }
    run = []
    starts = []
    places = []
  }
}
