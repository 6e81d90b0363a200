import Bytes
import CivilTime
import Events

/// Which files the index has, and their paths. Names do not depend on bytes, so that a change of one event changes only
/// the files of its words, of its day, and rarely the directory.
///
/// Terms and series are divided into 16 groups by a hash. A group of more than ``largestGroup`` bytes is divided into
/// 16 parts, and a large part of terms into up to 64 pieces, by a hash of one character more; so is a large piece. The
/// file that is divided then has the terms that are no longer than their ``SearchTerms/key(of:_:)``, and for each key
/// the list of all longer terms that begin so. Entries of events are in files of months, those of months with many in
/// files of quarters or of days.
package struct SearchFiles: Equatable, Sendable {
  /// The parts of a group that are files: none, a single file (``whole``), or a bit for each part.
  package typealias Parts = UInt32

  /// A group that is one file.
  static let whole: Parts = 1 << 16

  /// By group.
  package var terms = [Parts](repeating: 0, count: 16)
  package var series = [Parts](repeating: 0, count: 16)
  /// The parts and pieces of terms that are divided once more, and a bit for each piece. The number of a part is its
  /// place and 16 times its group; for that of a piece see ``number(ofPiece:of:)``.
  package var pieces: [(file: Int32, mask: UInt64)] = []
  /// The months of which there are entries, in order.
  package var months: [(month: Int32, division: Division)] = []

  /// How many files have the entries of a month.
  package enum Division: Int, Sendable {
    case whole
    /// Four: three of eight days each, and one of the rest.
    case quarters
    case days

    /// The division for entries of this many bytes: a query rarely takes more than some 20 files, each of some 5 KB.
    static func of(bytes: Int) -> Division { bytes <= 8 << 10 ? .whole : bytes <= 40 << 10 ? .quarters : .days }

    /// The last day of the file with the entries of a day.
    func last(of date: CivilDate) -> CivilDate {
      switch self {
      case .whole: date.civilMonth.lastDay
      case .quarters: date.day > 24 ? date.civilMonth.lastDay : date.adding(days: 7 - (date.day - 1) % 8) ?? date
      case .days: date
      }
    }

    /// The path of the file with the entries of a day.
    func path(of date: CivilDate) -> [UInt8] {
      switch self {
      case .whole: SearchFiles.path(ofMonth: date.civilMonth)
      case .quarters: SearchFiles.path(ofDay: date.adding(days: -((min(date.day, 32) - 1) % 8)) ?? date)
      case .days: SearchFiles.path(ofDay: date)
      }
    }
  }

  package init() {}

  package static func == (left: SearchFiles, right: SearchFiles) -> Bool {
    left.terms == right.terms && left.series == right.series && left.months.elementsEqual(right.months, by: ==)
      && left.pieces.elementsEqual(right.pieces, by: ==)
  }

  /// A small site gets few files, and a large one no file that takes long to load.
  static let largestGroup = 16 << 10
  package static let folder: StaticString = "data/search/"
  /// The path of the directory.
  package static let directory: StaticString = "data/search/search.bin"

  /// The group and the part of a key.
  static func place(of key: some Sequence<UInt8>) -> (group: Int, part: Int) { place(hash: StableHash.of(key)) }

  static func place(hash: UInt64) -> (group: Int, part: Int) { (Int(hash & 15), Int(hash >> 4 & 15)) }

  /// The most pieces of a part.
  static let mostPieces = 64

  /// The piece of a longer key.
  static func piece(of key: some Sequence<UInt8>) -> Int { Int(StableHash.of(key) >> 8 & 63) }

  /// The number of a piece of a part or a piece: after those of all that are divided fewer times.
  static func number(ofPiece piece: Int, of file: Int32) -> Int32 { 256 + file * 64 + Int32(piece) }

  /// The most places in the name of a file of terms: of a group, a part, a piece and its piece.
  static let mostPlaces = 4

  /// `data/search/words/7.bin`, `data/search/words/7-b.bin` or `data/search/words/7-b-2e.bin`.
  /// - Parameter places: a group, and as far as it is divided its part, the part's piece and its piece.
  static func path(_ name: StaticString, _ places: [Int]) -> [UInt8] {
    path(name) { path in
      for (index, place) in places.enumerated() {
        if index > 0 { path.append(ascii: "-") }
        path.append(hexadecimal: UInt64(place))
      }
    }
  }

  /// The path of the file of a key among groups; `nil` if there is none.
  static func path(_ name: StaticString, _ groups: [Parts], hash: UInt64) -> [UInt8]? {
    let (group, part) = place(hash: hash)
    guard group < groups.count else { return nil }
    if groups[group] & whole != 0 { return path(name, [group]) }
    return groups[group] >> UInt32(part) & 1 == 0 ? nil : path(name, [group, part])
  }

  /// The path of the file that has a term, or all terms that begin like it; `nil` if there is none.
  func path(of term: SearchTerm, _ words: SearchTerms) -> [UInt8]? {
    let (group, part) = Self.place(of: words.key(of: term.bytes))
    guard group < terms.count else { return nil }
    if terms[group] & Self.whole != 0 { return Self.path("words", [group]) }
    if terms[group] >> UInt32(part) & 1 == 0 { return nil }
    var places = [group, part]
    var file = Int32(group * 16 + part)
    while let mask = pieces.first(where: { $0.file == file })?.mask, words.hasKey(term.bytes, places.count - 1) {
      let piece = Self.piece(of: words.key(of: term.bytes, places.count - 1))
      if mask >> UInt64(piece) & 1 == 0 { return nil }
      places.append(piece)
      file = Self.number(ofPiece: piece, of: file)
    }
    return Self.path("words", places)
  }

  /// The path of a term's long list, or of one month of it.
  static func path(ofLong term: some Sequence<UInt8>, month: CivilMonth?) -> [UInt8] {
    path("long") { path in
      path.append(base32: StableHash.of(term), digits: 13)
      if let month {
        path.append(ascii: "-")
        path.append(iso: month)
      }
    }
  }

  /// `data/search/events/2026-11.bin`.
  static func path(ofMonth month: CivilMonth) -> [UInt8] { path("events") { $0.append(iso: month) } }

  /// `data/search/events/2026-11-20.bin`, of that day or of the quarter of a month that begins with it.
  static func path(ofDay day: CivilDate) -> [UInt8] { path("events") { $0.append(iso: day) } }

  /// The path of a file in one of the folders of the index.
  private static func path(_ name: StaticString, _ appendFile: (inout [UInt8]) -> Void) -> [UInt8] {
    var path = [UInt8](folder)
    path.append(name)
    path.append(ascii: "/")
    appendFile(&path)
    path.append(".bin")
    return path
  }

  /// The path of the file with the entry of an item; `nil` if there is none.
  func path(ofEntry item: SearchItem) -> [UInt8]? {
    if item.day == SearchItem.lasting { return Self.path("series", series, hash: UInt64(item.id)) }
    guard let date = CivilDate(dayNumber: Int(item.day)) else { return nil }
    let month = date.civilMonth
    let index = months.partitioningIndex { $0.month >= month.monthNumber }
    guard index < months.count, months[index].month == month.monthNumber else { return nil }
    return months[index].division.path(of: date)
  }
}

// MARK: Its form in the directory

extension SearchFiles: Packable {
  package func pack(to out: inout [UInt8]) {
    for parts in terms + series { out.pack(UInt64(parts)) }
    out.pack(pieces.count)
    for (file, mask) in pieces {
      out.pack(Int(file))
      out.pack(mask)
    }
    out.pack(months.count)
    var last: Int32 = -200_000
    for (month, division) in months {
      out.pack(UInt64(month - last) << 2 | UInt64(division.rawValue))
      last = month
    }
  }

  package init(_ reader: inout Unpacker) {
    for group in 0..<16 { terms[group] = Parts(truncatingIfNeeded: reader.number(below: 1 << 17)) }
    for group in 0..<16 { series[group] = Parts(truncatingIfNeeded: reader.number(below: 1 << 17)) }
    for _ in 0..<reader.count() {
      let file = Int32(reader.number(below: 1 << 21))
      pieces.append((file, reader.number()))
    }
    var last: Int32 = -200_000
    for _ in 0..<reader.count() {
      let step = reader.number(below: 1 << 20)
      last &+= Int32(truncatingIfNeeded: step >> 2)
      months.append((last, Division(rawValue: step & 3) ?? .whole))
    }
  }
}
