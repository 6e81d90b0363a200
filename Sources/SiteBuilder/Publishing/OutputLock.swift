import Files

/// Keeps two builds from writing to one folder.
///
/// The lock is beside the output folder, where it outlives that folder's being swapped; in it where the folder around
/// it can't be written to.
struct OutputLock {
  private let lock: FileLock

  /// How long a build waits for another one. Longer than any build of a usual site; shorter than people wait
  /// before they look what is wrong.
  static let patience = Duration.seconds(10)

  /// - Parameters:
  ///   - parent: the folder that the output folder is in.
  ///   - waiting: told once, when it has to wait.
  /// - Throws: `inputOutput` when another build still goes on after ``patience``, nothing can be written, or what has
  ///   the lock's name is no lock.
  init(_ output: OutputFolder, in parent: Folder, waiting: (String) -> Void) throws(BuildError) {
    let shown = output.path
    func take(_ name: String, in folder: Folder) throws(FileLock.Failure) -> FileLock {
      try FileLock(name, in: folder, patience: Self.patience) {
        waiting("Waiting for \($0), which is building into \(shown)")
      }
    }
    do throws(FileLock.Failure) {
      do throws(FileLock.Failure) { lock = try take(output.lockBeside, in: parent) } catch {
        guard case .file(let failure) = error, let code = failure.code, [EACCES, EROFS, EPERM].contains(code),
          let inside = try? parent.folder(output.name)
        else { throw error }
        lock = try take(OutputFolder.lockName, in: inside)
      }
    } catch {
      switch error {
      case .file(let failure):
        let isUnwritable = failure.code.map { [EACCES, EROFS, EPERM].contains($0) } ?? false
        throw .inputOutput(
          isUnwritable ? "\(shown): can't be written: \(FileFailure.words(failure.code!))" : "\(failure)")
      case .held(let holder):
        throw .inputOutput(
          "\(shown): \(holder) is building there; wait until it has ended, or name another folder with --output")
      }
    }
  }

  func release() { lock.release() }
}
