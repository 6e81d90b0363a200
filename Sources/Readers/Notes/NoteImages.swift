import Bytes

/// The images that notes show, and their published names.
struct NoteImages {
  static let endings = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"]
  /// The folder on the site that has them.
  static let folder = [UInt8]("notes/images/")

  private let folder: ContentFolder
  /// By path relative to the content folder.
  private var published: [String: MarkdownRenderer.Target] = [:]
  private var taken: Set<[UInt8]> = []
  /// Images requested since the last ``takeUsed()``, without duplicates, in order.
  private var used: [Note.Image] = []
  /// Rewritten drawings, by path relative to the content folder.
  private var drawings: [String: [UInt8]] = [:]
  /// Problems of drawings, with the path as the user would type it. Each is reported once, however many notes show the
  /// drawing.
  private(set) var problems: [(path: String, diagnostic: Diagnostic)] = []

  init(folder: ContentFolder) { self.folder = folder }

  static func isImage(_ path: String) -> Bool {
    path.ending.map { endings.contains($0) } ?? false
  }

  /// The published path of an image, or why it is not published.
  mutating func target(of path: String) -> MarkdownRenderer.Target {
    let target = published[path] ?? publish(path)
    published[path] = target
    if case .site(let name) = target {
      let file = ContentFile(folder: folder, relative: path)
      let image = Note.Image(
        path: folder.path(of: path), file: file, published: name, choice: Self.choice(path), drawing: drawings[path])
      if !used.contains(where: { $0.published == name }) { used.append(image) }
    }
    return target
  }

  mutating func takeUsed() -> [Note.Image] {
    defer { used = [] }
    return used
  }

  private mutating func publish(_ path: String) -> MarkdownRenderer.Target {
    if path.lowercased().hasSuffix(".svg"), let refusal = read(drawing: path) { return refusal }
    let name = NameChoice.names([Self.choice(path)], taken: taken)[0]
    taken.insert(name)
    return .site(Self.folder + name)
  }

  private static func choice(_ path: String) -> NameChoice {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let dot = name.lastIndex(of: ".")!
    let ending = name[dot...].lowercased()
    let slug = Slug.make(String(name[..<dot]))
    return NameChoice(
      plain: Array((slug + ending).utf8), hashed: Array((Slug.withHash(slug, of: path) + ending).utf8))
  }

  /// Reads a drawing for publishing; returns the refusal if it can't be published.
  private mutating func read(drawing path: String) -> MarkdownRenderer.Target? {
    let shown = folder.path(of: path)
    switch folder.bytes(of: path, limit: Drawing.Limits.bytes) {
    case .failure(let failure):
      return .refused("the image \(shown) can't be read (\(failure.reason)); check its permissions")
    case .success(let bytes):
      do throws(Drawing.Refusal) {
        let drawing = try Drawing(reading: bytes)
        drawings[path] = drawing.bytes
        for warning in drawing.warnings { problems.append((shown, warning)) }
        return nil
      } catch {
        let problem = error.diagnostic(in: bytes)
        problems.append((shown, problem))
        let place = "\(shown):\(problem.position.line):\(problem.position.column)"
        return .refused("the drawing \(shown) is not published; fix what is reported at \(place)")
      }
    }
  }
}
