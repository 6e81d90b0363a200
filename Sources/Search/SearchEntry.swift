import Bytes
import CivilTime
import Events
import TimeZones

/// A single event, a series or a note: what a result shows of it, and the data of its times.
package struct SearchEntry: Sendable {
  package enum Kind: UInt8, Sendable {
    case allDay, floating, zoned
    /// Its times are in ``calendar``, an iCalendar file.
    case series
    case note
  }

  package var item: SearchItem
  package var kind: Kind
  /// As ``Events/Event/start`` and ``Events/Event/end``; for a note on a day, the day's midnight; 0 without a day.
  package var start: Int64 = 0
  package var end: Int64 = 0
  package var isTentative = false
  package var title: [UInt8]
  package var place: [UInt8] = []
  /// The beginning of the description.
  package var excerpt: [UInt8] = []
  /// The name of the calendar; empty for notes.
  package var calendar: [UInt8] = []
  /// The name of its page; empty if it is made of the title and ``hash``.
  package var name: [UInt8] = []
  package var hash: UInt64 = 0
  /// A note's slug; a series' iCalendar file.
  package var data: [UInt8] = []

  /// The next entry; `nil` if the bytes are none.
  package init?(_ reader: inout Unpacker) {
    let flags = reader.byte()
    guard let kind = Kind(rawValue: flags & 7) else { return nil }
    let isLasting = flags & 128 != 0
    let day = isLasting ? Int64(SearchItem.lasting) : reader.signed()
    // Not truncated: an `Int` of a browser's module has 32 bits.
    guard isLasting || Int(exactly: day).flatMap({ CivilDate(dayNumber: $0) }) != nil else { return nil }
    self.kind = kind
    item = SearchItem(day: Int32(truncatingIfNeeded: day), id: reader.id(isLasting ? 4 : 3))
    if !isLasting {
      let (start, length) = (reader.signed(), reader.signed())
      // No event is longer than all years.
      guard start.magnitude < 1 << 40, length.magnitude < 1 << 40 else { return nil }
      self.start = day * 86_400 + start
      end = self.start + length
    }
    isTentative = flags & 8 != 0
    title = reader.text()
    if flags & 16 != 0 { place = reader.text() }
    if flags & 32 != 0 { excerpt = reader.text() }
    if kind == .note || kind == .series { data = reader.text() }
    if kind != .note {
      calendar = reader.text()
      if flags & 64 != 0 {
        name = reader.text()
      } else {
        for place in 0..<8 { hash |= UInt64(reader.byte()) << UInt64(place * 8) }
      }
    }
    if !reader.isSound { return nil }
  }

  /// The entries of a file; those before the first that can't be read. O(file).
  static func all(in file: [UInt8]) -> [SearchEntry] {
    var reader = Unpacker(file)
    var entries: [SearchEntry] = []
    while !reader.isAtEnd, let entry = SearchEntry(&reader) { entries.append(entry) }
    return entries
  }
}
