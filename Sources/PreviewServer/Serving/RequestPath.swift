import Bytes

/// The path of a site's file in a request's target.
enum RequestPath {
  /// Decodes a target (`/calendar/2026-11.html?x=1`) into a path from the site's root
  /// (`calendar/2026-11.html`); a folder is its index.html.
  ///
  /// No file is opened by such a path, but whatever could lead out of a folder is still refused, after decoding once:
  /// `.` and `..`, empty segments, encoded slashes, backslashes, control characters, and invalid UTF-8.
  static func decode(_ target: String) throws(Refusal) -> String {
    let raw = target.utf8.prefix { $0 != .question && $0 != .hash }
    guard raw.first == .slash else { throw .path }
    var bytes: [UInt8] = []
    var rest = raw.dropFirst()
    while let byte = rest.popFirst() {
      guard byte == .percent else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
        throw .path
      }
      let decoded = high << 4 | low
      if decoded == .slash { throw .path }
      bytes.append(decoded)
    }
    guard let path = String(validating: bytes, as: UTF8.self),
      bytes.allSatisfy({ $0 >= .space && $0 != 0x7F && $0 != .backslash })
    else { throw .path }
    // A slash with a combining mark is one Character, but still a slash to a file system.
    var segments = bytes.split(separator: .slash, omittingEmptySubsequences: false)
    guard let last = segments.popLast(),
      segments.allSatisfy({ !$0.isEmpty && !Self.isRelative($0) }), !Self.isRelative(last)
    else { throw .path }
    return last.isEmpty ? path + "index.html" : path
  }

  private static func isRelative(_ segment: ArraySlice<UInt8>) -> Bool { segment.equals(".") || segment.equals("..") }
}
