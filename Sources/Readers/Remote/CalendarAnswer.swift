import Bytes
import ICalendar

/// What servers send as calendars (RFC 5545, or one of the other formats of ``CalendarFormat``).
enum CalendarAnswer {
  /// Why a text is not a whole calendar, in words after "its answer"; `nil` if it is one. O(bytes).
  static func flaw(_ body: [UInt8]) -> String? {
    let text = body.withoutMark.trimmed
    if text.isEmpty { return "is empty" }
    if text.first == .ascii("<"), !XCalReader.isXCal(text) {
      return "is a web page, not a calendar; write the address of its .ics file as source:"
    }
    if let syntax = OtherSyntax.of(Array(text.prefix(4_096))) { return syntax.row.flaw(body) }
    guard text.prefix(15).asciiUppercased.starts(with: "BEGIN:VCALENDAR".utf8) else {
      return "is not a calendar; write the address of an .ics file as source:"
    }
    if text.contains(0) { return "holds NUL bytes, which no calendar does" }
    var open = 0
    var last: ArraySlice<UInt8> = []
    forEachLine(of: text) { line in
      if line.isDelimiter("BEGIN:VCALENDAR") { open += 1 }
      if line.isDelimiter("END:VCALENDAR") { open -= 1 }
      if !line.trimmed.isEmpty { last = line.trimmed }
    }
    // Calendars may follow each other (RFC 5545, 3.4). Other text after them, such as a remark of the server, is
    // skipped and reported by the reader; an incomplete BEGIN:VCALENDAR at the end means that the answer was cut off.
    guard open == 0, !"BEGIN:VCALENDAR".utf8.starts(with: last.asciiUppercased) else {
      return "was cut off: END:VCALENDAR is missing"
    }
    return nil
  }

  /// After how many seconds a calendar wants to be fetched again: REFRESH-INTERVAL (RFC 7986, 5.7), otherwise
  /// X-PUBLISHED-TTL; `nil` if it says neither.
  static func refresh(_ body: [UInt8]) -> Int64? { texts(of: body).lazy.compactMap { stated(in: $0) }.min() }

  private static func stated(in body: [UInt8]) -> Int64? {
    var found: [Int64?] = [nil, nil]
    var depth = 0
    for line in body.split(separator: .lineFeed, maxSplits: 1_000) {
      let line = line.trimmed
      if line.prefix(6).asciiUppercased.elementsEqual("BEGIN:".utf8) { depth += 1 }
      // Components come after the properties of the calendar.
      if depth > 1 { break }
      for (place, name) in ["REFRESH-INTERVAL", "X-PUBLISHED-TTL"].enumerated()
      where line.prefix(name.utf8.count).asciiUppercased.elementsEqual(name.utf8) {
        let rest = line.dropFirst(name.utf8.count)
        guard let first = rest.first, first == .ascii(":") || first == .ascii(";"),
          let colon = rest.firstIndex(of: .ascii(":")), let length = ICalendarDuration(rest[(colon + 1)...].trimmed),
          length.nominalSeconds > 0
        else { continue }
        found[place] = length.nominalSeconds
      }
    }
    return found[0] ?? found[1]
  }

  /// The new body, with the components of the old one where they differ in DTSTAMP only: many servers write the time of
  /// the request there. O(bytes).
  static func keepingStamps(of old: [UInt8], in new: [UInt8]) -> [UInt8] {
    if old == new { return old }
    if CalendarFormat(of: old, named: "") != .iCalendar || CalendarFormat(of: new, named: "") != .iCalendar {
      // Other formats are compared as a whole.
      let (before, after) = (texts(of: old), texts(of: new))
      let isSame = before.count == after.count && zip(before, after).allSatisfy { keepingStamps(of: $0, in: $1) == $0 }
      return isSame && !before.isEmpty ? old : new
    }
    var known: [UInt64: (ArraySlice<UInt8>, [UInt8])] = [:]
    forEachComponent(of: old[...]) { part, isComponent in
      guard isComponent else { return }
      let bare = withoutStamp(part)
      known[StableHash.of(bare)] = (part, bare)
    }
    var out: [UInt8] = []
    out.reserveCapacity(new.count)
    forEachComponent(of: new[...]) { part, isComponent in
      let bare = isComponent ? withoutStamp(part) : []
      if isComponent, let (same, text) = known[StableHash.of(bare)], text == bare {
        out += same
      } else {
        out += part
      }
    }
    return out
  }

  /// Calls back with the parts of a calendar in order: whole components of it, and what is between them.
  private static func forEachComponent(of bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>, Bool) -> Void) {
    var depth = 0
    var start = bytes.startIndex
    forEachLine(of: bytes) { line in
      if line.prefix(6).asciiUppercased.elementsEqual("BEGIN:".utf8) {
        depth += 1
        if depth == 2 {
          if start < line.startIndex { body(bytes[start..<line.startIndex], false) }
          start = line.startIndex
        }
      } else if line.prefix(4).asciiUppercased.elementsEqual("END:".utf8) {
        depth -= 1
        if depth == 1 {
          body(bytes[start..<line.endIndex], true)
          start = line.endIndex
        }
      }
    }
    if start < bytes.endIndex { body(bytes[start...], false) }
  }

  private static func withoutStamp(_ component: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var isStamp = false
    forEachLine(of: component) { line in
      // A folded line continues the one before.
      if line.first != .space, line.first != .tab {
        isStamp =
          line.prefix(7).asciiUppercased.elementsEqual("DTSTAMP".utf8)
          && (line.dropFirst(7).first == .ascii(":") || line.dropFirst(7).first == .ascii(";"))
      }
      if !isStamp { out += line }
    }
    return out
  }

  /// Calls back with each line and its line ending.
  private static func forEachLine(of bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: .lineFeed).map { $0 + 1 } ?? bytes.endIndex
      body(bytes[start..<end])
      start = end
    }
  }
}

extension ArraySlice where Element == UInt8 {
  /// Whether a line is this text, in any case.
  fileprivate func isDelimiter(_ text: String) -> Bool {
    // Most lines end here.
    guard let first, first | 0x20 == text.utf8.first! | 0x20 else { return false }
    return trimmed.count == text.utf8.count && trimmed.asciiUppercased.elementsEqual(text.utf8)
  }
}
