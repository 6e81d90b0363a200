import Files
import Synchronization

/// Publishes a build. Files are staged first, by any thread; after that there are only renames, which need no disk
/// space and show readers the old file or the new one.
///
/// A **first** build is staged beside the folder and becomes it by one rename. If that is impossible, because the
/// folder is a mount point or its parent can't be written to, it is published like a later one. A **later** build is
/// staged in the folder. Its intent, written before the first file is moved, tells the next build which files may exist
/// if this one is interrupted; as the last step its manifest becomes the folder's.
package final class Publication: Sendable {
  private let output: OutputFolder
  private let parent: Folder
  /// The published folder; `nil` if the staged one will become it.
  private let target: FolderTree?
  private let staging: Mutex<FolderTree?>
  private let state: OutputFolder.State

  /// Prepares publishing; changes nothing in an existing output folder except the staging folder.
  /// - Parameters:
  ///   - parent: the parent of the output folder.
  ///   - folders: all folders of the site's files, outermost first.
  /// - Throws: if a link, or anything else that is not a folder, has the name of one of them.
  package init(_ output: OutputFolder, in parent: Folder, _ state: OutputFolder.State, folders: [String])
    throws(BuildError)
  {
    self.output = output
    self.state = state
    self.parent = parent
    if state.isNew, let staged = try Self.stageBeside(output, parent, state.folder?.root) {
      let tree = FolderTree(staged)
      target = nil
      staging = Mutex(tree)
      try reaching { () throws(FileFailure) in
        for folder in folders { _ = try tree.makeFolder(folder) }
      }
      return
    }
    target = try reaching { () throws(FileFailure) -> FolderTree in
      let tree: FolderTree
      if let present = state.folder {
        tree = present
      } else {
        tree = FolderTree(try parent.makeFolder(output.name).folder)
      }
      for folder in folders { _ = try tree.folder(folder) }
      // Until this build has its own intent, the intent of an earlier one must stay readable.
      if state.hasRemains, state.intent == nil { try tree.root.removeTree(OutputFolder.stagingName) }
      return tree
    }
    staging = Mutex(nil)
  }

  /// Whether there were no published files to compare with.
  package var isFirst: Bool { target == nil }

  /// An empty folder beside the output folder that can be moved there; `nil` if none can be made.
  private static func stageBeside(_ output: OutputFolder, _ parent: Folder, _ present: Folder?) throws(BuildError)
    -> Folder?
  {
    let name = output.stagingBeside
    let staged: Folder
    do throws(FileFailure) {
      let made = try parent.makeFolder(name)
      // What a killed build left there was removed; anything in it now would be published too.
      guard made.isNew else { throw FileFailure(made.folder.path, .other("was made by another process; build again")) }
      staged = made.folder
    } catch {
      if present == nil || error.code == nil { throw BuildError(error) }
      return nil
    }
    if let present {
      // A mount point can't be replaced; this shows if nothing can be moved into it.
      do throws(FileFailure) {
        try parent.move(name, to: present, OutputFolder.stagingName)
        try present.move(OutputFolder.stagingName, to: parent, name)
      } catch {
        try reaching { () throws(FileFailure) in try parent.removeTree(name) }
        return nil
      }
      staged.setMode(present.mode)
    }
    return staged
  }

  // MARK: Staging

  /// The published file's folder and name; `nil` if the folder is missing.
  private func place(_ path: String) -> (folder: Folder, name: String)? { (try? target?.place(path)) ?? nil }

  /// The published bytes at a path; `nil` if there are none, or they are not the generator's.
  package func published(_ path: String) -> [UInt8]? { place(path).flatMap { $0.folder.read($0.name) } }

  /// The published file at a path, open for reading; `nil` if there is none, or it has another stamp.
  package func published(_ path: String, stamped stamp: FileStamp) -> OpenFile? {
    place(path).flatMap { OpenFile($0.name, in: $0.folder) }.flatMap { $0.stamp == stamp ? $0 : nil }
  }

  /// The stamp of the published file at a path; `nil` if there is none.
  package func stamp(_ path: String) -> FileStamp? { place(path).flatMap { $0.folder.stamp($0.name) } }

  /// Whether anything exists at a path.
  package func isTaken(_ path: String) -> Bool { place(path).map { $0.folder.kind(of: $0.name) != nil } ?? false }

  /// Writes a file to the staging folder.
  /// - Parameters:
  ///   - number: the file's number in the plan, which is its name in a staging folder inside the output folder.
  ///   - runs: its bytes, in consecutive runs.
  /// - Returns: its stamp, if publishing will not change it.
  package func stage(_ path: String, number: Int, _ runs: [[UInt8]]) throws(BuildError) -> FileStamp {
    let tree = try stagingTree()
    return try reaching { () throws(FileFailure) in
      if target == nil {
        let (outer, name) = FolderTree.split(path)
        return try tree.makeFolder(outer).write(name, runs)
      }
      try tree.root.write("\(number)", runs)
      return .none
    }
  }

  /// Writes a file of which parts are copied from a published one.
  /// - Parameter seen: called with all its bytes, in order.
  /// - Returns: whether `seen` got all bytes. If not, there is no new file.
  package func stage(
    number: Int, _ parts: [Folder.Part], from earlier: OpenFile, seen: (UnsafeRawBufferPointer) -> Void
  ) throws(BuildError) -> Bool {
    let tree = try stagingTree()
    return try reaching { () throws(FileFailure) in
      try tree.root.write("\(number)", parts, from: earlier, seen: seen) != nil
    }
  }

  private func stagingTree() throws(BuildError) -> FolderTree {
    let made = staging.withLock { staging -> Result<FolderTree, FileFailure> in
      if let staging { return .success(staging) }
      do throws(FileFailure) {
        let tree = FolderTree(try target!.root.makeFolder(OutputFolder.stagingName).folder)
        staging = tree
        return .success(tree)
      } catch { return .failure(error) }
    }
    return try reaching { () throws(FileFailure) in try made.get() }
  }

  /// Removes what was staged, after a failure: nothing of it was published.
  package func abandon() {
    if target == nil {
      try? output.cleanBeside(in: parent)
      return
    }
    // The intent of an interrupted earlier build still names files that are its own.
    guard let folder = staging.withLock({ $0 })?.root else { return }
    if let names = try? folder.names() {
      for entry in names where entry.name != OutputFolder.intentName { folder.remove(entry.name) }
    }
    target?.root.removeFolder(ifEmpty: OutputFolder.stagingName)
  }

  // MARK: Publishing

  /// The result of ``publish(_:gone:_:)``, and what is left to do for ``commit(_:_:)``.
  package struct Moved {
    /// The number of files removed.
    package var removed: Int
    /// The folder with the manifest that is not yet in its place; `nil` if there is nothing to do.
    fileprivate var staging: Folder?
  }

  /// Moves staged files into place, and removes files that are no longer part of the site. A first build has nothing in
  /// its place before ``commit(_:_:)``.
  /// - Parameters:
  ///   - staged: the staged files, with their numbers.
  ///   - gone: files that were part of the site and no longer are.
  ///   - all: every file of the site.
  package func publish(
    _ staged: [(path: String, number: Int)], gone: [String], _ all: Manifest
  ) throws(BuildError) -> Moved {
    guard let target else { return Moved(removed: 0, staging: staging.withLock { $0 }?.root) }
    if staged.isEmpty, gone.isEmpty, !state.hasRemains, state.manifest?.bytes == all.bytes {
      return Moved(removed: 0, staging: nil)
    }
    let folder: Folder
    do throws(BuildError) {
      folder = try stagingTree().root
      try reaching { () throws(FileFailure) in
        try folder.write(OutputFolder.manifestName, all.bytes)
        // Files left by an earlier interrupted build are named too until they are removed.
        let intent = state.intent == nil ? all : Manifest(all.paths.indices.map { all.path($0) } + gone)
        try folder.write("next", intent.bytes)
        try folder.move("next", to: folder, OutputFolder.intentName)
      }
    } catch {
      abandon()
      throw error
    }
    // A failure from here on leaves files of both builds; the intent in the staging folder tells which are the
    // generator's.
    return try reaching { () throws(FileFailure) in
      func move(_ file: (path: String, number: Int)) throws(FileFailure) {
        let (outer, name) = FolderTree.split(file.path)
        try folder.move("\(file.number)", to: target.makeFolder(outer), name)
      }
      // Assets come before the pages that name them, so that no page refers to a style that does not exist yet.
      for file in staged where file.path.hasPrefix("assets/") { try move(file) }
      for file in staged where !file.path.hasPrefix("assets/") { try move(file) }
      return Moved(removed: try Self.remove(gone, from: target), staging: folder)
    }
  }

  /// Puts the manifest in its place, as the last step; in a first build, the whole site.
  package func commit(_ moved: Moved, _ all: Manifest) throws(BuildError) {
    guard let folder = moved.staging else { return }
    guard let target else { return try publishFirst(all, folder) }
    try reaching { () throws(FileFailure) in
      try folder.move(OutputFolder.manifestName, to: target.root, OutputFolder.manifestName)
      try target.root.removeTree(OutputFolder.stagingName)
    }
  }

  /// Removes files, and folders that are empty afterwards.
  /// - Returns: the number of files removed.
  package static func remove(_ gone: [String], from target: FolderTree) throws(FileFailure) -> Int {
    var removed = 0
    for path in gone {
      guard let (folder, name) = try target.place(path) else { continue }
      if folder.remove(name) { removed += 1 }
    }
    for path in folders(of: gone).reversed() {
      guard let (folder, name) = try target.place(path), folder.removeFolder(ifEmpty: name) else { continue }
      target.forget(path)
    }
    return removed
  }

  private func publishFirst(_ manifest: Manifest, _ staged: Folder) throws(BuildError) {
    do throws(BuildError) {
      try reaching { () throws(FileFailure) in
        try staged.write(OutputFolder.manifestName, manifest.bytes)
        if let present = try parent.folder(output.name) {
          // A folder can only be replaced if it is empty. The files that keep it in a repository move into the staged
          // folder, and are restored if this build ends here.
          for keeper in OutputFolder.keepers where present.kind(of: keeper) != nil {
            try present.move(keeper, to: staged, keeper)
          }
        }
        try parent.move(output.stagingBeside, to: parent, output.name)
      }
    } catch {
      try? output.cleanBeside(in: parent)
      throw error
    }
  }

  /// The folders of files, outermost first.
  package static func folders(of paths: some Sequence<String>) -> [String] {
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
