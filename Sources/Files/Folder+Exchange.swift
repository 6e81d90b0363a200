import CFileExchange

/// Operations on names that take one step.
extension Folder {
  /// Exchanges two names, so that at no moment either is missing.
  /// - Returns: 0, or the error (errno); see ``isUnsupported(_:)``.
  package func exchange(_ first: String, _ second: String) -> Int32 {
    guard arePlain(first, second) else { return EINVAL }
    return busylife_exchange(descriptor, first, second) == 0 ? 0 : errno
  }

  /// Renames a file to an unused name.
  /// - Returns: 0, or the error (errno): EEXIST if the name is in use.
  package func moveNew(_ name: String, to newName: String) -> Int32 {
    guard arePlain(name, newName) else { return EINVAL }
    if busylife_move(descriptor, name, newName) == 0 { return 0 }
    guard Self.isUnsupported(errno) else { return errno }
    if linkat(descriptor, name, descriptor, newName, 0) == 0 {
      unlinkat(descriptor, name, 0)
      return 0
    }
    // The file system supports neither call. An existing file with the name is kept, unless it appears at this very
    // moment.
    guard Self.isUnsupported(errno) || errno == EPERM else { return errno }
    if kind(of: newName) != nil { return EEXIST }
    return renameat(descriptor, name, descriptor, newName) == 0 ? 0 : errno
  }

  /// Whether an error means that the file system does not support the operation.
  package static func isUnsupported(_ error: Int32) -> Bool {
    error == ENOSYS || error == EINVAL || error == EOPNOTSUPP
  }

  private func arePlain(_ first: String, _ second: String) -> Bool {
    (try? requirePlain(first)) != nil && (try? requirePlain(second)) != nil
  }
}
