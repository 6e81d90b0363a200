import Bytes
import ICalendar
import TestSupport
import Testing

@testable import CalendarPages
@testable import Search

/// What search makes of texts: terms of texts and of queries, and what is marked.
struct SearchTermsTests {
  let reader = SearchTerms()

  func terms(_ text: String) -> [String] { terms(bytes(text)) }

  func terms(_ text: [UInt8], isEscaped: Bool = false) -> [String] {
    var found: [String] = []
    let room = SearchTerms.Room()
    defer { room.free() }
    _ = text.withUnsafeBufferPointer { text in
      reader.forEach(in: text, room, isEscaped: isEscaped) { term, _ in found.append(string(Array(term))) }
    }
    return found
  }

  @Test(arguments: [
    ("Café crème, 2nd FLOOR", ["cafe", "creme", "2nd", "floor"]),
    // Marks of their own, as macOS writes them.
    ("Cafe\u{301}", ["cafe"]),
    ("Straße Æsir Łódź İstanbul", ["strasse", "aesir", "lodz", "istanbul"]),
    ("Đường Nguyễn Huệ", ["duong", "nguyen", "hue"]),
    ("ΑΘΉΝΑ Οδός", ["αθηνα", "οδοσ"]),
    ("Ёлка Київ", ["елка", "киів"]),
    // Points and forms of letters.
    ("שָׁלוֹם", ["שלומ"]), ("أَحْمَد مدرسة", ["احمد", "مدرسه"]), ("مـــحمد", ["محمد"]), ("٢٠٢٦ ۱۲", ["2026", "12"]),
    ("می‌خواهم", ["ميخواهم"]),
    ("ＡＢＣ１２", ["abc12"]),
    ("o'brien@example.org", ["o", "brien", "example", "org"]),
    ("東京会議室", ["東京", "京会", "会議", "議室", "室"]),
    ("会議2026年", ["会議", "議", "2026", "年"]),
    ("주간 회의를", ["주간", "간", "회의", "의를", "를"]),
    ("ประชุม", ["ปร", "ระ", "ะช", "ชุ", "ุม", "ม"]),
    ("コーヒー・紅茶", ["コー", "ーヒ", "ヒー", "ー", "紅茶", "茶"]),
    ("हिन्दी बैठक", ["हिन्दी", "बैठक"]),
    ("🎉 party — now… “yes”", ["party", "now", "yes"]),
    ("", []), (" ,.!", []),
  ])
  func textsAreDivided(text: String, expected: [String]) { #expect(terms(text) == expected) }

  @Test func bytesThatAreNoTextSeparateWords() {
    let found = terms([0x61, 0xFF, 0x62, 0xC3, 0x63, 0xE4, 0xB8, 0x64, 0xF5, 0xC0, 0x80, 0x65, 0xED])
    #expect(found == ["a", "b", "c", "d", "e"])
  }

  /// A value as a calendar has it is read without making the text of it first.
  @Test func escapedTextsHaveTheTermsOfTheirTexts() {
    var random = SeededGenerator(seed: 5)
    let pieces = ["\\", "n", "N", ",", ";", ":", "\"", "a", "ne", "é", "会", "議", " ", "\\n", "\\\\", "\\,"]
    for _ in 0..<2_000 {
      let text = bytes(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined())
      var plain: [UInt8] = []
      plain.append(unescaping: text)
      #expect(terms(text, isEscaped: true) == terms(plain), "\(string(text))")
    }
  }

  @Test func termsHaveTheirItems() {
    var random = SeededGenerator(seed: 9)
    let items = (0..<300).map { _ in
      (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0..<4_000, using: &random) }
    }
    var table = SearchTermTable(items: items.count)
    for item in items.indices.shuffled(using: &random) {
      table.begin(item: item)
      for term in items[item] + items[item].prefix(2) {
        bytes("t\(term)").withUnsafeBufferPointer { table.add($0) }
      }
    }
    let lists = table.lists()
    for number in 0..<table.count {
      let term = string(Array(table.bytes[table.range(of: number)]))
      let expected = items.indices.filter { items[$0].contains { "t\($0)" == term } }
      #expect(lists[number].map { Int($0) } == expected)
    }
    #expect(table.count == Set(items.joined()).count)
    let order = (0..<table.count).sorted { table.precedes($0, $1) }.map {
      string(Array(table.bytes[table.range(of: $0)]))
    }
    #expect(order == order.sorted())
  }

  @Test(arguments: [
    ("Mee an", ["mee*", "an*"]), ("plan b", ["plan*", "b"]), ("会", ["会*"]), ("会議室", ["会議*", "議室*"]),
    ("cafe Café", ["cafe*"]),
  ])
  func queriesArePrefixes(text: String, expected: [String]) {
    #expect(reader.query(bytes(text)).terms.map { string($0.bytes) + ($0.isPrefix ? "*" : "") } == expected)
  }

  @Test(arguments: [
    ("会議室 b 会", ["会議室", "会"]), ("会議会議", ["会議会議"]), ("会議 議室", ["会議", "議室"]),
    ("会, 議室は", ["会", "議室は"]), ("ab", []),
  ])
  func queriesHaveRuns(text: String, expected: [String]) {
    let query = reader.query(bytes(text))
    #expect(query.runs.map { string($0) } == expected)
    for run in query.runs {
      let characters = string(run).unicodeScalars.map { String($0) }
      var next = 0
      for (first, second) in zip(characters, characters.dropFirst()) {
        #expect(SearchTerms.pair(of: run, at: &next).map { string($0) } == first + second)
      }
      #expect(SearchTerms.pair(of: run, at: &next) == nil)
    }
  }

  @Test func longWordsAreCutAlike() {
    let long = String(repeating: "ab", count: 40)
    #expect(terms(long) == reader.query(bytes(long)).terms.map { string($0.bytes) })
    #expect(terms(long)[0].utf8.count == SearchTerms.longest)
  }

  @Test(arguments: [
    ("Café meeting", "cafe meet", "[Café] [meet]ing"), ("Cafe\u{301}s", "café", "[Cafe\u{301}]s"),
    ("Straße", "strass", "[Straß]e"), ("Straße", "stras", "[Straß]e"),
    ("東京会議室", "会議", "東京[会議]室"), ("会議と会場", "会", "[会]議と[会]場"),
    ("会議と議会議", "会議室", "会議と議会議"),
    ("จข ขจ จขจข", "จขจ", "จข ขจ [จขจ]ข"), ("人人人人", "人人人", "[人人人人]"),
    ("東京 meeting 京都", "京", "東[京] meeting [京]都"), ("Plan b, bus", "b", "Plan [b], bus"),
    ("no hit", "xyz", "no hit"), ("A-A", "aa", "A-A"),
  ])
  func wordsAreMarked(text: String, query: String, expected: String) {
    let text = bytes(text)
    var out: [UInt8] = []
    var start = 0
    for range in reader.ranges(of: reader.query(bytes(query)), in: text) {
      out += text[start..<range.lowerBound] + bytes("[") + text[range] + bytes("]")
      start = range.upperBound
    }
    #expect(string(out + text[start...]) == expected)
  }
}
