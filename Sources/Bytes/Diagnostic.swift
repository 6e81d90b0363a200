/// A problem in content: where it is, how severe, and how to fix it. Readers collect diagnostics; the command formats
/// paths, prints them and chooses the exit code.
public struct Diagnostic: Sendable {
  /// The severity of a problem, the least severe first.
  public enum Severity: UInt8, Sendable, Comparable {
    /// Interpreted differently than written; nothing lost.
    case note
    /// Repaired, or read in part.
    case warning
    /// Skipped.
    case error

    /// The less severe comes first.
    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }

    /// `note`, `warning` or `error`.
    public var label: StaticString {
      switch self {
      case .note: "note"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// What was done about the problem.
  public var severity: Severity
  /// The beginning of the line of the property, key or tag itself.
  public var position: Position
  /// One line of UTF-8: what is wrong and how to fix it.
  public var message: [UInt8]

  package init(_ severity: Severity, at position: Position, _ message: [UInt8]) {
    self.severity = severity
    self.position = position
    self.message = message
  }
}

/// The problems of one file, at most ``limit`` of them: a broken 30 MB file should not print 30 MB.
public struct Diagnostics: Sendable {
  /// Enough to see every kind of problem a file has, few enough to read.
  public static let limit = 1_000

  /// The problems, in the order in which they were found. Beyond the limit, the milder ones are left out first.
  public private(set) var all: [Diagnostic] = []
  /// The number of problems beyond the limit.
  public private(set) var leftOut = 0

  /// No problems.
  public init() {}

  /// Whether nothing was wrong.
  public var isEmpty: Bool { all.isEmpty }

  /// No problem in ``all`` is milder than this; raised once the limit is reached.
  private var mildest = Diagnostic.Severity.note

  /// Adds a problem. Beyond the limit, one that is more severe takes the place of a milder one: a thousand notes
  /// must not hide an error. O(1), amortized.
  package mutating func add(_ diagnostic: Diagnostic) {
    if all.count < Self.limit { return all.append(diagnostic) }
    leftOut += 1
    while diagnostic.severity > mildest {
      if let index = all.lastIndex(where: { $0.severity == mildest }) {
        all.remove(at: index)
        return all.append(diagnostic)
      }
      mildest = mildest == .note ? .warning : .error
    }
  }

  /// Adds a problem; its message is made only if somebody may read it (``ForeignInput``).
  @inlinable @inline(__always) package mutating func add(
    _ severity: Diagnostic.Severity, line: UInt32, column: Int = 1,
    _ message: @autoclosure () -> [UInt8]
  ) {
    if ForeignInput.isExpected { note(severity, line, column, message()) }
  }

  /// The same, with a constant message.
  @inlinable @inline(__always) package mutating func add(
    _ severity: Diagnostic.Severity, line: UInt32, _ message: StaticString
  ) {
    if ForeignInput.isExpected { note(severity, line, 1, [UInt8](message)) }
  }

  @usableFromInline mutating func note(
    _ severity: Diagnostic.Severity, _ line: UInt32, _ column: Int, _ message: [UInt8]
  ) {
    add(Diagnostic(severity, at: Position(line: Int(line), column: column), message))
  }

  package mutating func add(contentsOf other: Diagnostics) {
    for diagnostic in other.all { add(diagnostic) }
    leftOut += other.leftOut
  }
}

/// Bytes of content for use in a message: quoted, on one line, as UTF-8 (invalid bytes become U+FFFD), with spaces for
/// control characters, cut after 60 bytes.
package func quoted(_ bytes: some Collection<UInt8>) -> [UInt8] { quoted(Array(bytes.prefix(64))) }

@inline(never) private func quoted(_ bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = [.quote]
  var parser = UTF8.ForwardParser()
  var iterator = bytes.makeIterator()
  while true {
    let result = parser.parseScalar(from: &iterator)
    if case .emptyInput = result { break }
    if out.count > 60 {
      out.append("…")
      break
    }
    switch result {
    case .valid(let character):
      for byte in character { out.append(byte < 0x20 || byte == 0x7F ? .space : byte) }
    default: out.append("\u{FFFD}")
    }
  }
  out.append(.quote)
  return out
}
