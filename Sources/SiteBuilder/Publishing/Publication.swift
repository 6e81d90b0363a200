import Foundation
import Synchronization

/// A build's way into the output folder. Files are staged first, by any thread; then all that follows is
/// renames, which need no room on the disk and show a reader the old file or the new one.
///
/// A **first** build is staged beside the folder and becomes it by one rename. Where that can't be, since the
/// folder is a mount point or the one around it can't be written to, it is published as a later one. A **later**
/// build is staged in the folder. Its intent, written before the first file is moved, tells the next build what may
/// be there if this one is cut short; as the last step its manifest becomes the folder's.
final class Publication: Sendable {
  private let output: OutputFolder
  private let parent: Folder
  /// The published folder; `nil` where the staged one is to become it.
  private let target: Folder?
  private let staging: Mutex<Folder?>
  private let state: OutputFolder.State

  /// Prepares for publishing; of a folder that is there already nothing is changed yet.
  /// - Parameters:
  ///   - folders: every folder that the site's files are in, outer ones first.
  init(_ output: OutputFolder, _ state: OutputFolder.State, folders: [String]) throws(BuildError) {
    self.output = output
    self.state = state
    parent = try Folder(output.parent.path)
    if state.isNew, let staged = try Self.stageBeside(output, parent, state.folder) {
      target = nil
      staging = Mutex(staged)
      for folder in folders { try staged.makeFolder(folder) }
      return
    }
    let folder: Folder
    if let present = state.folder { folder = present } else { folder = try Folder(output.real) }
    target = folder
    staging = Mutex(nil)
    // Until this build has an intent of its own, that of one before it must stay readable.
    if state.hasRemains, state.intent == nil { folder.removeTree(OutputFolder.stagingName) }
  }

  /// Whether nothing was there that could be compared with.
  var isFirst: Bool { target == nil }

  /// An empty folder beside the output folder that can be moved there; `nil` where none can be.
  private static func stageBeside(_ output: OutputFolder, _ parent: Folder, _ present: Folder?) throws(BuildError) -> Folder? {
    let name = output.stagingBeside
    do { try parent.makeFolder(name) } catch {
      if present == nil { throw error }
      return nil
    }
    if let present {
      // A mount point can't be replaced, and shows by what can't be moved into it.
      do {
        try parent.move(name, to: present, OutputFolder.stagingName)
        try present.move(OutputFolder.stagingName, to: parent, name)
      } catch {
        parent.removeTree(name)
        return nil
      }
    }
    let staged = try Folder(parent.path + "/" + name)
    if let present { staged.setMode(present.mode) }
    return staged
  }

  // MARK: Staging

  /// The bytes that are published at a path; `nil` if there are none, or none that are the generator's.
  func published(_ path: String) -> [UInt8]? { target?.read(path) }

  /// The stamp of what is published at a path; `nil` if nothing is.
  func stamp(_ path: String) -> FileStamp? { target?.stamp(path) }

  /// Whether anything is at a path.
  func isTaken(_ path: String) -> Bool { target?.kind(of: path) != nil }

  /// Writes a file to where it can be published from.
  /// - Parameters:
  ///   - number: of the file in the plan, which is its name in a folder that holds nothing else.
  ///   - runs: its bytes, which follow each other.
  /// - Returns: its stamp, if publishing will not change it.
  func stage(_ path: String, number: Int, _ runs: [[UInt8]]) throws(BuildError) -> FileStamp {
    let folder = try stagingFolder()
    if target == nil { return try folder.write(path, runs) }
    try folder.write("\(number)", runs)
    return .none
  }

  private func stagingFolder() throws(BuildError) -> Folder {
    let made = staging.withLock { staging -> Result<Folder, BuildError> in
      if let staging { return .success(staging) }
      do throws(BuildError) {
        try target!.makeFolder(OutputFolder.stagingName)
        let folder = try Folder(target!.path + "/" + OutputFolder.stagingName)
        staging = folder
        return .success(folder)
      } catch { return .failure(error) }
    }
    return try made.get()
  }

  /// Takes away what was staged, after a failure: nothing of it was published.
  func abandon() {
    if target == nil { return output.cleanBeside() }
    // A build that was cut short before this one still has files to answer for.
    guard let folder = staging.withLock({ $0 }) else { return }
    if let names = try? folder.names() {
      for entry in names where entry.name != OutputFolder.intentName { folder.remove(entry.name) }
    }
    target?.removeFolder(ifEmpty: OutputFolder.stagingName)
  }

  // MARK: Publishing

  /// Moves what was staged into place, and takes away what is no longer part of the site.
  /// - Parameters:
  ///   - staged: the files that were staged, by their numbers.
  ///   - gone: the files that were the site's and are no more.
  ///   - all: every file of the site.
  /// - Returns: how many files were removed.
  func publish(_ staged: [(path: String, number: Int)], gone: [String], _ all: Manifest) throws(BuildError) -> Int {
    guard let target else {
      try publishFirst(all)
      return 0
    }
    if staged.isEmpty, gone.isEmpty, !state.hasRemains, state.manifest?.bytes == all.bytes { return 0 }
    let folder: Folder
    do throws(BuildError) {
      folder = try stagingFolder()
      try folder.write(OutputFolder.manifestName, all.bytes)
      // What a build before this one left is named too until it is gone.
      let intent = state.intent == nil ? all : Manifest(all.paths.indices.map { all.path($0) } + gone)
      try folder.write("next", intent.bytes)
      try folder.move("next", to: folder, OutputFolder.intentName)
    } catch {
      abandon()
      throw error
    }
    // From here on a failure leaves files of both builds; what is staged tells whose they are.
    for path in Self.folders(of: staged.lazy.map { $0.path }) { try target.makeFolder(path) }
    // What pages name comes before them, so that no page leads to a style that is not there yet.
    for file in staged where file.path.hasPrefix("assets/") { try folder.move("\(file.number)", to: target, file.path) }
    for file in staged where !file.path.hasPrefix("assets/") { try folder.move("\(file.number)", to: target, file.path) }
    var removed = 0
    for path in gone where target.remove(path) { removed += 1 }
    // A folder that holds nothing more goes too; one that does is not empty, and stays.
    for path in Self.folders(of: gone).reversed() { target.removeFolder(ifEmpty: path) }
    try folder.move(OutputFolder.manifestName, to: target, OutputFolder.manifestName)
    target.removeTree(OutputFolder.stagingName)
    return removed
  }

  private func publishFirst(_ manifest: Manifest) throws(BuildError) {
    guard let staged = staging.withLock({ $0 }) else { return }
    do throws(BuildError) {
      try staged.write(OutputFolder.manifestName, manifest.bytes)
      if let present = parent.folder(output.parent.name) {
        // A folder can only be replaced when it is empty. What keeps it in a repository moves along, and comes
        // back if this build ends here.
        for keeper in OutputFolder.keepers where present.kind(of: keeper) != nil {
          try present.move(keeper, to: staged, keeper)
        }
      }
      try parent.move(output.stagingBeside, to: parent, output.parent.name)
    } catch {
      output.cleanBeside()
      throw error
    }
  }

  /// The folders that files are in, outer ones first.
  static func folders(of paths: some Sequence<String>) -> [String] {
    var found: Set<Substring> = []
    var last: Substring = ""
    for path in paths {
      guard let slash = path.utf8.lastIndex(of: 0x2F) else { continue }
      var folder = path[..<slash]
      if folder == last { continue }
      last = folder
      while found.insert(folder).inserted, let slash = folder.utf8.lastIndex(of: 0x2F) { folder = folder[..<slash] }
    }
    return found.sorted().map { String($0) }
  }
}
