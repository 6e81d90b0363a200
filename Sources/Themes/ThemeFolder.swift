import Bytes
import Files
import Publishing

/// A folder of templates and assets. Links in it are followed while they stay within: a theme publishes only its own
/// files.
package struct ThemeFolder {
  private let folder: ReadingFolder

  /// Nested folders; no theme needs more, and this ends circular links.
  private static let depth = 16

  package var path: String { folder.path }

  package init(_ path: String) throws(BuildError) {
    folder = try reaching { () throws(FileFailure) in try ReadingFolder(path) }
  }

  /// All files, without hidden ones, by their paths relative to the folder. The folder of themes is left out.
  /// - Throws: `content` if a link leads out of the folder.
  package func list() throws(BuildError) -> [String] {
    var found: [String] = []
    try list("", Self.depth, into: &found)
    return found
  }

  /// The names of the folders in a folder of it; none if there is no such folder.
  package func folders(in path: String) -> [String] {
    guard folder.kind(path) == .folder else { return [] }
    return ((try? folder.names(path)) ?? []).filter { folder.kind(path + "/" + $0) == .folder }
  }

  private func list(_ inner: String, _ depth: Int, into found: inout [String]) throws(BuildError) {
    for name in try reaching({ () throws(FileFailure) in try folder.names(inner) }) {
      let path = inner.isEmpty ? name : inner + "/" + name
      if path == ThemeLayers.themes { continue }
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
  package func read(_ path: String) throws(BuildError) -> [UInt8] {
    try reaching { () throws(FileFailure) in try folder.bytes(path, limit: .max - 1) }
  }
}
