/// Opens the folder at a path that the user or the environment gives.
///
/// No symbolic link on the path is followed, with one exception: links directly in `/`, which only the administrator
/// can make, and which are needed for `/tmp` on macOS and `/home` on some systems.
package enum FolderPath {
  /// The greatest number of chained links in `/`; real systems have at most one.
  private static let hops = 8

  /// Opens a folder.
  /// - Parameters:
  ///   - path: relative to the working folder, or absolute. `..` is the real parent folder.
  ///   - mode: if given, missing folders are made with it (limited by the umask).
  ///   - made: called for each folder that was made, with its parent and its name.
  /// - Returns: `nil` if a folder of the path is missing and is not to be made.
  /// - Throws: `link` for a symbolic link on the path, `notAFolder` for anything else that is not a folder.
  package static func open(
    _ path: String, making mode: mode_t? = nil, _ made: (Folder, String) -> Void = { _, _ in }
  ) throws(FileFailure) -> Folder? {
    var folder = try start(path.hasPrefix("/") ? "/" : ".")
    // Whether the folder is `/`.
    var isRoot = path.hasPrefix("/")
    var left = names(path)
    var hops = 0
    while let name = left.first {
      left.removeFirst()
      if name == ".." {
        folder = try up(folder)
        isRoot = isRoot || (folder.status.st_ino == rootNumber && path.hasPrefix("/"))
        continue
      }
      if isRoot, let target = folder.target(ofLink: name) {
        hops += 1
        if hops > Self.hops { throw FileFailure(folder.path(of: name), .system(ELOOP)) }
        left = names(target) + left
        continue
      }
      isRoot = false
      if let mode {
        let (inner, isNew) = try folder.makeFolder(name, mode: mode)
        if isNew { made(folder, name) }
        folder = inner
      } else {
        guard let inner = try folder.folder(name) else { return nil }
        folder = inner
      }
    }
    return folder
  }

  /// Opens a folder for reading, as the user names it. Links on the path are followed, but only here.
  package static func openForReading(_ path: String) throws(FileFailure) -> Folder {
    try Folder.opened(path, openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// The absolute path that a typed path means, without `.`, `..` and links in `/`. Only the text: whether the rest
  /// contains links shows when it is opened.
  package static func absolute(_ path: String) -> String {
    var parts = path.hasPrefix("/") ? [] : names(workingFolder)
    func walk(_ path: String, _ hops: Int) {
      for name in names(path) {
        if name == ".." {
          _ = parts.popLast()
        } else if parts.isEmpty, hops < Self.hops, let target = root?.target(ofLink: name) {
          walk(target, hops + 1)
        } else {
          parts.append(name)
        }
      }
    }
    walk(path, 0)
    return "/" + parts.joined(separator: "/")
  }

  /// The parent folder and the last name of a typed path; `/` has none.
  package static func split(_ path: String) -> (folder: String, name: String)? {
    let all = names(path)
    guard let name = all.last, name != ".." else { return nil }
    let outer = all.dropLast().joined(separator: "/")
    if path.hasPrefix("/") { return ("/" + outer, name) }
    return (outer.isEmpty ? "." : outer, name)
  }

  /// The names of a path, without empty ones and `.`.
  static func names(_ path: String) -> [String] {
    path.utf8.split(separator: 0x2F).map { String(Substring($0)) }.filter { $0 != "." }
  }

  private static func start(_ path: String) throws(FileFailure) -> Folder {
    try Folder.opened(path, Folder.open(AT_FDCWD, path))
  }

  private static func up(_ folder: Folder) throws(FileFailure) -> Folder {
    let path = folder.path == "/" ? "/" : folder.path == "." ? ".." : folder.path + "/.."
    return try Folder.opened(path, Folder.open(folder.descriptor, ".."))
  }

  private static let root = try? start("/")
  private static let rootNumber = root?.status.st_ino

  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }
}
