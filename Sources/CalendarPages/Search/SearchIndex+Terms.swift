import Bytes
import CivilTime

/// The files of terms and of long lists.
extension SearchIndex {
  /// A list that is longer, in bytes, is a file of its own, so that a word that many events have costs only those who
  /// ask for it.
  static let longList = 2_048
  /// Files of terms that would be larger are divided once more.
  static let largestFile = 24 << 10
  /// Lists of more items are divided into months, of which a query takes those near today first.
  static let longest = 16_384

  /// How a term's list is written.
  enum ListForm: Int {
    /// In the file of its terms.
    case here
    /// In a file of its own.
    case apart
    /// What lasts and the months in a file of its own, each month in another.
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

    init(_ table: inout SearchTermTable, _ postings: [SearchPosting]) {
      lists = table.lists()
      self.table = table
      self.postings = postings
      written.reserveCapacity(lists.items.count * 5)
      ends.reserveCapacity(table.count)
      for term in 0..<table.count {
        SearchPostings.pack(lists[term].lazy.map { postings[Int($0)] }, to: &written)
        ends.append(written.count)
      }
    }

    func bytes(of term: Int) -> ArraySlice<UInt8> { table.bytes[table.range(of: term)] }

    func list(of term: Int) -> ArraySlice<UInt8> { written[(term == 0 ? 0 : ends[term - 1])..<ends[term]] }

    /// The bytes of a term in its file, nearly.
    func size(of term: Int) -> Int {
      let list = list(of: term).count
      return table.range(of: term).count + (list > SearchIndex.longList ? 4 : list)
    }

    func size(of terms: [Int]) -> Int { terms.reduce(0) { $0 + size(of: $1) } }
  }

  mutating func addTerms(_ table: inout SearchTermTable, _ postings: [SearchPosting], _ words: SearchTerms) {
    let all = Terms(&table, postings)
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
        addFile(numbers, SearchFiles.path("words", group, nil), all)
        continue
      }
      for part in 0..<16 {
        let own = terms.filter { $0.part == part }.map { $0.term }
        if own.isEmpty { continue }
        layout.terms[group] |= 1 << UInt32(part)
        let size = all.size(of: own)
        if size <= Self.largestFile {
          addFile(own, SearchFiles.path("words", group, part), all)
          continue
        }
        // By one character more.
        var pieces = [[Int]](repeating: [], count: 16)
        for term in own { pieces[SearchFiles.piece(of: words.longKey(of: Array(all.bytes(of: term))))].append(term) }
        var mask: SearchFiles.Parts = 0
        for (piece, terms) in pieces.enumerated() where !terms.isEmpty {
          mask |= 1 << UInt32(piece)
          addFile(terms, SearchFiles.path("words", group, part, piece), all)
        }
        layout.pieces.append((Int32(group * 16 + part), mask))
      }
    }
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
      let items = all.lists[term]
      let isDivided = items.count > Self.longest
      out.pack((isDivided ? ListForm.months : .apart).rawValue)
      out.pack(items.count)
      if isDivided {
        addMonths(bytes, items.map { all.postings[Int($0)] })
      } else {
        files.append((SearchFiles.path(ofLong: bytes, month: nil), Array(list)))
      }
    }
    files.append((path, out))
  }

  /// Adds the files of a list that is divided into months: one with what lasts and the number of items of each month,
  /// and those of the months.
  private mutating func addMonths(_ term: ArraySlice<UInt8>, _ postings: [SearchPosting]) {
    var start = postings.prefix { $0.item.day == SearchItem.lasting }.count
    var head: [UInt8] = []
    SearchPostings.pack(postings[..<start], to: &head)
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
      var list: [UInt8] = []
      SearchPostings.pack(postings[range], to: &list)
      files.append((SearchFiles.path(ofLong: term, month: month), list))
    }
    files.append((SearchFiles.path(ofLong: term, month: nil), head))
  }
}
