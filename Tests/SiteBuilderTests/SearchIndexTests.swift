import Bytes
import CivilTime
import DataFiles
import Events
import Foundation
import Gate
import SiteTerms
import TestSupport
import Testing
import TimeZones

@testable import CalendarPages
@testable import Search
@testable import SiteBuilder

/// The files of the index, and what the engine finds in them.
struct SearchIndexTests {
  /// The settings and words of the sample.
  static let sample: RenderedSite? = {
    let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
      .standardizedFileURL
    let reading = ReadingOptions(
      content: project.path + "/Content", zones: ["Europe/Berlin"], from: "2026-11-01", to: "2026-12-01",
      now: "2026-11-20T12:00:00Z")
    let options = BuildOptions(reading: reading, templates: project.path + "/Templates")
    return try? Build(options).prepare(edge: .window).sites.first
  }()

  @Test(arguments: [false, true])
  func listsAreReadAsWritten(hasPlaces: Bool) {
    var random = SeededGenerator(seed: 18)
    for count in [0, 1, 2, 50, 3_000] {
      var items: Set<SearchItem> = []
      while items.count < count {
        let lasts = UInt32.random(in: 0..<8, using: &random) == 0
        items.insert(
          lasts
            ? SearchItem(day: SearchItem.lasting, id: .random(in: 0 ... .max, using: &random))
            : SearchItem(
              day: .random(in: -700_000...2_900_000, using: &random), id: .random(in: 0..<1 << 24, using: &random)))
      }
      let postings = items.sorted().map { item in
        SearchPosting(item, days: item.day == SearchItem.lasting ? 0 : .random(in: 0...3, using: &random))
      }
      var list = SearchList(hasPlaces ? [] : postings)
      if hasPlaces {
        for posting in postings {
          let places = (0..<Int32.random(in: 1...4, using: &random)).map {
            $0 * 300 + .random(in: 0..<300, using: &random)
          }
          list.append(posting, places: places)
        }
      }
      var packed: [UInt8] = []
      list.pack(0..<count, to: &packed)
      var reader = Unpacker(packed)
      #expect(
        SearchList(&reader, hasPlaces: hasPlaces, isKept: true) == list && reader.isSound && reader.isAtEnd)
      reader = Unpacker(packed)
      #expect(SearchList(&reader, hasPlaces: hasPlaces, isKept: false).postings == postings && reader.isAtEnd)
      // Cut anywhere, it is no list, and never a fault.
      for end in stride(from: 0, to: packed.count, by: max(1, packed.count / 40)) {
        var reader = Unpacker(Array(packed[..<end]))
        _ = SearchList(&reader, hasPlaces: hasPlaces, isKept: true)
        #expect(!reader.isSound)
      }
    }
  }

  @Test func listsAreCombined() {
    func list(_ days: Int32...) -> SearchList { SearchList(days.map { SearchPosting(SearchItem(day: $0, id: 7)) }) }
    #expect(SearchList.both(list(1, 2, 5, 9), list(2, 3, 9)) == list(2, 9))
    #expect(SearchList.either(list(1, 2, 5), list(2, 3, 9)) == list(1, 2, 3, 5, 9))
    #expect(SearchList.either(list(), list(2)) == list(2) && SearchList.both(list(), list(2)) == list())
  }

  static let events = Loaded(
    event("Café meeting", "Europe/Berlin:20261120T090000", "Europe/Berlin:20261120T100000", "CATEGORIES:Work,Food"),
    event("Meeting of May", "20260505", nil, "LOCATION:Great hall", "DESCRIPTION:Bring\\nthe apparatus"),
    event("Standup", "Europe/Berlin:20200106T090000", nil, "RRULE:FREQ=WEEKLY", "ATTENDEE;CN=Zoë Quill:mailto:z@x.org"),
    event("Old course", "20190107T090000Z", nil, "RRULE:FREQ=DAILY;COUNT=3", "UID:old"),
    event("東京会議", "20270101", "20270104"),
    event("Gone", "20261121", nil, "STATUS:CANCELLED"))

  func search(
    _ text: String, in store: EventStore = Self.events.store, hasEventPages: Bool = false,
    _ change: (inout SearchQuery) -> Void = { _ in }
  ) throws -> String {
    let index = SearchIndex(store, Notes([]), EventSlugs(store))
    let files = Dictionary(index.files.map { (string($0.path), $0.bytes) }, uniquingKeysWith: { first, _ in first })
    #expect(files.count == index.files.count)
    var engine = SearchEngine()
    engine.directory = try directory(index, store, hasEventPages: hasEventPages)
    engine.zones = engine.directory!.zones.table
    var query = SearchQuery()
    query.text = bytes(text)
    query.now = Instant(clamping: CivilDateTime(date("2026-11-20")).wallSeconds + 43_200).secondsSinceEpoch
    change(&query)
    return try answer(query, &engine, files, most: 8) { _, _ in }
  }

  /// The answer of an engine to a query.
  /// - Parameters:
  ///   - most: how often it may ask for files.
  ///   - load: is told of each file that it asks for.
  func answer(
    _ query: SearchQuery, _ engine: inout SearchEngine, _ files: [String: [UInt8]], most: Int,
    _ load: (_ name: String, _ file: [UInt8]) -> Void
  ) throws -> String {
    for _ in 0..<most {
      let answer = string(try engine.search(query))
      guard answer.hasPrefix("{\"needs\":[") else { return answer }
      for path in answer.dropFirst(10).dropLast(2).split(separator: ",") {
        let name = String(path.dropFirst().dropLast())
        let file = try #require(files[name])
        engine.add(bytes(name), file)
        load(name, file)
      }
    }
    return "no end"
  }

  /// A directory as the build writes it, for the layout of an index.
  func directory(_ index: SearchIndex, _ store: EventStore, hasEventPages: Bool = false) throws -> SearchDirectory? {
    let sample = try #require(Self.sample).site
    var facts = sample.facts
    facts.settings.hasEventPages = hasEventPages
    let site = Site(
      facts, links: sample.links, zone: sample.zone, today: sample.today, events: sample.events,
      eventPages: sample.eventPages, notes: sample.notes, weather: nil)
    let zones = try #require(DataZones(of: store, and: [site.zone]))
    let made = SearchDirectory(site, EventSlugs(store), zones, world: [], index.layout)
    let read = SearchDirectory(file: made.file())
    #expect(read?.layout == index.layout)
    return read
  }

  func titles(_ answer: String) -> [String] {
    answer.split(separator: "\"title\":[").dropFirst().map { part in
      String(part.prefix { $0 != "]" }).replacing("\"", with: "").replacing(",", with: "")
    }
  }

  @Test(arguments: [
    ("meet", ["Meeting of May", "Café meeting"]), ("MEETING cafe", ["Café meeting"]),
    ("apparatus", ["Meeting of May"]), ("great", ["Meeting of May"]), ("zoe", ["Standup"]), ("quil", ["Standup"]),
    ("food", ["Café meeting"]), ("会議", ["東京会議"]), ("京", ["東京会議"]), ("gone", []), ("course", ["Old course"]),
    ("m", []), ("", []), ("meeting standup", []),
  ])
  func eventsAreFound(text: String, expected: [String]) throws {
    #expect(Set(titles(try search(text))) == Set(expected))
  }

  @Test func whatComesIsFirst() throws {
    let all = try search("") { $0.filters = [(.calendar, bytes("a"))] }
    // Standup's next Monday, three days of January, then what is past, latest first.
    #expect(titles(all) == ["Standup", "東京会議", "Café meeting", "Meeting of May", "Old course"])
    #expect(all.hasPrefix("{\"count\":5,\"isMore\":false"))
    #expect(all.contains("\"start\":\"2026-11-23T") && all.contains("\"start\":\"2027-01-01\""))
    let future = try search("") {
      $0.filters = [(.calendar, bytes("a"))]
      $0.time = .future
    }
    #expect(titles(future) == ["Standup", "東京会議"])
    let year = try search("") {
      $0.filters = [(.calendar, bytes("a"))]
      $0.time = .year(2019)
    }
    #expect(titles(year) == ["Old course"])
    #expect(titles(try search("") { $0.filters = [(.category, bytes("Work"))] }) == ["Café meeting"])
    #expect(titles(try search("") { $0.filters = [(.place, bytes("Great hall"))] }) == ["Meeting of May"])
    #expect(titles(try search("") { $0.filters = [(.category, bytes("work"))] }) == [])
  }

  @Test func aDateOfASeriesHasItsOwnTitleAndPlace() throws {
    let store = Loaded(
      event("Training", "20261102T170000Z", nil, "UID:t", "RRULE:FREQ=WEEKLY", "LOCATION:Boat house"),
      event(
        "Training indoors", "20261123T183000Z", nil, "UID:t", "RECURRENCE-ID:20261123T170000Z", "LOCATION:Gym",
        "X-BUSYLIFE-CITY:Bergen"),
      event("Training somewhere", "20261130T183000Z", nil, "UID:t", "RECURRENCE-ID:20261130T170000Z")
    ).store
    let found = try search("train", in: store)
    #expect(found.contains(#""title":["","Train","ing indoors"]"#) && found.contains(#""place":["Bergen, Gym"]"#))
    let next = try search("train", in: store) { $0.now += 86_400 * 4 }
    #expect(next.contains("ing somewhere") && !next.contains(#""place""#))
    let later = try search("train", in: store) { $0.now += 86_400 * 11 }
    #expect(later.contains(#""title":["","Train","ing"]"#) && later.contains(#""place":["Boat house"]"#))
  }

  /// As its page names it: with its time if another one begins earlier that day. (The engine's zone is UTC here.)
  @Test func aSeriesLeadsToItsDate() throws {
    let store = Loaded(
      event("Walk", "20261101T090000Z", nil, "RRULE:FREQ=DAILY;BYHOUR=9,17"),
      event("Rest", "20261102", nil, "RRULE:FREQ=DAILY")
    ).store
    #expect(try search("walk", in: store, hasEventPages: true).contains(".html#2026-11-20T17:00:00\""))
    #expect(
      try search("walk", in: store, hasEventPages: true) { $0.now += 43_200 }.contains(".html#2026-11-21\""))
    #expect(try search("rest", in: store, hasEventPages: true).contains(".html#2026-11-20\""))
  }

  /// Any number may stand in an address. The event is near day 0, where the days of no year would seem to be.
  @Test(arguments: [0, -1, 10_000, 99_999, Int(Int32.min), Int(Int32.max)])
  func nothingIsInYearsThatDoNotExist(year: Int) throws {
    let store = Loaded(event("Epoch", "19700101", "19700102"), event("Each year", "19700101", nil, "RRULE:FREQ=YEARLY"))
      .store
    for text in ["epoch", "year"] {
      #expect(try search(text, in: store) { $0.time = .year(year) } == #"{"count":0,"isMore":false,"groups":[]}"#)
    }
  }

  @Test func wordsAreMarked() throws {
    #expect(try search("meet").contains("\"title\":[\"Café \",\"meet\",\"ing\"]"))
  }

  /// Many events: lists of their own, months, parts of groups; every one is found.
  @Test func longListsAreRead() throws {
    let count = 17_000
    var lines: [[String]] = []
    for number in 0..<count {
      let day = String(format: "%04d%02d%02d", 2020 + number % 10, 1 + number / 10 % 12, 1 + number / 120 % 28)
      lines.append(vevent(["UID:\(number)", "SUMMARY:Event \(number)", "DTSTART;VALUE=DATE:\(day)"]))
    }
    let store = Loaded([calendar(lines)]).store
    let index = SearchIndex(store, Notes([]), EventSlugs(store))
    let files = Dictionary(index.files.map { (string($0.path), $0.bytes) }, uniquingKeysWith: { first, _ in first })
    #expect(files.keys.contains { $0.hasPrefix("data/search/long/") && $0.hasSuffix("-2024-03.bin") })
    var engine = SearchEngine()
    engine.directory = try directory(index, store)
    for (text, total) in [("event", count), ("16999", 1), ("event 16999", 1)] {
      var query = SearchQuery()
      query.text = bytes(text)
      query.now = 1_800_000_000
      var size = 0
      var days = 0
      let answer = try answer(query, &engine, files, most: 20) { name, file in
        size += file.count
        days += name.hasPrefix("data/search/events/") ? 1 : 0
      }
      #expect(answer.hasPrefix("{\"count\":\(total),\"isMore\":false"), "\(text): \(answer.prefix(80))")
      #expect(size < 200_000)
      // Those of the days that are shown, some five a day, and of the two after them.
      #expect(days <= 4, "\(text): \(days) files of events")
    }
  }

  /// A first answer loads little of a word that begins like others and that most events have; whoever asks for more
  /// and more sees all of them in the end.
  @Test func whoAsksForMoreSeesAll() throws {
    let count = 17_000
    let lines = (0..<count).map { number in
      let day = String(format: "%04d%02d%02d", 2010 + number % 20, 1 + number / 20 % 12, 1 + number / 240 % 28)
      return vevent(["UID:\(number)", "SUMMARY:Event", "DTSTART;VALUE=DATE:\(day)"])
    }
    let store = Loaded([calendar(lines + [vevent(["UID:x", "SUMMARY:Eventful", "DTSTART:20200101T100000Z"])])]).store
    let index = SearchIndex(store, Notes([]), EventSlugs(store))
    let files = Dictionary(index.files.map { (string($0.path), $0.bytes) }, uniquingKeysWith: { first, _ in first })
    var engine = SearchEngine()
    engine.directory = try directory(index, store)
    var query = SearchQuery()
    query.text = bytes("event")
    query.now = 1_600_000_000
    var isWhole = false
    var first = 0
    for limit in [20, 60, 100, 1_000, 10_000, 20_000] {
      query.limit = limit
      let answer = try answer(query, &engine, files, most: 200) { _, file in
        if limit == 20 { first += file.count }
      }
      isWhole = answer.hasPrefix("{\"count\":\(count + 1),\"isMore\":false")
      #expect(isWhole == (limit > count), "\(limit): \(answer.prefix(80))")
    }
    #expect(first < 100_000)
  }

  /// Words that stand after one with a list of its own in the same file are found, and so is that word.
  @Test func wordsAfterLongListsAreFound() throws {
    let events = (0..<900).map { number in
      vevent([
        "UID:\(number)", "SUMMARY:Room roof\(number) roxy\(number % 7)",
        "DTSTART;VALUE=DATE:202\(number % 10)\(String(format: "%02d", 1 + number / 10 % 12))01",
      ])
    }
    let store = Loaded([calendar(events)]).store
    let index = SearchIndex(store, Notes([]), EventSlugs(store))
    #expect(index.files.contains { string($0.path).hasPrefix("data/search/long/") })
    var engine = SearchEngine()
    engine.directory = try directory(index, store)
    for (path, bytes) in index.files { engine.add(path, bytes) }
    for (text, total) in [("room", 900), ("roof899", 1), ("roxy3", 129), ("roxy", 900), ("room roxy3", 129)] {
      var query = SearchQuery()
      query.text = bytes(text)
      query.now = 1_800_000_000
      let answer = string(try engine.search(query))
      #expect(answer.hasPrefix("{\"count\":\(total),\"isMore\":false"), "\(text): \(answer.prefix(80))")
    }
  }

  /// Of words that all begin alike, a query loads the few that begin like it, however many characters it has.
  @Test func wordsThatBeginAlikeAreDivided() throws {
    var random = SeededGenerator(seed: 41)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let words = (0..<6_000).map { _ in "pro" + String((0..<5).map { _ in letters.randomElement(using: &random)! }) }
    // Words that are found by pairs of characters, and stand in the same file by their hash.
    let home = (place: SearchFiles.place(of: bytes("pr")), piece: SearchFiles.piece(of: bytes("pro")))
    let characters = (0x4E00..<0x9FA0).map { String(Unicode.Scalar($0)!) }
    let first = try #require(characters.first { SearchFiles.place(of: bytes($0)) == home.place })
    let pairs = characters.map { first + $0 }.filter { SearchFiles.piece(of: bytes($0)) == home.piece }.prefix(3)
    var all: [Set<String>] = []
    let lines = (0..<3_000).map { number in
      let own =
        (["pr", "pro", "prolong"] + pairs.flatMap { [$0, $0 + "会"] }).filter { _ in
          Int.random(in: 0..<100, using: &random) == 0
        }
        + (0..<8).map { _ in words.randomElement(using: &random)! }
      all.append(Set(own))
      let day = String(format: "20%02d%02d01", number % 20, 1 + number / 20 % 12)
      return vevent(["UID:\(number)", "SUMMARY:\(own.joined(separator: " "))", "DTSTART;VALUE=DATE:\(day)"])
    }
    let store = Loaded([calendar(lines)]).store
    let index = SearchIndex(store, Notes([]), EventSlugs(store))
    let files = Dictionary(index.files.map { (string($0.path), $0.bytes) }, uniquingKeysWith: { first, _ in first })
    let names = files.keys.filter { $0.hasPrefix("data/search/words/") }
    #expect(names.contains { $0.split(separator: "-").count == SearchFiles.mostPlaces })
    #expect(names.allSatisfy { files[$0]!.count < 30_000 })
    let read = try #require(try directory(index, store))
    let asked = ["pr", "pro", "prob", "probl", "prolong", words[0], words[1], "\(words[2]) pro", "prx", "pro0"]
    let runs = pairs.map { $0 + "会" }
    for text in asked + pairs + runs + [first] {
      let asked = text.split(separator: " ")
      let expected = all.count { own in asked.allSatisfy { word in own.contains { $0.hasPrefix(word) } } }
      var engine = SearchEngine()
      engine.directory = read
      var query = SearchQuery()
      query.text = bytes(text)
      query.now = 1_800_000_000
      query.limit = 20_000
      let answer = try answer(query, &engine, files, most: 50) { _, _ in }
      #expect(answer.hasPrefix("{\"count\":\(expected),\"isMore\":false"), "\(text): \(answer.prefix(60)), \(expected)")
    }
  }

  /// Where a browser reads the index, an `Int` has 32 bits: there `1 << 40` is 0, and no number is below it.
  @Test func boundsFitBrowsers() throws {
    #expect(Int64(SearchList.most) > 1 << 24 && Int64(SearchList.most) * 2 - 2 <= Int64(Int32.max))
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources")
      .standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var read = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      for bound in try String(contentsOf: file, encoding: .utf8).split(separator: "number(below: 1 << ").dropFirst() {
        let bits = try #require(Int(bound.prefix { $0.isNumber }))
        #expect(bits < 31, "\(file.lastPathComponent)")
        read += 1
      }
    }
    #expect(read > 3)
  }

  /// Files of an index with some bytes changed, and any bytes, are read without a fault.
  @Test func anyBytesAreRead() throws {
    var random = SeededGenerator(seed: 1)
    let store = Self.events.store
    let index = SearchIndex(store, Notes([]), EventSlugs(store))
    let directory = try #require(try directory(index, store))
    for round in 0..<300 {
      var engine = SearchEngine()
      engine.directory = directory
      engine.zones = directory.zones.table
      for (path, bytes) in index.files {
        var bytes = round % 10 == 0 ? bytes.map { _ in UInt8.random(in: 0...255, using: &random) } : bytes
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        engine.add(path, bytes)
      }
      for (text, time) in [("meeting", SearchQuery.Time.any), ("standup", .year(2027)), ("会", .future), ("o", .past)] {
        var query = SearchQuery()
        query.text = bytes(text)
        query.time = time
        query.now = 1_795_000_000
        _ = try engine.search(query)
      }
    }
    for count in 0..<200 {
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = SearchEntry.all(in: noise)
      #expect(SearchDirectory(file: noise) == nil)
    }
  }
}
