import Foundation

/// All files of the watched folders, with what distinguishes one state of a file from another. The difference of two
/// snapshots tells what changed, whatever woke the watcher, so no lost event and no editor's way of saving can hide a
/// change.
struct FolderSnapshot: Equatable {
  /// When and where a file was written. Its change time also covers renames and permissions.
  struct Stamp: Equatable {
    var modified, status, size: Int64
    var node: UInt64
  }

  struct File: Equatable {
    var kind: ChangeKind
    var stamp: Stamp
  }

  /// By path, as the user would type it.
  private(set) var files: [String: File] = [:]

  /// - Parameter watch: called for each folder before its files are listed, so that files added after the listing are
  ///   noticed.
  init(_ folders: [WatchedFolder], watch: (_ folder: String) -> Void = { _ in }) {
    var seen: Set<UInt64> = []
    for folder in folders { add(folder, "", &seen, watch) }
  }

  private mutating func add(
    _ root: WatchedFolder, _ relative: String, _ seen: inout Set<UInt64>, _ watch: (String) -> Void
  ) {
    let path = relative.isEmpty ? root.path : root.path(of: relative)
    var status = stat()
    // A link to a parent folder would lead around for ever; a missing folder has no files.
    guard stat(path, &status) == 0,
      seen.insert(UInt64(status.st_ino) ^ UInt64(status.st_dev) << 48).inserted
    else { return }
    watch(path)
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      let below = relative.isEmpty ? name : relative + "/" + name
      let file = root.path(of: below)
      guard lstat(file, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFLNK {
        guard stat(file, &status) == 0 else { continue }
        // The target of a link is written elsewhere, so it is included.
        if status.st_mode & S_IFMT == S_IFREG, let target = realpath(file, nil) {
          watch((String(cString: target) as NSString).deletingLastPathComponent)
          free(target)
        }
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: add(root, below, &seen, watch)
      case S_IFREG:
        if let kind = ChangeKind(below, in: root.role) {
          files[file] = File(kind: kind, stamp: Stamp(status))
        }
      default: break
      }
    }
  }

  /// The changes since an earlier snapshot, by path.
  func changes(since old: FolderSnapshot) -> [FileChange] {
    var changes: [FileChange] = []
    for (path, file) in files where old.files[path] != file {
      changes.append(
        FileChange(path: path, kind: file.kind, event: old.files[path] == nil ? .added : .changed))
    }
    for (path, file) in old.files where files[path] == nil {
      changes.append(FileChange(path: path, kind: file.kind, event: .removed))
    }
    return changes.sorted { $0.path < $1.path }
  }
}

extension FolderSnapshot.Stamp {
  init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    #if canImport(Darwin)
      modified = nanoseconds(status.st_mtimespec)
      self.status = nanoseconds(status.st_ctimespec)
    #else
      modified = nanoseconds(status.st_mtim)
      self.status = nanoseconds(status.st_ctim)
    #endif
    size = Int64(status.st_size)
    node = UInt64(status.st_ino)
  }
}
