/// Writing into a byte buffer: how every page, feed and message of the core is made.
extension Array where Element == UInt8 {
  /// The UTF-8 bytes of a literal.
  @inlinable package init(_ text: StaticString) {
    self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The bytes that a function appends: `[UInt8].written { $0.append(iso: date) }`.
  @inlinable package static func written(_ append: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(&bytes)
    return bytes
  }

  /// Appends a literal's UTF-8 bytes.
  #if hasFeature(Embedded)
    @usableFromInline @inline(never)
  #else
    @inlinable
  #endif
  package mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends one ASCII character.
  #if hasFeature(Embedded)
    @usableFromInline @inline(never)
  #else
    @inlinable
  #endif
  package mutating func append(ascii scalar: Unicode.Scalar) {
    append(UInt8(truncatingIfNeeded: scalar.value))
  }

  /// Appends `value` in decimal, with leading zeros up to `width` digits; a minus sign comes first
  /// and does not count towards the width.
  @inlinable package mutating func append(decimal value: some BinaryInteger, width: Int = 1) {
    if value < 0 { append(.hyphen) }
    append(digitsOf: UInt64(truncatingIfNeeded: value.magnitude), width)
  }

  @usableFromInline mutating func append(digitsOf number: UInt64, _ width: Int) {
    if number >= 100 || width > 2 {
      append(digitsOf: number / 100, width - 2)
      append(twoDigits: Int(truncatingIfNeeded: number % 100))
    } else if number >= 10 || width == 2 {
      append(twoDigits: Int(truncatingIfNeeded: number))
    } else {
      append(0x30 &+ UInt8(truncatingIfNeeded: number))
    }
  }

  /// Appends the eight bytes of a number, the lowest first.
  @inlinable package mutating func append(eight word: UInt64) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends two digits; `value` is 0 to 99.
  @inlinable @inline(__always)
  package mutating func append(twoDigits value: Int) {
    append(0x30 &+ UInt8(truncatingIfNeeded: value / 10))
    append(0x30 &+ UInt8(truncatingIfNeeded: value % 10))
  }

  /// Appends `value` in lower-case hexadecimal, `width` digits wide at least.
  package mutating func append(hexadecimal value: UInt64, width: Int = 1) {
    var digits = 16
    while digits > width, value >> UInt64((digits - 1) * 4) == 0 { digits -= 1 }
    while digits > 0 {
      digits -= 1
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(digits * 4)) & 15
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}

/// Concatenates a literal and a runtime text: for messages, which are rare and short.
package func + (left: StaticString, right: [UInt8]) -> [UInt8] { [UInt8](left) + right }
package func + (left: [UInt8], right: StaticString) -> [UInt8] { left + [UInt8](right) }
