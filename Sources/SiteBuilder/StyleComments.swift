/// Publishes style sheets without their comment lines, a tenth of their size, without indentation, and without the ends
/// of lines that no style needs: how a sheet is laid out for its readers costs no page anything.
enum StyleComments {
  /// Removes only lines that consist of a comment or a part of one. Comments after rules stay, and so do those that
  /// begin with `/*!`, such as licences. A line is joined with the next after `{`, `}`, `;` and `,`, where white space
  /// says nothing. A line that a backslash continues (within a text) keeps its indentation. O(sheet).
  static func without(_ sheet: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(sheet.count)
    // The lines of the open comment; they stay if a rule follows it on its last line.
    var held: [UInt8] = []
    var isOpen = false
    var isContinued = false
    for line in sheet.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard isOpen || text.starts(with: "/*".utf8) && !text.starts(with: "/*!".utf8) else {
        let isWhole = isContinued
        isContinued = line.last == UInt8(ascii: "\\")
        if !isWhole, text.isEmpty { continue }
        out.append(contentsOf: isWhole ? line : text)
        if isContinued || !joins.contains(text.last ?? 0) { out.append(0x0A) }
        continue
      }
      held.append(contentsOf: line)
      held.append(0x0A)
      guard let end = end(of: isOpen ? text : text.dropFirst(2)) else {
        isOpen = true
        continue
      }
      isOpen = false
      if text[end...].contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { out.append(contentsOf: held) }
      held = []
    }
    // With an unclosed comment, the sheet stays as it is.
    if isOpen { return sheet }
    return out
  }

  /// What a line ends with that is as good without the end of the line.
  private static let joins = "{};,".utf8

  /// The position in a line after the `*/` of a comment.
  private static func end(of line: ArraySlice<UInt8>) -> Int? {
    line.indices.first { index in
      line[index] == UInt8(ascii: "*") && index + 1 < line.endIndex && line[index + 1] == UInt8(ascii: "/")
    }.map { $0 + 2 }
  }
}
