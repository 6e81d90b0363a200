import Bytes
import Publishing

/// Style sheets that are divided into files, one for each thing that they style: a line `@import "site/days.css";` in
/// `assets/site.css` stands for the rules of `assets/site/days.css`. Browsers load the sheet as one file.
extension ThemeContents {
  /// The bytes of an asset; a style sheet has its parts in it.
  /// - Throws: `content`, which names the line, if a sheet names a part that no layer has.
  package func asset(_ path: String) throws(BuildError) -> [UInt8] {
    guard let folder = files[path] else { return [] }
    let bytes = try folder.read(path)
    return path.hasSuffix(Self.ending) ? try joined(bytes, at: path, in: folder) : bytes
  }

  /// Whether a file is in the folder of a sheet's parts, so that it is not published by itself.
  package func isPart(_ path: String) -> Bool {
    guard path.hasSuffix(Self.ending), let slash = path.lastIndex(of: "/") else { return false }
    return files[path[..<slash] + Self.ending] != nil
  }

  private static var ending: String { ".css" }

  /// A sheet, with the files that it names in place of the lines that name them. Lines in comments stay.
  private func joined(
    _ sheet: [UInt8], at path: String, in folder: ThemeFolder
  ) throws(BuildError) -> [UInt8] {
    let parts = String(path.dropLast(Self.ending.count)) + "/"
    var out: [UInt8] = []
    var isComment = false
    for (index, line) in sheet.split(separator: .lineFeed, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { out.append(.lineFeed) }
      if !isComment, let part = Self.imported(line.trimmed), part.hasPrefix(parts) {
        guard let owner = files[part] else {
          throw .content(["\(folder.path)/\(path):\(index + 1):1: error: \(lack(of: part, among: parts))"])
        }
        out += try owner.read(part)
        if out.last == .lineFeed { out.removeLast() }
      } else {
        out += line
        isComment = Self.isComment(after: line, isComment)
      }
    }
    return out
  }

  /// What to say of a part that no layer has.
  private func lack(of part: String, among parts: String) -> String {
    let names = files.keys.filter { $0.hasPrefix(parts) }.sorted()
    let near = nearest(part.utf8, in: names.map { Array($0.utf8) }, most: 1).first
    return "there is no file \(part) in the theme; "
      + (near.map { "did you mean \"\(String(decoding: $0.dropFirst("assets/".utf8.count), as: UTF8.self))\"?" }
        ?? "add it, or remove this line")
  }

  /// The path that a line imports, if that is all it does: `assets/site/days.css` of `@import "site/days.css";`.
  private static func imported(_ line: ArraySlice<UInt8>) -> String? {
    let rule = "@import "
    guard line.starts(with: rule.utf8), line.last == .semicolon else { return nil }
    let text = line.dropFirst(rule.utf8.count).dropLast().trimmed
    guard text.count > 2, let mark = text.first, mark == text.last, mark == .quote || mark == .apostrophe
    else { return nil }
    return "assets/" + String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Whether a comment is open after a line.
  /// - Parameter isComment: whether one is open before it.
  private static func isComment(after line: ArraySlice<UInt8>, _ isComment: Bool) -> Bool {
    var isComment = isComment
    var rest = line
    while let mark = rest.firstRange(of: Array((isComment ? "*/" : "/*").utf8)) {
      rest = rest[mark.upperBound...]
      isComment.toggle()
    }
    return isComment
  }
}
