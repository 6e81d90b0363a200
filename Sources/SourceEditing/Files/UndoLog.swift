import Foundation

/// The edits that can be undone while the server runs.
struct UndoLog {
  /// The number of edits kept: more than anybody undoes one by one.
  static let limit = 200
  /// The total size of the files before and after all edits, in bytes.
  static let size = 64 << 20

  private var order: [String] = []
  private var entries: [String: [FileEdit]] = [:]
  private var bytes = 0

  /// Keeps an edit, and drops the oldest if there are too many. At least one is kept.
  /// - Returns: its name, which nobody can guess.
  mutating func keep(_ edits: [FileEdit]) -> String {
    let id = Random.hexadecimal(bytes: 16)
    order.append(id)
    entries[id] = edits
    bytes += edits.reduce(0) { $0 + $1.size }
    while order.count > 1, order.count > Self.limit || bytes > Self.size { remove(order[0]) }
    return id
  }

  subscript(id: String) -> [FileEdit]? { entries[id] }

  mutating func remove(_ id: String) {
    guard let edits = entries.removeValue(forKey: id) else { return }
    order.removeAll { $0 == id }
    bytes -= edits.reduce(0) { $0 + $1.size }
  }
}

/// Names that nobody can guess.
package enum Random {
  /// The hexadecimal digits of `count` random bytes from the system's generator.
  package static func hexadecimal(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in
      let byte = UInt8.random(in: 0...255, using: &generator)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// A UID for a new event (RFC 7986, 5.3: a UUID).
  static func uid() -> [UInt8] { Array(UUID().uuidString.lowercased().utf8) }
}
