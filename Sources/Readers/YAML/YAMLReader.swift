import Bytes
import Yams

/// Reads one YAML document with the positions of all its values.
struct YAMLReader {
  /// Why the text is not YAML.
  struct Failure: Error {
    var position: Position
    var message: String
  }

  /// Values of aliases count each time: a few lines of aliases to aliases can stand for more values than fit in memory.
  /// No honest file comes near.
  static let valueLimit = 100_000

  private let text: [UInt8]
  /// The number of lines before the text in its file.
  private let linesBefore: Int
  /// The beginnings of lines as YAML counts them, if that differs: U+0085, U+2028 and U+2029 also end lines there.
  private let lineStarts: [Int]?
  private let lineCount: Int
  private var valuesLeft = Self.valueLimit

  /// Reads a text of valid UTF-8 without a byte order mark; `nil` if it is empty or contains only comments.
  ///
  /// - Parameter linesBefore: added to the lines of all positions, for a text within a file.
  static func read(_ text: [UInt8], linesBefore: Int = 0) throws(Failure) -> YAMLValue? {
    var reader = YAMLReader(text: text, linesBefore: linesBefore)
    return try reader.read()
  }

  private init(text: [UInt8], linesBefore: Int) {
    self.text = text
    self.linesBefore = linesBefore
    var isUnusual = false
    let starts = Self.lineStarts(text, &isUnusual)
    lineStarts = isUnusual ? starts : nil
    lineCount = starts.count
  }

  private mutating func read() throws(Failure) -> YAMLValue? {
    if let offset = Self.forbiddenControl(in: text) {
      throw Failure(
        position: position(of: offset),
        message: "YAML forbids this control character; remove it")
    }
    // The parser keeps a pointer to the text's storage, which is stable only if the text is too long to be stored
    // inline.
    let padded =
      String(utf8: text) + (text.count < 16 ? "\n" + String(repeating: "#", count: 16) : "")
    let root: Node?
    do {
      // Without rules for tags: kinds of scalars are told apart here, and regular expressions would look at each key.
      root = try Parser(yaml: padded, resolver: .basic, encoding: .utf8).singleRoot()
    } catch {
      throw failure(error)
    }
    guard let root else { return nil }
    return try value(root)
  }

  // MARK: Values

  private mutating func value(_ node: Node) throws(Failure) -> YAMLValue {
    let place = position(node.mark)
    valuesLeft -= 1
    if valuesLeft < 0 {
      throw Failure(
        position: place,
        message: "more than \(Self.valueLimit) values, aliases counted each time; reduce them")
    }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      if isPlain, ["", "~", "null", "Null", "NULL"].contains(scalar.string) {
        return YAMLValue(kind: .null, position: place)
      }
      return YAMLValue(kind: .scalar(scalar.string, isPlain: isPlain), position: place)
    case .sequence(let sequence):
      var list: [YAMLValue] = []
      for element in sequence { list.append(try value(element)) }
      return YAMLValue(kind: .list(list), position: place)
    case .mapping(let mapping):
      var entries: [YAMLValue.Entry] = []
      var merged: [YAMLValue.Entry] = []
      for (key, element) in mapping {
        guard let scalar = key.scalar else {
          throw Failure(
            position: position(key.mark), message: "a key must be a text, not a list or mapping")
        }
        let entry = YAMLValue.Entry(key: scalar.string, keyPosition: position(key.mark), value: try value(element))
        if scalar.string == "<<", scalar.style == .plain {
          merged += try Self.merged(entry)
        } else {
          entries.append(entry)
        }
      }
      if !merged.isEmpty {
        // The mapping's own entries take precedence over merged ones, and an earlier mapping over a later one.
        var known = Set(entries.map(\.key))
        for entry in merged where known.insert(entry.key).inserted { entries.append(entry) }
      }
      return YAMLValue(kind: .map(entries), position: place)
    case .alias:
      // The parser has already replaced aliases.
      return YAMLValue(kind: .null, position: place)
    }
  }

  /// The entries that a merge key brings, in the order in which they count: `<<: *a` or `<<: [*a, *b]`
  /// (yaml.org/type/merge.html).
  private static func merged(_ entry: YAMLValue.Entry) throws(Failure) -> [YAMLValue.Entry] {
    var found: [YAMLValue.Entry] = []
    for value in entry.value.elements {
      guard case .map(let entries) = value.kind else {
        throw Failure(
          position: value.position,
          message: "<< takes the keys of mappings, and this is \(value.label); write <<: *name")
      }
      found += entries
    }
    return found
  }

  // MARK: Places

  private func position(_ mark: Mark?) -> Position {
    guard let mark else { return Position(line: linesBefore + 1, column: 1) }
    guard let lineStarts else {
      if mark.line > lineCount { return position(of: text.count) }
      return Position(line: max(mark.line, 1) + linesBefore, column: max(mark.column, 1))
    }
    var offset = lineStarts[min(max(mark.line, 1), lineStarts.count) - 1]
    var columns = mark.column - 1
    while columns > 0, offset < text.count {
      offset += 1
      while offset < text.count, text[offset].isUTF8Continuation { offset += 1 }
      columns -= 1
    }
    return position(of: offset)
  }

  private func position(of offset: Int) -> Position {
    var position = Position(of: offset, in: text)
    position.line += linesBefore
    return position
  }

  private static func lineStarts(_ text: [UInt8], _ isUnusual: inout Bool) -> [Int] {
    var starts = [0]
    var index = 0
    while index < text.count {
      let rest = text[index...]
      if rest.starts(with: [0x0D, 0x0A] as [UInt8]) {
        index += 2
      } else if text[index] == .lineFeed || text[index] == .carriageReturn {
        index += 1
      } else if text[index] == 0xC2, rest.starts(with: [0xC2, 0x85] as [UInt8]) {
        isUnusual = true
        index += 2
      } else if text[index] == 0xE2,
        rest.starts(with: [0xE2, 0x80, 0xA8] as [UInt8])
          || rest.starts(with: [0xE2, 0x80, 0xA9] as [UInt8])
      {
        isUnusual = true
        index += 3
      } else {
        index += 1
        continue
      }
      starts.append(index)
    }
    return starts
  }

  /// The offset of the first character that YAML 1.1 forbids (section 5.1), except for a byte order mark.
  private static func forbiddenControl(in text: [UInt8]) -> Int? {
    for index in text.indices {
      switch text[index] {
      case .tab, .lineFeed, .carriageReturn: continue
      case 0..<0x20, 0x7F: return index
      case 0xC2 where index + 1 < text.count && text[index + 1] < 0xA0 && text[index + 1] != 0x85:
        return index
      case 0xEF
      where text[index...].starts(with: [0xEF, 0xBF, 0xBE] as [UInt8])
        || text[index...].starts(with: [0xEF, 0xBF, 0xBF] as [UInt8]):
        return index
      default: continue
      }
    }
    return nil
  }

  // MARK: Failures

  private func failure(_ error: any Error) -> Failure {
    func failure(_ context: YamlError.Context?, _ problem: String, _ mark: Mark) -> Failure {
      // Something unclosed is detected at the end; its beginning is the better position to report.
      let isOpen =
        context.map { $0.text.hasSuffix("quoted scalar") || $0.text.hasSuffix("simple key") }
        ?? false
      let place = isOpen ? position(context!.mark) : position(mark)
      var within = ""
      if !isOpen, let context {
        within = " (\(context.text) of line \(position(context.mark).line))"
      }
      return Failure(
        position: place,
        message:
          "this is not YAML: \(problem)\(within); look at the indentation (spaces, no tabs), colons and quotes here"
      )
    }
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _):
      return failure(context, problem, mark)
    case .composer(_, let problem, let mark, _):
      return failure(nil, problem, mark)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let key = duplicates.first ?? ""
      let first = position(context.mark)
      return Failure(
        position: secondPlace(of: key, after: first),
        message:
          "the key \(Text.quote(key)) is written twice, first in line \(first.line); keep one")
    default:
      return Failure(
        position: Position(line: linesBefore + 1, column: 1),
        message: "this can't be read as YAML; check that it is saved as UTF-8 text")
    }
  }

  /// The position of a repeated key below the first one, in the same column; the first position if none is found.
  private func secondPlace(of key: String, after first: Position) -> Position {
    var lines = LineReader(text)
    while let line = lines.next() {
      guard lines.count + linesBefore > first.line else { continue }
      let rest = text[line].dropFirst(first.column - 1)
      if rest.starts(with: key.utf8),
        rest.dropFirst(key.utf8.count).trimmed.first == UInt8.ascii(":"),
        text[line].prefix(first.column - 1).trimmed.isEmpty
      {
        return Position(line: lines.count + linesBefore, column: first.column)
      }
    }
    return first
  }
}
