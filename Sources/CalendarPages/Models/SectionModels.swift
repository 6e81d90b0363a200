import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling

/// The sections of the month, agenda and year views.
extension PageModels {
  // MARK: Calendar

  /// A month's grid. On the index the days lead to their place in the agenda beside it.
  mutating func month(_ section: Month, onIndex: Bool = false) -> Value {
    let site = site
    let first = section.month.firstDay
    let record = model.record(site.shapes.month, fields: MonthField.hasWeekNumbers.rawValue + 1)
    model[record, MonthField.id.rawValue] = model.text { section.appendName(to: &$0) }
    model[record, MonthField.title.rawValue] = model.text {
      site.locale.append(first, site.locale.monthAndYear, to: &$0)
    }
    model[record, MonthField.href.rawValue] = href(.calendar, first)
    model[record, MonthField.isOdd.rawValue] = .flag(section.month.month % 2 == 1)
    let rows = section.cells
    let weeks = model.reserveList(rows.count)
    for (index, row) in rows.enumerated() { model[weeks, index] = weekRow(row, of: section.month, onIndex) }
    model[record, MonthField.weeks.rawValue] = weeks.value
    model[record, MonthField.hasWeekNumbers.rawValue] = .flag(site.locale.hasWeekNumbers)
    return record.value
  }

  private mutating func weekRow(_ row: [CivilDate?], of month: CivilMonth, _ onIndex: Bool) -> Value {
    let site = site
    let record = model.record(site.shapes.weekRow, fields: WeekRowField.days.rawValue + 1)
    if let first = row.lazy.compactMap({ $0 }).first {
      let number = site.locale.weekRules.weekNumber(beginning: first)
      if site.locale.hasWeekNumbers {
        model[record, WeekRowField.number.rawValue] = model.text { site.locale.append(number, to: &$0) }
      }
      model[record, WeekRowField.label.rawValue] = model.text {
        $0.append(site.words.week)
        $0.append(ascii: " ")
        site.locale.append(number, to: &$0)
      }
      model[record, WeekRowField.href.rawValue] = href(.week, first)
    }
    let dates = row.compactMap { $0 }
    let days = model.reserveList(dates.count)
    for (index, date) in dates.enumerated() { model[days, index] = cell(date, of: month, onIndex) }
    model[record, WeekRowField.days.rawValue] = days.value
    return record.value
  }

  private mutating func cell(_ date: CivilDate, of month: CivilMonth, _ onIndex: Bool) -> Value {
    let site = site
    let day = days.day(date)
    let own = date.civilMonth
    let entries = day?.entries ?? []
    let record = model.record(site.shapes.day, fields: DayField.hasNotes.rawValue + 1)
    model[record, DayField.date.rawValue] = model.text { $0.append(iso: date) }
    model[record, DayField.number.rawValue] = model.text { site.locale.append(date.day, to: &$0) }
    model[record, DayField.label.rawValue] = model.text { site.append(labelOf: date, day, to: &$0) }
    if date.day == 1 {
      model[record, DayField.isFirst.rawValue] = .flag(true)
      model[record, DayField.monthShort.rawValue] = model.text(site.locale.shortMonths[own.month - 1])
    }
    model[record, DayField.isOdd.rawValue] = .flag(own.month % 2 == 1)
    model[record, DayField.isOutside.rawValue] = .flag(own != month)
    model[record, DayField.isWeekend.rawValue] = .flag(site.locale.isWeekend(date.weekday))
    model[record, DayField.busy.rawValue] = shared.levels[day?.busyLevel ?? 0]
    if onIndex, own == month {
      model[record, DayField.href.rawValue] = model.text {
        $0.append("#d")
        $0.append(iso: date)
      }
    } else {
      model[record, DayField.href.rawValue] = href(.day, date)
    }
    let events = model.reserveList(entries.count)
    if let day {
      for (index, entry) in entries.enumerated() { model[events, index] = chip(dayEvent(entry, of: day)) }
    }
    model[record, DayField.events.rawValue] = events.value
    model[record, DayField.hasEvents.rawValue] = .flag(!entries.isEmpty)
    if entries.count > 4 {
      model[record, DayField.hasMore.rawValue] = .flag(true)
      model[record, DayField.moreLabel.rawValue] = model.text {
        site.locale.append(entries.count - 3, to: &$0)
        $0.append(site.words.more)
      }
    }
    model[record, DayField.hasNotes.rawValue] = .flag(!site.notes.on(date).isEmpty)
    return record.value
  }

  // MARK: Agenda

  mutating func agenda(_ section: Month) -> Value {
    let site = site
    let first = section.month.firstDay
    let record = model.record(site.shapes.agenda, fields: AgendaField.days.rawValue + 1)
    model[record, AgendaField.id.rawValue] = model.text { section.appendName(to: &$0) }
    model[record, AgendaField.title.rawValue] = model.text {
      site.locale.append(first, site.locale.monthAndYear, to: &$0)
    }
    model[record, AgendaField.href.rawValue] = href(.agenda, first)
    var listed: [Value] = []
    listed.reserveCapacity(31)
    var date = first
    while date <= section.month.lastDay {
      // A day that the zone skipped is not in the list.
      if let day = days.day(date) { listed.append(agendaDay(day)) }
      guard let next = date.adding(days: 1) else { break }
      date = next
    }
    model[record, AgendaField.days.rawValue] = model.list(listed)
    return record.value
  }

  private mutating func agendaDay(_ day: DayStore.Day) -> Value {
    let site = site
    let date = day.date
    let entries = day.entries
    let notes = site.notes.on(date)
    let record = model.record(site.shapes.agendaDay, fields: AgendaDayField.weather.rawValue + 1)
    model[record, AgendaDayField.date.rawValue] = model.text { $0.append(iso: date) }
    model[record, AgendaDayField.heading.rawValue] = model.text {
      site.locale.append(date, site.locale.dayHeading, to: &$0)
    }
    model[record, AgendaDayField.busy.rawValue] = shared.levels[day.busyLevel]
    model[record, AgendaDayField.busyText.rawValue] = busyText(day)
    model[record, AgendaDayField.isWeekend.rawValue] = .flag(site.locale.isWeekend(date.weekday))
    model[record, AgendaDayField.href.rawValue] = href(.day, date)
    let events = model.reserveList(entries.count)
    for (index, entry) in entries.enumerated() { model[events, index] = self.entry(dayEvent(entry, of: day), on: day) }
    model[record, AgendaDayField.events.rawValue] = events.value
    model[record, AgendaDayField.hasEvents.rawValue] = .flag(!entries.isEmpty)
    model[record, AgendaDayField.isEmpty.rawValue] = .flag(entries.isEmpty && notes.isEmpty)
    model[record, AgendaDayField.notes.rawValue] = noteLinks(notes)
    model[record, AgendaDayField.hasNotes.rawValue] = .flag(!notes.isEmpty)
    model[record, AgendaDayField.weather.rawValue] = weather(of: day)
    return record.value
  }

  /// "5h 30m"; absent on a free day.
  mutating func busyText(_ day: DayStore.Day) -> Value {
    let site = site
    let minutes = day.busyMinutes
    if minutes == 0 { return .absent }
    return model.text { $0.append(hours: minutes, site.locale) }
  }

  mutating func noteLinks(_ indices: [Int]) -> Value {
    let site = site
    let items = indices.map { noteLink(site.notes.all[$0]) }
    return model.list(items)
  }

  // MARK: Year

  mutating func year(_ section: Year) -> Value {
    let site = site
    let record = model.record(site.shapes.year, fields: YearField.totals.rawValue + 1)
    model[record, YearField.id.rawValue] = model.text { section.appendName(to: &$0) }
    model[record, YearField.title.rawValue] = model.text { site.locale.append(section.year, to: &$0) }
    model[record, YearField.href.rawValue] = href(.year, section.days.lowerBound)
    let cells = section.cells
    let months = model.reserveList(cells.count)
    for (index, month) in cells.enumerated() { model[months, index] = smallMonth(Month(month, site.locale.weekRules)) }
    model[record, YearField.months.rawValue] = months.value
    summarize(section, record)
    return record.value
  }

  private mutating func smallMonth(_ section: Month) -> Value {
    let site = site
    let month = section.month
    let record = model.record(site.shapes.yearMonth, fields: YearMonthField.short.rawValue + 1)
    model[record, YearMonthField.title.rawValue] = model.text(site.locale.standaloneMonths[month.month - 1])
    model[record, YearMonthField.short.rawValue] = model.text(site.locale.shortMonths[month.month - 1])
    model[record, YearMonthField.href.rawValue] = href(.calendar, month.firstDay)
    model[record, YearMonthField.isOdd.rawValue] = .flag(month.month % 2 == 1)
    let rows = section.cells
    let weeks = model.reserveList(rows.count)
    for (index, row) in rows.enumerated() {
      let week = model.record(site.shapes.yearWeek, fields: 1)
      let cells = model.reserveList(row.count)
      for (column, date) in row.enumerated() { model[cells, column] = smallDay(date, of: month) }
      model[week, YearWeekField.days.rawValue] = cells.value
      model[weeks, index] = week.value
    }
    model[record, YearMonthField.weeks.rawValue] = weeks.value
    return record.value
  }

  private mutating func smallDay(_ date: CivilDate?, of month: CivilMonth) -> Value {
    let site = site
    let record = model.record(site.shapes.yearDay, fields: YearDayField.href.rawValue + 1)
    guard let date, date.civilMonth == month else {
      model[record, YearDayField.isOutside.rawValue] = .flag(true)
      return record.value
    }
    let day = days.day(date)
    model[record, YearDayField.date.rawValue] = model.text { $0.append(iso: date) }
    model[record, YearDayField.number.rawValue] = model.text { site.locale.append(date.day, to: &$0) }
    model[record, YearDayField.label.rawValue] = model.text { site.append(labelOf: date, day, to: &$0) }
    model[record, YearDayField.isWeekend.rawValue] = .flag(site.locale.isWeekend(date.weekday))
    model[record, YearDayField.busy.rawValue] = shared.levels[day?.busyLevel ?? 0]
    model[record, YearDayField.href.rawValue] = href(.day, date)
    return record.value
  }
}

extension Site {
  /// A day as it is spoken: its date, how many events, how long busy.
  func append(labelOf date: CivilDate, _ day: DayStore.Day?, to out: inout [UInt8]) {
    locale.append(date, locale.fullDate, to: &out)
    guard let day, !day.entries.isEmpty else { return }
    out.append(", ")
    locale.append(day.entries.count, to: &out)
    out.append(day.entries.count == 1 ? words.oneEvent : words.manyEvents)
    if day.busyMinutes > 0 {
      out.append(", ")
      out.append(hours: day.busyMinutes, locale)
      out.append(words.busySuffix)
    }
  }
}
