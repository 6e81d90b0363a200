import Bytes
import ICalendar

/// Rules of vCalendar 1.0 ("Recurrence Rule Grammar", versit Consortium, 1996), which old phones and organisers still
/// write: `W2 TU TH #10` is every second week on Tuesday and Thursday, ten times.
enum VCalendarRule {
  /// The rule as RFC 5545 has it; `nil` if it is none of vCalendar, or has times of day or several rules in one.
  static func rule(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    var words = value.trimmed.split(separator: .space).map { String(decoding: $0, as: UTF8.self).uppercased() }
    guard let first = words.first else { return nil }
    words.removeFirst()
    let kind = first.prefix { $0.isLetter }
    guard let interval = Int(first.dropFirst(kind.count)), interval > 0 else { return nil }
    let end: String
    switch words.last {
    case let last? where last.hasPrefix("#"):
      guard let count = Int(last.dropFirst()), count >= 0 else { return nil }
      end = count == 0 ? "" : ";COUNT=\(count)"
      words.removeLast()
    case let last? where DateOrDateTime(Array(last.utf8)) != nil && last.utf8.count >= 8:
      end = ";UNTIL=\(last)"
      words.removeLast()
    // A rule without an end takes place twice.
    default: end = ";COUNT=2"
    }
    guard let parts = parts(kind, words) else { return nil }
    return Array("\(parts.frequency);INTERVAL=\(interval)\(parts.days)\(end)".utf8)
  }

  private static func parts(_ kind: Substring, _ words: [String]) -> (frequency: String, days: String)? {
    func list(_ name: String, _ read: (String) -> String?) -> String? {
      let found = words.compactMap(read)
      if found.count != words.count { return nil }
      return found.isEmpty ? "" : ";\(name)=\(found.joined(separator: ","))"
    }
    switch kind {
    case "D": return words.isEmpty ? ("FREQ=DAILY", "") : nil
    case "W": return list("BYDAY", { weekdays.contains($0) ? $0 : nil }).map { ("FREQ=WEEKLY", $0) }
    case "MD": return list("BYMONTHDAY", { $0 == "LD" ? "-1" : number($0) }).map { ("FREQ=MONTHLY", $0) }
    case "MP": return positions(words).map { ("FREQ=MONTHLY", $0) }
    case "YM": return list("BYMONTH", { number($0) }).map { ("FREQ=YEARLY", $0) }
    case "YD": return list("BYYEARDAY", { number($0) }).map { ("FREQ=YEARLY", $0) }
    default: return nil
    }
  }

  private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// `3` or `3+` counts from the beginning, `1-` from the end.
  private static func number(_ word: String) -> String? {
    let digits = word.last == "+" || word.last == "-" ? word.dropLast() : word[...]
    guard digits.utf8.count < 4, let number = Int(digits), number > 0 else { return nil }
    return word.last == "-" ? "-\(number)" : "\(number)"
  }

  /// `1+ MO TU 2- FR`: each number applies to the days after it.
  private static func positions(_ words: [String]) -> String? {
    var found: [String] = []
    var ordinals: [String] = []
    var hasDays = false
    for word in words {
      if weekdays.contains(word) {
        found += ordinals.map { $0 + word }
        hasDays = true
      } else {
        guard let ordinal = number(word) else { return nil }
        if hasDays { ordinals = [] }
        hasDays = false
        ordinals.append(ordinal)
      }
    }
    return found.isEmpty ? nil : ";BYDAY=\(found.joined(separator: ","))"
  }
}
