import Bytes

/// HTML that programs write where RFC 5545 has plain text, as plain text: with its line breaks, its lists, and the
/// addresses of its links. Nothing of it is trusted: what comes out is text, to be escaped like any other.
struct HTMLText {
  /// Whether line breaks of the source are kept, as Google shows them; otherwise they are white space, as in HTML.
  private let keepsBreaks: Bool
  private let source: [UInt8]
  private var place = 0
  private(set) var text: [UInt8] = []
  /// Line breaks that are due before the next text.
  private var breaks = 0
  private var needsSpace = false
  /// Open lists: the number of the last item, or `nil` for bullets.
  private var lists: [Int?] = []
  /// Open links: where their text begins, and their addresses.
  private var links: [(start: Int, address: [UInt8])] = []

  /// A text with the characters that its references stand for: `Caf&eacute;`. O(text).
  static func decodingReferences(_ text: [UInt8]) -> [UInt8] { Entity.decoded(text[...]) }

  /// The text of a description if it is HTML, otherwise `nil`. O(text).
  static func ifWritten(in description: [UInt8]) -> [UInt8]? {
    guard mayBeWritten(in: description[...]), isHTML(description) else { return nil }
    let isDocument = Tags(text: description).contains { ["html", "body", "head"].contains($0.name) }
    return text(of: description, keepsBreaks: !isDocument)
  }

  /// Whether a TEXT value can be HTML at all: it has the beginning of a tag or of a character reference. O(value).
  static func mayBeWritten(in value: ArraySlice<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in value {
      if last == .less, byte.isLetter || byte == .slash { return true }
      if last == .ampersand, byte.isLetter { return true }
      last = byte
    }
    return false
  }

  /// O(source).
  static func text(of source: [UInt8], keepsBreaks: Bool) -> [UInt8] {
    var reader = HTMLText(keepsBreaks: keepsBreaks, source: source)
    reader.read()
    while let last = reader.text.last, last.isWhitespace { reader.text.removeLast() }
    return reader.text
  }

  /// Whether a text has a complete element of HTML: a line break, or a start tag with its end tag. Programs that write
  /// HTML also write `&nbsp;` and `&amp;`, which nobody else does. A text that merely contains `<` is not HTML.
  private static func isHTML(_ text: [UInt8]) -> Bool {
    var open: Set<String> = []
    for tag in Tags(text: text) {
      if tag.name == "br" || tag.name == "hr" || (tag.isEnd && open.contains(tag.name)) { return true }
      if !tag.isEnd { open.insert(tag.name) }
    }
    return contains(text, "&nbsp;") || contains(text, "&amp;")
  }

  private static func contains(_ text: [UInt8], _ part: StaticString) -> Bool {
    var place = 0
    while let start = text[place...].firstIndex(of: part.utf8Start[0]) {
      if text[start...].prefix(part.utf8CodeUnitCount).equalsIgnoringCase(part) { return true }
      place = start + 1
    }
    return false
  }

  // MARK: Reading

  private mutating func read() {
    while place < source.count {
      let byte = source[place]
      if byte == .less {
        if skipComment() { continue }
        if let tag = Tag(source, at: place) {
          place = tag.end
          apply(tag)
          continue
        }
      }
      if byte == .ampersand, let (scalar, end) = Entity.read(source, at: place) {
        place = end
        if scalar == " " { putSpace() } else { put(Array(String(scalar).utf8)) }
        continue
      }
      place += 1
      if byte == .lineFeed, keepsBreaks {
        breakLine(breaks + 1, most: 2)
      } else if byte.isWhitespace {
        putSpace()
      } else {
        put([byte])
      }
    }
  }

  /// Skips `<!-- -->`, and `<!doctype>`.
  private mutating func skipComment() -> Bool {
    guard place + 1 < source.count, source[place + 1] == .exclamation else { return false }
    let isComment = source[place...].prefix(4).elementsEqual("<!--".utf8)
    var end = place + 2
    while end < source.count {
      if source[end] == .greater, !isComment || source[..<end].suffix(2).elementsEqual("--".utf8) {
        place = end + 1
        return true
      }
      end += 1
    }
    // Browsers too read an unfinished comment to the end.
    place = source.count
    return true
  }

  private mutating func put(_ bytes: [UInt8]) {
    if breaks > 0 {
      if !text.isEmpty { text.append(contentsOf: repeatElement(.lineFeed, count: min(breaks, 2))) }
      breaks = 0
      needsSpace = false
    }
    if needsSpace {
      text.append(.space)
      needsSpace = false
    }
    text.append(contentsOf: bytes)
  }

  private mutating func putSpace() {
    if let last = text.last, breaks == 0, last != .lineFeed, last != .space { needsSpace = true }
  }

  /// At least so many line breaks before the next text: 2 leave a blank line.
  private mutating func breakLine(_ count: Int, most: Int = 2) { breaks = max(breaks, min(count, most)) }

  private mutating func apply(_ tag: Tag) {
    switch tag.name {
    case "br": breakLine(breaks + 1)
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr", "table": breakLine(2)
    case "ul", "ol":
      if tag.isEnd { _ = lists.popLast() }
      breakLine(lists.isEmpty ? 2 : 1)
      if !tag.isEnd, lists.count < 32 { lists.append(tag.name == "ol" ? 0 : nil) }
    case "li":
      if tag.isEnd { return }
      breakLine(1)
      put(Array(repeating: .space, count: 2 * max(0, lists.count - 1)))
      if let last = lists.last, let number = last {
        lists[lists.count - 1] = number + 1
        put(Array("\(number + 1). ".utf8))
      } else {
        put(Array("• ".utf8))
      }
    case "div", "tr", "section", "article", "header", "footer", "center", "dl", "dt", "dd", "html-blob", "body", "html":
      breakLine(1)
    case "td", "th": putSpace()
    case "a": if tag.isEnd { endLink() } else { beginLink(tag) }
    case "script", "style", "head", "title", "template", "noscript":
      if !tag.isEnd { skipContent(of: tag.name) }
    default: break
    }
  }

  /// Skips content that is not shown, to the end of its element or of the text.
  private mutating func skipContent(of name: String) {
    while let start = source[place...].firstIndex(of: .less) {
      if let tag = Tag(source, at: start), tag.isEnd, tag.name == name {
        place = tag.end
        return
      }
      place = start + 1
    }
    place = source.count
  }

  // MARK: Links

  private mutating func beginLink(_ tag: Tag) {
    if links.count >= 32 { return }
    let address = Self.plainAddress(tag.href(in: source))
    put([])
    links.append((text.count, Self.isSafe(address) ? address : []))
  }

  /// Adds the address behind the text of a link, unless the text is the address.
  private mutating func endLink() {
    guard let (start, address) = links.popLast(), !address.isEmpty else { return }
    let label = text[min(start, text.count)...].trimmed
    if Self.core(of: label) == Self.core(of: address[...]) {
      // Write the address itself, since the text may lack the scheme by which it becomes a link.
      text.removeSubrange(label.startIndex..<label.endIndex)
      text.insert(contentsOf: address, at: min(start, text.count))
      return
    }
    let held = (breaks, needsSpace)
    (breaks, needsSpace) = (0, false)
    if label.isEmpty {
      put(address)
    } else {
      put(Array(" (".utf8) + address + Array(")".utf8))
    }
    (breaks, needsSpace) = held
  }

  /// The part of an address that people read: without its scheme, `www.` and a final slash.
  private static func core(of address: ArraySlice<UInt8>) -> [UInt8] {
    var rest = address.asciiLowercased[...]
    for scheme in ["https://", "http://", "mailto:", "tel:"] where rest.starts(with: scheme.utf8) {
      rest = rest.dropFirst(scheme.utf8.count)
    }
    if rest.last == .slash { rest = rest.dropLast() }
    return Array(rest)
  }

  private static func isSafe(_ address: [UInt8]) -> Bool {
    guard let scheme = Address(address).scheme, Address.schemes.contains(scheme) else { return false }
    return address.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != .quote && $0 != .less && $0 != .greater }
  }

  /// The address that Google's redirection leads to; any other as it is.
  private static func plainAddress(_ address: [UInt8]) -> [UInt8] {
    for start in ["https://www.google.com/url?q=", "http://www.google.com/url?q="]
    where address.starts(with: start.utf8) {
      let target = percentDecoded(address.dropFirst(start.utf8.count).prefix { $0 != .ampersand })
      if target.starts(with: "http".utf8), isSafe(target) { return target }
    }
    return address
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == .percent, index + 2 < text.endIndex,
        let byte = UInt8(String(decoding: text[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        out.append(byte)
        index += 3
      } else {
        out.append(text[index])
        index += 1
      }
    }
    return out
  }
}

/// A start or end of an element that HTML has; anything else between angle brackets is text, such as an address.
private struct Tag {
  let name: String
  let isEnd: Bool
  /// The offset after `>`.
  let end: Int
  private let attributes: Range<Int>

  private static let elements: Set<String> = [
    "a", "abbr", "article", "b", "big", "blockquote", "body", "br", "center", "code", "dd", "del", "div", "dl", "dt",
    "em", "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "html-blob", "i",
    "img", "ins", "li", "link", "meta", "noscript", "ol", "p", "pre", "s", "script", "section", "small", "span",
    "strike", "strong", "style", "sub", "sup", "table", "tbody", "td", "template", "tfoot", "th", "thead", "title",
    "tr", "tt", "u", "ul",
  ]

  /// The tag that begins at an offset; `nil` if none does. O(tag).
  init?(_ text: [UInt8], at start: Int) {
    var index = start + 1
    isEnd = index < text.count && text[index] == .slash
    if isEnd { index += 1 }
    let nameStart = index
    while index < text.count, index - nameStart < 12,
      text[index].isLetter || text[index].isDigit || text[index] == .hyphen
    {
      index += 1
    }
    name = String(decoding: text[nameStart..<index].asciiLowercased, as: UTF8.self)
    // Outlook's own elements (`<o:p>`) have no meaning here.
    let isOffice = name.count == 1 && index < text.count && text[index] == .colon
    guard isOffice || Self.elements.contains(name), index < text.count,
      isOffice || text[index] == .greater || text[index] == .slash || text[index].isWhitespace
    else { return nil }
    let first = index
    var quote: UInt8 = 0
    // A tag longer than this is text with an angle bracket in it.
    let limit = min(text.count, start + 16_384)
    while index < limit {
      let byte = text[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == .greater {
        attributes = first..<index
        end = index + 1
        return
      } else if byte == .less {
        return nil
      } else if byte == .quote || byte == .apostrophe {
        quote = byte
      }
      index += 1
    }
    return nil
  }

  /// The value of `href`, with entities decoded; empty if there is none.
  func href(in text: [UInt8]) -> [UInt8] {
    var index = attributes.lowerBound
    let end = attributes.upperBound
    while index < end {
      while index < end, text[index].isWhitespace || text[index] == .slash { index += 1 }
      let nameStart = index
      while index < end, text[index] != .equals, !text[index].isWhitespace { index += 1 }
      let name = text[nameStart..<index]
      while index < end, text[index].isWhitespace { index += 1 }
      var value: Range<Int> = index..<index
      if index < end, text[index] == .equals {
        index += 1
        while index < end, text[index].isWhitespace { index += 1 }
        let quote: UInt8? = index < end && (text[index] == .quote || text[index] == .apostrophe) ? text[index] : nil
        if quote != nil { index += 1 }
        let valueStart = index
        while index < end, quote == nil ? !text[index].isWhitespace : text[index] != quote { index += 1 }
        value = valueStart..<index
        if quote != nil { index += 1 }
      }
      if name.equalsIgnoringCase("href") { return Entity.decoded(text[value]).filter { $0 > 0x1F } }
      if index == nameStart { index += 1 }
    }
    return []
  }
}

/// The tags of a text, in order.
private struct Tags: Sequence, IteratorProtocol {
  let text: [UInt8]
  var place = 0

  mutating func next() -> Tag? {
    while let start = text[place...].firstIndex(of: .less) {
      let tag = Tag(text, at: start)
      place = tag?.end ?? start + 1
      if let tag { return tag }
    }
    return nil
  }
}

/// A character reference of HTML.
private enum Entity {
  /// Those that programs write; any other stays as it is.
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "trade": "™",
    "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
    "bdquo": "„", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "euro": "€", "pound": "£", "yen": "¥",
    "cent": "¢", "sect": "§", "deg": "°", "plusmn": "±", "times": "×", "frac12": "½", "rarr": "→", "larr": "←",
    "szlig": "ß", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "aring": "å",
    "Aring": "Å", "aelig": "æ", "AElig": "Æ", "oslash": "ø", "Oslash": "Ø", "agrave": "à", "aacute": "á", "acirc": "â",
    "atilde": "ã", "ccedil": "ç", "Ccedil": "Ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë",
    "Eacute": "É", "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï", "ntilde": "ñ", "ograve": "ò",
    "oacute": "ó", "ocirc": "ô", "otilde": "õ", "ugrave": "ù", "uacute": "ú", "ucirc": "û", "iexcl": "¡",
    "iquest": "¿", "shy": "\u{AD}", "zwnj": "\u{200C}", "emsp": " ", "ensp": " ", "thinsp": " ",
  ]

  /// The character that the reference at an offset stands for, and the offset after it.
  static func read(_ text: [UInt8], at start: Int) -> (Unicode.Scalar, Int)? {
    guard let end = text[start...].prefix(12).firstIndex(of: .semicolon) else { return nil }
    let name = String(decoding: text[(start + 1)..<end], as: UTF8.self)
    if let scalar = named[name] { return (scalar, end + 1) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, let scalar = Unicode.Scalar(number), number >= 0x20, !(0x7F...0x9F ~= number) else { return nil }
    return (scalar == "\u{A0}" ? " " : scalar, end + 1)
  }

  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array(text)
    var out: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == .ampersand, let (scalar, end) = read(text, at: index) {
        out.append(contentsOf: String(scalar).utf8)
        index = end
      } else {
        out.append(text[index])
        index += 1
      }
    }
    return out
  }
}
