import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar

/// The index of a site, made of what its readers may see: a function of the events and notes alone, so that a build
/// writes again only the files whose bytes changed, and no order of edits leaves another index than a first build.
package struct SearchIndex: Sendable {
  /// All files but the directory, which depends on the language too.
  package internal(set) var files: [(path: [UInt8], bytes: [UInt8])] = []
  package internal(set) var layout = SearchFiles()
}

extension SearchIndex {
  /// O(bytes of the texts, and n log n of their terms).
  /// - Parameters:
  ///   - store: what may be seen; blocks of busy time are left out.
  ///   - slugs: the names of event pages.
  package init(_ store: EventStore, _ notes: Notes, _ slugs: EventSlugs) {
    let items = SearchItems(store, notes)
    var reading = SearchReading(store, notes, items: items.all.count)
    var entries = SearchEntries(store, slugs, items: items.all.count)
    // In the order of the content, so that its bytes are read sequentially.
    for index in items.inContentOrder {
      let (posting, source) = items.all[Int(index)]
      reading.begin(item: Int(index))
      switch source {
      case .event(let event):
        let fields = reading.read(event: event)
        entries.add(posting.item, number: Int(index), event: event, fields)
      case .note(let note):
        reading.read(note: note)
        entries.add(posting.item, number: Int(index), notes.all[note])
      }
    }
    addTerms(&reading.table, items.all.map { $0.posting }, reading.words)
    reading.room.free()
    add(entries)
  }
}

/// Reads the terms of a site's events and notes, item by item.
private struct SearchReading {
  let words = SearchTerms()
  let room = SearchTerms.Room()
  var table: SearchTermTable
  private let store: EventStore
  private let texts: SearchTexts
  /// The terms of calendars, by their numbers; -1 before the first use.
  private var calendars: [Int32]
  private var categories = FilterTerms(.category)
  private var places = FilterTerms(.place)
  /// The place of the item's next character of scripts that do not divide words.
  private var next: Int32 = 0

  /// - Parameter items: the number of all items.
  init(_ store: EventStore, _ notes: Notes, items: Int) {
    self.store = store
    table = SearchTermTable(items: items)
    texts = SearchTexts(store: store, notes: notes)
    calendars = [Int32](repeating: -1, count: store.calendars.count)
  }

  /// Begins an item, each once and in any order.
  mutating func begin(item: Int) {
    table.begin(item: item)
    next = 0
  }

  /// Adds the terms of an event or a series; returns what the event itself says.
  mutating func read(event: Int32) -> SearchFields {
    let fields = SearchFields(store[event], store)
    read(fields)
    for fields in texts.overrides(of: event) { read(fields) }
    let texts = texts
    texts.forEachNote(on: event) { add($0, $1) }
    texts.forEachCalendar(ofEvent: event) { add(calendar: Int($0)) }
    return fields
  }

  mutating func read(note: Int) {
    let texts = texts
    texts.forEach(ofNote: note) { add($0, $1) }
  }

  private mutating func read(_ fields: SearchFields) {
    SearchTexts.forEach(of: fields) { add($0, $1) }
    for category in fields.categories { categories.add(category, &table) }
    if !fields.place.isEmpty { places.add(fields.place, &table) }
  }

  private mutating func add(calendar: Int) {
    if calendars[calendar] < 0 {
      calendars[calendar] = Self.number(of: SearchFilter.calendar.term(store.calendars[calendar].name), &table)
    }
    table.add(calendars[calendar])
  }

  private mutating func add(_ text: ArraySlice<UInt8>, _ isEscaped: Bool) {
    text.withUnsafeBufferPointer { text in
      next = words.forEach(in: text, room, from: next, isEscaped: isEscaped) { term, place in
        table.add(term, place: place)
      }
    }
  }

  private static func number(of term: [UInt8], _ table: inout SearchTermTable) -> Int32 {
    term.withUnsafeBufferPointer { table.number(of: $0) }
  }

  /// The terms of a filter, by its values; most values belong to many events.
  private struct FilterTerms {
    private let filter: SearchFilter
    private var values = NameTable()
    private var terms: [Int32] = []

    init(_ filter: SearchFilter) { self.filter = filter }

    mutating func add(_ value: ArraySlice<UInt8>, _ table: inout SearchTermTable) {
      let number = values.intern(value)
      if number == terms.count { terms.append(SearchReading.number(of: filter.term(Array(value)), &table)) }
      table.add(terms[number])
    }
  }
}
