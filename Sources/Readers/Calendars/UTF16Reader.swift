/// Converts UTF-16, which Windows calls "Unicode", to UTF-8.
enum UTF16Reader {
  /// The text of a file in UTF-8; `nil` if the file is not UTF-16. It is if it has a byte order mark, or begins with
  /// two ASCII characters of two bytes each. Invalid code units become U+FFFD. O(bytes).
  static func text(of bytes: [UInt8]) -> [UInt8]? {
    guard let (start, isBigEndian) = form(of: bytes) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count - bytes.count / 4)
    let units = stride(from: start, to: bytes.count - 1, by: 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) { text.append($0) }
    // A file that was cut off may have a byte left.
    if (bytes.count - start) % 2 == 1 { text += UTF8.encodedReplacementCharacter }
    return text
  }

  private static func form(of bytes: [UInt8]) -> (start: Int, isBigEndian: Bool)? {
    if bytes.starts(with: [0xFF, 0xFE] as [UInt8]) { return (2, false) }
    if bytes.starts(with: [0xFE, 0xFF] as [UInt8]) { return (2, true) }
    guard bytes.count >= 4 else { return nil }
    let isText: (UInt8) -> Bool = { $0 >= 0x09 && $0 < 0x7F }
    if bytes[1] == 0, bytes[3] == 0, isText(bytes[0]), isText(bytes[2]) { return (0, false) }
    if bytes[0] == 0, bytes[2] == 0, isText(bytes[1]), isText(bytes[3]) { return (0, true) }
    return nil
  }
}
