import Files
import Foundation
import Publishing
import Synchronization

/// Standard output and standard error. A failed write does not end the work: the exit code reports it at the end.
enum Output {
  /// The reason why something could not be written to standard output.
  private static let failure = Mutex<Int32?>(nil)

  /// Opens those of the three standard files that are closed, read-only: otherwise a file of the site would get one of
  /// their numbers, and be written to. Writing to it still fails.
  static func open() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // `openat` gives the lowest free number.
      _ = openat(AT_FDCWD, "/dev/null", O_RDONLY)
    }
  }

  /// Ends the command.
  static func exit(_ code: Int32) -> Never {
    if let reason = failure.withLock({ $0 }) {
      error(["standard output can't be written to (\(String(cString: strerror(reason)).lowercased()))"])
      Foundation.exit(code == 0 ? BuildError.inputOutput("").exitCode : code)
    }
    Foundation.exit(code)
  }

  static func error(_ lines: [String]) {
    for line in lines { _ = write(Array((printable(line) + "\n").utf8), to: STDERR_FILENO) }
  }

  static func write(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    if let reason = write(bytes, to: STDOUT_FILENO) { failure.withLock { $0 = $0 ?? reason } }
  }

  static func line(_ text: String) { write(Array((text + "\n").utf8)) }

  /// - Returns: why not all could be written.
  private static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
    FileWriting.putAll(bytes, into: file) ? nil : errno
  }

  /// Control characters from content must not reach a terminal.
  private static func printable(_ line: String) -> String {
    String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? " " : $0 }))
  }

  static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Overwrites a progress line on a terminal; does nothing if standard error is not a terminal.
  static func progress(_ text: String) {
    if isTerminal { _ = write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO) }
  }
}
