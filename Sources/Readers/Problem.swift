import Bytes

/// A problem in the content, and its file.
package struct Problem: Sendable, CustomStringConvertible {
  /// As the user would type it.
  package var path: String
  package var diagnostic: Diagnostic

  package init(path: String, diagnostic: Diagnostic) { (self.path, self.diagnostic) = (path, diagnostic) }

  /// - Parameter position: if left out, it is of all of the file.
  package init(_ severity: Diagnostic.Severity, in path: String, at position: Position = .start, _ message: String) {
    self.init(path: path, diagnostic: Diagnostic(severity, at: position, Array(message.utf8)))
  }

  /// `path:line:column: severity: message`.
  package var description: String {
    let place = diagnostic.position
    let path = String(utf8: path.utf8.map { $0 < 0x20 || $0 == 0x7F ? .space : $0 })
    return "\(path):\(place.line):\(place.column): \(diagnostic.severity.label): "
      + String(decoding: diagnostic.message, as: UTF8.self)
  }
}

/// Problems found while reading, by file.
struct Problems {
  private var files: [String: Diagnostics] = [:]
  private var unreadablePaths: Set<String> = []

  mutating func add(_ severity: Diagnostic.Severity, _ path: String, _ position: Position, _ message: String) {
    add(path, Diagnostic(severity, at: position, text: message))
  }

  /// Adds a problem of all of a file.
  mutating func add(_ severity: Diagnostic.Severity, _ path: String, _ message: String) {
    add(severity, path, .start, message)
  }

  /// Adds a file that exists but can't be read: its contents are unknown, so a site built without it might replace
  /// something with nothing.
  mutating func addUnreadable(_ path: String, _ message: String) {
    add(.error, path, message)
    markUnreadable(path)
  }

  /// Marks a path like ``addUnreadable(_:_:)``, for a problem that was already added.
  mutating func markUnreadable(_ path: String) { unreadablePaths.insert(path) }

  /// Those of ``sorted`` for what can't be read.
  var unreadable: [Problem] {
    sorted.filter { unreadablePaths.contains($0.path) && $0.diagnostic.position == .start }
  }

  /// The number of problems, those beyond the limit of a file included.
  var count: Int { files.values.reduce(0) { $0 + $1.all.count + $1.leftOut } }

  mutating func add(_ path: String, _ diagnostic: Diagnostic) { files[path, default: Diagnostics()].add(diagnostic) }

  mutating func add(_ path: String, _ diagnostics: Diagnostics) {
    if diagnostics.isEmpty { return }
    files[path, default: Diagnostics()].add(contentsOf: diagnostics)
  }

  /// All problems, sorted by path and position.
  var sorted: [Problem] {
    var all: [Problem] = []
    for (path, diagnostics) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      // The standard library's sort is stable.
      for diagnostic in diagnostics.all.sorted(by: { $0.position < $1.position }) {
        all.append(Problem(path: path, diagnostic: diagnostic))
      }
      if diagnostics.leftOut > 0, let last = all.last {
        let message = "\(diagnostics.leftOut) more problems in this file are not listed"
        all.append(Problem(path: path, diagnostic: Diagnostic(.note, at: last.diagnostic.position, text: message)))
      }
    }
    return all
  }
}

extension Position {
  /// The beginning of a file: the position of what concerns all of it.
  package static let start = Position(line: 1, column: 1)
}

extension Diagnostic {
  /// A message that may contain content, or a path from content: forced onto one line.
  init(_ severity: Severity, at position: Position, text: String) {
    self.init(severity, at: position, text.utf8.map { $0 < 0x20 || $0 == 0x7F ? .space : $0 })
  }
}

extension Diagnostics {
  mutating func add(_ severity: Diagnostic.Severity, _ position: Position, _ message: String) {
    add(Diagnostic(severity, at: position, text: message))
  }
}
