/// Finding one text in another. The standard library's `firstRange(of:)` is generic and not specialised for bytes: it
/// takes some hundred times as long.
extension ArraySlice where Element == UInt8 {
  /// The first place of a text; `nil` if it is not there, or empty. O(bytes), and O(bytes · text) at worst.
  package func firstRange(of text: [UInt8]) -> Range<Int>? {
    withUnsafeBufferPointer { bytes in
      text.withUnsafeBufferPointer { text -> Range<Int>? in
        guard let first = text.first, bytes.count >= text.count else { return nil }
        for start in 0...bytes.count - text.count where bytes[start] == first {
          var length = 1
          while length < text.count, bytes[start + length] == text[length] { length += 1 }
          if length == text.count { return startIndex + start..<startIndex + start + length }
        }
        return nil
      }
    }
  }
}

extension Array where Element == UInt8 {
  /// The first place of a text; `nil` if it is not there, or empty. O(bytes), and O(bytes · text) at worst.
  package func firstRange(of text: [UInt8]) -> Range<Int>? { self[...].firstRange(of: text) }
}
