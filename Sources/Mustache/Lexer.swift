import Bytes

/// One tag of a template. Everything between two tags is text.
struct Tag {
  enum Kind {
    case comment, delimiters, value, raw, section, inverted, parent, block, partial, close
  }

  var kind: Kind
  /// The offset of the tag, delimiters included.
  var start: Int
  var end: Int
  /// The name without sigil, asterisk and padding.
  var nameStart: Int
  var nameEnd: Int
  /// Whether an asterisk stood before the name (specification, ~dynamic-names).
  var dynamic = false
  /// The index of the matching closing or opening tag.
  var match = -1

  var opens: Bool {
    switch kind {
    case .section, .inverted, .parent, .block: true
    default: false
    }
  }
}

/// A template's bytes with the results of parsing.
struct Source {
  let template: [UInt8]
  let bytes: [UInt8]
  /// Where the text begins: after a byte order mark, if any.
  let first: Int
  var tags: [Tag] = []
  var problems: [TemplateProblem] = []

  init(template: [UInt8], bytes: [UInt8]) {
    self.template = template
    self.bytes = bytes
    first = bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) ? 3 : 0
  }

  func name(of tag: Tag) -> ArraySlice<UInt8> { bytes[tag.nameStart..<tag.nameEnd] }

  mutating func report(_ kind: TemplateProblem.Kind, at offset: Int, name: ArraySlice<UInt8> = []) {
    problems.append(TemplateProblem(kind, in: template, bytes, at: offset, name: Array(name)))
  }

  // MARK: Tags

  /// Finds all tags (specification: interpolation, delimiters, comments). O(bytes).
  mutating func lex() {
    var open: [UInt8] = [0x7B, 0x7B]
    var close: [UInt8] = [0x7D, 0x7D]
    var cursor = first
    while let start = find(open, from: cursor, to: bytes.count) {
      var content = start + open.count
      var kind = Tag.Kind.value
      var terminator = close
      if content < bytes.count, let sigil = sigil(bytes[content]) {
        kind = sigil
        if bytes[content] == .openBrace { terminator = [.closeBrace] + close }
        if kind == .delimiters { terminator = [.equals] + close }
        content += 1
      }
      guard let contentEnd = find(terminator, from: content, to: bytes.count) else {
        report(.unclosedTag, at: start)
        return
      }
      var tag = Tag(
        kind: kind, start: start, end: contentEnd + terminator.count, nameStart: content,
        nameEnd: contentEnd)
      cursor = tag.end
      if kind != .comment {
        // The tag contains another one, so its own end is missing. Continuing after the last one contained keeps this
        // linear.
        if let inner = findLast(open, from: content, to: contentEnd) {
          report(.unclosedTag, at: start)
          cursor = inner
          continue
        }
        trim(&tag)
        if kind == .delimiters {
          guard let pair = delimiters(bytes[tag.nameStart..<tag.nameEnd]) else {
            report(.badDelimiters, at: start)
            continue
          }
          (open, close) = pair
        } else {
          check(tag)
        }
      }
      tags.append(tag)
    }
  }

  private func sigil(_ byte: UInt8) -> Tag.Kind? {
    switch byte {
    case .exclamation: .comment
    case .hash: .section
    case .ascii("$"): .block
    case .ampersand, .openBrace: .raw
    case .slash: .close
    case .less: .parent
    case .equals: .delimiters
    case .greater: .partial
    case .caret: .inverted
    default: nil
    }
  }

  private func trim(_ tag: inout Tag) {
    while tag.nameEnd > tag.nameStart, bytes[tag.nameEnd - 1].isWhitespace { tag.nameEnd -= 1 }
    while tag.nameStart < tag.nameEnd, bytes[tag.nameStart].isWhitespace { tag.nameStart += 1 }
    guard tag.kind == .partial || tag.kind == .parent || tag.kind == .close,
      tag.nameStart < tag.nameEnd, bytes[tag.nameStart] == .asterisk
    else { return }
    tag.dynamic = true
    tag.nameStart += 1
    while tag.nameStart < tag.nameEnd, bytes[tag.nameStart].isWhitespace { tag.nameStart += 1 }
  }

  /// Checks names as the specification requires: not empty, without white space; names looked up in the context are
  /// split at periods, with something on both sides of each.
  private mutating func check(_ tag: Tag) {
    let name = name(of: tag)
    if name.isEmpty { return report(.emptyTag, at: tag.start) }
    var bad = name.contains { $0.isWhitespace }
    let isContextName: Bool
    switch tag.kind {
    case .value, .raw, .section, .inverted: isContextName = true
    case .partial, .parent: isContextName = tag.dynamic
    default: isContextName = false
    }
    if isContextName, !(name.count == 1 && name.first == .dot) {
      var previous: UInt8 = .dot
      for byte in name {
        if byte == .dot, previous == .dot { bad = true }
        previous = byte
      }
      if previous == .dot { bad = true }
    }
    if bad { report(.badName, at: tag.nameStart, name: name) }
  }

  private func delimiters(_ content: ArraySlice<UInt8>) -> ([UInt8], [UInt8])? {
    let parts = content.split { $0.isWhitespace }
    guard parts.count == 2, !content.contains(.equals) else { return nil }
    return (Array(parts[0]), Array(parts[1]))
  }

  // MARK: Searching

  private func find(_ pattern: [UInt8], from low: Int, to high: Int) -> Int? {
    var index = low
    let last = high - pattern.count
    let first = pattern[0]
    while index <= last {
      if bytes[index] == first, matches(pattern, at: index) { return index }
      index += 1
    }
    return nil
  }

  private func findLast(_ pattern: [UInt8], from low: Int, to high: Int) -> Int? {
    var index = high - pattern.count
    while index >= low {
      if matches(pattern, at: index) { return index }
      index -= 1
    }
    return nil
  }

  private func matches(_ pattern: [UInt8], at index: Int) -> Bool {
    for offset in 0..<pattern.count where bytes[index + offset] != pattern[offset] { return false }
    return true
  }
}
