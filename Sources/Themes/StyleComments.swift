/// Publishes style sheets without their comment lines, a tenth of their size, and without insignificant white space, so
/// that the layout of a sheet costs pages nothing.
package enum StyleComments {
  /// A style sheet as it is published. O(sheet).
  package static func without(_ sheet: [UInt8]) -> [UInt8] { compact(withoutCommentLines(sheet)) }

  /// Removes only lines that consist of a comment or a part of one. Comments after rules stay, and so do those that
  /// begin with `/*!`, such as licences.
  private static func withoutCommentLines(_ sheet: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(sheet.count)
    // The lines of the open comment; they stay if a rule follows it on its last line.
    var held: [UInt8] = []
    var isOpen = false
    for line in sheet.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard isOpen || text.starts(with: "/*".utf8) && !text.starts(with: "/*!".utf8) else {
        out.append(contentsOf: line)
        out.append(0x0A)
        continue
      }
      held.append(contentsOf: line)
      held.append(0x0A)
      guard let end = end(of: isOpen ? text : text.dropFirst(2)) else {
        isOpen = true
        continue
      }
      isOpen = false
      if text[end...].contains(where: { !isSpace($0) }) { out.append(contentsOf: held) }
      held = []
    }
    // With an unclosed comment, the sheet stays as it is.
    if isOpen { return sheet }
    if !out.isEmpty { out.removeLast() }
    return out
  }

  /// The position in a line after the `*/` of a comment.
  private static func end(of line: ArraySlice<UInt8>) -> Int? {
    line.indices.first { index in
      line[index] == UInt8(ascii: "*") && index + 1 < line.endIndex && line[index + 1] == UInt8(ascii: "/")
    }.map { $0 + 2 }
  }

  /// Removes white space beside `{`, `}`, `;` and `,`, at the beginning and at the end, and leaves one character of it
  /// elsewhere. Texts, comments and characters after a backslash stay as they are. A comment, a text, a block or a
  /// parenthesis that is open at the end is closed there, and a backslash left out: another sheet may follow.
  private static func compact(_ written: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(written.count)
    let isCut = written.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    let sheet = isCut ? Array(written.dropLast()) : written
    var index = 0
    /// What closes what is open, the innermost last.
    var closers: [UInt8] = []
    /// The last byte that is no white space; 0 in what stays as it is.
    var last: UInt8 = UInt8(ascii: ";")
    func keep(to end: Int) {
      out.append(contentsOf: sheet[index..<min(end, sheet.count)])
      index = min(end, sheet.count)
      last = 0
    }
    while index < sheet.count {
      let byte = sheet[index]
      switch byte {
      case UInt8(ascii: "\\"): keep(to: index + 2)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let end = endOfText(sheet, from: index)
        keep(to: end)
        if end > sheet.count { out.append(byte) }
      case UInt8(ascii: "/") where index + 1 < sheet.count && sheet[index + 1] == UInt8(ascii: "*"):
        let end = end(of: sheet[(index + 2)...])
        keep(to: end ?? sheet.count)
        if end == nil { out.append(contentsOf: "*/".utf8) }
      case _ where isSpace(byte):
        let next = sheet[index...].firstIndex { !isSpace($0) } ?? sheet.count
        // The white space of an empty custom property is its value.
        let isIdle = next == sheet.count || isMark(last) || isMark(sheet[next]) && last != UInt8(ascii: ":")
        if !isIdle { out.append(sheet[index..<next].contains(0x0A) ? 0x0A : 0x20) }
        index = next
      default:
        out.append(byte)
        last = byte
        index += 1
        switch byte {
        case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
        case UInt8(ascii: "("): closers.append(UInt8(ascii: ")"))
        case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
        default: if byte == closers.last { closers.removeLast() }
        }
      }
    }
    return out + closers.reversed()
  }

  /// The position after a text in quotes.
  private static func endOfText(_ sheet: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < sheet.count, sheet[index] != sheet[start] {
      index += sheet[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index + 1
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }
  private static func isMark(_ byte: UInt8) -> Bool { "{};,".utf8.contains(byte) }
}
