import Bytes
import Testing

/// Content as messages show it.
struct QuotingTests {
  static let cases: [(bytes: [UInt8], shown: String)] = [
    ([], "\"\""),
    (Array("Tea, \"hot\"".utf8), "\"Tea, \"hot\"\""),
    (Array("a\r\n\tb\u{7F}".utf8), "\"a   b \""),
    (Array("é茶🫖".utf8), "\"é茶🫖\""),
    // Invalid UTF-8: a lone byte, a truncated sequence, a surrogate, an overlong form.
    ([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\""),
    ([0xE8, 0x8C], "\"\u{FFFD}\""),
    ([0xED, 0xA0, 0x80], "\"\u{FFFD}\u{FFFD}\u{FFFD}\""),
    ([0xC0, 0xAF], "\"\u{FFFD}\u{FFFD}\""),
  ]

  @Test(arguments: cases) func shown(_ bytes: [UInt8], _ shown: String) {
    #expect(String(validating: quoted(bytes), as: UTF8.self) == shown)
  }

  @Test(arguments: [[0x61], [0xC3, 0xA9], [0x80], [0xF0]] as [[UInt8]])
  func sixtyBytesAreEnoughWhateverTheyAre(_ unit: [UInt8]) {
    let shown = quoted([[UInt8]](repeating: unit, count: 100_000).flatMap { $0 })
    #expect((60...70).contains(shown.count))
    #expect(String(validating: shown, as: UTF8.self)?.hasSuffix("…\"") == true)
  }

  @Test func sixtyBytesAreShownWhole() {
    let name = String(repeating: "é", count: 30)
    #expect(quoted(Array(name.utf8)) == Array("\"\(name)\"".utf8))
  }
}
