/// Reading and writing files.
extension Folder {
  /// Opens a file for reading, without waiting for a pipe or device.
  /// - Returns: a negative number if there is no file, or a link.
  package func open(_ name: String) -> Int32 {
    openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
  }

  /// The bytes of a regular file; `nil` if there is none, if it is a link, or if it can't be read.
  package func read(_ name: String) -> [UInt8]? {
    guard (try? requirePlain(name)) != nil else { return nil }
    let file = open(name)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return try? FileReading.all(of: file, path(of: name))
  }

  /// Writes a new file under a name, replacing any other file of that name. The old file's bytes are not changed:
  /// processes that have it open, and its other names, keep them. O(bytes).
  /// - Parameters:
  ///   - runs: the bytes, one run after the other.
  ///   - mode: as limited by the process's umask.
  /// - Returns: the new file's stamp, valid until the file is moved.
  @discardableResult
  package func write(_ name: String, _ runs: [[UInt8]], mode: mode_t = 0o666) throws(FileFailure) -> FileStamp {
    let file = try create(name, mode: mode)
    for bytes in runs where !FileWriting.putAll(bytes, into: file) {
      let failure = failure(name, "can't be written")
      close(file)
      throw failure
    }
    return try finish(file, name)
  }

  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o666) throws(FileFailure) -> FileStamp {
    try write(name, [bytes], mode: mode)
  }

  /// A part of a file to write: bytes, or a range of another file.
  package enum Part {
    case bytes([UInt8])
    case copied(Range<Int>)
  }

  /// Writes a new file like ``write(_:_:mode:)-([[UInt8]])``, with parts copied from another file. O(bytes).
  /// - Parameters:
  ///   - earlier: the other file.
  ///   - seen: called with all bytes, in order.
  /// - Returns: its stamp; `nil` if the other file lacks some of the bytes. The new one is then removed.
  package func write(
    _ name: String, _ parts: [Part], from earlier: OpenFile, seen: (UnsafeRawBufferPointer) -> Void
  ) throws(FileFailure) -> FileStamp? {
    let file = try create(name, mode: 0o666)
    let size = 262_144
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var isWritten = true
    var isWhole = true
    for part in parts where isWritten && isWhole {
      switch part {
      case .bytes(let bytes):
        bytes.withUnsafeBytes(seen)
        isWritten = FileWriting.putAll(bytes, into: file)
      case .copied(var range):
        while isWritten, isWhole, !range.isEmpty {
          let got = pread(earlier.descriptor, buffer.baseAddress!, min(size, range.count), off_t(range.lowerBound))
          if got < 0, errno == EINTR { continue }
          if got <= 0 {
            isWhole = false
            break
          }
          range = range.lowerBound + got..<range.upperBound
          let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<got])
          seen(bytes)
          isWritten = FileWriting.putAll(bytes, into: file)
        }
      }
    }
    guard isWritten, isWhole else {
      let failure = failure(name, "can't be written")
      close(file)
      if isWritten {
        unlinkat(descriptor, name, 0)
        return nil
      }
      throw failure
    }
    return try finish(file, name)
  }

  /// Closes a file that was written.
  private func finish(_ file: Int32, _ name: String) throws(FileFailure) -> FileStamp {
    var status = stat()
    fstat(file, &status)
    // Some file systems report a full disk only on closing.
    guard close(file) == 0, let stamp = FileStamp(status) else { throw failure(name, "can't be written") }
    return stamp
  }

  /// Creates a new file, open for writing.
  private func create(_ name: String, mode: mode_t) throws(FileFailure) -> Int32 {
    try requirePlain(name)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var file = openat(descriptor, name, flags, mode)
    // An existing file may have other names too: it is unlinked and not truncated, so that they keep its bytes.
    if file < 0, errno == EEXIST, unlinkat(descriptor, name, 0) == 0 { file = openat(descriptor, name, flags, mode) }
    guard file >= 0 else { throw failure(name, "can't be written") }
    return file
  }

  /// Writes a file only if its name is not in use.
  /// - Returns: whether it was written.
  package func writeNew(_ name: String, _ bytes: [UInt8]) throws(FileFailure) -> Bool {
    try requirePlain(name)
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    if file < 0, errno == EEXIST { return false }
    guard file >= 0 else { throw failure(name, "can't be written") }
    let isWritten = FileWriting.putAll(bytes, into: file)
    let code = errno
    guard close(file) == 0, isWritten else {
      if !isWritten { errno = code }
      let failure = failure(name, "can't be written")
      unlinkat(descriptor, name, 0)
      throw failure
    }
    return true
  }

  /// Replaces a file atomically: readers get the old bytes or the new ones.
  package func replace(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o666) throws(FileFailure) {
    let new = "\(name).\(getpid())"
    do throws(FileFailure) {
      try write(new, bytes, mode: mode)
      try move(new, to: self, name)
    } catch {
      unlinkat(descriptor, new, 0)
      throw error
    }
  }

  /// Removes the files that were changed first, if there are more than `most`; folders stay. O(files).
  package func removeOldest(beyond most: Int) {
    guard let names = try? names().filter({ $0.kind == .file }), names.count > most else { return }
    let byAge = names.compactMap { entry in stamp(entry.name).map { (entry.name, $0.changed) } }.sorted { $0.1 < $1.1 }
    for (name, _) in byAge.dropLast(most) { remove(name) }
  }

  package func setMode(_ mode: mode_t) { fchmod(descriptor, mode) }

  // MARK: Names

  /// Moves a file or folder, replacing a file, or an empty folder, with the new name. At any instant either the old or
  /// the new one exists.
  package func move(_ name: String, to folder: Folder, _ newName: String) throws(FileFailure) {
    try requirePlain(name)
    try folder.requirePlain(newName)
    if renameat(descriptor, name, folder.descriptor, newName) != 0 {
      throw folder.failure(newName, "can't be replaced")
    }
  }

  /// Removes a regular file.
  /// - Returns: whether there was one.
  @discardableResult
  package func remove(_ name: String) -> Bool {
    (try? requirePlain(name)) != nil && kind(of: name) == .file && unlinkat(descriptor, name, 0) == 0
  }

  /// Removes a folder if it is empty.
  /// - Returns: whether it was removed.
  @discardableResult
  package func removeFolder(ifEmpty name: String) -> Bool {
    (try? requirePlain(name)) != nil && unlinkat(descriptor, name, AT_REMOVEDIR) == 0
  }

  /// Removes a folder and everything in it. A link in it is removed; its target is not touched.
  ///
  /// Folders are emptied one after the other, and their sub-folders are first moved up into the outermost: so two
  /// descriptors are enough at any depth.
  /// - Throws: `link` or `notAFolder` if the name is not a folder; an error for a mount point in it, whose
  ///   content stays; and the system's error for whatever can't be removed. O(files).
  package func removeTree(_ name: String) throws(FileFailure) {
    guard let tree = try folder(name) else { return }
    let device = tree.status.st_dev
    var moved = 0
    // One level of folders per pass. Nothing is nested this deep, unless another process keeps adding folders.
    for _ in 0..<100_000 {
      let entries = try tree.names()
      if entries.isEmpty { break }
      for entry in entries {
        if entry.kind != .folder {
          try tree.unlink(entry.name)
          continue
        }
        guard let inner = try tree.folder(entry.name) else { continue }
        guard inner.status.st_dev == device else {
          throw FileFailure(inner.path, .other("another file system is mounted here, and is left alone; unmount it"))
        }
        for below in try inner.names() {
          if below.kind != .folder {
            try inner.unlink(below.name)
            continue
          }
          // A name not yet used in the outermost folder.
          repeat { moved += 1 } while tree.kind(of: "\(moved)") != nil
          if renameat(inner.descriptor, below.name, tree.descriptor, "\(moved)") != 0 {
            throw inner.failure(below.name, "can't be removed")
          }
        }
        if unlinkat(tree.descriptor, entry.name, AT_REMOVEDIR) != 0, errno != ENOENT, errno != ENOTEMPTY {
          throw tree.failure(entry.name, "can't be removed")
        }
      }
    }
    if unlinkat(descriptor, name, AT_REMOVEDIR) != 0, errno != ENOENT { throw failure(name, "can't be removed") }
  }

  private func unlink(_ name: String) throws(FileFailure) {
    if unlinkat(descriptor, name, 0) != 0, errno != ENOENT { throw failure(name, "can't be removed") }
  }
}
