import Bytes
import CivilTime
import Events
import TestSupport
import Testing

@testable import CalendarPages
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

  /// Words as frequent as those of a language: the files of a query of two letters, beside the module of some 90 KB.
  @Test func twoLettersLoadLittle() throws {
    var random = SeededGenerator(seed: 23)
    let (consonants, vowels) = (Array("bcdfghklmnprstvw"), Array("aeiou"))
    let words = (0..<6_000).map { _ in
      String(
        (0..<Int.random(in: 2...4, using: &random)).flatMap { _ in
          [consonants.randomElement(using: &random)!, vowels.randomElement(using: &random)!]
        })
    }
    // The words at the beginning of the list are the most frequent.
    func word() -> String {
      words[(0..<4).reduce(words.count - 1) { most, _ in Int.random(in: 0...most, using: &random) }]
    }
    let events = (0..<30_000).map { number in
      event(
        (0..<4).map { _ in word() }.joined(separator: " "),
        "20\(20 + number % 10)\(["01", "04", "07", "11"][number / 10 % 4])\(10 + number / 40 % 19)T090000Z", nil,
        "DESCRIPTION:\((0..<8).map { _ in word() }.joined(separator: " "))", "UID:\(number)")
    }
    let store = Loaded([calendar(events.map { vevent($0) })]).store
    let index = SearchIndex(store, Notes([]), EventSlugs(store))
    let sizes = Dictionary(uniqueKeysWithValues: index.files.map { (string($0.path), $0.bytes) })
    let tests = SearchIndexTests()
    var most = (bytes: 0, text: "")
    for first in consonants {
      for second in vowels {
        var engine = SearchEngine()
        engine.directory = try tests.directory(index, store)
        engine.zones = engine.directory!.zones.table
        var query = SearchQuery()
        query.text = bytes("\(first)\(second)")
        query.now = Instant(clamping: CivilDateTime(date("2026-11-20")).wallSeconds + 43_200).secondsSinceEpoch
        var loaded = engine.directory!.packed().count
        while case let answer = string(try engine.search(query)), answer.hasPrefix("{\"needs\":[") {
          for path in answer.dropFirst(10).dropLast(2).split(separator: ",") {
            let file = try #require(sizes[String(path.dropFirst().dropLast())])
            loaded += file.count
            engine.add(bytes(String(path.dropFirst().dropLast())), file)
          }
        }
        if loaded > most.bytes { most = (loaded, string(query.text)) }
      }
    }
    print("MEASURED", most, sizes.values.reduce(0) { $0 + $1.count }, sizes.count)
    #expect(most.bytes < 200 << 10, "\(most)")
  }
}
