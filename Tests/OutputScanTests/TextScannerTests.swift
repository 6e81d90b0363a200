import Bytes
import CalendarPages
import Foundation
import SiteTerms
import Testing

@testable import OutputScan

/// The search for many texts at once, against one text after the other.
@Suite struct TextScannerTests {
  /// Random numbers that a printed seed repeats.
  private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  /// A text of few different letters, so that texts often occur in others and share beginnings and ends.
  private static func text(_ lengths: ClosedRange<Int>, _ chance: inout Chance) -> [UInt8] {
    let letters = Array("aabbAcé -1".utf8)
    return (0..<Int.random(in: lengths, using: &chance)).map { _ in letters.randomElement(using: &chance)! }
  }

  private static func found(_ texts: [[UInt8]], in bytes: [UInt8], unfolds: Bool = false, isPart: Bool = true)
    -> [Int: Set<Int>]
  {
    let scanner = TextScanner(texts.map { TextScanner.Text(bytes: $0[...], isTitle: false) }, sample: [])
    var buffers = TextScanner.Buffers()
    var found: [Int: Set<Int>] = [:]
    bytes.withUnsafeBytes {
      scanner.search(
        $0, unfolds: unfolds, isPart: isPart, &buffers, isKnown: { _ in false },
        report: { if $0.form == .plain { found[$0.text, default: []].insert($0.offset) } })
    }
    return found
  }

  @Test func equalsNaiveSearch() {
    for round in 0..<300 {
      let seed = UInt64.random(in: 0 ... .max)
      var chance = Chance(state: seed)
      // Short ones, long ones, and so many that buckets are divided.
      let count = round % 10 == 0 ? 2_000 : 20
      let texts = (0..<count).map { _ in Self.text(4...(round % 3 == 0 ? 9 : 40), &chance) }
      var bytes = Self.text(0...400, &chance)
      for _ in 0..<20 {
        bytes += texts.randomElement(using: &chance)!.map { Bool.random(using: &chance) ? $0.lowercased : $0 }
        bytes += Self.text(0...9, &chance)
      }
      let folded = bytes.map { $0.lowercased }
      var expected: [Int: Set<Int>] = [:]
      for (index, text) in texts.enumerated() where text.count <= folded.count {
        let wanted = text.map { $0.lowercased }
        for start in 0...folded.count - wanted.count where folded[start..<start + wanted.count].elementsEqual(wanted) {
          expected[index, default: []].insert(start)
        }
      }
      #expect(Self.found(texts, in: bytes) == expected, "seed \(seed), round \(round)")
    }
  }

  @Test func everyFormAtEveryPlace() {
    let seed = UInt64.random(in: 0 ... .max)
    var chance = Chance(state: seed)
    for _ in 0..<200 {
      var text = Array("Gehe\u{EF}m\u{FC}\u{E5}".utf8)
      text += (0..<Int.random(in: 4...50, using: &chance)).map { _ in UInt8.random(in: 0x21...0x7E, using: &chance) }
      let scanner = TextScanner([TextScanner.Text(bytes: text[...], isTitle: true)], sample: [])
      var buffers = TextScanner.Buffers()
      for form in TextForm.allCases {
        let encoded = form.encoded(text[...])
        let before = [UInt8](repeating: 0x20, count: Int.random(in: 0...17, using: &chance))
        var forms: Set<TextForm> = []
        (before + encoded + [0x20]).withUnsafeBytes {
          scanner.search($0, &buffers, isKnown: { _ in false }, report: { forms.insert($0.form) })
        }
        #expect(forms.contains(form), "seed \(seed), \(form), \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: [
    ("%53%65cret plan", 0), ("x &#83;ecret&nbsp;plan Secret&#x20;plan", 23), ("\\u0053ecret plan", 0),
    ("&quot;\\u0053ecret plan", 6), ("Secret\r\n  plan", 0), ("Sec\n ret plan", 0),
    ("Secret&amp;#32;plan", 0),
  ])
  func decodesEscapes(_ written: String, _ offset: Int) {
    let found = Self.found([Array("secret plan".utf8)], in: Array(written.utf8), unfolds: true)
    #expect(found == [0: [offset]], "\(written)")
  }

  @Test(arguments: [
    ("a Chef.", true), ("Chef", true), ("xChef", false), ("Chefs", false), ("%20Chef", true), ("\\nChef", true),
    ("wdc5cheftn7", false), ("-chef-", true), ("Ch\u{E9}f", false), ("\\x22Chef", true),
  ])
  func shortTextsAreWholeWords(_ written: String, _ isFound: Bool) {
    let found = Self.found([Array("Chef".utf8)], in: Array(written.utf8), isPart: false)
    #expect(found.isEmpty != isFound, "\(written)")
  }

  @Test(arguments: [
    ("Team", true), ("abc", false), ("\u{E9}\u{E9}\u{E9}", false), ("2026-11-20", false), ("20261120T090000Z", false),
    ("PT1H30M", false), ("+49 30 123456", false), ("R2D2", true), ("\u{4F1A}\u{8B70}\u{5BA4}\u{5185}", true),
  ])
  func whatIsAText(_ text: String, _ isText: Bool) {
    #expect(WithheldTexts.isText(Array(text.utf8)[...]) == isText, "\(text)")
  }

  /// The name of a page ends with a hash, which may begin with the last word of another event's title.
  @Test(arguments: [
    ("Ferry tea <i>", "event/ferry-tea-i-t2x6c6dym3.html", true), ("Ferry tea <i>", "ferry-tea-i", true),
    ("Ferry tea <i>", "event/lock-ferry-tea-it2x6c6dym.html", false),
    // A piece of a longer text, which ends within a word.
    (
      String(repeating: "'", count: 30) + "secret meetings of the board me",
      "event/secret-meetings-of-the-board-members.html", true
    ),
  ])
  func slugsEndWithAWord(_ title: String, _ published: String, _ isFound: Bool) {
    let scanner = TextScanner([TextScanner.Text(bytes: Array(title.utf8)[...], isTitle: true)], sample: [])
    var buffers = TextScanner.Buffers()
    var forms: Set<TextForm> = []
    Array(published.utf8).withUnsafeBytes {
      scanner.search($0, &buffers, isKnown: { _ in false }, report: { forms.insert($0.form) })
    }
    #expect(forms.contains(.slug) == isFound)
  }

  @Test func slugIsThatOfEventPages() {
    for title in [
      "Secret meeting", "Zoë's  plan!", "Äpfel für Åse", "--- 1", "A very long title that is longer than forty letters",
    ] {
      var slug: [UInt8] = []
      for spelling in [SlugSpelling.plain, .german, .danish] {
        slug = []
        EventSlug.append(title: title.utf8, hash: 0, full: false, spelling: spelling, to: &slug)
        let own = TextForm.slugs(Array(title.utf8)[...])
        #expect(own.contains { slug.starts(with: $0.bytes) && slug.count == $0.bytes.count + 11 }, "\(title)")
      }
    }
  }
}
