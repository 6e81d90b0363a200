import Bytes

/// Short texts in base64 and in hexadecimal.
///
/// A few of their characters are in other words by chance. So they count only if all that they stand in, up to the
/// characters before and after it that do not belong to the alphabet, is text: whole groups that decode to printable
/// UTF-8. Of a short text within other data, nothing can be said.
enum EncodedText {
  /// The characters of base64 by their values (RFC 4648, sections 4 and 5).
  private static let standard: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  private static let forAddresses: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  @inline(__always) static func character(_ sextet: UInt8) -> UInt8 { standard.utf8Start[Int(sextet)] }

  @inline(__always) static func characterForAddresses(_ sextet: UInt8) -> UInt8 { forAddresses.utf8Start[Int(sextet)] }

  /// The characters of base64 that only a text's own bytes are part of, in each alphabet in which they differ.
  /// - Parameter phase: how many bytes of a group of three stand before the text.
  static func base64(_ text: ArraySlice<UInt8>, phase: Int) -> [[UInt8]] {
    let sextets = ((phase * 8 + 5) / 6..<(phase + text.count) * 8 / 6).map { index in
      let bit = index * 6
      let byte = text.startIndex + bit / 8 - phase
      let next = byte + 1 < text.endIndex ? UInt32(text[byte + 1]) : 0
      return UInt8((UInt32(text[byte]) << 8 | next) >> UInt32(10 - bit % 8) & 63)
    }
    let standard = sextets.map { character($0) }
    return sextets.contains { $0 >= 62 } ? [standard, sextets.map { characterForAddresses($0) }] : [standard]
  }

  /// In lower case.
  static func hexadecimal(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.flatMap { byte in [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 } }
  }

  // MARK: Decoding

  /// The alphabets of base64 (RFC 4648, sections 4 and 5), and the digits.
  enum Alphabet: UInt8, CaseIterable {
    case standard = 1
    case forAddresses = 2
    case hexadecimal = 4
  }

  /// The alphabets of each byte: their bits.
  static let alphabets: [UInt8] = (0...UInt8.max).map { byte in
    var bits: UInt8 = 0
    if byte.isLetter || byte.isDigit || byte == 0x2B || byte == 0x2F { bits |= Alphabet.standard.rawValue }
    if byte.isLetter || byte.isDigit || byte == 0x2D || byte == 0x5F { bits |= Alphabet.forAddresses.rawValue }
    if byte.isDigit || 0x61...0x66 ~= byte | 0x20 { bits |= Alphabet.hexadecimal.rawValue }
    return bits
  }

  /// The value of a character in either alphabet of base64, and of a digit; 0xFF for others.
  static let sextets: [UInt8] = (0...UInt8.max).map { byte in
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: 0xFF
    }
  }

  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// The most characters before and after a text that are decoded.
  private static let reach = 4_096

  /// The characters around a place that belong to an alphabet.
  static func run(around place: Int, in bytes: UnsafeRawBufferPointer, _ alphabet: Alphabet, reach: Int) -> Range<Int> {
    alphabets.withUnsafeBufferPointer { alphabets in
      var start = place
      let first = max(0, place &- reach)
      while start > first, alphabets[Int(bytes[start &- 1])] & alphabet.rawValue != 0 { start &-= 1 }
      var end = place
      let last = min(bytes.count, place &+ reach)
      while end < last, alphabets[Int(bytes[end])] & alphabet.rawValue != 0 { end &+= 1 }
      return start..<end
    }
  }

  /// Whether a text stands in what a place belongs to, and that is text as a whole.
  /// - Parameters:
  ///   - place: where the characters of ``base64(_:phase:)`` or ``hexadecimal(_:)`` were found.
  ///   - isWord: whether the text counts only as a whole word, if it is so short.
  static func has(
    _ text: ArraySlice<UInt8>, at place: Int, of bytes: UnsafeRawBufferPointer, _ form: TextForm, phase: Int,
    isWord: Bool
  ) -> Bool {
    func isThere(_ decoded: [UInt8], at start: Int) -> Bool {
      guard start >= 0, start + text.count <= decoded.count,
        decoded[start..<start + text.count].elementsEqual(text), isText(decoded)
      else { return false }
      return decoded.withUnsafeBytes {
        !isWord || text.count >= TextScanner.shortestAnywhere || $0.isWord(start..<start + text.count)
      }
    }
    if form == .hexadecimal {
      let digits = run(around: place, in: bytes, .hexadecimal, reach: reach)
      guard !bytes.isWithinWord(digits), digits.count & 1 == 0, (place - digits.lowerBound) & 1 == 0 else {
        return false
      }
      let decoded = Swift.stride(from: digits.lowerBound, to: digits.upperBound, by: 2).map {
        digit(bytes[$0])! << 4 | digit(bytes[$0 + 1])!
      }
      return isThere(decoded, at: (place - digits.lowerBound) / 2)
    }
    // The character with which the group begins that the text begins in.
    let group = place - (phase * 8 + 5) / 6
    for alphabet in [Alphabet.standard, .forAddresses] {
      let characters = run(around: place, in: bytes, alphabet, reach: reach)
      guard group >= characters.lowerBound, (group - characters.lowerBound) & 3 == 0 else { continue }
      // The bits of the last character that belong to no byte are 0.
      let rest: UInt8 = [0, 0xFF, 0x0F, 0x03][characters.count & 3]
      if sextets[Int(bytes[characters.upperBound - 1])] & rest != 0 { continue }
      if isThere(decoded(bytes, characters), at: (group - characters.lowerBound) / 4 * 3 + phase) { return true }
    }
    return false
  }

  /// The bytes that some characters of base64 stand for.
  static func decoded(_ bytes: UnsafeRawBufferPointer, _ characters: Range<Int>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(characters.count * 3 / 4 + 1)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for index in characters {
      bits = bits &<< 6 | UInt32(sextets[Int(bytes[index])])
      count &+= 6
      if count >= 8 {
        count &-= 8
        decoded.append(UInt8(truncatingIfNeeded: bits &>> count))
      }
    }
    return decoded
  }

  /// Whether bytes are UTF-8 without control characters other than tabs and line breaks.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      && String(validating: bytes, as: UTF8.self) != nil
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a letter or a digit is right before or after digits, other than `0x`.
  fileprivate func isWithinWord(_ digits: Range<Int>) -> Bool {
    func isPart(_ index: Int) -> Bool { indices.contains(index) && (self[index].isLetter || self[index].isDigit) }
    let start = digits.lowerBound
    if isPart(digits.upperBound) { return true }
    return isPart(start - 1) && !(start >= 2 && self[start - 1] | 0x20 == 0x78 && self[start - 2] == 0x30)
  }
}
