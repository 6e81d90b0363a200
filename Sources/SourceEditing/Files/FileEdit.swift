import Files

/// The old and the new contents of one file; `nil` if there is no file.
package struct FileEdit: Equatable, Sendable {
  /// As the user would type it.
  package var path: String
  package var before: [UInt8]?
  package var after: [UInt8]?

  var reversed: FileEdit { FileEdit(path: path, before: after, after: before) }
  var size: Int { (before?.count ?? 0) + (after?.count ?? 0) }
}

extension FileEdit {
  /// The steps of an edit: between two of them others may save, and the process may be killed.
  enum Moment: CaseIterable { case locked, compared, drafted, held, checked, exchanged, returned, done }

  /// Makes the edit completely or not at all: at any moment, and after a kill at any moment, the name refers to the old
  /// bytes or the new ones, whole.
  ///
  /// Another program may have written the file since it was read. So its bytes are compared before the new file takes
  /// its name and, for the replaced file, again after: the names are exchanged, so a file saved in between still
  /// exists, and gets its name back.
  /// - Parameters:
  ///   - patience: how long to wait for another process that edits in the folder.
  ///   - moment: called at each step, so that tests can save as another program, or examine what a kill leaves.
  /// - Throws: `conflict` if the file is not as it was read, `impossible` if it must not be written.
  func perform(patience: Duration = EditLock.patience, _ moment: (Moment) -> Void = { _ in }) throws(EditError) {
    let place = try EditPlace(path)
    if before != nil { try place.requireWritable() }
    let lock = try EditLock(place.folder, patience: patience)
    defer { lock.release() }
    // Before anything is written, since what is found may be this very file, as another program saved it.
    let found = try HeldFile.settle(place.folder)
    if !found.isEmpty { throw .conflict(found.map { $0.message }.joined(separator: "\n")) }
    // Checked here too, since the file may have changed during the wait for the lock. A killed edit may have left a
    // second name.
    if before != nil {
      try place.requireWritable()
      try place.requireOneName()
    }
    moment(.locked)
    try compare(place)
    moment(.compared)
    let held = HeldFile(beside: place.name, in: place.folder, before: before, after: after)
    switch (before, after) {
    case (nil, nil): return
    case (nil, let after?):
      try write(after, beside: place, isLike: false)
      moment(.drafted)
      try put(at: place)
    case (_?, let after?):
      try write(after, beside: place, isLike: true)
      moment(.drafted)
      try exchange(held, with: place, moment)
    case (_?, nil): try take(place, away: held, moment)
    }
    // Names survive a power failure only once their folder has been synced.
    fsync(place.folder.descriptor)
    moment(.done)
  }

  // MARK: Steps

  private var changed: EditError {
    .conflict("\(path): the file was changed by somebody else; nothing was written, look at the page again")
  }

  private func compare(_ place: EditPlace) throws(EditError) {
    if try place.bytes() != before { throw changed }
  }

  /// Writes the draft.
  /// - Parameter isLike: whether it gets the permissions of the file that it will replace.
  private func write(_ bytes: [UInt8], beside place: EditPlace, isLike: Bool) throws(EditError) {
    let folder = place.folder
    let file = openat(
      folder.descriptor, HeldFile.draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure("can't be made") }
    var isDone = false
    defer {
      close(file)
      if !isDone { folder.remove(HeldFile.draft) }
    }
    if isLike, let status = folder.status(place.name) {
      // Only root may change the owner of a file; otherwise the new file belongs to the writer, as with any editor.
      if status.st_uid != geteuid() || status.st_gid != getegid() { _ = fchown(file, status.st_uid, status.st_gid) }
      fchmod(file, status.st_mode & 0o7777)
    }
    guard FileWriting.putAll(bytes, into: file), fsync(file) == 0 else { throw failure("can't be written") }
    isDone = true
  }

  /// - Parameter held: the hidden name of the draft, and afterwards of the replaced file.
  private func exchange(_ held: HeldFile, with place: EditPlace, _ moment: (Moment) -> Void) throws(EditError) {
    let folder = place.folder
    var error = folder.moveNew(HeldFile.draft, to: held.hidden)
    guard error == 0 else {
      folder.remove(HeldFile.draft)
      throw failure("can't be replaced", error)
    }
    moment(.held)
    do throws(EditError) { try compare(place) } catch {
      _ = try held.end()
      throw error
    }
    moment(.checked)
    error = folder.exchange(held.hidden, place.name)
    guard error == 0 else {
      // On a file system without exchange, the comparison a moment ago is the only protection.
      if Folder.isUnsupported(error), (try? folder.move(held.hidden, to: folder, place.name)) != nil { return }
      _ = try held.end()
      // Somebody removed the file, and it must not be restored.
      throw error == ENOENT ? changed : failure("can't be replaced", error)
    }
    moment(.exchanged)
    // If another process saved in the meantime, put its file back.
    if let error = held.error(try held.end(moment), shown: path) { throw error }
  }

  /// Gives the draft its name, which must not be in use.
  private func put(at place: EditPlace) throws(EditError) {
    let error = place.folder.moveNew(HeldFile.draft, to: place.name)
    if error == 0 { return }
    place.folder.remove(HeldFile.draft)
    throw error == EEXIST ? changed : failure("can't be made", error)
  }

  private func take(_ place: EditPlace, away held: HeldFile, _ moment: (Moment) -> Void) throws(EditError) {
    let error = place.folder.moveNew(place.name, to: held.hidden)
    guard error == 0 else { throw error == ENOENT ? changed : failure("can't be removed", error) }
    moment(.exchanged)
    if let error = held.error(try held.end(moment), shown: path) { throw error }
  }

  private func failure(_ what: String, _ error: Int32 = errno) -> EditError {
    .failure("\(path): the file \(what) (\(FileFailure.words(error).lowercased())); nothing was changed")
  }
}
