import Bytes
import CivilTime
import Events
import ICalendar

/// The index of a site, made of what its readers may see: a function of the events and notes alone, so that a build
/// writes again only the files whose bytes changed, and no order of edits leaves another index than a first build.
package struct SearchIndex: Sendable {
  /// All files but the directory, which depends on the language too.
  package private(set) var files: [(path: [UInt8], bytes: [UInt8])] = []
  package private(set) var layout = SearchFiles()

  /// A list that is longer, in bytes, is a file of its own, so that a word that many events have costs only those who
  /// ask for it.
  static let longList = 2_048
  /// Files of terms that would be larger are divided once more.
  static let largestFile = 24 << 10
  /// Lists of more items are divided into months, of which a query takes those near today first.
  static let longest = 16_384

  /// O(bytes of the texts, and n log n of their terms).
  /// - Parameters:
  ///   - store: what may be seen; blocks of busy time are left out.
  ///   - slugs: the names of event pages.
  package init(_ store: EventStore, _ notes: Notes, _ slugs: EventSlugs) {
    let items = SearchItems(store, notes)
    let texts = SearchTexts(store: store, notes: notes)
    let writer = EventFileWriter(store)
    let reader = SearchTerms()
    var lists = TermLists()
    var entries = Entries()
    for (index, (posting, source)) in items.all.enumerated() {
      let item = Int32(truncatingIfNeeded: index)
      func add(text: [UInt8]) { reader.forEach(in: text) { term, _ in lists.add(term, item) } }
      switch source {
      case .event(let event):
        let fields = texts.fields(ofEvent: event)
        texts.forEach(of: fields, event, add(text:))
        texts.forEachCalendar(ofEvent: event) { lists.add(.calendar, $0, item) }
        for field in fields {
          for category in field.categories { lists.add(.category, category, item) }
          if !field.place.isEmpty { lists.add(.place, field.place, item) }
        }
        entries.add(Self.entry(posting.item, event, fields[0], store, slugs, writer))
      case .note(let note):
        texts.forEach(ofNote: note, add(text:))
        entries.add(Self.entry(posting.item, notes.all[note]))
      }
    }
    addTerms(lists, items, reader)
    add(entries)
  }

  /// For each term its items, by their indices.
  private struct TermLists {
    var names = NameTable()
    var lists: [[Int32]] = []
    /// The filters' terms, by their values, which few events do not share.
    private var filters: [SearchFilter: NameTable] = [:]
    private var filterLists: [SearchFilter: [Int]] = [:]

    mutating func add(_ term: [UInt8], _ item: Int32) { add(names.intern(term), item) }

    private mutating func add(_ id: Int, _ item: Int32) {
      if id == lists.count { lists.append([item]) } else if lists[id].last != item { lists[id].append(item) }
    }

    mutating func add(_ filter: SearchFilter, _ value: [UInt8], _ item: Int32) {
      let number = filters[filter, default: NameTable()].intern(value)
      let known = filterLists[filter, default: []].count
      if number < known { return add(filterLists[filter]![number], item) }
      let id = names.intern(filter.term(value))
      filterLists[filter, default: []].append(id)
      add(id, item)
    }
  }

  // MARK: Terms

  private struct Term {
    var bytes: [UInt8]
    var list: [UInt8]
    var postings: [Int32]
    var part: Int
  }

  private mutating func addTerms(_ lists: TermLists, _ items: SearchItems, _ reader: SearchTerms) {
    var groups = [[Term]](repeating: [], count: 16)
    for id in lists.lists.indices {
      let bytes = lists.names[id]
      var list: [UInt8] = []
      SearchPostings.pack(lists.lists[id].lazy.map { items.all[Int($0)].posting }, to: &list)
      let place = SearchFiles.place(of: reader.key(of: bytes))
      groups[place.group].append(Term(bytes: bytes, list: list, postings: lists.lists[id], part: place.part))
    }
    for (group, terms) in groups.enumerated() where !terms.isEmpty {
      let terms = terms.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      if Self.size(terms) <= SearchFiles.largestGroup {
        layout.terms[group] = SearchFiles.whole
        addFile(terms, SearchFiles.path("words", group, nil), items)
        continue
      }
      for part in 0..<16 {
        let own = terms.filter { $0.part == part }
        if own.isEmpty { continue }
        layout.terms[group] |= 1 << UInt32(part)
        if Self.size(own) <= Self.largestFile {
          addFile(own, SearchFiles.path("words", group, part), items)
          continue
        }
        // By one character more.
        var pieces = [[Term]](repeating: [], count: 16)
        for term in own { pieces[SearchFiles.piece(of: reader.longKey(of: term.bytes))].append(term) }
        var mask: SearchFiles.Parts = 0
        for (piece, terms) in pieces.enumerated() where !terms.isEmpty {
          mask |= 1 << UInt32(piece)
          addFile(terms, SearchFiles.path("words", group, part, piece), items)
        }
        layout.pieces.append((Int32(group * 16 + part), mask))
      }
    }
  }

  /// The bytes of a file of terms, nearly.
  private static func size(_ terms: [Term]) -> Int {
    terms.reduce(0) { $0 + $1.bytes.count + ($1.list.count > longList ? 4 : $1.list.count) }
  }

  /// How a term's list is written.
  enum ListForm: Int {
    /// In the file of its terms.
    case here
    /// In a file of its own.
    case apart
    /// What lasts and the months in a file of its own, each month in another.
    case months
  }

  /// Adds a file of terms: each as the number of bytes that it shares with the one before, the rest, and its list or
  /// the number of its items.
  private mutating func addFile(_ terms: [Term], _ path: [UInt8], _ items: SearchItems) {
    var out: [UInt8] = []
    var last: [UInt8] = []
    for term in terms {
      let shared = zip(last, term.bytes).prefix { $0 == $1 }.count
      out.pack(shared)
      out.pack(Array(term.bytes[shared...]))
      last = term.bytes
      if term.list.count <= Self.longList {
        out.pack(ListForm.here.rawValue)
        out.pack(term.list)
        continue
      }
      let isDivided = term.postings.count > Self.longest
      out.pack((isDivided ? ListForm.months : .apart).rawValue)
      out.pack(term.postings.count)
      if isDivided {
        addMonths(term, items)
      } else {
        files.append((SearchFiles.path(ofLong: term.bytes, month: nil), term.list))
      }
    }
    files.append((path, out))
  }

  /// Adds the files of a list that is divided into months: one with what lasts and the number of items of each month,
  /// and those of the months.
  private mutating func addMonths(_ term: Term, _ items: SearchItems) {
    let postings = term.postings.map { items.all[Int($0)].posting }
    let lasting = postings.prefix { $0.item.day == SearchItem.lasting }
    var head: [UInt8] = []
    SearchPostings.pack(lasting, to: &head)
    var months: [(month: CivilMonth, postings: [SearchPosting])] = []
    for posting in postings[lasting.count...] {
      guard let month = CivilDate(dayNumber: Int(posting.item.day))?.civilMonth else { continue }
      if months.last?.month != month { months.append((month, [])) }
      months[months.count - 1].postings.append(posting)
    }
    head.pack(months.count)
    for (month, postings) in months {
      head.pack(signed: Int64(month.monthNumber))
      head.pack(postings.count)
      var list: [UInt8] = []
      SearchPostings.pack(postings, to: &list)
      files.append((SearchFiles.path(ofLong: term.bytes, month: month), list))
    }
    files.append((SearchFiles.path(ofLong: term.bytes, month: nil), head))
  }

  // MARK: Entries

  /// Packed entries, in the order of their items.
  private struct Entries {
    var months: [(month: CivilMonth, entries: [(day: Int32, bytes: [UInt8])])] = []
    var series = [[(part: Int, bytes: [UInt8])]](repeating: [], count: 16)

    mutating func add(_ entry: SearchEntry) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(64 + entry.title.count + entry.place.count + entry.excerpt.count + entry.data.count)
      entry.pack(to: &bytes)
      if entry.item.day == SearchItem.lasting {
        let place = SearchFiles.place(hash: UInt64(entry.item.id))
        series[place.group].append((place.part, bytes))
      } else if let date = CivilDate(dayNumber: Int(entry.item.day)) {
        if months.last?.month != date.civilMonth { months.append((date.civilMonth, [])) }
        months[months.count - 1].entries.append((date.dayNumber, bytes))
      }
    }
  }

  private mutating func add(_ made: Entries) {
    let (series, months) = (made.series, made.months)
    for (group, entries) in series.enumerated() where !entries.isEmpty {
      if entries.reduce(0, { $0 + $1.bytes.count }) <= SearchFiles.largestGroup {
        layout.series[group] = SearchFiles.whole
        files.append((SearchFiles.path("series", group, nil), Array(entries.map { $0.bytes }.joined())))
        continue
      }
      for part in 0..<16 {
        let own = entries.filter { $0.part == part }
        if own.isEmpty { continue }
        layout.series[group] |= 1 << UInt32(part)
        files.append((SearchFiles.path("series", group, part), Array(own.map { $0.bytes }.joined())))
      }
    }
    for (month, entries) in months {
      let division = SearchFiles.Division.of(entries.count)
      layout.months.append((month.monthNumber, division))
      var last: [UInt8] = []
      for (day, bytes) in entries {
        guard let date = CivilDate(dayNumber: Int(day)) else { continue }
        let path = division.path(of: date)
        if path != last { files.append((path, [])) }
        files[files.count - 1].bytes += bytes
        last = path
      }
    }
  }

  private static func entry(
    _ item: SearchItem, _ index: Int32, _ fields: SearchFields, _ store: EventStore, _ slugs: EventSlugs,
    _ writer: EventFileWriter
  ) -> SearchEntry {
    let event = store.events[Int(index)]
    let kind: SearchEntry.Kind =
      if item.day == SearchItem.lasting {
        .series
      } else {
        switch event.kind {
        case .allDay: .allDay
        case .floating: .floating
        case .zoned: .zoned
        }
      }
    var entry = SearchEntry(item, kind, title: fields.title)
    (entry.start, entry.end) = (event.start, event.end)
    entry.isTentative = event.status == .tentative
    entry.place = fields.place
    entry.excerpt = SearchTexts.excerpt(of: fields.description)
    entry.calendar = store.calendars[Int(event.calendar)].name
    let full = slugs.hash(of: event)
    (entry.hash, entry.isFullHash) = (full ?? event.uidHash, full != nil)
    if kind == .series { entry.data = writer.brief(store.members(of: index)) }
    return entry
  }

  private static func entry(_ item: SearchItem, _ note: NotePage) -> SearchEntry {
    var entry = SearchEntry(item, .note, title: note.title)
    entry.start = item.day == SearchItem.lasting ? 0 : Int64(item.day) * 86_400
    entry.end = item.day == SearchItem.lasting ? 0 : entry.start + 86_400
    entry.excerpt = SearchTexts.excerpt(of: SearchTexts.text(ofHTML: note.html))
    entry.data = note.slug
    return entry
  }
}
