import Files

/// Keeps two builds from writing to one folder.
///
/// The lock is beside the output folder, where it is not affected when that folder is replaced; it is in the folder if
/// the parent can't be written to.
package struct OutputLock {
  private let lock: FileLock

  /// How long a build waits for another one: longer than a usual build takes, and shorter than people wait before they
  /// look for the cause.
  package static let patience = Duration.seconds(10)

  /// - Parameters:
  ///   - parent: the parent of the output folder.
  ///   - waiting: called once if it has to wait.
  /// - Throws: `inputOutput` if another build is still running after ``patience``, nothing can be written, or the
  ///   lock's name belongs to something else.
  package init(_ output: OutputFolder, in parent: Folder, waiting: (String) -> Void) throws(BuildError) {
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

  package func release() { lock.release() }
}
