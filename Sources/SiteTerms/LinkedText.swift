import Bytes

extension Array where Element == UInt8 {
  /// Appends text as HTML.
  package mutating func append(html text: ArraySlice<UInt8>) {
    for byte in text {
      switch byte {
      case .ampersand: append("&amp;")
      case .less: append("&lt;")
      case .greater: append("&gt;")
      case .quote: append("&quot;")
      case .apostrophe: append("&#39;")
      default: append(byte)
      }
    }
  }

  /// Appends a plain text as HTML: blank lines separate paragraphs, other line breaks are kept, and addresses, also of
  /// mail, become links. O(text).
  package mutating func append(paragraphsOf text: [UInt8]) {
    var index = 0
    var isOpen = false
    var pendingBreaks = 0
    while index < text.count {
      let byte = text[index]
      if byte == .lineFeed {
        pendingBreaks += 1
        index += 1
        continue
      }
      if byte == .carriageReturn || (byte < 0x20 && byte != .tab) || byte == 0x7F {
        index += 1
        continue
      }
      if pendingBreaks > 1, isOpen {
        append("</p>\n")
        isOpen = false
      }
      if !isOpen {
        append("<p>")
        isOpen = true
      } else if pendingBreaks == 1 {
        append("<br>\n")
      }
      pendingBreaks = 0
      let atWordStart = index == 0 || !(text[index - 1].isLetter || text[index - 1].isDigit)
      let whole = atWordStart ? addressEnd(in: text, from: index) : nil
      if let end = whole ?? mailEnd(in: text, from: index) {
        let address = text[index..<end]
        append("<a href=\"")
        if whole == nil { append("mailto:") }
        append(html: address)
        append("\" rel=\"nofollow noopener\">")
        append(html: SafeLink.label(address))
        append("</a>")
        index = end
      } else {
        append(html: text[index...index])
        index += 1
      }
    }
    if isOpen { append("</p>\n") }
  }

  /// The end of the address that begins at an offset, without punctuation that ends a sentence; `nil` if no address
  /// begins there.
  private func addressEnd(in text: [UInt8], from start: Int) -> Int? {
    guard let length = SafeLink.schemeLength(text[start...].prefix(8)) else { return nil }
    var end = start + length
    // Checked before the rest is searched: a text may have such a beginning every few bytes.
    guard end < text.count, SafeLink.beginsHost(text[end]) else { return nil }
    var parentheses = 0
    while end < text.count {
      let byte = text[end]
      if byte <= .space || byte == 0x7F || byte == .quote || byte == .less || byte == .greater { break }
      if byte >= 0xC2, isPunctuation(text[end...].prefix(3)) { break }
      if byte == .openParenthesis { parentheses += 1 }
      // A closing parenthesis belongs to the address if it was opened there.
      if byte == .closeParenthesis {
        if parentheses == 0 { break }
        parentheses -= 1
      }
      end += 1
    }
    while end > start + length {
      switch text[end - 1] {
      case .dot, .comma, .semicolon, .colon, .exclamation, .question, .apostrophe, .closeBracket, .asterisk,
        .underscore:
        end -= 1
      default: return end
      }
    }
    return nil
  }

  /// The end of the mail address that begins at an offset: letters, digits and `._+-`, at most 64 bytes, at a domain
  /// with a dot, which ends in letters; `nil` if none begins there.
  private func mailEnd(in text: [UInt8], from start: Int) -> Int? {
    // Letters of two bytes belong to a word; scripts whose letters have three may stand before it without a space.
    func isAccented(_ lead: Int) -> Bool { lead >= 0 && lead < text.count && text[lead] >= 0xC3 && text[lead] < 0xE0 }
    func isPart(_ byte: UInt8) -> Bool {
      byte.isLetter || byte.isDigit || byte == .dot || byte == .hyphen || byte == .underscore || byte == .plus
    }
    if !isPart(text[start]) { return nil }
    if start > 0, isPart(text[start - 1]) || text[start - 1] == .at || isAccented(start - 2) { return nil }
    var at = 0
    var end = start + 1
    while end < text.count {
      if text[end] == .at {
        if at > 0 { return nil }
        at = end
      } else if !isPart(text[end]) || at == 0 && end - start == 64 {
        break
      }
      end += 1
    }
    if at == 0 || isAccented(end) { return nil }
    // This punctuation belongs to the sentence.
    while end > at, !text[end - 1].isLetter, !text[end - 1].isDigit { end -= 1 }
    var last = end
    while last > at, text[last - 1].isLetter { last -= 1 }
    return end - last > 1 && text[last - 1] == .dot && last > at + 2 ? end : nil
  }

  /// Whether a non-ASCII character is punctuation that ends an address even without a space: Latin-1 (U+0080 to
  /// U+00BF), General Punctuation (U+2000 to U+203F), CJK punctuation except 々 and 〇, and full-width forms.
  private func isPunctuation(_ character: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(character)
    switch (bytes[0], bytes.count > 1 ? bytes[1] : 0) {
    case (0xC2, _), (0xE2, 0x80), (0xEF, 0xBC), (0xEF, 0xBD): return true
    case (0xE3, 0x80): return bytes.count > 2 && bytes[2] != 0x85 && bytes[2] != 0x87
    default: return false
    }
  }
}
