import Bytes

/// The images that notes show, and the names they are published under.
struct NoteImages {
  static let endings = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"]
  /// An SVG of more than this is looked at by no person and drawn by few browsers.
  static let drawingLimit = 16 << 20

  private let folder: ContentFolder
  /// By path from the content folder.
  private var published: [String: MarkdownRenderer.Target] = [:]
  private var taken: Set<String> = []
  /// Those asked for since the last ``takeUsed()``, each once, in order.
  private var used: [Note.Image] = []

  init(folder: ContentFolder) { self.folder = folder }

  static func isImage(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    return endings.contains(path[path.index(after: dot)...].lowercased())
  }

  /// The published path of an image that exists, or why it is not published.
  mutating func target(of path: String) -> MarkdownRenderer.Target {
    let target = published[path] ?? publish(path)
    published[path] = target
    if case .site(let name) = target {
      let image = Note.Image(path: folder.path(of: path), published: name)
      if !used.contains(image) { used.append(image) }
    }
    return target
  }

  mutating func takeUsed() -> [Note.Image] {
    defer { used = [] }
    return used
  }

  private mutating func publish(_ path: String) -> MarkdownRenderer.Target {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let dot = name.lastIndex(of: ".")!
    let ending = name[dot...].lowercased()
    if ending == ".svg" {
      switch ContentFolder.bytes(of: folder.path(of: path), limit: Self.drawingLimit) {
      case .failure(let failure):
        return .refused("the image \(folder.path(of: path)) can't be read (\(failure.reason)); check its permissions")
      case .success(let bytes):
        if let what = Drawing.activePart(of: bytes) {
          return .refused("the drawing \(folder.path(of: path)) holds \(what), which would run when it is opened by itself; remove that, or save it as PNG")
        }
      }
    }
    var slug = Slug.make(String(name[..<dot]))
    if taken.contains(slug + ending) { slug = Slug.withHash(slug, of: path) }
    taken.insert(slug + ending)
    return .site(Array("notes/images/\(slug)\(ending)".utf8))
  }
}

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
    if image || address.bytes.hasPrefix("http://") || address.bytes.hasPrefix("https://") { return true }
    return !address.bytes.contains(UInt8.ascii(":")) && !address.bytes.contains(UInt8.ascii("&"))
  }

  private static func word(_ text: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    while index < text.count, text[index].isWhitespace || text[index] == UInt8.ascii("/") { index += 1 }
    let start = index
    while index < text.count, !text[index].isWhitespace, text[index] != UInt8.ascii("="), text[index] != UInt8.ascii(">"),
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
