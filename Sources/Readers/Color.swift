import Bytes

/// Colours of calendars and events.
enum Color {
  /// `#rgb` or `#rrggbb` as `#rrggbb` in lower case; `nil` for anything else.
  static func read(_ text: some Collection<UInt8>) -> [UInt8]? {
    let bytes = text.asciiLowercased
    guard bytes.first == UInt8.ascii("#"), bytes.count == 4 || bytes.count == 7,
      bytes.dropFirst().allSatisfy({ $0.hexadecimalValue != nil })
    else { return nil }
    if bytes.count == 7 { return bytes }
    return bytes[0...0] + bytes.dropFirst().flatMap { [$0, $0] }
  }
}
