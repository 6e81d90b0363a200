import Bytes

/// The front matter of a note: YAML between two lines of `---`, before which there may be empty lines.
struct FrontMatter {
  var entries: [YAMLValue.Entry] = []
  /// The text after the front matter.
  var body: ArraySlice<UInt8>
  /// The number of lines before the body.
  var bodyLine = 0

  /// Splits a note's text; without front matter all of it is the body.
  ///
  /// - Parameter text: valid UTF-8 without a byte order mark.
  init(_ text: [UInt8]) throws(YAMLReader.Failure) {
    body = text[...]
    var lines = LineReader(text)
    var first = lines.next()
    while let line = first, text[line].trimmedEnd.isEmpty { first = lines.next() }
    guard let first, Self.isFence(text[first]) else {
      if let failure = LikeFrontMatter.failure(text) { throw failure }
      return
    }
    let (start, before) = (lines.index, lines.count)
    while let line = lines.next() {
      guard Self.isFence(text[line]) || text[line].trimmedEnd.equals("...") else { continue }
      body = text[lines.index...]
      bodyLine = lines.count
      if let failure = LikeFrontMatter.withholding(body, linesBefore: bodyLine) { throw failure }
      guard let root = try YAMLReader.read(Array(text[start..<line.lowerBound]), linesBefore: before)
      else { return }
      switch root.kind {
      case .null: return
      case .map(let entries): self.entries = entries
      default:
        throw YAMLReader.Failure(
          position: root.position,
          message: "front matter is written as `key: value`, and this is \(root.label)")
      }
      return
    }
    // After empty lines it may be a thematic break.
    if before > 1, LikeFrontMatter.failure(text) == nil { return }
    throw YAMLReader.Failure(
      position: .start,
      message:
        "the front matter that begins here has no end; write --- on a line of its own after it")
  }

  /// Three hyphens, after which YAML allows a comment.
  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.dropFirst(3).trimmed
    return line.starts(with: [0x2D, 0x2D, 0x2D])
      && (rest.isEmpty || rest.first == .hash && line[line.startIndex + 3].isWhitespace)
  }

  func entry(_ key: String) -> YAMLValue.Entry? {
    entries.first { $0.key == key && !$0.value.isNull }
  }
}

extension ArraySlice where Element == UInt8 {
  /// Without trailing white space.
  var trimmedEnd: ArraySlice<UInt8> {
    var slice = self
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return slice
  }
}

/// The lines of a text, ended by LF, CR LF or a lone CR.
struct LineReader {
  private let text: [UInt8]
  /// Where the next line begins.
  private(set) var index = 0
  /// The number of lines read.
  private(set) var count = 0

  init(_ text: [UInt8]) { self.text = text }

  /// The next line without its ending.
  mutating func next() -> Range<Int>? {
    guard index < text.count else { return nil }
    let start = index
    while index < text.count, text[index] != .lineFeed, text[index] != .carriageReturn { index += 1 }
    let end = index
    if index < text.count {
      index += text[index] == .carriageReturn && index + 1 < text.count && text[index + 1] == .lineFeed ? 2 : 1
    }
    count += 1
    return start..<end
  }
}
