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

  /// A value that lists its fields once.
  struct Listed: Fields, Equatable {
    var name: [UInt8]
    var isSet: Bool
    var parts: [Part]
    var first, second: Optional<Part>

    init(_ name: [UInt8], _ isSet: Bool, _ parts: [Part], _ first: Part?, _ second: Part?) {
      (self.name, self.isSet, self.parts, self.first, self.second) = (name, isSet, parts, first, second)
    }

    init<Pass: FieldPass>(_ pass: inout Pass, _ known: Listed?) {
      name = pass.text(known?.name)
      isSet = pass.field(known?.isSet)
      parts = pass.field(known?.parts)
      first = pass.optional(known?.first)
      second = pass.optional(known?.second)
    }
  }

  struct Part: Packable, Equatable {
    var byte: UInt8

    init(_ byte: UInt8) { self.byte = byte }

    func pack(to out: inout [UInt8]) { out.append(byte) }

    init(_ reader: inout Unpacker) { byte = reader.byte() }
  }

  /// What one pass writes another reads, and a part of it is not sound.
  @Test(arguments: [
    Listed([], false, [], nil, nil), Listed([7, 8], true, [Part(1), Part(2)], nil, Part(3)),
    Listed([0], true, [Part(0)], Part(9), nil),
  ])
  func listedFields(_ value: Listed) {
    let packed = value.packed
    var reader = Unpacker(packed)
    #expect(Listed(&reader) == value && reader.isSound && reader.isAtEnd)
    for count in packed.indices {
      var cut = Unpacker(Array(packed[..<count]))
      _ = Listed(&cut)
      #expect(!cut.isSound)
    }
  }
}
