/// Why a file or folder can't be used: its path, and what the system or this module says about it.
package struct FileFailure: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    /// A symbolic link is where the command expects a file or folder of its own.
    case link
    /// The name expected to be a folder is something else.
    case notAFolder
    /// A symbolic link leads out of the folder being read.
    case outside
    /// An invalid name, or one that leads to another folder.
    case name
    /// errno.
    case system(Int32)
    /// The file has more bytes than are read.
    case tooLarge(mebibytes: Int)
    /// A text that ends the sentence.
    case other(String)
  }

  /// As the user typed it.
  package var path: String
  package var reason: Reason
  /// The failed action, such as `can't be written`; empty if the reason is enough.
  package var action: String

  package init(_ path: String, _ reason: Reason, _ action: String = "can't be opened") {
    self.path = path
    self.reason = reason
    self.action = action
  }

  /// The system's last error.
  package static func last(_ path: String, _ action: String) -> FileFailure {
    FileFailure(path, .system(errno), action)
  }

  package var code: Int32? {
    if case .system(let code) = reason { code } else { nil }
  }

  /// One line: the path, what is wrong, and how to fix it if known.
  package var description: String {
    switch reason {
    case .link:
      "\(path): is a symbolic link, and nothing is written or removed through one; remove the link, or name the "
        + "folder that it leads to"
    case .notAFolder: "\(path): is not a folder; remove it or name another place"
    case .outside: "\(path): \(action): a symbolic link leads out of the folder"
    case .name: "\(path): is not a plain name"
    case .system(let code): "\(path): \(action): \(Self.words(code))"
    case .tooLarge(let mebibytes): "\(path): is larger than \(mebibytes) MiB"
    case .other(let words): "\(path): \(words)"
    }
  }

  /// A system error as text, with how to fix it if known.
  package static func words(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "the disk is full; make room and try again"
    case EDQUOT: "your disk quota is used up; make room and try again"
    case EFBIG: "the file is larger than the system's limit (see ulimit -f)"
    case EACCES, EPERM: "no permission"
    case EROFS: "the file system is read-only"
    default: String(cString: strerror(code))
    }
  }
}
