import Bytes
import CivilTime
import DataFiles
import Events
import TestSupport
import Testing

@testable import CalendarPages
@testable import Search
@testable import SiteBuilder

/// What runs of scripts without words find, and what a query of two letters loads.
struct SearchRunsTests {
  /// Texts of few characters, so that pairs of them stand in many texts without being side by side.
  @Test(arguments: [("จขก", UInt64(20)), ("京都府大", 21), ("회의실", 22)])
  func aRunIsFoundWhereItStands(alphabet: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let characters = Array(alphabet.unicodeScalars)
    func run(_ lengths: ClosedRange<Int>) -> String {
      let count = Int.random(in: lengths, using: &random)
      return (0..<count).map { _ in String(characters.randomElement(using: &random)!) }.joined()
    }
    let texts = (0..<200).map { number in
      (title: "\(number) \(run(1...5)) \(run(0...3))", description: Bool.random(using: &random) ? run(1...6) : "")
    }
    let events = texts.enumerated().map { number, text in
      let start = number % 7 == 0 ? "20261101T090000Z" : "2026\(["10", "11", "12"][number % 3])20"
      return event(text.title, start) + (text.description.isEmpty ? [] : ["DESCRIPTION:\(text.description)"])
        + (number % 7 == 0 ? ["RRULE:FREQ=WEEKLY"] : [])
    }
    let store = Loaded([calendar(events.map { vevent($0) })]).store
    let tests = SearchIndexTests()
    for _ in 0..<60 {
      let query = Bool.random(using: &random) ? run(1...4) : "\(run(2...3)) \(run(3...3))"
      let expected = texts.filter { text in
        query.split(separator: " ").allSatisfy { run in
          (text.title.split(separator: " ") + [Substring(text.description)]).contains { $0.contains(run) }
        }
      }
      let found = try tests.search(query, in: store) { $0.limit = 1_000 }
      #expect(Set(tests.titles(found)) == Set(expected.map { $0.title }), "\(query), seed \(seed)")
    }
  }

  /// A text that repeats a character has the pair as often; the list of its places is walked once.
  @Test func aLongRunIsFound() throws {
    let long = String(repeating: "人", count: 60_000)
    let store = Loaded(event("東京", "20261120", nil, "DESCRIPTION:\(long)")).store
    let tests = SearchIndexTests()
    #expect(tests.titles(try tests.search("人人人人人人", in: store)) == ["東京"])
    #expect(tests.titles(try tests.search("人人京", in: store)) == [])
  }

  /// "人人人" has one pair, and is in fewer texts than it.
  @Test func aRepeatedCharacterIsCounted() throws {
    let events = (0..<12_000).map { number in
      event("\(number) \(number % 4_000 == 0 ? "人人人" : "人人")", "2026\(10 + number % 3)\(10 + number / 3 % 19)", nil)
    }
    let store = Loaded([calendar(events.map { vevent($0) })]).store
    for limit in [20, SearchQuery.mostResults] {
      let found = try SearchIndexTests().search("人人人", in: store) { $0.limit = limit }
      #expect(found.hasPrefix("{\"count\":3,\"isMore\":false"), "\(found.prefix(80))")
    }
  }

  /// Few beginnings, so that each is of many words as in a large site: the files of a query of two letters, beside the
  /// module of some 90 KB, and what it finds.
  @Test func twoLettersLoadLittleAndFindAll() throws {
    var random = SeededGenerator(seed: 23)
    let (consonants, vowels) = (Array("bcdst"), Array("aeiou"))
    let words = (0..<6_000).map { _ in
      String(
        (0..<Int.random(in: 3...5, using: &random)).flatMap { _ in
          [consonants.randomElement(using: &random)!, vowels.randomElement(using: &random)!]
        })
    }
    // The words at the beginning of the list are the most frequent.
    let texts = (0..<30_000).map { _ in
      (0..<12).map { _ in
        words[(0..<4).reduce(words.count - 1) { most, _ in Int.random(in: 0...most, using: &random) }]
      }
    }
    let events = texts.enumerated().map { number, words in
      event(
        words[..<4].joined(separator: " "),
        "20\(20 + number % 10)\(["01", "04", "07", "11"][number / 10 % 4])\(10 + number / 40 % 19)T090000Z", nil,
        "DESCRIPTION:\(words[4...].joined(separator: " "))", "UID:\(number)")
    }
    let store = Loaded([calendar(events.map { vevent($0) })]).store
    let index = SearchIndex(store, Notes([]), EventSlugs(store))
    #expect(!index.layout.pieces.isEmpty, "no part is divided: the test says nothing")
    let files = Dictionary(uniqueKeysWithValues: index.files.map { (string($0.path), $0.bytes) })
    let directory = try SearchIndexTests().directory(index, store)
    func answer(_ text: String, limit: Int) throws -> (text: String, loaded: Int) {
      var engine = SearchEngine()
      engine.directory = directory
      engine.zones = directory!.zones.table
      var query = SearchQuery()
      query.text = bytes(text)
      query.limit = limit
      query.now = Instant(clamping: CivilDateTime(date("2026-11-20")).wallSeconds + 43_200).secondsSinceEpoch
      var loaded = directory!.file().count
      while true {
        let answer = string(try engine.search(query))
        guard answer.hasPrefix("{\"needs\":[") else { return (answer, loaded) }
        for path in answer.dropFirst(10).dropLast(2).split(separator: ",") {
          let path = String(path.dropFirst().dropLast())
          let file = try #require(files[path])
          loaded += file.count
          engine.add(bytes(path), file)
        }
      }
    }
    var most = (loaded: 0, text: "")
    for first in consonants {
      for second in vowels {
        let text = "\(first)\(second)"
        let loaded = try answer(text, limit: 20).loaded
        if loaded > most.loaded { most = (loaded, text) }
      }
    }
    #expect(most.loaded < 200 << 10, "\(most)")
    for text in ["ba", "ti"] {
      let count = texts.count { $0.contains { $0.hasPrefix(text) } }
      let found = try answer(text, limit: SearchQuery.mostResults).text
      #expect(found.hasPrefix("{\"count\":\(count),\"isMore\":false"), "\(text) \(count) \(found.prefix(60))")
    }
  }
}
