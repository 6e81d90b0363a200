import Bytes
import SiteTerms

/// The front matter of a note that is an event, for programs that edit it: its entries with their places in the file.
///
/// Only what decides when the event is, its title, its place and its UID are here.
package struct NoteHead {
  package struct Entry {
    package var key: String
    /// The value in JSON, as events.json has it.
    package var json: [UInt8]
    /// From the key to the line after its value. Comments between it and the next key are not its own.
    package var lines: Range<Int>
    /// The value, if all of it is on the line of its key.
    package var value: Range<Int>?
  }

  /// In file order.
  package private(set) var entries: [Entry] = []
  /// The note's line ending.
  package private(set) var ending: [UInt8] = [.lineFeed]

  /// Keys that are left out since their values have parts: a place with a name and a city.
  package private(set) var partedKeys: [String] = []

  private static let keys = [
    "start", "end", "duration", "tz", "allDay", "rrule", "exdates", "title", "location", "uid",
  ]

  /// Reads the bytes of a file; `nil` if it can't be read as a note, or is no event. O(bytes).
  package init?(_ file: [UInt8]) {
    let mark = file.markLength
    let text = Array(file[mark...])
    // What is repaired has other places than in the file.
    guard Text.firstInvalid(in: text) == nil, !text.contains(0), let front = try? FrontMatter(text),
      front.entry("start") != nil
    else { return nil }
    var lines = LineReader(text)
    var starts: [Int] = []
    while starts.count < front.bodyLine, let line = lines.next() { starts.append(line.lowerBound) }
    if let first = text.firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn }), text[first] == .carriageReturn
    {
      ending = first + 1 < text.count && text[first + 1] == .lineFeed ? [0x0D, 0x0A] : [.carriageReturn]
    }
    // The last line of the head is its fence.
    let ends = front.entries.dropFirst().map { $0.keyPosition.line } + [front.bodyLine]
    for (entry, following) in zip(front.entries, ends) where Self.keys.contains(entry.key) && !entry.value.isNull {
      if entry.key == "location", case .map = entry.value.kind {
        partedKeys.append(entry.key)
        continue
      }
      let line = entry.keyPosition.line
      // A map between braces has several keys in a line.
      guard line < following, starts.indices.contains(line - 1), starts.indices.contains(following - 1),
        entry.keyPosition.column == 1
      else { return nil }
      func bytes(ofLine line: Int) -> ArraySlice<UInt8> { text[starts[line - 1]..<starts[line]] }
      var next = following
      while next - 1 > line, Self.isNoValue(bytes(ofLine: next - 1), isOutermost: true) { next -= 1 }
      var value: Range<Int>?
      if case .scalar = entry.value.kind, entry.value.position.line == line,
        (line + 1..<next).allSatisfy({ Self.isNoValue(bytes(ofLine: $0), isOutermost: false) })
      {
        value = Self.scalar(in: text, from: starts[line - 1] + entry.value.position.column - 1)
      }
      entries.append(
        Entry(
          key: entry.key, json: Self.json(entry),
          lines: (mark + starts[line - 1])..<(mark + starts[next - 1]),
          value: value.map { (mark + $0.lowerBound)..<(mark + $0.upperBound) }))
    }
  }

  /// Whether a line after that of a key is empty or a comment.
  /// - Parameter isOutermost: whether only a comment at the line's beginning counts: others may be in a text.
  private static func isNoValue(_ line: ArraySlice<UInt8>, isOutermost: Bool) -> Bool {
    guard let first = line.first(where: { !$0.isWhitespace }) else { return true }
    return first == .hash && (!isOutermost || line.first == .hash)
  }

  /// The bytes of a plain or quoted scalar of one line; `nil` for other forms.
  private static func scalar(in text: [UInt8], from start: Int) -> Range<Int>? {
    guard start < text.count else { return nil }
    var end = start
    let quote = text[start]
    if quote == .quote || quote == .apostrophe {
      end += 1
      while end < text.count, text[end] != quote, text[end] != .lineFeed {
        // Texts with escapes are replaced with their lines.
        if text[end] == .backslash { return nil }
        end += 1
      }
      guard end < text.count, text[end] == quote else { return nil }
      // Two apostrophes are one in the text.
      return quote == .apostrophe && end + 1 < text.count && text[end + 1] == quote ? nil : start..<(end + 1)
    }
    if "|>&*!".utf8.contains(quote) { return nil }
    while end < text.count, text[end] != .lineFeed, text[end] != .carriageReturn,
      !(text[end] == .hash && text[end - 1].isWhitespace)
    {
      end += 1
    }
    while end > start, text[end - 1].isWhitespace { end -= 1 }
    return start..<end
  }

  private static func json(_ entry: YAMLValue.Entry) -> [UInt8] {
    if entry.key == "allDay", let flag = entry.value.flag { return flag ? [UInt8]("true") : [UInt8]("false") }
    var out: [UInt8] = []
    if case .list(let items) = entry.value.kind {
      out.append(jsonTexts: items.map { Array(($0.text ?? "").utf8) })
    } else {
      out.append(json: Array((entry.value.text ?? "").utf8))
    }
    return out
  }
}
