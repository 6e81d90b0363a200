import Bytes

/// Structure: which tags match, and which tags stand alone on their lines.
extension Source {
  /// Pairs opening and closing tags and reports those without a partner (specification: sections).
  /// O(tags × nesting).
  mutating func pair() {
    var open: [Int] = []
    for index in 0..<tags.count {
      let tag = tags[index]
      if tag.opens {
        if open.count == TemplateSet.nestingLimit {
          return report(.nestedTooDeep, at: tag.start, name: name(of: tag))
        }
        open.append(index)
      } else if tag.kind == .close {
        guard let top = open.last else {
          report(.unopenedClose, at: tag.start, name: name(of: tag))
          continue
        }
        if let partner = open.lastIndex(where: { sameName(tags[$0], tag) }) {
          // Tags opened after the partner were never closed.
          for forgotten in open[(partner + 1)...] { reportUnclosed(forgotten) }
          join(open[partner], index)
          open.removeSubrange(partner...)
        } else {
          report(.wrongClose, at: tag.start, name: name(of: tag))
          problems[problems.count - 1].related = Array(name(of: tags[top]))
          open.removeLast()
        }
      }
    }
    for forgotten in open { reportUnclosed(forgotten) }
  }

  private func sameName(_ left: Tag, _ right: Tag) -> Bool {
    left.dynamic == right.dynamic && name(of: left) == name(of: right)
  }

  private mutating func join(_ opening: Int, _ closing: Int) {
    tags[opening].match = closing
    tags[closing].match = opening
  }

  private mutating func reportUnclosed(_ index: Int) {
    report(.unclosedSection, at: tags[index].start, name: name(of: tags[index]))
  }

  // MARK: Lines

  /// Where the line of a tag begins, if only blanks are before the tag; otherwise `nil`.
  func lineBegin(of index: Int) -> Int? {
    let floor = index > 0 ? tags[index - 1].end : first
    var begin = tags[index].start
    while begin > floor, isBlank(bytes[begin - 1]) { begin -= 1 }
    // A tag never ends with a line feed, so looking at the byte before `floor` is safe.
    return begin == first || bytes[begin - 1] == .lineFeed ? begin : nil
  }

  /// Where the next line begins, if only blanks are after the tag; otherwise `nil`. The end of the source also ends a
  /// line.
  func nextLine(after index: Int) -> Int? {
    let ceiling = index + 1 < tags.count ? tags[index + 1].start : bytes.count
    var end = tags[index].end
    while end < ceiling, isBlank(bytes[end]) { end += 1 }
    if end == bytes.count { return end }
    if end < ceiling, bytes[end] == .lineFeed { return end + 1 }
    if end + 1 < ceiling, bytes[end] == .carriageReturn, bytes[end + 1] == .lineFeed { return end + 2 }
    return nil
  }

  /// The leading blanks of the first line, from `begin` on, that has more than blanks before the tag at `index`; `nil`
  /// if the content ends there (the tag closes) without such a line.
  func intrinsicIndentation(from begin: Int, next index: Int) -> (start: Int, count: Int)? {
    let ceiling = index < tags.count ? tags[index].start : bytes.count
    var line = begin
    while true {
      var cursor = line
      while cursor < ceiling, isBlank(bytes[cursor]) { cursor += 1 }
      if cursor == ceiling {
        return index < tags.count && tags[index].kind == .close ? nil : (line, cursor - line)
      }
      if bytes[cursor] == .carriageReturn, cursor + 1 < ceiling, bytes[cursor + 1] == .lineFeed { cursor += 1 }
      if bytes[cursor] != .lineFeed { return (line, cursor - line) }
      line = cursor + 1
    }
  }

  /// Whether a pair of tags lies on one line.
  func sharesLine(_ opening: Int, _ closing: Int) -> Bool {
    !bytes[tags[opening].end..<tags[closing].start].contains(.lineFeed)
  }

  func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab }
}
