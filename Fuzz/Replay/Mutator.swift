import TestSupport

/// Changes inputs as libFuzzer does, but without knowing which code they reach.
struct Mutator {
  var random: SeededGenerator
  /// The greatest size of an input.
  let longest: Int

  /// One to five changes; of an input that is too long, a part.
  mutating func mutated(_ input: [UInt8], with other: [UInt8]) -> [UInt8] {
    var bytes = input.count <= longest ? input : Array(part(of: input, atMost: longest))
    for _ in 0..<random.int(1...5) {
      change(&bytes, with: other)
      if bytes.count > longest { bytes.removeLast(bytes.count - longest) }
    }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], with other: [UInt8]) {
    let at = random.int(0...bytes.count)
    switch random.int(0...9) {
    case 0: bytes.removeSubrange(at..<min(bytes.count, at + random.int(1...16)))
    case 1: bytes.insert(anyByte(), at: at)
    case 2: bytes.insert(contentsOf: [UInt8](repeating: anyByte(), count: random.int(2...64)), at: at)
    case 3 where at < bytes.count: bytes[at] = anyByte()
    case 4 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.int(0...7))
    case 5 where at < bytes.count:
      // Whatever number stands there.
      let digits = bytes[at...].prefix { 0x30...0x39 ~= $0 }
      bytes.replaceSubrange(at..<max(at + 1, digits.endIndex), with: anyNumber())
    case 6: bytes.insert(contentsOf: part(of: bytes, atMost: 64), at: at)
    case 7: bytes.insert(contentsOf: part(of: other, atMost: 64), at: at)
    case 8: bytes.replaceSubrange(at..<min(bytes.count, at + random.int(0...64)), with: part(of: other, atMost: 64))
    default: bytes = Array(bytes.prefix(at) + other.suffix(from: random.int(0...other.count)))
    }
  }

  /// Any one, or one that stands in many formats.
  private mutating func anyByte() -> UInt8 {
    random.chance(50) ? UInt8(random.int(0...255)) : random.pick("\n\r\t \"'\\,;:=<>[]{}&%#@/-+0123456789AZ".utf8)
  }

  private mutating func anyNumber() -> [UInt8] {
    let limits = [0, 1, -1, 7, 255, 65_536, 99_999_999, Int(Int32.max), Int.min]
    return Array(String(random.chance(50) ? random.pick(limits) : random.int(0...9_999)).utf8)
  }

  private mutating func part(of bytes: [UInt8], atMost count: Int) -> ArraySlice<UInt8> {
    bytes.suffix(from: random.int(0...max(0, bytes.count - count))).prefix(count)
  }
}
