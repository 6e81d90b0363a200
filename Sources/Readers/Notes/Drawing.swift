import Bytes

/// SVG. In an `img` it only draws; opened by itself it is a page of the site, and could run scripts.
enum Drawing {
  /// What in a drawing could run or load; `nil` if nothing does. Rather too much is refused than too
  /// little. O(bytes).
  static func activePart(of bytes: [UInt8]) -> String? {
    if bytes.contains(0) { return "bytes that are no SVG in UTF-8" }
    let text = bytes.asciiLowercased
    var index = 0
    while let open = text[index...].firstIndex(of: UInt8.ascii("<")) {
      index = open + 1
      let rest = text[index...]
      if rest.hasPrefix("!--") {
        index = end(of: "-->", in: text, from: index)
      } else if rest.hasPrefix("![cdata[") {
        index = end(of: "]]>", in: text, from: index)
      } else if rest.hasPrefix("!") {
        let stop = rest.firstIndex(of: UInt8.ascii(">")) ?? text.count
        if text[index..<stop].contains(UInt8.ascii("[")) { return "a document type of its own" }
        index = stop
      } else if rest.hasPrefix("?") {
        if rest.hasPrefix("?xml-stylesheet") { return "a style sheet from elsewhere" }
        index = end(of: "?>", in: text, from: index)
      } else if let part = activePart(ofTag: text, &index) {
        return part
      }
    }
    return nil
  }

  private static func end(of mark: String, in text: [UInt8], from start: Int) -> Int {
    let mark = Array(mark.utf8)
    var index = start
    while index + mark.count <= text.count {
      if text[index] == mark[0], text[index...].starts(with: mark) { return index + mark.count }
      index += 1
    }
    return text.count
  }

  private static let elements: Set<String> = [
    "script", "foreignobject", "iframe", "embed", "object", "handler", "listener", "audio", "video",
    "html", "body", "link", "meta", "base", "form",
  ]

  /// Looks at one tag, from its name on, and moves past it.
  private static func activePart(ofTag text: [UInt8], _ index: inout Int) -> String? {
    let name = localName(word(text, &index))
    if elements.contains(name) { return "<\(name)>" }
    while index < text.count, text[index] != UInt8.ascii(">") {
      let start = index
      let attribute = localName(word(text, &index))
      while index < text.count, text[index].isWhitespace { index += 1 }
      var value: ArraySlice<UInt8> = []
      if index < text.count, text[index] == UInt8.ascii("=") {
        index += 1
        while index < text.count, text[index].isWhitespace { index += 1 }
        if index < text.count, text[index] == 0x22 || text[index] == 0x27 {
          let close = text[(index + 1)...].firstIndex(of: text[index]) ?? text.count
          value = text[min(index + 1, close)..<close]
          index = min(close + 1, text.count)
        }
      }
      if attribute.hasPrefix("on"), attribute.utf8.count > 2 { return "\(attribute)=" }
      if ["href", "src", "to", "from", "by", "values"].contains(attribute), !isHarmless(value) {
        return "an address in \(attribute)= that is neither http nor within the drawing"
      }
      if index == start { index += 1 }
    }
    return nil
  }

  /// A value that is no address of a scheme that runs, with no escapes that could hide one.
  private static func isHarmless(_ value: ArraySlice<UInt8>) -> Bool {
    let address = Address(value)
    if address.bytes.first == UInt8.ascii("#") { return true }
    let image = address.bytes.hasPrefix("data:image/") && !address.bytes.hasPrefix("data:image/svg")
    if image || address.bytes.hasPrefix("http://") || address.bytes.hasPrefix("https://") {
      return true
    }
    return !address.bytes.contains(UInt8.ascii(":")) && !address.bytes.contains(UInt8.ascii("&"))
  }

  private static func word(_ text: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    while index < text.count, text[index].isWhitespace || text[index] == UInt8.ascii("/") {
      index += 1
    }
    let start = index
    while index < text.count, !text[index].isWhitespace, text[index] != UInt8.ascii("="),
      text[index] != UInt8.ascii(">"),
      text[index] != UInt8.ascii("/")
    {
      index += 1
    }
    return text[start..<index]
  }

  private static func localName(_ name: ArraySlice<UInt8>) -> String {
    String(utf8: name.lastIndex(of: UInt8.ascii(":")).map { name[($0 + 1)...] } ?? name)
  }
}
