/// The hours of a day as people write them: `09:00-17:00`.
package enum WorkingHours {
  package static let usual = 9 * 60..<17 * 60

  /// Minutes from midnight; `nil` if a text is not two times, the first before the second. `24:00` is the end of a day.
  package static func read(_ text: String) -> Range<Int>? {
    guard let match = text.wholeMatch(of: #/(\d{1,2}):(\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)/#) else { return nil }
    guard let beginHour = Int(match.1), let beginMinute = Int(match.2), let endHour = Int(match.3),
      let endMinute = Int(match.4),
      beginMinute < 60, endMinute < 60
    else { return nil }
    let begin = beginHour * 60 + beginMinute
    let end = endHour * 60 + endMinute
    return begin < end && end <= 1440 ? begin..<end : nil
  }
}
