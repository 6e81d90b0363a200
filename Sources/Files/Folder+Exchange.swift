import CFileExchange

/// Names of files that change what they mean in one step.
extension Folder {
  /// Exchanges what two names mean, so that nobody sees a moment without either.
  /// - Returns: 0, or why not (errno); see ``isUnsupported(_:)``.
  package func exchange(_ first: String, _ second: String) -> Int32 {
    guard arePlain(first, second) else { return EINVAL }
    return busylife_exchange(descriptor, first, second) == 0 ? 0 : errno
  }

  /// Gives a file a name that nothing has.
  /// - Returns: 0, or why not (errno): EEXIST where something has the name.
  package func moveNew(_ name: String, to newName: String) -> Int32 {
    guard arePlain(name, newName) else { return EINVAL }
    if busylife_move(descriptor, name, newName) == 0 { return 0 }
    guard Self.isUnsupported(errno) else { return errno }
    if linkat(descriptor, name, descriptor, newName, 0) == 0 {
      unlinkat(descriptor, name, 0)
      return 0
    }
    // A file system with neither; what has the name now keeps it, unless it comes just then.
    guard Self.isUnsupported(errno) || errno == EPERM else { return errno }
    if kind(of: newName) != nil { return EEXIST }
    return renameat(descriptor, name, descriptor, newName) == 0 ? 0 : errno
  }

  /// Whether a file system says that it can't do this at all.
  package static func isUnsupported(_ error: Int32) -> Bool {
    error == ENOSYS || error == EINVAL || error == EOPNOTSUPP
  }

  private func arePlain(_ first: String, _ second: String) -> Bool {
    (try? requirePlain(first)) != nil && (try? requirePlain(second)) != nil
  }
}
