import Files

/// Why a command failed. Its message and exit code are decided in one place, in the command.
package enum BuildError: Error, Sendable {
  /// The command line is wrong: an unknown zone, an invalid date.
  case usage(String)
  /// The command line can mean several things; the first line says so, and the others name them.
  case ambiguous([String])
  /// The content or the templates can't be used; each line names its position.
  case content([String])
  /// A file can't be read or written.
  case inputOutput(String)
  /// A bug in this program.
  case internalFault(String)

  /// One line per problem.
  package var lines: [String] {
    switch self {
    case .usage(let text), .inputOutput(let text), .internalFault(let text): [text]
    case .content(let lines), .ambiguous(let lines): lines
    }
  }

  /// As in sysexits.h, and 1 for content.
  package var exitCode: Int32 {
    switch self {
    case .usage, .ambiguous: 64
    case .content: 1
    case .inputOutput: 74
    case .internalFault: 70
    }
  }

  init(_ failure: FileFailure) { self = .inputOutput("\(failure)") }
}

/// Runs a body that accesses files; a failure becomes a ``BuildError``.
package func reaching<Value>(_ body: () throws(FileFailure) -> Value) throws(BuildError) -> Value {
  do throws(FileFailure) { return try body() } catch { throw BuildError(error) }
}
