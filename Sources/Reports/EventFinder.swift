import Bytes
import Events
import Foundation
import Gate
import Publishing

/// Finds an event by its UID, its place or a part of its title.
struct EventFinder {
  private let loaded: LoadedContent
  private let store: EventStore

  /// The greatest number of events that are listed if several are meant.
  private static let limit = 20

  /// - Parameter store: all events of the content.
  init(_ loaded: LoadedContent, _ store: EventStore) { (self.loaded, self.store) = (loaded, store) }

  /// The event with a UID; otherwise the one at `path:line`; otherwise the one with a title, or with a title that
  /// contains the text, without regard to case. For a series, its master. O(titles).
  func event(_ text: String) throws(BuildError) -> Int32 {
    let wanted = Self.folded(text)
    guard !wanted.isEmpty else { throw .usage("the event is empty; write its UID or a part of its title") }
    if let index = store.event(uid: Array(text.utf8)) { return index }
    if let index = store.events.indices.first(where: { place(Int32($0)) == text }) { return main(Int32(index)) }
    let titles = store.events.map { Self.folded(String(decoding: store.text($0.title, of: $0), as: UTF8.self)) }
    var found = distinct(titles.indices.filter { titles[$0] == wanted })
    if found.isEmpty { found = distinct(titles.indices.filter { titles[$0].contains(wanted) }) }
    switch found.count {
    case 0: throw .usage("\(text): no event has this UID or title\(suggestion(text))")
    case 1: return found[0]
    default:
      var lines = ["\(text): \(found.count) events have this in their titles; name one of them by its UID"]
      lines += found.prefix(Self.limit).map { line($0) }
      if found.count > Self.limit { lines.append("  and \(found.count - Self.limit) more") }
      throw .ambiguous(lines)
    }
  }

  /// Where an event is written.
  func place(_ index: Int32) -> String {
    let event = store[index]
    return "\(loaded.path(of: event)):\(event.line)"
  }

  private func main(_ index: Int32) -> Int32 {
    let event = store[index]
    return event.uid.isEmpty ? index : store.event(uid: store.text(event.uid, of: event)) ?? index
  }

  /// The events in the order of the content, each series once.
  private func distinct(_ indices: [Int]) -> [Int32] { indices.map { main(Int32($0)) }.unique }

  private func line(_ index: Int32) -> String {
    let event = store[index]
    let title = String(decoding: quoted(store.text(event.title, of: event)), as: UTF8.self)
    if event.uid.isEmpty { return "  \(place(index))  \(title), which has no UID: name it by this place" }
    return "  \(String(decoding: store.text(event.uid, of: event), as: UTF8.self))  \(title) (\(place(index)))"
  }

  private func suggestion(_ text: String) -> String {
    // A longer text is no misspelling, and comparing costs the product of the lengths.
    if text.utf8.count > 256 { return "; see agenda for the events" }
    let names = store.events.flatMap { [store.text($0.title, of: $0), store.text($0.uid, of: $0)] }
    let near = nearest(text.utf8, in: Set(names).sorted { $0.lexicographicallyPrecedes($1) }, most: 3)
    if near.isEmpty { return "; see agenda for the events" }
    return "; did you mean " + near.map { String(decoding: quoted($0), as: UTF8.self) }.joined(separator: " or ") + "?"
  }

  private static func folded(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).folding(options: [.caseInsensitive], locale: nil)
  }
}
