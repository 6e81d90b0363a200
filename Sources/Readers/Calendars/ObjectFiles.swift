import Bytes

/// The objects of a calendar as files of a folder, each with the components of one UID. Other programs store a
/// collection of a CalDAV server so, and so does this one.
enum ObjectFiles {
  /// The files in the order of the names that their UIDs give them, so that the order does not depend on who named
  /// them. O(n log n), and O(bytes before the first UIDs).
  static func sorted(_ files: [(name: String, file: SourceFile)]) -> [SourceFile] {
    files.map { (key: name($0.file.iCalendar) ?? $0.name, name: $0.name, file: $0.file) }
      .sorted { one, other in
        one.key == other.key
          ? one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
          : one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
      }
      .map(\.file)
  }

  /// The name of a file with these data; `nil` if they have no UID.
  static func name(_ data: [UInt8]) -> String? { uid(data).map { $0 + ".ics" } }

  /// The first UID in an iCalendar file; `nil` if there is none within its first mebibyte: even the definitions of many
  /// zones end before that.
  private static func uid(_ data: [UInt8]) -> String? {
    var rest = data.prefix(1 << 20)
    while !rest.isEmpty {
      let line = takeLine(&rest)
      guard line.count > 4, line.prefix(3).equalsIgnoringCase("UID"), let colon = line.firstIndex(of: .ascii(":")),
        [.ascii(":"), .ascii(";")].contains(line[line.startIndex + 3])
      else { continue }
      var uid = Array(line[(colon + 1)...])
      while true {
        rest = rest.drop { $0 == .lineFeed || $0 == .carriageReturn }
        // A folded line continues the one before.
        guard rest.first == .space || rest.first == .tab else { break }
        uid += takeLine(&rest).dropFirst()
      }
      let text = uid[...].trimmed.onOneLine
      return text.isEmpty ? nil : String(utf8: text)
    }
    return nil
  }

  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = rest.prefix { $0 != .lineFeed && $0 != .carriageReturn }
    rest = rest.dropFirst(line.count + 1)
    return line
  }
}
