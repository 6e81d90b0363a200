import Bytes
import CivilTime

/// A calendar whose dates stand beside the Gregorian ones, as a table of its months: the host asks ICU, and the core
/// only counts days from where a month begins.
///
/// Whatever can be written beforehand is, and all is numbers and texts in few arrays: the browser hardly needs code.
package final class SecondCalendar: Sendable {
  /// Indices of ``texts``: the text for days beyond the table, the separator between the dates of two calendars, and
  /// the first number of a day, "1" or "א׳", of ``mostDays`` in all.
  package static let reach = 0, separator = 1, firstNumber = 2, mostDays = 32
  /// Offsets in ``months`` of the numbers of a month: ``CivilDate/dayNumber`` of its first day; how many days it has
  /// before that, which is not 0 at the beginning of the table and of eras; indices of its short name, "Kislev", and of
  /// the texts before and after the number in a date, "10 Kislev 5787".
  private static let first = 0, skipped = 1, short = 2, lead = 3, tail = 4, numbers = 5
  /// The number of headings of a year in ``headings``: its own and those of its months.
  private static let yearHeadings = 13

  /// Whether its days have other numbers than the Gregorian ones. Otherwise only headings of sections name it.
  let hasOwnDays: Bool
  /// Each text once.
  let texts: [[UInt8]]
  /// Five numbers for each month, and the day after the last one. A month that two eras share counts as two.
  let months: [Int]
  /// The Gregorian year of the first of ``headings``.
  let year: Int
  /// Indices of the headings of Gregorian years and months: "5786 – 5787", "Heshvan – Kislev 5787".
  let headings: [Int]

  /// - Precondition: indices are those of texts, and no month has more than ``mostDays``.
  package init(hasOwnDays: Bool, texts: [[UInt8]], months: [Int], year: Int, headings: [Int]) {
    self.hasOwnDays = hasOwnDays
    self.texts = texts
    self.months = months
    self.year = year
    self.headings = headings
  }

  /// Appends a date, "10 Kislev 5787"; nothing outside of the table.
  /// - Parameters:
  ///   - isShort: the number alone, and on the first of a month its short name: "Kislev 1", "2".
  ///   - isNext: whether it follows another date.
  func append(_ date: CivilDate, isShort: Bool = false, isNext: Bool = false, to out: inout [UInt8]) {
    let month = self.month(of: date)
    if month < 0 { return }
    let number = self.number(of: date, in: month)
    if isNext { out.append(contentsOf: texts[Self.separator]) }
    if !isShort {
      out.append(contentsOf: texts[months[month + Self.lead]])
    } else if number == 0 {
      out.append(contentsOf: texts[months[month + Self.short]])
      out.append(.space)
    }
    out.append(contentsOf: texts[Self.firstNumber + number])
    if !isShort { out.append(contentsOf: texts[months[month + Self.tail]]) }
  }

  /// Appends a range of days, both ends included: "10 – 16 Kislev 5787", "25 Elul 5786 – 2 Tishri 5787"; nothing if the
  /// table lacks one of them.
  func append(from first: CivilDate, through last: CivilDate, to out: inout [UInt8]) {
    let month = self.month(of: first)
    let end = self.month(of: last)
    if month < 0 || end < 0 { return }
    append(first, to: &out)
    // The text after the number is written once, at the end.
    if month == end { out.removeLast(texts[months[month + Self.tail]].count) }
    out.append(" – ")
    if month != end { return append(last, to: &out) }
    out.append(contentsOf: texts[Self.firstNumber + number(of: last, in: month)])
    out.append(contentsOf: texts[months[month + Self.tail]])
  }

  /// The place of a day's month in ``months``; -1 outside of the table.
  private func month(of date: CivilDate) -> Int {
    let day = Int(date.dayNumber)
    if day < months[0] || day >= months[months.count - 1] { return -1 }
    // No month has more days: so the month of the day is this one or soon after it.
    var month = (day - months[0]) / Self.mostDays * Self.numbers
    while months[month + Self.numbers] <= day { month += Self.numbers }
    return month
  }

  /// The number of a day within its month, from 0.
  private func number(of date: CivilDate, in month: Int) -> Int {
    (Int(date.dayNumber) - months[month] + months[month + Self.skipped]) % Self.mostDays
  }

  /// The heading of a Gregorian month; empty outside of the table.
  /// - Parameter month: 1 to 12; 0 for the whole year.
  func heading(year: Int, month: Int) -> [UInt8] {
    let index = (year - self.year) * Self.yearHeadings + month
    return index >= 0 && index < headings.count ? texts[headings[index]] : []
  }
}

extension SecondCalendar: Packable {
  package func pack(to out: inout [UInt8]) {
    out.append(hasOwnDays ? 1 : 0)
    out.pack(texts)
    out.pack(signed: Int64(months[0]))
    out.pack(months.count / Self.numbers)
    for month in stride(from: 0, to: months.count - 1, by: Self.numbers) {
      out.pack(months[month + Self.numbers] - months[month])
      for place in Self.skipped..<Self.numbers { out.pack(months[month + place]) }
    }
    out.pack(signed: Int64(year))
    out.pack(headings.count)
    for place in headings { out.pack(place) }
  }

  package convenience init(_ reader: inout Unpacker) {
    let hasOwnDays = reader.byte() == 1
    let texts = reader.texts()
    if texts.count < Self.firstNumber + Self.mostDays { reader.fail() }
    var day = Int(Int32(truncatingIfNeeded: reader.signed()))
    var months: [Int] = []
    for _ in 0..<reader.count() {
      months.append(day)
      day += reader.number(below: Self.mostDays + 1)
      for _ in Self.skipped..<Self.numbers { months.append(reader.number(below: texts.count)) }
    }
    months.append(day)
    let year = Int(Int32(truncatingIfNeeded: reader.signed()))
    var headings: [Int] = []
    for _ in 0..<reader.count() { headings.append(reader.number(below: texts.count)) }
    self.init(hasOwnDays: hasOwnDays, texts: texts, months: months, year: year, headings: headings)
  }
}
