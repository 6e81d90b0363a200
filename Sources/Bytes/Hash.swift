/// A 64-bit hash that is the same on every machine and in every run (Swift's `Hasher` has a new seed in each process,
/// so it can't name files). FNV-1a, finished by the mixer of MurmurHash3 so that similar texts differ in all bits. Not
/// for secrets.
@usableFromInline package struct StableHash: Sendable {
  @usableFromInline package private(set) var state: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable package init() {}

  /// Adds bytes. Adding `ab` then `c` is the same as adding `abc`: see ``separate()``.
  @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) {
    var hash = state
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    set(hash)
  }

  /// Adds an integer, least significant byte first.
  @inlinable package mutating func add(_ value: some FixedWidthInteger) { add(bits: UInt64(truncatingIfNeeded: value)) }

  @usableFromInline mutating func add(bits: UInt64) {
    for shift in 0..<8 {
      state = (state ^ ((bits >> UInt64(shift * 8)) & 255)) &* 0x0000_0100_0000_01b3
    }
  }

  /// Marks the end of a field, so that (`ab`, `c`) and (`a`, `bc`) differ.
  package mutating func separate() { state = (state ^ 0xFF) &* 0x0000_0100_0000_01b3 }

  @usableFromInline mutating func set(_ hash: UInt64) { state = hash }

  /// The hash of everything added.
  @usableFromInline package var value: UInt64 {
    var mixed = state
    mixed ^= mixed >> 33
    mixed = mixed &* 0xff51_afd7_ed55_8ccd
    mixed ^= mixed >> 33
    mixed = mixed &* 0xc4ce_b9fe_1a85_ec53
    mixed ^= mixed >> 33
    return mixed
  }

  /// The hash of one sequence of bytes.
  @inlinable package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = StableHash()
    hash.add(bytes)
    return hash.value
  }
}

extension Array where Element == UInt8 {
  /// Appends a hash as `digits` characters of `a-z2-7` (base 32, five bits each; 13 hold all 64).
  package mutating func append(base32 hash: UInt64, digits: Int) {
    for place in 0..<digits {
      let five = UInt8(truncatingIfNeeded: hash >> UInt64(Swift.min(place * 5, 63))) & 31
      append(five < 26 ? 0x61 + five : 0x32 + (five - 26))
    }
  }
}
