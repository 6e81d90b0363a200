/// The days that a rule chooses in a year or a month of its calendar.
extension ScaledRule {
  /// The days of a year, each as a number of days.
  /// - Parameters:
  ///   - year: indices of its months in `months`.
  ///   - own: the month of DTSTART, and `day` its day in it.
  func days(ofYear year: Range<Int>, _ months: [ScaledMonth], _ own: ScaledMonth, _ day: Int) -> [Int] {
    let first = months[year.lowerBound].first
    let length = months[year.upperBound - 1].first + months[year.upperBound - 1].count - first
    let hasDays = !byMonthDay.isEmpty || !byYearDay.isEmpty || !byDay.isEmpty
    var wanted = byMonth
    // DTSTART supplies what the rule does not say.
    if wanted.isEmpty, !hasDays { wanted = [Month(number: own.number, isLeap: own.isLeap)] }
    let chosen = wanted.isEmpty ? Array(year) : wanted.compactMap { self.month($0, of: year, months) }
    var found: [Int]?
    func limit(_ days: [Int]) {
      let wanted = Set(days)
      found = found.map { known in known.filter { wanted.contains($0) } } ?? days
    }
    if !byYearDay.isEmpty {
      limit(byYearDay.compactMap { self.day($0, first: first, count: length) })
      if !byMonth.isEmpty {
        limit(chosen.flatMap { Array(months[$0].first..<months[$0].first + months[$0].count) })
      }
    }
    if !byMonthDay.isEmpty {
      limit(chosen.flatMap { month in byMonthDay.compactMap { self.day($0, months, month) } })
    }
    if !byDay.isEmpty {
      // An ordinal counts within the months of BYMONTH, otherwise within the year.
      if byMonth.isEmpty {
        limit(weekdays(first, length))
      } else {
        limit(chosen.flatMap { weekdays(months[$0].first, months[$0].count) })
      }
    }
    return found ?? chosen.compactMap { self.day(day, months, $0) }
  }

  /// The same of the month with an index.
  func days(ofMonth index: Int, _ months: [ScaledMonth], _ day: Int) -> [Int] {
    let month = months[index]
    if byMonthDay.isEmpty, byDay.isEmpty { return self.day(day, months, index).map { [$0] } ?? [] }
    var found = byMonthDay.isEmpty ? nil : byMonthDay.compactMap { self.day($0, months, index) }
    if !byDay.isEmpty {
      let days = Set(weekdays(month.first, month.count))
      found = found.map { known in known.filter { days.contains($0) } } ?? Array(days)
    }
    return found ?? []
  }

  /// The index of a month of a year. If the year does not have it, SKIP decides (RFC 7529, 4.1).
  private func month(_ wanted: Month, of year: Range<Int>, _ months: [ScaledMonth]) -> Int? {
    if let index = year.first(where: { months[$0].number == wanted.number && months[$0].isLeap == wanted.isLeap }) {
      return index
    }
    // Its place would be after the months of lower or, for a leap month, equal number.
    let before = year.last { months[$0].number <= wanted.number }
    switch skip {
    case .omit: return nil
    case .backward: return before
    case .forward: return before.map { $0 + 1 < months.count ? $0 + 1 : $0 }
    }
  }

  /// A day of a month. If the month does not have it, SKIP decides.
  private func day(_ number: Int, _ months: [ScaledMonth], _ index: Int) -> Int? {
    day(number, first: months[index].first, count: months[index].count)
  }

  /// A day of a stretch of days.
  private func day(_ number: Int, first: Int, count: Int) -> Int? {
    let place = number > 0 ? number : count + 1 + number
    if 1...count ~= place { return first + place - 1 }
    switch (skip, number > 0) {
    case (.omit, _): return nil
    case (.backward, true): return first + count - 1
    case (.forward, true): return first + count
    case (.backward, false): return first - 1
    case (.forward, false): return first
    }
  }

  /// The days that BYDAY names in a stretch of days.
  private func weekdays(_ first: Int, _ count: Int) -> [Int] {
    byDay.flatMap { wanted -> [Int] in
      let start = first + (wanted.weekday - Self.weekday(of: first) + 7) % 7
      let all = Array(stride(from: start, to: first + count, by: 7))
      if wanted.ordinal == 0 { return all }
      let place = wanted.ordinal > 0 ? wanted.ordinal - 1 : all.count + wanted.ordinal
      return all.indices.contains(place) ? [all[place]] : []
    }
  }
}
