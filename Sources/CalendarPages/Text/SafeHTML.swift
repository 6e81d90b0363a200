import Bytes

/// HTML that this program wrote from notes, so that nothing in it has to be mended.
package enum SafeHTML {
  /// Its text: a space for each tag at which a word ends, and characters for references. O(HTML).
  package static func text(of html: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = Array(html)[...]
    while let byte = rest.first {
      if byte == .less {
        let end = rest.firstIndex(of: .greater) ?? rest.endIndex
        let tag = rest[..<end].dropFirst()
        rest = rest[end...].dropFirst()
        if !isWithinWords(tag) { text.append(.space) }
      } else if byte == .ampersand, let end = rest.prefix(8).firstIndex(of: .semicolon),
        let character = character(rest[..<end].dropFirst())
      {
        text.append(character)
        rest = rest[end...].dropFirst()
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Whether a tag marks a part of a text, perhaps within a word: `<em>`, `</a>`.
  private static func isWithinWords(_ tag: ArraySlice<UInt8>) -> Bool {
    let name = (tag.first == .slash ? tag.dropFirst() : tag).prefix { $0.isLetter || $0.isDigit }
    return name.equals("a") || name.equals("em") || name.equals("strong") || name.equals("del") || name.equals("code")
      || name.equals("span")
  }

  /// What the name of a reference stands for, of those that notes are written with.
  private static func character(_ name: ArraySlice<UInt8>) -> UInt8? {
    if name.equals("amp") { return .ampersand }
    if name.equals("lt") { return .less }
    if name.equals("gt") { return .greater }
    if name.equals("quot") { return .quote }
    return name.equals("#39") ? .apostrophe : nil
  }
}
