import Bytes
import CivilTime

/// The files of terms and of long lists.
extension SearchIndex {
  /// A list of more bytes is a file of its own, so that a frequent word costs only readers who search for it.
  static let longList = 2_048
  /// Files of terms that would be larger are divided once more.
  static let largestFile = 24 << 10
  /// Lists of more bytes are divided into months; a query takes those near today first.
  static let longest = 48 << 10

  /// How a term's list is written.
  enum ListForm: Int {
    /// In the file of its terms.
    case here
    /// In a file of its own.
    case apart
    /// Items without a day and the numbers of the months in one file, and each month in a file of its own.
    case months
  }

  /// What files of terms are made of.
  private struct Terms {
    var table: SearchTermTable
    let lists: SearchTermTable.Lists
    let postings: [SearchPosting]
    /// All lists as they are written, one after the other, and where each ends.
    var written: [UInt8] = []
    var ends: [Int] = []
    /// The terms that stand for others, numbered after those of the table, and the items of each.
    var unions: [(bytes: [UInt8], items: [Int32])] = []
    /// By item: the last union that has it.
    private var lastUnion: [Int32]

    init(_ table: inout SearchTermTable, _ postings: [SearchPosting]) {
      lists = table.lists()
      self.table = table
      self.postings = postings
      lastUnion = [Int32](repeating: -1, count: postings.count)
      written.reserveCapacity(lists.items.count * 5)
      ends.reserveCapacity(table.count)
      for term in 0..<table.count { write(term) }
    }

    private mutating func write(_ term: Int) {
      if hasPlaces(term) {
        let list = searchList(of: term)
        list.pack(list.postings.indices, to: &written)
      } else {
        let postings = postings
        SearchList.pack(items(of: term).lazy.map { postings[Int($0)] }, to: &written)
      }
      ends.append(written.count)
    }

    /// Adds the term that stands for some terms with the same key; returns its number. O(n log n) of their items.
    mutating func addUnion(of terms: ArraySlice<Int>, key: ArraySlice<UInt8>) -> Int {
      let number = table.count + unions.count
      var items: [Int32] = []
      for term in terms {
        for item in lists[term] where lastUnion[Int(item)] != number {
          lastUnion[Int(item)] = Int32(truncatingIfNeeded: number)
          items.append(item)
        }
      }
      items.sort()
      unions.append((SearchTerms.union(of: key), items))
      write(number)
      return number
    }

    func bytes(of term: Int) -> ArraySlice<UInt8> {
      term < table.count ? table.bytes[table.range(of: term)] : unions[term - table.count].bytes[...]
    }

    /// In order; for a pair, an item occurs as often as the pair does in it.
    private func items(of term: Int) -> ArraySlice<Int32> {
      term < table.count ? lists[term] : unions[term - table.count].items[...]
    }

    private func hasPlaces(_ term: Int) -> Bool {
      term < table.count && !lists.places.isEmpty && lists.places[lists.range(of: term).lowerBound] >= 0
    }

    /// The number of the items of a term.
    func itemCount(of term: Int) -> Int {
      let items = items(of: term)
      return hasPlaces(term) ? zip(items, items.dropFirst()).reduce(1) { $0 + ($1.0 == $1.1 ? 0 : 1) } : items.count
    }

    /// The list of a term.
    func searchList(of term: Int) -> SearchList {
      if !hasPlaces(term) { return SearchList(items(of: term).map { postings[Int($0)] }) }
      var list = SearchList()
      var rest = lists.range(of: term)
      while let first = rest.first {
        let end = lists.items[rest].firstIndex { $0 != lists.items[first] } ?? rest.upperBound
        list.append(postings[Int(lists.items[first])], places: lists.places[first..<end])
        rest = end..<rest.upperBound
      }
      return list
    }

    func list(of term: Int) -> ArraySlice<UInt8> { written[(term == 0 ? 0 : ends[term - 1])..<ends[term]] }

    /// The bytes of a term in its file, nearly.
    func size(of term: Int) -> Int {
      let list = list(of: term).count
      return bytes(of: term).count + (list > SearchIndex.longList ? 4 : list)
    }

    func size(of terms: [Int]) -> Int { terms.reduce(0) { $0 + size(of: $1) } }
  }

  mutating func addTerms(_ table: inout SearchTermTable, _ postings: [SearchPosting], _ words: SearchTerms) {
    var all = Terms(&table, postings)
    var groups = [[(term: Int, part: Int)]](repeating: [], count: 16)
    for term in 0..<table.count {
      let place = SearchFiles.place(of: words.key(of: Array(all.bytes(of: term))))
      groups[place.group].append((term, place.part))
    }
    for (group, terms) in groups.enumerated() where !terms.isEmpty {
      let terms = terms.sorted { all.table.precedes($0.term, $1.term) }
      let numbers = terms.map { $0.term }
      if all.size(of: numbers) <= SearchFiles.largestGroup {
        layout.terms[group] = SearchFiles.whole
        addFile(numbers, SearchFiles.path("words", [group]), all)
        continue
      }
      for part in 0..<16 {
        let own = terms.filter { $0.part == part }.map { $0.term }
        if own.isEmpty { continue }
        layout.terms[group] |= 1 << UInt32(part)
        addTerms(own, [group, part], Int32(group * 16 + part), words, &all)
      }
    }
  }

  /// Adds the file of some terms, which are in order; if it would be large, with their pieces.
  /// - Parameters:
  ///   - places: those of its name.
  ///   - file: its number in ``SearchFiles/pieces``.
  private mutating func addTerms(
    _ terms: [Int], _ places: [Int], _ file: Int32, _ words: SearchTerms, _ all: inout Terms
  ) {
    let path = SearchFiles.path("words", places)
    guard all.size(of: terms) > Self.largestFile, places.count < SearchFiles.mostPlaces else {
      return addFile(terms, path, all)
    }
    // The pieces are chosen by one character more.
    let more = places.count - 1
    var pieces = [[Int]](repeating: [], count: SearchFiles.mostPieces)
    var (stay, move): ([Int], [Int]) = ([], [])
    for term in terms {
      let bytes = Array(all.bytes(of: term))
      guard words.hasKey(bytes, more) else {
        stay.append(term)
        continue
      }
      move.append(term)
      pieces[SearchFiles.piece(of: words.key(of: bytes, more))].append(term)
    }
    addFile(stay + beginnings(of: move, more - 1, words, &all), path, all)
    var mask: UInt64 = 0
    for (piece, terms) in pieces.enumerated() where !terms.isEmpty { mask |= 1 << UInt64(piece) }
    layout.pieces.append((file, mask))
    for (piece, terms) in pieces.enumerated() where !terms.isEmpty {
      addTerms(terms, places + [piece], SearchFiles.number(ofPiece: piece, of: file), words, &all)
    }
  }

  /// For some terms in order, adds a term for each key that stands for all terms with that key.
  /// - Parameter more: as in ``SearchTerms/key(of:_:)``.
  private func beginnings(of terms: [Int], _ more: Int, _ words: SearchTerms, _ all: inout Terms) -> [Int] {
    var found: [Int] = []
    var rest = terms[...].drop { all.bytes(of: $0).first == SearchFilter.mark }
    while let first = rest.first {
      let key = words.key(of: Array(all.bytes(of: first)), more)
      let own = rest.prefix { words.key(of: Array(all.bytes(of: $0)), more) == key }
      found.append(all.addUnion(of: own, key: key))
      rest = rest.dropFirst(own.count)
    }
    return found
  }

  /// Adds a file of terms: each as the number of bytes that it shares with the one before, the rest, and its list or
  /// the number of its items.
  private mutating func addFile(_ terms: [Int], _ path: [UInt8], _ all: Terms) {
    var out: [UInt8] = []
    out.reserveCapacity(all.size(of: terms) + 4 * terms.count)
    var last: ArraySlice<UInt8> = []
    for term in terms {
      let (bytes, list) = (all.bytes(of: term), all.list(of: term))
      var shared = 0
      while shared < min(last.count, bytes.count), last[last.startIndex + shared] == bytes[bytes.startIndex + shared] {
        shared += 1
      }
      out.pack(shared)
      out.pack(bytes.count - shared)
      out.append(contentsOf: bytes.dropFirst(shared))
      last = bytes
      if list.count <= Self.longList {
        out.pack(ListForm.here.rawValue)
        out.pack(list.count)
        out.append(contentsOf: list)
        continue
      }
      let isDivided = list.count > Self.longest
      out.pack((isDivided ? ListForm.months : .apart).rawValue)
      out.pack(all.itemCount(of: term))
      if isDivided {
        addMonths(bytes, all.searchList(of: term))
      } else {
        files.append((SearchFiles.path(ofLong: bytes, month: nil), Array(list)))
      }
    }
    files.append((path, out))
  }

  /// Adds the files of a list that is divided into months: one with the items without a day and the number of items of
  /// each month, and one for each month.
  private mutating func addMonths(_ term: ArraySlice<UInt8>, _ list: SearchList) {
    let postings = list.postings
    var start = postings.prefix { $0.item.day == SearchItem.lasting }.count
    var head: [UInt8] = []
    list.pack(0..<start, to: &head)
    var months: [(month: CivilMonth, postings: Range<Int>)] = []
    while start < postings.count {
      let month = CivilDate(dayNumber: Int(postings[start].item.day))?.civilMonth
      let last = month?.lastDay.dayNumber ?? .max
      var next = start + 1
      while next < postings.count, postings[next].item.day <= last { next += 1 }
      if let month { months.append((month, start..<next)) }
      start = next
    }
    head.pack(months.count)
    for (month, range) in months {
      head.pack(signed: Int64(month.monthNumber))
      head.pack(range.count)
      var own: [UInt8] = []
      list.pack(range, to: &own)
      files.append((SearchFiles.path(ofLong: term, month: month), own))
    }
    files.append((SearchFiles.path(ofLong: term, month: nil), head))
  }
}
