import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error.
enum Output {
  static func error(_ lines: [String]) {
    for line in lines { FileHandle.standardError.write(Data((printable(line) + "\n").utf8)) }
  }

  static func write(_ bytes: [UInt8]) { FileHandle.standardOutput.write(Data(bytes)) }

  static func line(_ text: String) { write(Array((text + "\n").utf8)) }

  /// Control characters from content must not reach a terminal.
  private static func printable(_ line: String) -> String {
    String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? " " : $0 }))
  }

  static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Overwrites a progress line on a terminal; does nothing if standard error is not a terminal.
  static func progress(_ text: String) {
    if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
  }
}
