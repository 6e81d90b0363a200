/// Folders and files that no other user can write to, for what the command keeps between runs: whoever could write
/// there could decide what a build publishes.
package enum PrivateFolder {
  /// Opens a folder that belongs to the user.
  /// - Parameter isMade: whether it and its parents are made if missing, for the user alone.
  /// - Returns: `nil` if it is missing and is not to be made.
  /// - Throws: if a link is on the path, or another user owns the folder or can write to it.
  package static func open(_ path: String, making isMade: Bool) throws(FileFailure) -> Folder? {
    guard let folder = try FolderPath.open(path, making: isMade ? 0o700 : nil) else { return nil }
    let status = folder.status
    if status.st_uid != geteuid() {
      throw FileFailure(
        folder.path,
        .other("belongs to another user (number \(status.st_uid)) and is not used; remove it"))
    }
    if status.st_mode & 0o022 != 0 {
      throw FileFailure(
        folder.path, .other("can be written to by others and is not used; remove their write permission (chmod go-w)"))
    }
    return folder
  }
}

extension Folder {
  /// The bytes of a file that only the user can write to; `nil` for any other, or if there is none.
  package func readPrivate(_ name: String) -> [UInt8]? {
    guard let status = status(name), status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { return nil }
    return read(name)
  }
}
