import Bytes
import Testing

struct PackingTests {
  @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, UInt64(UInt32.max), .max])
  func numbers(_ number: UInt64) {
    var out: [UInt8] = []
    out.pack(number)
    var reader = Unpacker(out)
    #expect(reader.number() == number && reader.isSound && reader.isAtEnd)
  }

  @Test(arguments: [0, 1, -1, 63, -64, 64, Int64(Int32.min), .max, .min])
  func numbersOfEitherSign(_ number: Int64) {
    var out: [UInt8] = []
    out.pack(signed: number)
    var reader = Unpacker(out)
    #expect(reader.signed() == number && reader.isSound && reader.isAtEnd)
  }

  @Test func texts() {
    var out: [UInt8] = []
    out.pack([[1, 2, 3], [], [4]] as [[UInt8]])
    var reader = Unpacker(out)
    #expect(reader.texts() == [[1, 2, 3], [], [4]] && reader.isSound && reader.isAtEnd)
  }

  /// A count is limited by the bytes that remain after it.
  @Test(arguments: [[2, 1], [1], [0xFF, 0xFF, 0x7F, 1, 2], [0x80], Array(repeating: 0xFF, count: 12)] as [[UInt8]])
  func whatIsNotThere(_ bytes: [UInt8]) {
    var reader = Unpacker(bytes)
    #expect(reader.text().isEmpty && !reader.isSound && reader.isAtEnd)
    #expect(reader.number() == 0 && reader.signed() == 0 && reader.texts().isEmpty && reader.byte() == 0)
    _ = reader.skipText()
    #expect(reader.count() == 0 && reader.bytes(3).isEmpty)
  }

  @Test func withinARange() {
    var reader = Unpacker([9, 9, 1, 7, 9], in: 2..<4)
    #expect(reader.text() == [7] && reader.isAtEnd && reader.isSound)
    #expect(reader.byte() == 0 && !reader.isSound)
  }
}
