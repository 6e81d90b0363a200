import Bytes
import Readers

/// A site of a fleet: a line of its list.
struct FleetSite: Sendable {
  /// The line's number, from 1.
  var line: Int
  /// Names the site in results; `nil` if the line does not say.
  var id: String?
  var content = ""
  var output = ""
  /// Options of `build`.
  var options: [String] = []
  /// Why it can't be built; `nil` if nothing is wrong with the line.
  var fault: String?

  /// The longest line that is read.
  static let longest = 1 << 20

  /// Reads a line: `{"id":…,"content":…,"output":…,"options":[…]}`.
  init(_ bytes: ArraySlice<UInt8>, line: Int) {
    self.line = line
    if bytes.count > Self.longest {
      fault = "the line is longer than \(Self.longest >> 20) MiB; a line is one site"
      return
    }
    fault = Array(bytes).withUnsafeBufferPointer { buffer in
      do throws(JSONReader.Failure) {
        var reader = JSONReader(buffer)
        let value = try reader.value()
        guard reader.next() == nil else { return "text follows the object; write one site per line" }
        return take(value)
      } catch { return "not JSON, from byte \(error.offset + 1) on: \(error.message)" }
    }
  }

  /// Takes the members of an object.
  /// - Returns: what is wrong with them.
  private mutating func take(_ value: JSONValue) -> String? {
    guard case .object(let members) = value.kind else { return "not an object; write {\"id\":…,\"content\":…,…}" }
    var fault: String?
    for member in members {
      let key = String(decoding: member.key, as: UTF8.self)
      switch (key, member.value.kind) {
      // Many tables number their rows.
      case ("id", .string(let text)), ("id", .number(let text)): id = String(decoding: text, as: UTF8.self)
      case ("content", .string(let text)): content = String(decoding: text, as: UTF8.self)
      case ("output", .string(let text)): output = String(decoding: text, as: UTF8.self)
      case ("options", .array(let values)):
        for value in values {
          guard case .string(let text) = value.kind else {
            fault = fault ?? "options: write a list of texts, as on the command line: [\"--tz\",\"Europe/Berlin\"]"
            continue
          }
          options.append(String(decoding: text, as: UTF8.self))
        }
      case ("options", .null): break
      case ("id", _), ("content", _), ("output", _): fault = fault ?? "\(key): write a text"
      case ("options", _): fault = fault ?? "options: write a list of texts"
      default:
        let near = nearest(key.utf8, in: ["id", "content", "output", "options"].map { Array($0.utf8) }, most: 1).first
        fault =
          fault ?? "\(key): no such key"
          + (near.map { "; did you mean \(String(decoding: $0, as: UTF8.self))?" } ?? "")
      }
    }
    for (key, text) in [("id", id ?? ""), ("content", content), ("output", output)] where text.isEmpty {
      fault = fault ?? "\(key): missing"
    }
    if [content, output].contains(where: { $0.utf8.contains(0) }) { fault = fault ?? "a path contains a zero byte" }
    return fault
  }
}
