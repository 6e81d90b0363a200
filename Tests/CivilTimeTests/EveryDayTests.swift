import Bytes
import CivilTime
import Testing

/// Every one of the 7,304,484 days, compared with a calendar that only counts.
struct EveryDayTests {
  /// Four parts that can run beside each other, by their first years.
  static let parts = [(-9999, -5001), (-5000, -1), (0, 4999), (5000, 9999)]

  @Test(arguments: parts)
  func roundTrips(_ first: Int, _ last: Int) throws {
    var expected = Calendar(year: first)
    var text: [UInt8] = []
    let start = try #require(CivilDate(year: first, month: 1, day: 1))
    let end = try #require(CivilDate(year: last, month: 12, day: 31))
    // Monday is 1.
    var weekday = Int(start.weekday.rawValue)
    for number in start.dayNumber...end.dayNumber {
      let date = CivilDate(dayNumber: Int(number)).unsafelyUnwrapped
      let (year, month, day) = date.components
      guard year == expected.year, month == expected.month, day == expected.day,
        CivilDate(year: year, month: month, day: day) == date,
        Int(date.weekday.rawValue) == weekday
      else {
        Issue.record("day \(number) is \(year)-\(month)-\(day), not \(expected)")
        return
      }
      // Text and weeks where errors are likely: around the ends of months and years.
      if day == 1 || day >= 28 {
        text.removeAll(keepingCapacity: true)
        text.append(iso: date)
        let read = try ISO8601.date(text)
        let week = ISOWeek(date)
        guard read == date, date.dayOfYear == expected.dayOfYear,
          week.date(of: date.weekday) == date,
          // A week belongs to the year of its Thursday.
          abs(week.year - year) <= (month == 1 || month == 12 ? 1 : 0)
        else {
          Issue.record("day \(number), \(expected), is read back as \(read), in \(week)")
          return
        }
      }
      expected.step()
      weekday = weekday == 7 ? 1 : weekday + 1
    }
    #expect(expected.year == last + 1)
    #expect(expected.dayOfYear == 1)
  }

  @Test func anchors() throws {
    #expect(CivilDate(year: 1970, month: 1, day: 1)?.dayNumber == 0)
    #expect(CivilDate(year: 1970, month: 1, day: 1)?.weekday == .thursday)
    #expect(CivilDate(year: 2000, month: 3, day: 1)?.dayNumber == 11_017)
    #expect(CivilDate(year: 2026, month: 11, day: 20)?.weekday == .friday)
    #expect(CivilDate(year: 0, month: 1, day: 1)?.dayNumber == -719_528)
    #expect(Int(CivilDate.first.dayNumber) == Bound.dayNumber.range.lowerBound)
    #expect(Int(CivilDate.last.dayNumber) == Bound.dayNumber.range.upperBound)
    #expect(CivilDate.first == CivilDate(year: -9999, month: 1, day: 1))
    #expect(CivilDate.last == CivilDate(year: 9999, month: 12, day: 31))
    #expect(CivilDate(dayNumber: Bound.dayNumber.range.lowerBound - 1) == nil)
    #expect(CivilDate(dayNumber: Bound.dayNumber.range.upperBound + 1) == nil)
    #expect(CivilDate(dayNumber: .max) == nil)
    #expect(CivilDate(dayNumber: .min) == nil)
  }

  /// A date computed by the rules learned at school.
  struct Calendar: CustomStringConvertible {
    var year: Int
    var month = 1
    var day = 1
    var dayOfYear = 1

    init(year: Int) { self.year = year }

    var description: String { "\(year)-\(month)-\(day)" }

    mutating func step() {
      day += 1
      dayOfYear += 1
      let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths = (31, leap ? 29 : 28)
      let length =
        switch month {
        case 2: lengths.1
        case 4, 6, 9, 11: 30
        default: lengths.0
        }
      if day <= length { return }
      day = 1
      month += 1
      if month <= 12 { return }
      month = 1
      year += 1
      dayOfYear = 1
    }
  }
}
