/// Named pipes, and those of a shell: another program reads what is written to them, and no file is written.
package enum Pipe {
  /// Whether a path leads to a pipe.
  package static func `is`(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Writes to a pipe; waits until somebody reads it.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    let file = openat(AT_FDCWD, path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last(path, "can't be opened") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      throw FileFailure(path, .other("is no longer a pipe"))
    }
    guard FileWriting.putAll(bytes, into: file) else { throw .last(path, "can't be written") }
  }
}
