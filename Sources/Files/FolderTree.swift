import Synchronization

/// A folder and those within it, each opened once and then identified by its path from the outermost, such as
/// `zone/utc+8/calendar`. Thread-safe.
package final class FolderTree: Sendable {
  package let root: Folder
  private let folders = Mutex<[String: Folder]>([:])

  /// The greatest number of folders kept open. A site has some ten in each zone; a process may have some 1,000
  /// descriptors.
  private static let most = 256

  package init(_ root: Folder) { self.root = root }

  /// The folder at a path; `nil` if it or a parent is missing.
  /// - Parameter path: plain names separated by slashes; empty for the outermost.
  /// - Throws: `link` or `notAFolder` if something else is in its place, or in that of a parent.
  package func folder(_ path: String) throws(FileFailure) -> Folder? {
    if let known = known(path) { return known }
    let (outer, name) = Self.split(path)
    guard let found = try folder(outer)?.folder(name) else { return nil }
    return keep(found, path)
  }

  /// The folder at a path; it and its parents are made if missing.
  package func makeFolder(_ path: String, mode: mode_t = 0o777) throws(FileFailure) -> Folder {
    if let known = known(path) { return known }
    let (outer, name) = Self.split(path)
    return keep(try makeFolder(outer, mode: mode).makeFolder(name, mode: mode).folder, path)
  }

  /// The parent folder and the last name of a path; `nil` if the folder is missing.
  package func place(_ path: String) throws(FileFailure) -> (folder: Folder, name: String)? {
    let (outer, name) = Self.split(path)
    guard let folder = try folder(outer) else { return nil }
    return (folder, name)
  }

  /// Closes a folder that was removed.
  package func forget(_ path: String) { folders.withLock { _ = $0.removeValue(forKey: path) } }

  private func known(_ path: String) -> Folder? { path.isEmpty ? root : folders.withLock { $0[path] } }

  private func keep(_ folder: Folder, _ path: String) -> Folder {
    folders.withLock { folders in
      if folders.count >= Self.most { folders.removeAll() }
      folders[path] = folder
    }
    return folder
  }

  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
  }
}
