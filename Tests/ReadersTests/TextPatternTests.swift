import Testing

@testable import Readers

struct TextPatternTests {
  @Test(arguments: [
    // Case.
    ("doctor", "Doctor"), ("DOCTOR", "doctor"), ("ÄRZTIN", "ärztin"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("врач", "ВРАЧ"),
    ("STRASSE", "Straße"), ("straße", "STRASSE"), ("straße", "STRAẞE"),
    // Accents, composed and decomposed.
    ("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "CAF\u{C9}"), ("\u{1E69}", "s\u{307}\u{323}"),
    // One character.
    ("?", "a"), ("a?c", "abc"), ("?", "🌊"), ("?", "👩‍👩‍👧"), ("?", "🇩🇪"), ("caf?", "cafe\u{301}"), ("??", "\u{4E2D}文"),
    // Any text.
    ("*", ""), ("*", "anything"), ("**", ""), ("doc*", "doctor"), ("*tor", "doctor"), ("*oct*", "doctor"),
    ("d*c*r", "doctor"), ("*a*a*", "banana"), ("*ana", "banana"), ("a*b?c", "a.b.b-c"), ("*?", "x"), ("?*", "x"),
    ("*ab", "aab"),
    // White space at the ends does not count, and elsewhere is one space, whatever it is.
    ("the knee", "the\u{A0}knee"), ("the knee", "the \t knee"), ("the\u{3000}knee", "the knee"), ("a?b", "a \n b"),
    // What is not seen does not count.
    ("doctor", "doc\u{AD}tor"), ("doc\u{200B}tor", "doctor"), ("doctor", "\u{FEFF}doctor\u{2060}"),
    (" doctor ", "doctor"), ("doctor", "\n doctor\t"), ("doctor?knee", "doctor\nknee"), ("doctor*", "doctor\r\nknee"),
    // Characters that mean something elsewhere.
    ("a.c", "a.c"), ("[a]", "[A]"), (#"a\b"#, #"A\B"#), ("(x|y)", "(X|Y)"), ("50%_", "50%_"),
  ])
  func matches(_ pattern: String, _ text: String) { #expect(TextPattern(pattern).matches(Array(text.utf8))) }

  @Test(arguments: [
    ("doctor", "doctors"), ("doctor", "my doctor"), ("cafe", "caf\u{E9}"), ("?", ""), ("?", "ab"), ("??", "🌊"),
    ("???", "👩‍👩‍👧"), ("doc*", "my doctor"), ("*tor", "doctors"), ("*a*a*a*a*", "banana"), ("a?c", "ac"), ("", "x"),
    ("a.c", "abc"), ("[a]", "a"), ("the knee", "theknee"), (#"\*"#, "*"), ("doctor?knee", "doctorknee"),
  ])
  func differs(_ pattern: String, _ text: String) { #expect(!TextPattern(pattern).matches(Array(text.utf8))) }

  /// Categories are compared whole, and `*` and `?` stand for themselves.
  @Test(arguments: [
    ("health", "Health", true), ("Health", " health ", true), ("heal*", "health", false), ("heal*", "HEAL*", true),
    ("?", "a", false), ("?", "?", true), ("health", "health care", false), ("straße", "STRASSE", true),
    ("caf\u{E9}", "Cafe\u{301}", true),
  ])
  func plain(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect(TextPattern(pattern, isPlain: true).matches(Array(text.utf8)) == matches)
  }

  /// Bytes that are not UTF-8 are characters, not the end of a text.
  @Test func invalidBytes() {
    #expect(TextPattern("a?b").matches([0x61, 0xFF, 0x62]))
    #expect(!TextPattern("ab").matches([0x61, 0xFF, 0x62]))
  }

  /// Many wildcards cost at most pattern times text, not a power of it.
  @Test func manyWildcards() {
    let pattern = TextPattern(String(repeating: "*a", count: TextPattern.lengthLimit / 2) + "b")
    #expect(!pattern.matches([UInt8](repeating: 0x61, count: 4_000)))
  }
}
