import Bytes
import Files

/// A file that lies hidden beside another while the two exchange their names.
///
/// What lies there may be the only copy of what somebody saved just before, and the process may be killed at any
/// moment. So the hidden name says which bytes may be thrown away: sums of those that were read and of those that
/// were to be written. All others are somebody's: they get their name back, or one that can be seen.
struct HeldFile {
  /// A new file before it is held: its name never was anybody else's, so it may be thrown away whatever it has.
  static let draft = ".busylife-draft"
  private static let prefix = ".busylife-edit-"
  /// In the place of a sum: no file.
  private static let none = "none"
  /// Bytes of a name that stands in the hidden one; of longer ones a sum does. The file system's limit is 255.
  private static let nameLimit = 200

  let folder: Folder
  /// The name of the other.
  let name: String
  private let before: String
  private let after: String

  init(beside name: String, in folder: Folder, before: [UInt8]?, after: [UInt8]?) {
    self.folder = folder
    self.name = name
    self.before = Self.sum(before)
    self.after = Self.sum(after)
  }

  /// Reads a hidden name; `nil` for any other.
  private init?(hidden: String, in folder: Folder, of names: [String]) {
    guard hidden.hasPrefix(Self.prefix) else { return nil }
    let parts = hidden.dropFirst(Self.prefix.count).split(separator: "-", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    (before, after) = (String(parts[0]), String(parts[1]))
    self.folder = folder
    // Whose sum it is can be told as long as the file is there; if it is not, the sum names what is kept.
    name = names.first { Self.short($0) == parts[2] } ?? String(parts[2])
  }

  private static func short(_ name: String) -> String {
    name.utf8.count <= nameLimit ? name : "~" + String(StableHash.of(name.utf8), radix: 16)
  }

  private static func sum(_ bytes: [UInt8]?) -> String { bytes.map { String(StableHash.of($0), radix: 16) } ?? none }

  /// The hidden name.
  var hidden: String { "\(Self.prefix)\(before)-\(after)-\(Self.short(name))" }
  var path: String { folder.path(of: hidden) }

  /// Whether it has what was read or what was to be written, of which nothing is lost.
  private var isKnown: Bool {
    // A link in its place is somebody's, wherever it leads.
    guard let bytes = folder.read(hidden) else { return false }
    let sum = Self.sum(bytes)
    return sum == before || sum == after
  }

  // MARK: Ends

  /// What became of a file that was held.
  enum End {
    /// Nobody else had saved.
    case gone
    /// What somebody saved has its name again.
    case back
    /// Somebody saved more than once: the last has the name, and another this path.
    case kept(String)
  }

  /// Removes the file if its bytes are known; else gives it its name back, or one that people see.
  /// - Parameter moment: see ``FileEdit/perform(patience:_:)``.
  /// - Throws: `conflict` where it can be given no name at all, and stays where it is.
  func end(_ moment: (FileEdit.Moment) -> Void = { _ in }) throws(EditError) -> End {
    if isKnown { return try remove() }
    if after == Self.none {
      // A file that was to go; meanwhile there may be another one of its name.
      return folder.moveNew(hidden, to: name) == 0 ? .back : try keep()
    }
    // Where the edit's own bytes still have the name nobody has saved since.
    guard folder.read(name).map(Self.sum) == after, folder.exchange(hidden, name) == 0 else { return try keep() }
    moment(.returned)
    if isKnown {
      _ = try remove()
      return .back
    }
    // Somebody was quicker once more, and has the last word.
    _ = folder.exchange(hidden, name)
    moment(.returned)
    return try keep()
  }

  private func remove() throws(EditError) -> End {
    if unlinkat(folder.descriptor, hidden, 0) == 0 || errno == ENOENT { return .gone }
    throw Self.notRemoved(path)
  }

  /// Gives the file a name that people see.
  private func keep() throws(EditError) -> End {
    if isKnown { return try remove() }
    for number in 1...999 {
      let saved = "\(name).saved-\(number)"
      let error = folder.moveNew(hidden, to: saved)
      if error == 0 { return .kept(saved) }
      // Gone, by whoever else cleans up.
      if error == ENOENT { return .gone }
      if error != EEXIST { break }
    }
    throw .conflict(
      "\(path): somebody saved \(name) while it was edited, and what was saved is in this hidden file; give it "
        + "another name, or remove it. Nothing was written")
  }

  /// Clears a folder of what killed edits have left in it. The folder is locked.
  /// - Returns: what became of files that others had saved; as a rule there are none.
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

  /// What is to be said of an end; `nil` where nobody need know.
  /// - Parameter shown: the other name's path as the user would type it.
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
