import Bytes
import CivilTime

/// Finds the items that have all terms of a query.
struct SearchLists {
  private let query: SearchQuery
  private let layout: SearchFiles
  private let words: SearchTerms
  private var terms: [SearchTerm]
  /// Characters that have to stand side by side.
  private let runs: [[UInt8]]
  /// The files that are missing.
  private(set) var needs: [[UInt8]] = []
  /// Whether all matches are found: not if months of long lists, or words that begin as typed, are left out.
  private(set) var isComplete = true
  /// The number of all matches, if it is known without loading all.
  private(set) var known: Int?

  /// The most items of long lists that one word as typed may load for a first answer, and the most files: some 100 KB.
  private static let mostItems = 24_000
  private static let mostFiles = 24
  /// The most files of months that a first answer loads, and how many are loaded at once.
  private static let mostMonths = 36
  private static let monthsAtOnce = 4

  init(_ query: SearchQuery, _ words: SearchTerms, _ layout: SearchFiles) {
    self.query = query
    self.layout = layout
    self.words = words
    let typed = words.query(query.text)
    terms = typed.terms
    runs = typed.runs
    for (filter, value) in query.filters where !value.isEmpty {
      terms.append(SearchTerm(bytes: filter.term(value), isPrefix: false))
    }
  }

  /// What the files say of a term.
  private struct Found {
    /// All lists that are whole.
    var list = SearchList()
    /// The lists that are divided into months: the terms, and the months with their numbers of items.
    var divided: [(term: [UInt8], months: [(month: Int32, count: Int)])] = []
  }

  /// The items with all terms, in order; none while ``needs`` names files.
  mutating func matches(in engine: borrowing SearchEngine) -> [SearchPosting] {
    if terms.isEmpty { return [] }
    var found: [Found] = []
    for term in terms {
      guard let path = layout.path(of: term, words) else { return [] }
      if let file = engine.file(path) { found.append(self.found(term, in: file, engine)) } else { need(path) }
    }
    if !needs.isEmpty { return [] }
    if found.contains(where: { !$0.divided.isEmpty }) { addMonths(to: &found, engine) }
    if !needs.isEmpty { return [] }
    return matches(of: found.map { $0.list }).postings
  }

  /// The items that are in the lists of all terms and in which the pairs of each run stand side by side.
  private func matches(of lists: [SearchList]) -> SearchList {
    // The shortest list first, since the result is no longer.
    var first = 0
    for index in lists.indices where lists[index].postings.count < lists[first].postings.count { first = index }
    var all = lists[first]
    for index in lists.indices where index != first { all = SearchList.both(all, lists[index]) }
    for run in runs {
      var (next, distance): (Int, Int32) = (0, 0)
      var found = SearchList()
      while let pair = SearchTerms.pair(of: run, at: &next) {
        guard let term = terms.firstIndex(where: { $0.bytes == pair }) else { break }
        found = distance == 0 ? lists[term] : SearchList.both(found, lists[term], distance: distance)
        distance += 1
      }
      if distance > 1 { all = SearchList.both(all, found) }
    }
    return all
  }

  private mutating func need(_ path: [UInt8]) { if !needs.contains(path) { needs.append(path) } }

  // MARK: Lists

  /// The lists of a term, or of all terms that begin like it, in the file of the term.
  private mutating func found(_ term: SearchTerm, in file: [UInt8], _ engine: borrowing SearchEngine) -> Found {
    let hasPlaces = words.hasPlaces(term.bytes)
    let (here, apart) = lists(of: term, in: file, hasPlaces)
    var found = Found()
    found.list = Self.merged(here)
    let most = (items: Self.mostItems * query.effort, files: Self.mostFiles * query.effort)
    var (items, loaded) = (0, 0)
    var lists: [SearchList] = []
    for list in apart {
      let path = SearchFiles.path(ofLong: list.term, month: nil)
      if loaded > 0, items + list.count > most.items || loaded >= most.files {
        isComplete = false
        continue
      }
      loaded += 1
      items += list.isDivided ? 0 : list.count
      guard let bytes = engine.file(path) else {
        need(path)
        continue
      }
      var reader = Unpacker(bytes)
      lists.append(SearchList(&reader, hasPlaces: words.hasPlaces(list.term), isKept: hasPlaces))
      if !list.isDivided { continue }
      var months: [(month: Int32, count: Int)] = []
      for _ in 0..<reader.count() {
        months.append((Int32(truncatingIfNeeded: reader.signed()), reader.number(below: Int(SearchList.most))))
      }
      found.divided.append((list.term, months))
      // Not for "人人人": more events contain its only pair than contain the run.
      let isAll = terms.count == 1 && runs.allSatisfy { $0.count == term.bytes.count }
      if isAll, apart.count == 1, here.isEmpty, query.time == .any { known = list.count }
    }
    found.list = Self.merged([found.list] + lists)
    return found
  }

  /// The lists in the file of a term, and those that have files of their own, in the order in which they are loaded.
  /// - Parameter hasPlaces: whether places are kept.
  private func lists(of term: SearchTerm, in file: [UInt8], _ hasPlaces: Bool) -> (
    here: [SearchList], apart: [(term: [UInt8], count: Int, isDivided: Bool)]
  ) {
    var apart: [(term: [UInt8], count: Int, isDivided: Bool)] = []
    var here: [SearchList] = []
    var reader = Unpacker(file)
    var last: [UInt8] = []
    while !reader.isAtEnd {
      let shared = reader.number(below: last.count + 1)
      last.removeLast(last.count - shared)
      last += reader.text()
      let form = SearchIndex.ListForm(rawValue: reader.number(below: 3))
      let isWanted = term.isPrefix ? last.starts(with: term.bytes) : last == term.bytes
      if form == .here {
        let range = reader.skipText()
        if isWanted, reader.isSound {
          var list = Unpacker(file, in: range)
          here.append(SearchList(&list, hasPlaces: words.hasPlaces(last), isKept: hasPlaces))
        }
      } else {
        let count = reader.number(below: Int(SearchList.most))
        if isWanted, reader.isSound { apart.append((last, count, form == .months)) }
      }
    }
    // The word itself, then those that most events have.
    apart.sort { left, right in
      let (isLeft, isRight) = (left.term == term.bytes, right.term == term.bytes)
      return isLeft == isRight ? left.count > right.count : isLeft
    }
    return (here, apart)
  }

  /// The union of some lists: each list is merged few times, however many there are.
  private static func merged(_ lists: [SearchList]) -> SearchList {
    var lists = lists
    while lists.count > 1 {
      var half: [SearchList] = []
      for index in stride(from: 0, to: lists.count, by: 2) {
        half.append(index + 1 < lists.count ? SearchList.either(lists[index], lists[index + 1]) : lists[index])
      }
      lists = half
    }
    return lists.first ?? SearchList()
  }

  // MARK: Months

  /// Adds months of divided lists, those near now first, until there are enough results.
  private mutating func addMonths(to found: inout [Found], _ engine: borrowing SearchEngine) {
    // If another word is rare, only its months matter.
    let whole = found.filter { $0.divided.isEmpty }.map { $0.list }
    let candidates = whole.isEmpty ? nil : whole.dropFirst().reduce(whole[0]) { SearchList.both($0, $1) }
    var last: Int32?
    var loaded = 0
    var batch: [[UInt8]] = []
    var batchMonths = 0
    var number = candidates == nil ? 0 : -1
    for month in months(of: found, candidates) where month != last {
      last = month
      let paths = Self.paths(of: month, found)
      let missing = paths.filter { engine.file($0) == nil }
      if !missing.isEmpty {
        // Stop if there are enough results, or if too many files would be loaded.
        if number >= query.limit && number > 0 || loaded + batch.count >= Self.mostMonths * query.effort {
          isComplete = false
          break
        }
        batch += missing
        batchMonths += 1
        if batchMonths == Self.monthsAtOnce { break }
        continue
      }
      if !batch.isEmpty { continue }
      loaded += paths.count
      add(month, to: &found, engine)
      number = matches(of: found.map { $0.list }).postings.count
    }
    for path in batch { need(path) }
  }

  /// The months of divided lists in which there may be results, in the order in which they are loaded.
  /// - Parameter candidates: the items that have all words with whole lists; `nil` if no word has one.
  private func months(of found: [Found], _ candidates: SearchList?) -> [Int32] {
    let now = month(of: SearchItems.day(of: query.now))
    var months: [Int32] = []
    if let candidates {
      for posting in candidates.postings where posting.item.day != SearchItem.lasting {
        let month = month(of: posting.item.day)
        if months.last != month { months.append(month) }
      }
    } else {
      for term in found { for list in term.divided { months += list.months.map { $0.month } } }
      months.sort()
    }
    // An event that began in the month before may still last.
    let ahead = months.filter { $0 >= now - 1 }
    let behind = months.filter { $0 < now - 1 }
    return switch query.time {
    case .any: ahead + Array(behind.reversed())
    case .future: ahead
    case .past: Array(months.filter { $0 <= now }.reversed())
    case .year(let year):
      months.filter { CivilMonth(monthNumber: Int($0)).map { abs($0.year - year) <= 1 } ?? false }
    }
  }

  /// The files of a month.
  private static func paths(of month: Int32, _ found: [Found]) -> [[UInt8]] {
    var paths: [[UInt8]] = []
    for term in found {
      for list in term.divided where list.months.contains(where: { $0.month == month }) {
        guard let month = CivilMonth(monthNumber: Int(month)) else { continue }
        paths.append(SearchFiles.path(ofLong: list.term, month: month))
      }
    }
    return paths
  }

  /// Adds the lists of a month, whose files are loaded.
  private func add(_ month: Int32, to found: inout [Found], _ engine: borrowing SearchEngine) {
    for (index, term) in found.enumerated() {
      var lists = [term.list]
      let isKept = words.hasPlaces(terms[index].bytes)
      for list in term.divided {
        guard let month = CivilMonth(monthNumber: Int(month)) else { continue }
        if let bytes = engine.file(SearchFiles.path(ofLong: list.term, month: month)) {
          var reader = Unpacker(bytes)
          lists.append(SearchList(&reader, hasPlaces: words.hasPlaces(list.term), isKept: isKept))
        }
      }
      found[index].list = Self.merged(lists)
    }
  }

  private func month(of day: Int32) -> Int32 {
    CivilDate(dayNumber: Int(day))?.civilMonth.monthNumber ?? 0
  }
}
