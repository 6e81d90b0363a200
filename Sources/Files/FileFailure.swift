/// Why a file or folder can't be used: the place, and what the system or this module says of it.
package struct FileFailure: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    /// A symbolic link stands where a file or folder of the command's own is expected.
    case link
    /// Something that is no folder stands where a folder is expected.
    case notAFolder
    /// A symbolic link leads out of the folder that is read.
    case outside
    /// A name that no file can have, or that leads to another folder.
    case name
    /// errno.
    case system(Int32)
    /// In words that end the sentence.
    case other(String)
  }

  /// As the user would type it.
  package var path: String
  package var reason: Reason
  /// What was to be done, as `can't be written`; empty where the reason says it all.
  package var action: String

  package init(_ path: String, _ reason: Reason, _ action: String = "can't be opened") {
    self.path = path
    self.reason = reason
    self.action = action
  }

  /// The last error of the system.
  package static func last(_ path: String, _ action: String) -> FileFailure {
    FileFailure(path, .system(errno), action)
  }

  package var code: Int32? {
    if case .system(let code) = reason { code } else { nil }
  }

  /// One line: the place, what is wrong, and the mend where there is one.
  package var description: String {
    switch reason {
    case .link:
      "\(path): is a symbolic link, and nothing is written or removed through one; remove the link, or name the "
        + "folder that it leads to"
    case .notAFolder: "\(path): is not a folder; remove it or name another place"
    case .outside: "\(path): \(action): a symbolic link leads out of the folder"
    case .name: "\(path): is not a plain name"
    case .system(let code): "\(path): \(action): \(Self.words(code))"
    case .other(let words): "\(path): \(words)"
    }
  }

  /// An error of the system in words, with the mend where that is known.
  package static func words(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "the disk is full; make room and try again"
    case EDQUOT: "your share of the disk is full; make room and try again"
    case EFBIG: "the file is larger than the system's limit (see ulimit -f)"
    case EACCES, EPERM: "no permission"
    case EROFS: "the file system is read-only"
    default: String(cString: strerror(code))
    }
  }
}
