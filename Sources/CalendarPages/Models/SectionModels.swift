import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import SiteTerms

/// The sections of the month, agenda and year views.
extension PageModels {
  // MARK: Calendar

  /// A month's grid. On the index, days link to their place in the agenda beside it.
  mutating func month(_ section: Month, onIndex: Bool = false) -> Value {
    let first = section.month.firstDay
    let record = model.record(MonthField.self)
    let (id, title) = names(of: section)
    model[record, .id] = id
    model[record, .title] = title
    model[record, .href] = href(.calendar, first)
    model[record, .isOdd] = .flag(section.month.month % 2 == 1)
    let rows = section.cells
    let weeks = model.reserveList(rows.count)
    for (index, row) in rows.enumerated() { model[weeks, index] = weekRow(row, of: section.month, onIndex) }
    model[record, .weeks] = weeks.value
    model[record, .hasWeekNumbers] = .flag(site.locale.hasWeekNumbers)
    model[record, .isSilent] = .flag(isSilent(section.days))
    return record.value
  }

  /// Whether the site says nothing of some days, since they are too far from a window with busy time: they look free.
  func isSilent(_ days: Range<CivilDate>) -> Bool {
    if shared.busyTime < 0 { return false }
    let told = Links.told(around: site.links.window)
    return days.lowerBound < told.lowerBound || days.upperBound > told.upperBound
  }

  /// A month's `data-section`, and its name as people read it.
  private mutating func names(of section: Month) -> (id: Value, title: Value) {
    let id = model.text { section.appendName(to: &$0) }
    let title = text { site, out in
      site.locale.append(section.month.firstDay, site.locale.dates.monthAndYear, to: &out)
    }
    return (id, title)
  }

  private mutating func weekRow(_ row: [CivilDate?], of month: CivilMonth, _ onIndex: Bool) -> Value {
    let record = model.record(WeekRowField.self)
    if let first = row.lazy.compactMap({ $0 }).first {
      let number = site.locale.weekRules.weekNumber(beginning: first)
      if site.locale.hasWeekNumbers {
        model[record, .number] = text { site, out in site.locale.append(number, to: &out) }
      }
      model[record, .label] = text { site, out in
        site.append(.weekNumber, number, to: &out)
      }
      model[record, .href] = href(.week, first)
    }
    let dates = row.compactMap { $0 }
    let days = model.reserveList(dates.count)
    let rows = WeekRows(most: 4, full: 3)
    for date in dates {
      if let day = self.days.day(date) {
        for entry in day.entries {
          let shown = dayEvent(entry, of: day)
          rows.add(shown, isBar: shown.isBar)
        }
      }
      rows.endDay()
    }
    rows.finish()
    for (index, date) in dates.enumerated() { model[days, index] = cell(date, of: month, rows, index, onIndex) }
    model[record, .days] = days.value
    return record.value
  }

  private mutating func cell(
    _ date: CivilDate, of month: CivilMonth, _ rows: WeekRows, _ column: Int, _ onIndex: Bool
  ) -> Value {
    let day = days.day(date)
    let own = date.civilMonth
    let record = model.record(DayField.self)
    model[record, .date] = model.text { $0.append(iso: date) }
    model[record, .number] = text { site, out in site.locale.append(date.day, to: &out) }
    model[record, .label] = text { site, out in site.append(labelOf: date, day, to: &out) }
    if date.day == 1 {
      model[record, .isFirst] = .flag(true)
      model[record, .monthShort] = model.text(site.locale.names.shortMonths[own.month - 1])
    }
    model[record, .isOdd] = .flag(own.month % 2 == 1)
    model[record, .isOutside] = .flag(own != month)
    model[record, .isWeekend] = .flag(site.locale.isWeekend(date.weekday))
    model[record, .busy] = shared.levels[day?.busyLevel ?? 0]
    if onIndex, own == month {
      model[record, .href] = model.text {
        $0.append("#d")
        $0.append(iso: date)
      }
    } else {
      model[record, .href] = href(.day, date)
    }
    model[record, .events] = chips(rows, column)
    model[record, .hasEvents] = .flag(day?.entries.isEmpty == false)
    model[record, .moreLabel] = moreLabel(rows, column)
    model[record, .hasNotes] = .flag(!site.notes.on(date).isEmpty)
    model[record, .second] = second(date, isShort: true)
    return record.value
  }

  /// "3 more", the number of a day's events without room; absent if there is room for all.
  mutating func moreLabel(_ rows: WeekRows, _ day: Int) -> Value {
    let count = rows.countOver(ofDay: day)
    if count == 0 { return .absent }
    return text { site, out in site.append(.moreEvents, count, to: &out) }
  }

  func isSilent(onlyOn date: CivilDate) -> Bool { isSilent(date..<(date.adding(days: 1) ?? date)) }

  /// A day in the second calendar; absent outside of its table, or if no second calendar has day numbers of its own.
  mutating func second(_ date: CivilDate, isShort: Bool) -> Value {
    guard let second = site.locale.second, second.hasOwnDays else { return .absent }
    var out: [UInt8] = []
    second.append(date, isShort: isShort, to: &out)
    return text(ifAny: out)
  }

  // MARK: Agenda

  mutating func agenda(_ section: Month) -> Value {
    agenda(section, from: section.month.firstDay, through: section.month.lastDay, isShort: true)
  }

  /// Some days in the form of a month's agenda.
  /// - Parameter isShort: whether consecutive blank days are listed as one.
  mutating func agenda(
    _ section: Month, from first: CivilDate, through last: CivilDate, isShort: Bool = false
  ) -> Value {
    let record = model.record(AgendaField.self)
    let (id, title) = names(of: section)
    model[record, .id] = id
    model[record, .title] = title
    var date = first
    model[record, .href] = href(.agenda, date)
    var listed: [Value] = []
    listed.reserveCapacity(31)
    while date <= last {
      // A day that the zone skipped is not listed.
      if let day = days.day(date) {
        let made = agendaDay(day)
        listed.append(made.value)
        if isShort, isBlank(day) { date = addBlankDays(to: made, from: date, through: last) }
      }
      guard let next = date.adding(days: 1) else { break }
      date = next
    }
    model[record, .days] = model.list(listed)
    model[record, .isSilent] = .flag(isSilent(section.days))
    return record.value
  }

  /// Whether there is nothing to show for a day except that it has no events.
  private func isBlank(_ day: DayStore.Day) -> Bool {
    day.entries.isEmpty && site.notes.on(day.date).isEmpty && !isSilent(onlyOn: day.date)
      && site.weather?.own?.day(day.bounds) == nil
  }

  /// Extends the entry of a blank day to the blank days that follow it.
  /// - Returns: the last of them, or the day itself.
  private mutating func addBlankDays(
    to record: Record<AgendaDayField>, from first: CivilDate, through last: CivilDate
  ) -> CivilDate {
    var through = first
    var date = first
    var more: [Value] = []
    while date < last, let next = date.adding(days: 1) {
      date = next
      guard let day = days.day(date) else { continue }
      guard isBlank(day) else { break }
      let other = model.record(AgendaDayField.self)
      model[other, .date] = model.text { $0.append(iso: date) }
      more.append(other.value)
      through = date
    }
    if more.isEmpty { return first }
    model[record, .more] = model.list(more)
    model[record, .heading] = text { site, out in site.locale.append(from: first, through: through, to: &out) }
    model[record, .isWeekend] = .absent
    if let second = site.locale.second, second.hasOwnDays {
      var range: [UInt8] = []
      second.append(from: first, through: through, to: &range)
      model[record, .second] = text(ifAny: range)
    }
    return through
  }

  private mutating func agendaDay(_ day: DayStore.Day) -> Record<AgendaDayField> {
    let date = day.date
    let entries = day.entries
    let notes = site.notes.on(date)
    let record = model.record(AgendaDayField.self)
    model[record, .date] = model.text { $0.append(iso: date) }
    model[record, .heading] = text { site, out in
      site.locale.append(date, site.locale.dates.dayHeading, to: &out)
    }
    model[record, .busy] = shared.levels[day.busyLevel]
    model[record, .busyText] = busyText(day)
    model[record, .isWeekend] = .flag(site.locale.isWeekend(date.weekday))
    model[record, .href] = href(.day, date)
    let events = model.reserveList(entries.count)
    for (index, entry) in entries.enumerated() { model[events, index] = self.entry(dayEvent(entry, of: day), on: day) }
    model[record, .events] = events.value
    model[record, .hasEvents] = .flag(!entries.isEmpty)
    model[record, .isEmpty] = .flag(entries.isEmpty && notes.isEmpty && !isSilent(onlyOn: date))
    model[record, .notes] = noteLinks(notes)
    model[record, .hasNotes] = .flag(!notes.isEmpty)
    model[record, .weather] = weather(of: day)
    model[record, .second] = second(date, isShort: false)
    return record
  }

  /// "5h 30m"; absent on a free day.
  mutating func busyText(_ day: DayStore.Day) -> Value {
    let minutes = day.busyMinutes
    if minutes == 0 { return .absent }
    return text { site, out in site.append(minutes: minutes, to: &out) }
  }

  mutating func noteLinks(_ indices: [Int]) -> Value {
    let items = indices.map { noteLink(site.notes.all[$0]) }
    return model.list(items)
  }

  // MARK: Year

  mutating func year(_ section: Year) -> Value {
    let record = model.record(YearField.self)
    model[record, .id] = model.text { section.appendName(to: &$0) }
    model[record, .title] = text { site, out in site.locale.append(section.year, to: &out) }
    model[record, .href] = href(.year, section.days.lowerBound)
    let cells = section.cells
    let months = model.reserveList(cells.count)
    for (index, month) in cells.enumerated() { model[months, index] = smallMonth(Month(month, site.locale.weekRules)) }
    model[record, .months] = months.value
    summarize(section, record)
    model[record, .isSilent] = .flag(isSilent(section.days))
    return record.value
  }

  private mutating func smallMonth(_ section: Month) -> Value {
    let month = section.month
    let record = model.record(YearMonthField.self)
    model[record, .title] = model.text(site.locale.names.standaloneMonths[month.month - 1])
    model[record, .short] = model.text(site.locale.names.shortMonths[month.month - 1])
    model[record, .href] = href(.calendar, month.firstDay)
    model[record, .isOdd] = .flag(month.month % 2 == 1)
    if let second = site.locale.second, second.hasOwnDays {
      model[record, .second] = text(ifAny: second.heading(year: month.year, month: month.month))
    }
    let rows = section.cells
    let weeks = model.reserveList(rows.count)
    for (index, row) in rows.enumerated() {
      let week = model.record(YearWeekField.self)
      let cells = model.reserveList(row.count)
      for (column, date) in row.enumerated() { model[cells, column] = smallDay(date, of: month) }
      model[week, .days] = cells.value
      model[weeks, index] = week.value
    }
    model[record, .weeks] = weeks.value
    return record.value
  }

  private mutating func smallDay(_ date: CivilDate?, of month: CivilMonth) -> Value {
    let record = model.record(YearDayField.self)
    guard let date, date.civilMonth == month else {
      model[record, .isOutside] = .flag(true)
      return record.value
    }
    let day = days.day(date)
    model[record, .date] = model.text { $0.append(iso: date) }
    model[record, .number] = text { site, out in site.locale.append(date.day, to: &out) }
    model[record, .label] = text { site, out in site.append(labelOf: date, day, to: &out) }
    model[record, .isWeekend] = .flag(site.locale.isWeekend(date.weekday))
    model[record, .busy] = shared.levels[day?.busyLevel ?? 0]
    model[record, .href] = href(.day, date)
    return record.value
  }
}

extension Site {
  /// The spoken label of a day: its date, the number of events, and the busy time.
  func append(labelOf date: CivilDate, _ day: DayStore.Day?, to out: inout [UInt8]) {
    guard let day, !day.entries.isEmpty else { return append(spoken: date, to: &out) }
    words.append(day.busyMinutes > 0 ? .busyDayLabel : .dayLabel, to: &out) { place, out in
      switch place {
      case .date: append(spoken: date, to: &out)
      case .events: append(.events, day.entries.count, to: &out)
      default: append(minutes: day.busyMinutes, to: &out)
      }
    }
  }
  /// Appends a date as it is spoken, "Friday, 20 November 2026, 10 Kislev 5787".
  private func append(spoken date: CivilDate, to out: inout [UInt8]) {
    locale.append(date, locale.dates.full, to: &out)
    if let second = locale.second, second.hasOwnDays { second.append(date, isNext: true, to: &out) }
  }
}
