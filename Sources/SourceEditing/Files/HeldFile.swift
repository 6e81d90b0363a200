import Bytes
import CFileExchange
import Foundation

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

  let folder: String
  /// The name of the other.
  let name: String
  private let before: String
  private let after: String

  init(beside name: String, in folder: String, before: [UInt8]?, after: [UInt8]?) {
    self.folder = folder
    self.name = name
    self.before = Self.sum(before)
    self.after = Self.sum(after)
  }

  /// Reads a hidden name; `nil` for any other.
  private init?(hidden: String, in folder: String, of names: [String]) {
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

  var path: String { "\(folder)/\(Self.prefix)\(before)-\(after)-\(Self.short(name))" }
  private var target: String { folder + "/" + name }

  /// Whether it has what was read or what was to be written, of which nothing is lost.
  private var isKnown: Bool {
    guard let bytes = Self.bytes(of: path) else { return false }
    let sum = Self.sum(bytes)
    return sum == before || sum == after
  }

  /// `nil` for what is no file that can be read: a link in its place is somebody's, wherever it leads.
  private static func bytes(of path: String) -> [UInt8]? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (try? FileEdit.bytes(of: path, named: path)) ?? nil
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
      return Names.move(path, to: target) == 0 ? .back : try keep()
    }
    // Where the edit's own bytes still have the name nobody has saved since.
    guard Self.bytes(of: target).map(Self.sum) == after, busylife_exchange(path, target) == 0 else { return try keep() }
    moment(.returned)
    if isKnown {
      _ = try remove()
      return .back
    }
    // Somebody was quicker once more, and has the last word.
    _ = busylife_exchange(path, target)
    moment(.returned)
    return try keep()
  }

  private func remove() throws(EditError) -> End {
    if unlink(path) == 0 || errno == ENOENT { return .gone }
    throw .failure("\(path): this file, which an edit has left behind, can't be removed (\(Names.reason())); remove it")
  }

  /// Gives the file a name that people see.
  private func keep() throws(EditError) -> End {
    if isKnown { return try remove() }
    for number in 1...999 {
      let saved = "\(target).saved-\(number)"
      let error = Names.move(path, to: saved)
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
  static func settle(_ folder: String) throws(EditError) -> [EditError] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if names.contains(draft), unlink(folder + "/" + draft) != 0, errno != ENOENT {
      throw .failure(
        "\(folder)/\(draft): this file, which an edit has left behind, can't be removed (\(Names.reason())); remove it")
    }
    var found: [EditError] = []
    for hidden in names.sorted() {
      guard let held = HeldFile(hidden: hidden, in: folder, of: names) else { continue }
      if let error = held.error(try held.end()) { found.append(error) }
    }
    return found
  }

  /// What is to be said of an end; `nil` where nobody need know.
  /// - Parameter shown: the other name's path as the user would type it.
  func error(_ end: End, shown: String? = nil) -> EditError? {
    let shown = shown ?? target
    switch end {
    case .gone: return nil
    case .back:
      return .conflict(
        "\(shown): somebody saved the file while it was edited; what was saved stays, nothing was written; look at "
          + "the page again")
    case .kept(let path):
      return .conflict(
        "\(shown): somebody saved the file more than once while it was edited; another version is now "
          + "\((path as NSString).lastPathComponent) beside it: take from it what is missing, and remove it. "
          + "Nothing was written; look at the page again")
    }
  }
}

/// Names of files.
enum Names {
  /// Gives a file a name that nothing has.
  /// - Returns: 0, or why not (errno).
  static func move(_ from: String, to name: String) -> Int32 {
    if busylife_move(from, name) == 0 { return 0 }
    guard isUnsupported(errno) else { return errno }
    if link(from, name) == 0 {
      unlink(from)
      return 0
    }
    // A file system with neither; what has the name now keeps it, unless it comes just then.
    guard isUnsupported(errno) || errno == EPERM else { return errno }
    var status = stat()
    if lstat(name, &status) == 0 { return EEXIST }
    return rename(from, name) == 0 ? 0 : errno
  }

  /// Whether a file system says that it can't do this at all.
  static func isUnsupported(_ error: Int32) -> Bool { error == ENOSYS || error == EINVAL || error == EOPNOTSUPP }

  /// In the system's words.
  static func reason(_ error: Int32 = errno) -> String { String(cString: strerror(error)).lowercased() }
}
