import Bytes
import Files

/// A file that is hidden beside another while the two exchange their names.
///
/// It may be the only copy of what another program saved just before, and the process may be killed at any moment. So
/// its hidden name tells which bytes may be discarded: it contains checksums of the bytes that were read and of those
/// to be written. A file with any other bytes belongs to somebody: it gets its name back, or a visible one.
struct HeldFile {
  /// A new file before it is held: nobody else uses its name, so it may be discarded whatever it contains.
  static let draft = ".busylife-draft"
  private static let prefix = ".busylife-edit-"
  /// In place of a checksum: no file.
  private static let none = "none"
  /// The longest name, in bytes, that the hidden name contains; a longer one is replaced by a checksum. The file
  /// system's limit is 255.
  private static let nameLimit = 200

  let folder: Folder
  /// The name of the visible file.
  let name: String
  private let before: String
  private let after: String

  init(beside name: String, in folder: Folder, before: [UInt8]?, after: [UInt8]?) {
    self.folder = folder
    self.name = name
    self.before = Self.sum(before)
    self.after = Self.sum(after)
  }

  /// Parses a hidden name; `nil` for any other.
  private init?(hidden: String, in folder: Folder, of names: [String]) {
    guard hidden.hasPrefix(Self.prefix) else { return nil }
    let parts = hidden.dropFirst(Self.prefix.count).split(separator: "-", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    (before, after) = (String(parts[0]), String(parts[1]))
    self.folder = folder
    // A checksum of the name is resolved while the visible file exists; if it is gone, the kept file is named by the
    // checksum.
    name = names.first { Self.short($0) == parts[2] } ?? String(parts[2])
  }

  private static func short(_ name: String) -> String {
    name.utf8.count <= nameLimit ? name : "~" + String(StableHash.of(name.utf8), radix: 16)
  }

  private static func sum(_ bytes: [UInt8]?) -> String { bytes.map { String(StableHash.of($0), radix: 16) } ?? none }

  /// The hidden name.
  var hidden: String { "\(Self.prefix)\(before)-\(after)-\(Self.short(name))" }
  var path: String { folder.path(of: hidden) }

  /// Whether it contains what was read or what was to be written, so that removing it loses nothing.
  private var isKnown: Bool {
    // A link in its place belongs to somebody, wherever it leads.
    guard let bytes = folder.read(hidden) else { return false }
    let sum = Self.sum(bytes)
    return sum == before || sum == after
  }

  // MARK: Ends

  /// The fate of a held file.
  enum End {
    /// Removed: nobody else had saved.
    case gone
    /// What somebody saved has its name again.
    case back
    /// Somebody saved more than once: the last version has the name, and another has this path.
    case kept(String)
  }

  /// Removes the file if its bytes are known; otherwise gives it its name back, or a visible one.
  /// - Parameter moment: see ``FileEdit/perform(patience:_:)``.
  /// - Throws: `conflict` if it can be given no name, and so stays where it is.
  func end(_ moment: (FileEdit.Moment) -> Void = { _ in }) throws(EditError) -> End {
    if isKnown { return try remove() }
    if after == Self.none {
      // The edit was to remove the file; another file may have its name now.
      return folder.moveNew(hidden, to: name) == 0 ? .back : try keep()
    }
    // If the name still has the edit's own bytes, nobody has saved since.
    guard folder.read(name).map(Self.sum) == after, folder.exchange(hidden, name) == 0 else { return try keep() }
    moment(.returned)
    if isKnown {
      _ = try remove()
      return .back
    }
    // Another program saved again: its version wins.
    _ = folder.exchange(hidden, name)
    moment(.returned)
    return try keep()
  }

  private func remove() throws(EditError) -> End {
    if unlinkat(folder.descriptor, hidden, 0) == 0 || errno == ENOENT { return .gone }
    throw Self.notRemoved(path)
  }

  /// Gives the file a visible name.
  private func keep() throws(EditError) -> End {
    if isKnown { return try remove() }
    for number in 1...999 {
      let saved = "\(name).saved-\(number)"
      let error = folder.moveNew(hidden, to: saved)
      if error == 0 { return .kept(saved) }
      // Another process has already cleaned up.
      if error == ENOENT { return .gone }
      if error != EEXIST { break }
    }
    throw .conflict(
      "\(path): somebody saved \(name) while it was edited, and what was saved is in this hidden file; give it "
        + "another name, or remove it. Nothing was written")
  }

  /// Removes what killed edits have left in a locked folder.
  /// - Returns: messages about files that others had saved; usually none.
  static func settle(_ folder: Folder) throws(EditError) -> [EditError] {
    let names = (try? folder.names().map { $0.name }) ?? []
    if names.contains(draft), unlinkat(folder.descriptor, draft, 0) != 0, errno != ENOENT {
      throw notRemoved(folder.path(of: draft))
    }
    var found: [EditError] = []
    for hidden in names.sorted() {
      guard let held = HeldFile(hidden: hidden, in: folder, of: names) else { continue }
      if let error = held.error(try held.end()) { found.append(error) }
    }
    return found
  }

  private static func notRemoved(_ path: String) -> EditError {
    .failure(
      "\(path): this file, which an edit has left behind, can't be removed "
        + "(\(FileFailure.words(errno).lowercased())); remove it")
  }

  /// Whether a killed edit has left something in a folder.
  static func hasRemains(in folder: Folder) -> Bool {
    let names = (try? folder.names()) ?? []
    return names.contains { $0.name.hasPrefix(prefix) || $0.name == draft || $0.name == EditLock.name }
  }

  /// The message about a held file; `nil` if nobody needs to know.
  /// - Parameter shown: the path of the other name, as the user would type it.
  func error(_ end: End, shown: String? = nil) -> EditError? {
    let shown = shown ?? folder.path(of: name)
    switch end {
    case .gone: return nil
    case .back:
      return .conflict(
        "\(shown): somebody saved the file while it was edited; what was saved stays, nothing was written; look at "
          + "the page again")
    case .kept(let saved):
      return .conflict(
        "\(shown): somebody saved the file more than once while it was edited; another version is now "
          + "\(saved) beside it: take from it what is missing, and remove it. "
          + "Nothing was written; look at the page again")
    }
  }
}
