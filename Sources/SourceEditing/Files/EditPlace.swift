import Files

/// The location of an edited file: its folder, opened once, and its name there. No link on the path is followed, so an
/// edit changes only the named file.
struct EditPlace {
  /// As the user would type it.
  let path: String
  let folder: Folder
  let name: String

  /// - Throws: `impossible` if a link is on the path, or is the file; `failure` if the folder can't be opened.
  init(_ path: String) throws(EditError) {
    self.path = path
    guard let (outer, name) = FolderPath.split(path) else { throw .impossible("\(path): this is not a file name") }
    do throws(FileFailure) {
      guard let folder = try FolderPath.open(outer) else {
        throw FileFailure(outer, .system(ENOENT), "the folder can't be opened")
      }
      self.folder = folder
    } catch {
      if case .link = error.reason { throw Self.isLink(path, at: error.path) }
      throw .failure("\(error)")
    }
    self.name = name
    if folder.kind(of: name) == .link { throw Self.isLink(path, at: path) }
  }

  /// - Parameter place: the link: the file itself or a folder on the path.
  private static func isLink(_ path: String, at place: String) -> EditError {
    .impossible(
      "\(path): \(place == path ? "this" : place) is a symbolic link, and nothing is written through one; edit the "
        + "file that it leads to, or put that file in its place")
  }

  /// The bytes of the file; `nil` if there is none.
  func bytes() throws(EditError) -> [UInt8]? {
    let file = folder.open(name)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      if folder.kind(of: name) == .link { throw Self.isLink(path, at: path) }
      throw .failure("\(path): the file can't be read (\(FileFailure.words(errno).lowercased()))")
    }
    defer { close(file) }
    do throws(FileFailure) { return try FileReading.all(of: file, path) } catch {
      if case .system = error.reason { throw .failure("\(error)") }
      throw .impossible("\(path): this is not a regular file")
    }
  }

  /// Refuses a file that its owner has made read-only, though a rename would succeed.
  func requireWritable() throws(EditError) {
    guard let status = folder.status(name) else { return }
    if status.st_mode & 0o222 == 0 || faccessat(folder.descriptor, name, W_OK, 0) != 0 {
      throw .impossible("\(path): the file is read-only; make it writable (chmod u+w) or edit another calendar")
    }
    if faccessat(folder.descriptor, ".", W_OK, 0) != 0 {
      throw .impossible("\(path): files can't be made in its folder; make the folder writable (chmod u+w)")
    }
  }

  /// Refuses a file with another name (hard link), which would keep the old bytes. Only after the folder was locked and
  /// cleaned: a killed edit may have left such a name.
  func requireOneName() throws(EditError) {
    guard let status = folder.status(name), status.st_nlink > 1 else { return }
    throw .impossible(
      "\(path): the file has another name (a hard link), from which an edit would separate it; make it a separate file "
        + "(cp \(path) NEW, mv NEW \(path)) or edit it by hand")
  }
}

/// A folder locked against other editors of this kind.
struct EditLock {
  /// The name of the lock file, which exists while somebody edits in the folder.
  static let name = ".busylife-lock"
  /// How long an edit waits for another process: an edit takes a moment, and a page waits for its answer.
  static let patience = Duration.seconds(5)

  private let lock: FileLock

  init(_ folder: Folder, patience: Duration) throws(EditError) {
    do throws(FileLock.Failure) { lock = try FileLock(Self.name, in: folder, patience: patience) } catch {
      switch error {
      case .held(let holder):
        throw .conflict(
          "\(folder.path): \(holder) is writing to this folder; nothing was written, try again when it has ended")
      case .file(let failure): throw .failure("\(failure)")
      }
    }
  }

  func release() { lock.release() }
}
