import Bytes
import Files

/// A folder of templates and assets. Links in it are followed as long as they stay within: what a theme publishes
/// lies in the theme.
struct ThemeFolder {
  private let folder: ReadingFolder

  /// Folders within folders; no theme needs more, and a link that leads around ends here.
  private static let depth = 16

  var path: String { folder.path }

  init(_ path: String) throws(BuildError) {
    folder = try reaching { () throws(FileFailure) in try ReadingFolder(path) }
  }

  /// All files, hidden ones left out, by their paths from the folder.
  /// - Throws: `content` where a link leads out of the folder.
  func list() throws(BuildError) -> [String] {
    var found: [String] = []
    try list("", Self.depth, into: &found)
    return found
  }

  private func list(_ inner: String, _ depth: Int, into found: inout [String]) throws(BuildError) {
    for name in try reaching({ () throws(FileFailure) in try folder.names(inner) }) {
      let path = inner.isEmpty ? name : inner + "/" + name
      switch folder.kind(path) {
      case .file: found.append(path)
      case .folder: if depth > 0 { try list(path, depth - 1, into: &found) }
      case .outside:
        throw .content([
          "\(folder.path)/\(path):1:1: error: this link leads out of \(folder.path), and is not followed; copy the "
            + "file there"
        ])
      case .missing, .other: break
      }
    }
  }

  /// The bytes of a file.
  func read(_ path: String) throws(BuildError) -> [UInt8] {
    try reaching { () throws(FileFailure) in try folder.bytes(path, limit: .max - 1) }
  }
}
