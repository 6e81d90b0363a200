import Bytes
import Foundation
import TestSupport
import Testing

@testable import Readers

struct JSONReaderTests {
  @Test(arguments: [("[1, [\"a\"], {}]", true), ("[1, [2], 3, 4]", false), ("[{\"a\": 1}]", false)])
  func valuesHaveALimit(_ text: String, _ isRead: Bool) {
    let bytes = [UInt8](text.utf8)
    let value = bytes.withUnsafeBufferPointer { (buffer: UnsafeBufferPointer<UInt8>) -> JSONValue? in
      var reader = JSONReader(buffer)
      reader.valueLimit = 5
      return try? reader.value()
    }
    #expect((value != nil) == isRead, "\(text)")
  }

  // MARK: Against Foundation

  /// Makes a random document, with white space, escapes and numbers of all forms.
  struct Generator {
    var random: SeededGenerator

    mutating func document() -> String { value(depth: 0) }

    private mutating func space() -> String {
      String((0..<random.int(0...2)).map { _ in random.pick([" ", "\n", "\t", "\r"]) })
    }

    private mutating func value(depth: Int) -> String {
      let kinds = depth < 5 ? 7 : 5
      let text: String
      switch random.int(0...kinds - 1) {
      case 0: text = random.pick(["null", "true", "false"])
      case 1: text = String(random.int(-1_000_000...1_000_000))
      case 2: text = "\(random.int(-999...999)).\(random.int(0...999))"
      case 3:
        text =
          "\(random.int(1...9))\(random.pick(["e", "E"]))\(random.pick(["", "+", "-"]))\(random.int(0...30))"
      case 4: text = string()
      case 5:
        text =
          "[" + space()
          + (0..<random.int(0...5)).map { _ in value(depth: depth + 1) }.joined(separator: ",")
          + "]"
      default:
        var keys: Set<String> = []
        let members = (0..<random.int(0...20)).compactMap { _ -> String? in
          let key = string()
          // Decoded, so that two spellings of one key count as equal.
          let decoded =
            try! JSONSerialization.jsonObject(with: Data(key.utf8), options: .fragmentsAllowed)
            as! String
          return keys.insert(decoded).inserted ? key + space() + ":" + value(depth: depth + 1) : nil
        }
        text = "{" + space() + members.joined(separator: ",") + space() + "}"
      }
      return space() + text + space()
    }

    private mutating func string() -> String {
      let pieces = [
        "a", "Z", "0", " ", "é", "上", "🌊", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9",
        "\\ud83c\\udf0a", "\\u0000", "\\t",
      ]
      return "\"" + (0..<random.int(0...12)).map { _ in random.pick(pieces) }.joined() + "\""
    }
  }

  static func matches(_ value: JSONValue, _ expected: Any) -> Bool {
    switch value.kind {
    case .null: return expected is NSNull
    case .flag(let flag): return (expected as? Bool) == flag
    case .number(let text):
      return (expected as? NSNumber)?.doubleValue == Double(String(utf8: text))
    case .string(let text): return (expected as? String).map { Array($0.utf8) == text } ?? false
    case .array(let elements):
      guard let list = expected as? [Any], list.count == elements.count else { return false }
      return zip(elements, list).allSatisfy { matches($0, $1) }
    case .object(let members):
      guard let map = expected as? [String: Any], map.count == members.count else { return false }
      return members.allSatisfy { member in
        map[String(utf8: member.key)].map { matches(member.value, $0) } ?? false
      }
    }
  }

  static func read(_ bytes: [UInt8]) -> (
    value: JSONValue?, failure: JSONReader.Failure?, repairs: [(offset: Int, message: String)]
  ) {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      do throws(JSONReader.Failure) {
        let value = try reader.value()
        if reader.next() != nil { throw reader.failure("more text") }
        return (value, nil, reader.repairs)
      } catch {
        return (nil, error, reader.repairs)
      }
    }
  }

  @Test func readsWhatFoundationReads() throws {
    for seed in testSeeds(2_000) {
      var generator = Generator(random: SeededGenerator(seed: seed))
      let text = generator.document()
      let expected = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      let read = Self.read(Array(text.utf8))
      let value = try #require(read.value, "SEED=\(seed): \(read.failure!) in \(text)")
      #expect(Self.matches(value, expected), "SEED=\(seed): \(text.prefix(200).debugDescription)")
      #expect(read.repairs.isEmpty)
    }
  }

  /// A document with one byte changed is read or refused, as Foundation does, and never crashes.
  @Test func refusesWhatFoundationRefuses() throws {
    for seed in testSeeds(2_000) {
      var generator = Generator(random: SeededGenerator(seed: seed))
      var bytes = Array(generator.document().utf8)
      let place = generator.random.int(0...bytes.count - 1)
      bytes[place] = UInt8(ascii: generator.random.pick("[]{},:\"\\0.-e tx".unicodeScalars))
      let expected = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed)
      let read = Self.read(bytes)
      // Here keys may be repeated and surrogates unpaired, which the two readers repair differently.
      guard read.repairs.allSatisfy({ $0.message.contains("no comma") }) else { continue }
      let text = String(utf8: bytes)
      // Foundation refuses numbers beyond the range of Double; a changed byte may produce one.
      if text.contains(/[eE][+-]?\d{3,}/) { continue }
      #expect(
        (read.value != nil) == (expected != nil),
        "SEED=\(seed): \(text.prefix(200).debugDescription)")
    }
  }

  // MARK: Failures

  static let failures: [(text: String, offset: Int, message: String)] = [
    ("", 0, "ends where a value"),
    ("[1,,2]", 3, "remove the comma"),
    ("[,]", 1, "remove the comma"),
    ("[1 2]", 3, "a comma or ]"),
    ("{,}", 1, "a key in quotation marks"),
    ("{\"a\" 1}", 5, "a colon"),
    ("{a:1}", 1, "a key in quotation marks"),
    ("{'a':1}", 1, "a key in quotation marks"),
    ("['a']", 1, "single quotation marks"),
    ("[// a\n1]", 1, "no comments"),
    ("[01]", 1, "leading zeros"),
    ("[1.]", 3, "after the point"),
    ("[1e]", 3, "exponent"),
    ("[-]", 2, "a digit"),
    ("[+1]", 1, "a value"),
    ("[NaN]", 1, "only true, false and null"),
    ("[truer]", 1, "only true, false and null"),
    ("[\"a", 1, "no closing quotation mark"),
    ("[\"a\nb\"]", 3, "ends on the line"),
    ("[\"a\tb\"]", 3, "control character"),
    ("[\"\\x\"]", 2, "no escape \\x"),
    ("[\"\\u12\"]", 2, "four hexadecimal digits"),
    ("[\"\\", 2, "ends in an escape"),
    (String(repeating: "[", count: 70), 64, "more than 64 deep"),
  ]

  @Test(arguments: failures.indices)
  func failure(_ index: Int) {
    let (text, offset, message) = Self.failures[index]
    let failure = Self.read(Array(text.utf8)).failure
    #expect(failure?.offset == offset, "\(text)")
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "") in \(text)")
  }

  @Test func repairsAreReported() {
    let bytes =
      Array("[\"a".utf8) + [0xFF, 0xC3]
      + Array("\", \"\\ud800x\", \"\\ud800\\u0041\", {\"k\":1,\"k\":2}]".utf8)
    let read = Self.read(bytes)
    #expect(read.repairs.map(\.offset) == [3, 4, 9, 20, 42])
    guard case .array(let elements)? = read.value?.kind else { return #expect(Bool(false)) }
    #expect(elements[0].label == "\"a\u{FFFD}\u{FFFD}\"")
    #expect(elements[1].label == "\"\u{FFFD}x\"")
    #expect(elements[2].label == "\"\u{FFFD}A\"")
  }

  @Test func aLastCommaIsPassedOver() {
    let read = Self.read(Array("[1, {\"a\": [2,],\n},]".utf8))
    #expect(read.value != nil)
    #expect(read.repairs.map(\.offset) == [12, 14, 17])
    #expect(
      read.repairs.allSatisfy { $0.message == "JSON has no comma after the last value; remove it" })
  }

  @Test func byteOrderMarkIsPassedOver() {
    let read = Self.read([0xEF, 0xBB, 0xBF] + Array(" 7".utf8))
    #expect(read.value?.offset == 4)
  }

  @Test(
    arguments: [
      ("0", 0), ("-7", -7), ("1.9", 1), ("-1.1", -2), ("1e3", 1_000),
      ("9223372036854775807", Int64.max),
    ] as [(String, Int64)])
  func integers(_ text: String, _ value: Int64) {
    #expect(integer(ofJSON: Array(text.utf8)) == value)
  }

  @Test(arguments: ["1e300", "-1e300", "99999999999999999999", "1e999"])
  func integersOutOfRange(_ text: String) {
    #expect(integer(ofJSON: Array(text.utf8)) == nil)
  }

  // MARK: Places

  /// A cursor with ascending requests agrees with counting from the beginning.
  @Test func cursorCountsLikePosition() {
    let text = Array("\u{FEFF}a\r\nbü\n\n上🌊\rc\r\n".utf8) + [0xFF, 0x41]
    text.withUnsafeBufferPointer { buffer in
      var rising = PositionCursor(buffer)
      for offset in 3...text.count + 2 {
        let expected = Position(of: offset, in: text)
        #expect(rising.position(of: offset) == expected, "\(offset)")
        #expect(rising.position(of: 3) == .start)
        #expect(rising.position(of: offset) == expected, "\(offset) again")
      }
    }
  }
}
