import Bytes
import CivilTime

/// A calendar whose dates stand beside the Gregorian ones, as a table of its months: the host asks ICU, and the core
/// only counts days from where a month begins.
///
/// A class, since it is large and used on every page. Its months are arrays of numbers and texts, as there is code for
/// these in the browser anyhow.
package final class SecondCalendar: Sendable {
  /// The texts of a month, in the site's language.
  package enum Part: Int, CaseIterable {
    /// "Kislev": its short name, for its first day.
    case short
    /// What stands before and after a day's number in a date: "10 Kislev 5787".
    case dateLead, dateTail
    /// Its name in a heading, "Kislev 5787", with what stands before and after the name.
    case lead, name, tail
    /// Its year in a heading. Nothing stands around it.
    case yearLead, yearName, yearTail

    static let count = 9
  }

  /// Whether its days have other numbers than the Gregorian ones. Otherwise only headings of sections name it.
  let hasOwnDays: Bool
  /// What a page says whose days are beyond the table.
  let reach: [UInt8]
  /// Stands between the dates of two calendars.
  let separator: [UInt8]
  /// The numbers of days of a month: "1" or "א׳".
  let numbers: [[UInt8]]
  /// ``CivilDate/dayNumber`` of the first day of each month, in order, and of the day after the last one. A month that
  /// two eras share counts as two.
  let firsts: [Int]
  /// How many days each month has before its first one: not 0 at the beginning of the table and of eras.
  let skipped: [Int]
  /// The texts of each month, one for each ``Part``.
  let parts: [[UInt8]]

  /// - Precondition: there is a month, and none has more days than `numbers`.
  package init(
    hasOwnDays: Bool, reach: [UInt8], separator: [UInt8], numbers: [[UInt8]], firsts: [Int], skipped: [Int],
    parts: [[UInt8]]
  ) {
    self.hasOwnDays = hasOwnDays
    self.reach = reach
    self.separator = separator
    self.numbers = numbers
    self.firsts = firsts
    self.skipped = skipped
    self.parts = parts
  }

  /// The index of a date's month; -1 outside of the table. O(log months).
  private func month(of date: CivilDate) -> Int {
    let day = Int(date.dayNumber)
    // The month is at `low` or after it, and before `high`.
    var low = -1
    var high = firsts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if firsts[middle] > day { high = middle } else { low = middle }
    }
    return high < firsts.count ? low : -1
  }

  private func append(_ month: Int, _ part: Int, to out: inout [UInt8]) {
    out.append(contentsOf: parts[month * Part.count + part])
  }

  /// Appends a date, "10 Kislev 5787"; nothing outside of the table.
  /// - Parameters:
  ///   - isShort: the number alone, and on the first of a month its short name: "Kislev 1", "2".
  ///   - isNext: whether it follows another date.
  func append(_ date: CivilDate, isShort: Bool = false, isNext: Bool = false, to out: inout [UInt8]) {
    let month = month(of: date)
    if month < 0 { return }
    let number = Int(date.dayNumber) - firsts[month] + skipped[month]
    if isNext { out.append(contentsOf: separator) }
    if !isShort {
      append(month, Part.dateLead.rawValue, to: &out)
    } else if number == 0 {
      append(month, Part.short.rawValue, to: &out)
      out.append(0x20)
    }
    out.append(contentsOf: numbers[number])
    if !isShort { append(month, Part.dateTail.rawValue, to: &out) }
  }

  /// Appends the months that days are in, "Heshvan – Kislev 5787"; nothing if the table does not reach so far.
  /// - Parameter part: ``Part/lead``, or ``Part/yearLead`` for the years alone.
  func append(from first: CivilDate, through last: CivilDate, _ part: Part, to out: inout [UInt8]) {
    let (from, to) = (month(of: first), month(of: last))
    if from < 0 || to < 0 { return }
    let (lead, name, tail) = (part.rawValue, part.rawValue + 1, part.rawValue + 2)
    func isSame(_ part: Int) -> Bool { parts[from * Part.count + part] == parts[to * Part.count + part] }
    let isOneYear = isSame(lead) && isSame(tail)
    if !isOneYear || !isSame(name) {
      append(from, lead, to: &out)
      append(from, name, to: &out)
      if !isOneYear { append(from, tail, to: &out) }
      out.append(" – ")
    }
    if !isOneYear || isSame(name) { append(to, lead, to: &out) }
    append(to, name, to: &out)
    append(to, tail, to: &out)
  }
}

extension SecondCalendar {
  /// Writes the table: each text once, months by their texts' places among them. O(months × texts).
  func pack(to out: inout [UInt8]) {
    var texts: [[UInt8]] = []
    var body: [UInt8] = []
    for (month, skipped) in skipped.enumerated() {
      body.pack(firsts[month + 1] - firsts[month])
      body.pack(skipped)
      for part in parts[(month * Part.count)..<((month + 1) * Part.count)] {
        // Texts come again in the next years.
        let place = texts.lastIndex(of: part) ?? texts.count
        if place == texts.count { texts.append(part) }
        body.pack(place)
      }
    }
    out.append(hasOwnDays ? 1 : 0)
    out.pack(reach)
    out.pack(separator)
    out.pack(numbers)
    out.pack(texts)
    out.pack(signed: Int64(firsts[0]))
    out.pack(skipped.count)
    out += body
  }

  /// Reads what ``pack(to:)`` wrote.
  convenience init(_ reader: inout Unpacker) {
    let hasOwnDays = reader.byte() == 1
    let reach = reader.text()
    let separator = reader.text()
    let numbers = reader.texts()
    let texts = reader.texts()
    var day = Int(Int32(truncatingIfNeeded: reader.signed()))
    var firsts: [Int] = []
    var skipped: [Int] = []
    var parts: [[UInt8]] = []
    for _ in 0..<reader.count() {
      firsts.append(day)
      let length = reader.number(below: numbers.count + 1)
      skipped.append(reader.number(below: numbers.count + 1 - length))
      for _ in 0..<Part.count {
        let place = reader.number(below: texts.count)
        if place < texts.count { parts.append(texts[place]) }
      }
      day += length
    }
    firsts.append(day)
    self.init(
      hasOwnDays: hasOwnDays, reach: reach, separator: separator, numbers: numbers, firsts: firsts, skipped: skipped,
      parts: parts)
  }
}
