import Bytes
import CalendarPages
import DataFiles
import Search

/// A search index from anywhere: an answer is the same each time, comes after a limited number of files, asks only for
/// files of the index and for each once, and shows no more results than were asked for. One without a directory is
/// refused.
package func checkSearchIndex(_ bytes: [UInt8]) throws(Violation) {
  let input = SearchInput(bytes)
  var engine = SearchEngine()
  do throws(EngineError) { _ = try engine.load(input.directory) } catch {
    try require(!error.message.isEmpty, "a directory is refused without a word")
    return
  }
  let first = try answer(to: input, engine)
  try require(try first == answer(to: input, engine), "an answer differs from itself")
}

/// What a reader asks, and the files that a server sends: parts of at most 64 KiB, each after its length in two bytes.
private struct SearchInput {
  /// The directory, with the hash that belongs to it: few mutations would have one.
  let directory: [UInt8]
  /// Those of words, of long lists, of events and of series: every file of a folder has the same bytes.
  let files: [(folder: StaticString, bytes: [UInt8])]
  let query: SearchQuery

  init(_ bytes: [UInt8]) {
    var rest = bytes.dropFirst()
    func part() -> [UInt8] {
      guard rest.count > 1 else { return [] }
      let count = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
      rest = rest.dropFirst(2)
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    var query = SearchQuery()
    query.text = part()
    let flags = bytes.first ?? 0
    let times: [SearchQuery.Time] = [.any, .future, .past, .year(2026)]
    query.time = times[Int(flags & 3)]
    query.limit = flags & 4 == 0 ? 20 : 3
    if flags & 8 != 0 { query.filters = [(.calendar, [UInt8]("home"))] }
    query.now = 1_795_000_000
    self.query = query
    var directory = part()
    directory.append(eight: StableHash.of(directory))
    self.directory = directory
    files = [("words/", part()), ("long/", part()), ("events/", part()), ("series/", part())]
  }

  /// The file at a path below the index's folder; `nil` for one that no index has.
  func file(_ path: ArraySlice<UInt8>) -> [UInt8]? {
    guard path.hasPrefix("data/search/") else { return nil }
    return files.first { path.dropFirst(12).hasPrefix($0.folder) }?.bytes
  }
}

/// The results; the files that the engine needs are given to it.
private func answer(to input: SearchInput, _ loaded: SearchEngine) throws(Violation) -> [UInt8] {
  var engine = loaded
  var known = NameTable()
  for _ in 0..<400 {
    let answer: [UInt8]
    do throws(EngineError) { answer = try engine.search(input.query) } catch {
      throw Violation("a query is refused: \(string(error.message))")
    }
    guard answer.hasPrefix("{\"needs\":[") else {
      let results = answer.count(of: "\"kind\":")
      try require(answer.last == 0x7D, "an answer has no end")
      try require(results <= input.query.limit, "\(results) results")
      return answer
    }
    for path in answer.dropFirst(10).dropLast(2).split(separator: 0x2C) {
      let name = path.dropFirst().dropLast()
      guard let file = input.file(name) else { throw Violation("\(string(name)) is asked for") }
      let count = known.count
      try require(known.intern(name) == count, "\(string(name)) is asked for again")
      engine.add(Array(name), file)
    }
    try require(known.count < 10_000, "\(known.count) files are asked for")
  }
  throw Violation("a query has no end")
}

extension [UInt8] {
  /// How often a text that does not overlap itself stands in these bytes.
  fileprivate func count(of text: StaticString) -> Int {
    let text = [UInt8](text)
    if count < text.count { return 0 }
    return (0...count - text.count).count { self[$0] == text[0] && self[$0...].starts(with: text) }
  }
}
