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
      let image = Note.Image(path: folder.path(of: path), file: ContentFile(folder: folder, relative: path), published: name)
      if !used.contains(where: { $0.published == name }) { used.append(image) }
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
      switch folder.bytes(of: path, limit: Self.drawingLimit) {
      case .failure(let failure):
        return .refused(
          "the image \(folder.path(of: path)) can't be read (\(failure.reason)); check its permissions"
        )
      case .success(let bytes):
        if let what = Drawing.activePart(of: bytes) {
          return .refused(
            "the drawing \(folder.path(of: path)) holds \(what), which would run when it is opened by itself; remove that, or save it as PNG"
          )
        }
      }
    }
    var slug = Slug.make(String(name[..<dot]))
    if taken.contains(slug + ending) { slug = Slug.withHash(slug, of: path) }
    taken.insert(slug + ending)
    return .site(Array("notes/images/\(slug)\(ending)".utf8))
  }
}
