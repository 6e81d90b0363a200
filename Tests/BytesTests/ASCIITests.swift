import Bytes
import Testing

struct ASCIITests {
  @Test func everyByte() {
    for byte in UInt8.min...UInt8.max {
      let scalar = Unicode.Scalar(byte)
      let character = Character(scalar)
      let isASCII = byte < 128
      #expect(byte.isDigit == (isASCII && character.isNumber))
      #expect(byte.isLetter == (isASCII && character.isLetter))
      #expect(byte.digitValue == (isASCII ? character.wholeNumberValue : nil))
      #expect(byte.isWhitespace == [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte))
      #expect(byte.lowercased == (isASCII ? Array(character.lowercased().utf8)[0] : byte))
      #expect(byte.uppercased == (isASCII ? Array(character.uppercased().utf8)[0] : byte))
      #expect(byte.isUTF8Continuation == (0x80...0xBF).contains(byte))
    }
    #expect(UInt8.ascii("A") == 65)
  }

  @Test func comparing() {
    let bytes = Array("Summary".utf8)
    #expect(bytes.equals("Summary"))
    #expect(!bytes.equals("summary"))
    #expect(!bytes.equals("Summar"))
    #expect(!bytes.equals("Summary "))
    #expect(bytes[1..<4].equals("umm"))
    #expect([UInt8]().equals(""))
    #expect(bytes.equalsIgnoringCase("sUMMARY"))
    #expect(!bytes.equalsIgnoringCase("summarx"))
    #expect(bytes.equalsIgnoringCase(Array("SUMMARY".utf8)[...]))
    #expect(!bytes.equalsIgnoringCase([UInt8]()))
    #expect(bytes.hasPrefix("Sum"))
    #expect(bytes.hasPrefix(""))
    #expect(!bytes.hasPrefix("sum"))
    #expect(!bytes.hasPrefix("Summary!"))
  }

  /// `@` and `[` are neighbours of the letters, 32 away from a backtick and `{`; so is `Ä` in Latin 1.
  @Test func neighboursOfLettersHaveNoCase() {
    for (left, right) in [("@", "`"), ("[", "{"), ("0", "P")] {
      #expect(!Array(left.utf8).equalsIgnoringCase(Array(right.utf8)))
    }
    #expect(!Array("Ä".utf8).equalsIgnoringCase("ä"))
    #expect(Array("Ä!".utf8).asciiLowercased == Array("Ä!".utf8))
    #expect(Array("aZ-ß".utf8).asciiUppercased == Array("AZ-ß".utf8))
    #expect(Array("aZ-ß".utf8).asciiLowercased == Array("az-ß".utf8))
  }

  /// Every text of up to five bytes, some of them white space.
  @Test func trimming() {
    let alphabet: [UInt8] = [0x20, 0x0A, 0x61, 0xC3]
    var texts: [[UInt8]] = [[]]
    var last = texts
    for _ in 0..<5 {
      last = last.flatMap { text in alphabet.map { text + [$0] } }
      texts += last
    }
    for text in texts {
      var expected = text
      while let first = expected.first, first == 0x20 || first == 0x0A { expected.removeFirst() }
      while let last = expected.last, last == 0x20 || last == 0x0A { expected.removeLast() }
      if Array(text.trimmed) != expected || Array(text[...].trimmed) != expected {
        Issue.record("\(text) is trimmed to \(Array(text.trimmed))")
        return
      }
    }
    #expect(Array("\t\r\u{0C}a\u{0B}".utf8).trimmed.elementsEqual("a\u{0B}".utf8))
  }
}
