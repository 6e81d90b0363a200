import Bytes
import Testing

struct OutputTests {
  func decimal(_ value: some BinaryInteger, width: Int = 1) -> String {
    var out: [UInt8] = Array("<".utf8)
    out.append(decimal: value, width: width)
    return String(decoding: out.dropFirst(), as: UTF8.self)
  }

  func hexadecimal(_ value: UInt64, width: Int = 1) -> String {
    var out: [UInt8] = []
    out.append(hexadecimal: value, width: width)
    return String(decoding: out, as: UTF8.self)
  }

  @Test func decimals() {
    #expect(decimal(0) == "0")
    #expect(decimal(7, width: 2) == "07")
    #expect(decimal(-7, width: 2) == "-07")
    #expect(decimal(0, width: 4) == "0000")
    #expect(decimal(12345, width: 4) == "12345")
    #expect(decimal(5, width: 0) == "5")
    #expect(decimal(Int64.min) == "-9223372036854775808")
    #expect(decimal(UInt64.max) == "18446744073709551615")
    #expect(decimal(Int8.min, width: 5) == "-00128")
    var power = 1
    for _ in 0..<18 {
      for value in [power - 1, power, power + 1, -power] {
        #expect(decimal(value) == String(value))
      }
      power *= 10
    }
    for value in 0...99 {
      var out: [UInt8] = []
      out.append(twoDigits: value)
      #expect(String(decoding: out, as: UTF8.self) == decimal(value, width: 2))
    }
  }

  @Test func hexadecimals() {
    #expect(hexadecimal(0) == "0")
    #expect(hexadecimal(0, width: 4) == "0000")
    #expect(hexadecimal(0xAB, width: 4) == "00ab")
    #expect(hexadecimal(.max) == "ffffffffffffffff")
    #expect(hexadecimal(1, width: 16) == "0000000000000001")
    for shift in 0..<64 {
      #expect(hexadecimal(1 << UInt64(shift)) == String(UInt64(1) << UInt64(shift), radix: 16))
    }
  }

  @Test func literals() {
    var out = [UInt8]("Grüße")
    out.append(", ")
    out.append(ascii: "!")
    #expect(String(decoding: out, as: UTF8.self) == "Grüße, !")
    #expect(("a" + out + "b").count == out.count + 2)
  }
}

struct HashTests {
  /// FNV-1a with the finisher of MurmurHash3, computed by another program.
  static let known: [(String, UInt64)] = [
    ("", 0xefd0_1f60_ba99_2926), ("a", 0x82a2_a958_a9be_ce5b), ("foobar", 0x2c22_1949_22d1_672b),
    ("busylife", 0x7891_8794_5c81_efe3), ("Zürich", 0x24b2_2821_293c_05d0),
  ]

  @Test(arguments: known)
  func ofText(_ text: String, _ value: UInt64) {
    #expect(StableHash.of(text.utf8) == value)
    var hash = StableHash()
    for byte in text.utf8 { hash.add(CollectionOfOne(byte)) }
    #expect(hash.value == value)
  }

  @Test func integersAndFields() {
    var hash = StableHash()
    hash.add(Int32(1))
    #expect(hash.value == 0x4a3a_3a4b_a652_3826)
    hash = StableHash()
    hash.add(-2)
    #expect(hash.value == 0x9729_f517_9431_dda9)
    hash = StableHash()
    hash.add("ab".utf8)
    hash.separate()
    hash.add("c".utf8)
    #expect(hash.value == 0x7b42_09ec_cab7_f7c3)
    #expect(hash.value != StableHash.of("abc".utf8))
  }

  @Test func base32() {
    func text(_ hash: UInt64, _ digits: Int) -> String {
      var out: [UInt8] = []
      out.append(base32: hash, digits: digits)
      return String(decoding: out, as: UTF8.self)
    }
    #expect(text(0, 4) == "aaaa")
    #expect(text(31, 2) == "7a")
    #expect(text(.max, 13) == "777777777777p")
    #expect(text(26 | 25 << 5, 2) == "2z")
    // Thirteen digits tell every hash from every other.
    #expect(text(1 << 63, 13) != text(0, 13))
  }
}
