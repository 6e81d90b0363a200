import Bytes
import Files

/// The files of `Content/static`, which are published as they are: `static/CNAME` becomes `CNAME`.
///
/// Names that begin with a dot are published only if servers read them; all others belong to editors and version
/// control. A link that leads out of the content folder is not followed unless `followLinks` is set.
package struct StaticFiles {
  /// Its name in the content folder.
  package static let folder = "static"

  /// A file and its path in the site.
  package struct File: Sendable {
    package var published: String
    package var file: ContentFile
  }

  private let content: ContentFolder
  private var problems: Problems
  private var files: [File] = []
  /// Paths, as the user would type them, that links lead out to.
  private var outside: [String] = []

  /// Lists the files. O(files).
  /// - Returns: the files, sorted by the bytes of their paths, and those that links out of the content folder lead to.
  static func read(_ content: ContentFolder, problems: inout Problems) -> (files: [File], outside: [String]) {
    var reader = StaticFiles(content: content, problems: problems)
    switch content.kind(of: folder) {
    case .folder: reader.readFolder("", outer: [])
    case .outside: reader.warn("", content.notFollowed("this"))
    case .file, .other, .missing: break
    }
    problems = reader.problems
    reader.files.sort { $0.published.utf8.lexicographicallyPrecedes($1.published.utf8) }
    return (reader.files, reader.outside)
  }

  private static func path(_ published: String) -> String {
    published.isEmpty ? folder : folder + "/" + published
  }

  private mutating func warn(_ published: String, _ message: String) {
    problems.add(.warning, content.path(of: Self.path(published)), message)
  }

  private mutating func readFolder(_ published: String, outer: [FileIdentity?]) {
    guard let (names, outer) = content.enter(Self.path(published), outer: outer, withHidden: true, &problems) else {
      return
    }
    for name in names {
      if name.hasPrefix("."), !(published.isEmpty && HiddenNames.published.contains(name)) { continue }
      readEntry(published.isEmpty ? name : published + "/" + name, outer: outer)
    }
  }

  private mutating func readEntry(_ published: String, outer: [FileIdentity?]) {
    let path = Self.path(published)
    if published.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) || published.contains("\u{FFFD}") {
      return warn(published, "a name with control characters, or that is not UTF-8, is not published; rename it")
    }
    switch content.kind(of: path) {
    case .file:
      if content.leadsOut(path) { outside.append(content.path(of: path)) }
      files.append(File(published: published, file: ContentFile(folder: content, relative: path)))
    case .folder:
      if content.leadsOut(path) { outside.append(content.path(of: path)) }
      readFolder(published, outer: outer)
    case .outside: warn(published, content.notFollowed("this"))
    case .other, .missing:
      warn(published, "this is neither a file nor a folder, and is not published; check what it is, or remove it")
    }
  }
}
