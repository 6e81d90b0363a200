import Files
import Readers

/// Why a command ended without its result. What it says and the code it ends with are decided in one
/// place, in the command.
package enum BuildError: Error, Sendable {
  /// The command line is wrong: an unknown zone, a date that is none.
  case usage(String)
  /// The content or the templates can't be used; each line names its place.
  case content([String])
  /// A file can't be read or written.
  case inputOutput(String)
  /// A fault of this program.
  case internalFault(String)

  /// One line each.
  package var lines: [String] {
    switch self {
    case .usage(let text), .inputOutput(let text), .internalFault(let text): [text]
    case .content(let lines): lines
    }
  }

  /// As sysexits.h has them, and 1 for content.
  package var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .content: 1
    case .inputOutput: 74
    case .internalFault: 70
    }
  }
}

extension BuildError {
  init(_ failure: FileFailure) { self = .inputOutput("\(failure)") }
}

/// Does what may fail at files; a failure is a build's.
func reaching<Value>(_ body: () throws(FileFailure) -> Value) throws(BuildError) -> Value {
  do throws(FileFailure) { return try body() } catch { throw BuildError(error) }
}
