import Bytes
import Foundation

/// Texts in the encodings of vCalendar 1.0, which some programs still write.
enum EncodedText {
  /// A text in UTF-8; `nil` if it is not in the encoding. O(text).
  /// - Parameters:
  ///   - encoding: the value of ENCODING.
  ///   - characterSet: the value of CHARSET; empty if there is none.
  static func text(_ written: ArraySlice<UInt8>, in encoding: [UInt8], _ characterSet: [UInt8]) -> [UInt8]? {
    if encoding.equalsIgnoringCase("QUOTED-PRINTABLE") { return unicode(quotedPrintable(written), characterSet) }
    guard encoding.equalsIgnoringCase("BASE64") || encoding.equalsIgnoringCase("B"),
      let data = Data(base64Encoded: Data(written), options: .ignoreUnknownCharacters), !data.isEmpty
    else { return nil }
    return unicode([UInt8](data), characterSet)
  }

  /// Bytes of RFC 2045, 6.7. An equals sign that no two hexadecimal digits follow is the break of a line.
  private static func quotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == .equals else {
        out.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ $0.isDigit || (0x41...0x46).contains($0.uppercased) }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { continue }
      out.append(value)
      rest = rest.dropFirst(2)
    }
    return out
  }

  /// A text in UTF-8. If it is invalid in its character set, or the set is unknown, it is read as UTF-8 if valid,
  /// otherwise as Windows-1252.
  private static func unicode(_ text: [UInt8], _ characterSet: [UInt8]) -> [UInt8] {
    let name = String(decoding: characterSet.asciiLowercased, as: UTF8.self)
    if let known = characterSets[name], let read = String(data: Data(text), encoding: known) { return Array(read.utf8) }
    if String(validating: text, as: UTF8.self) != nil { return text }
    return Array((String(data: Data(text), encoding: .windowsCP1252) ?? String(decoding: text, as: UTF8.self)).utf8)
  }

  /// Names of IANA, of character sets other than UTF-8.
  private static let characterSets: [String: String.Encoding] = [
    "iso-8859-1": .windowsCP1252, "windows-1252": .windowsCP1252, "iso-8859-15": .windowsCP1252,
    "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
    "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
    "iso-2022-jp": .iso2022JP, "utf-16": .utf16,
  ]
}
