import Bytes

/// HTML that this program wrote from notes, so that nothing in it has to be mended.
package enum SafeHTML {
  /// Its text: a space for each tag at which a word ends, and characters for references. O(HTML).
  package static func text(of html: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = Array(html)[...]
    while let byte = rest.first {
      if byte == 0x3C {
        let end = rest.firstIndex(of: 0x3E) ?? rest.endIndex
        let tag = rest[..<end].dropFirst()
        rest = rest[end...].dropFirst()
        if !isWithinWords(tag) { text.append(0x20) }
      } else if byte == 0x26, let end = rest.prefix(8).firstIndex(of: 0x3B),
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
    let name = (tag.first == 0x2F ? tag.dropFirst() : tag).prefix { $0.isLetter || $0.isDigit }
    return name.equals("a") || name.equals("em") || name.equals("strong") || name.equals("del") || name.equals("code")
      || name.equals("span")
  }

  /// What the name of a reference stands for, of those that notes are written with.
  private static func character(_ name: ArraySlice<UInt8>) -> UInt8? {
    if name.equals("amp") { return 0x26 }
    if name.equals("lt") { return 0x3C }
    if name.equals("gt") { return 0x3E }
    if name.equals("quot") { return 0x22 }
    return name.equals("#39") ? 0x27 : nil
  }
}
