import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling

/// The sections of the week and day views: time grids.
extension PageModels {
  mutating func week(_ section: Week) -> Value {
    let site = site
    let record = model.record(site.shapes.week, fields: WeekField.days.rawValue + 1)
    model[record, WeekField.id.rawValue] = model.text { section.appendName(to: &$0) }
    model[record, WeekField.title.rawValue] = model.text { site.append(titleOf: section, to: &$0) }
    model[record, WeekField.href.rawValue] = href(.week, section.firstDay)
    model[record, WeekField.number.rawValue] = model.text { site.locale.append(section.number, to: &$0) }
    var isQuiet = true
    let dates = section.cells
    let list = model.reserveList(dates.count)
    for (index, date) in dates.enumerated() { model[list, index] = gridDay(date, &isQuiet) }
    model[record, WeekField.isNightQuiet.rawValue] = .flag(isQuiet)
    model[record, WeekField.days.rawValue] = list.value
    return record.value
  }

  mutating func day(_ section: Day) -> Value {
    let site = site
    let record = model.record(site.shapes.daySection, fields: DaySectionField.glanceHref.rawValue + 1)
    model[record, DaySectionField.id.rawValue] = model.text { section.appendName(to: &$0) }
    model[record, DaySectionField.title.rawValue] = model.text {
      site.locale.append(section.date, site.locale.fullDate, to: &$0)
    }
    model[record, DaySectionField.href.rawValue] = href(.day, section.date)
    model[record, DaySectionField.glanceHref.rawValue] = glance(section.date)
    var isQuiet = true
    model[record, DaySectionField.day.rawValue] = gridDay(section.date, &isQuiet)
    model[record, DaySectionField.isNightQuiet.rawValue] = .flag(isQuiet)
    return record.value
  }

  /// The day at a glance; absent if there is no such page.
  private mutating func glance(_ date: CivilDate) -> Value {
    guard site.links.hasToday else { return .absent }
    let root = root
    return model.text {
      $0.append(contentsOf: root)
      $0.append("today.html?day=")
      $0.append(iso: date)
    }
  }

  /// The hours of the night that are drawn folded when nothing is in them.
  private static let nightEnd = 6 * 60

  private mutating func gridDay(_ date: CivilDate, _ isQuiet: inout Bool) -> Value {
    let site = site
    let day = days.day(date)
    let notes = site.notes.on(date)
    let record = model.record(site.shapes.gridDay, fields: GridDayField.weather.rawValue + 1)
    model[record, GridDayField.date.rawValue] = model.text { $0.append(iso: date) }
    model[record, GridDayField.number.rawValue] = model.text { site.locale.append(date.day, to: &$0) }
    model[record, GridDayField.weekday.rawValue] = model.text(site.locale.shortWeekdays[Int(date.weekday.rawValue) - 1])
    model[record, GridDayField.label.rawValue] = model.text { site.append(labelOf: date, day, to: &$0) }
    model[record, GridDayField.busy.rawValue] = shared.levels[day?.busyLevel ?? 0]
    model[record, GridDayField.isWeekend.rawValue] = .flag(site.locale.isWeekend(date.weekday))
    model[record, GridDayField.href.rawValue] = href(.day, date)
    model[record, GridDayField.notes.rawValue] = noteLinks(notes)
    model[record, GridDayField.hasNotes.rawValue] = .flag(!notes.isEmpty)
    model[record, GridDayField.weather.rawValue] = weather(of: day)
    guard let day else {
      model[record, GridDayField.isEmpty.rawValue] = .flag(true)
      return record.value
    }
    model[record, GridDayField.busyText.rawValue] = busyText(day)
    let entries = day.entries
    var band: [Value] = []
    var timed: [DayEvent] = []
    var layout = GridLayout(reserving: entries.count)
    for entry in entries {
      let shown = dayEvent(entry, of: day)
      if shown.coversDay {
        band.append(chip(shown))
        continue
      }
      let (from, to) = minutes(of: shown)
      if from < Self.nightEnd { isQuiet = false }
      layout.add(from: from, to: to, calendar: Int(shown.event.calendar))
      timed.append(shown)
    }
    layout.finish()
    let blocks = model.reserveList(timed.count)
    for (index, shown) in timed.enumerated() { model[blocks, index] = block(shown, layout.places[index]) }
    model[record, GridDayField.allDay.rawValue] = model.list(band)
    model[record, GridDayField.hasAllDay.rawValue] = .flag(!band.isEmpty)
    model[record, GridDayField.timed.rawValue] = blocks.value
    model[record, GridDayField.isEmpty.rawValue] = .flag(entries.isEmpty)
    return record.value
  }

  /// Where an event stands on the wall clock of its day: minutes, clipped to the day. Where the clock
  /// was set back, an event may end before it begins on the wall; it is then drawn at its start.
  private func minutes(of shown: DayEvent) -> (from: Int, to: Int) {
    let from = shown.isContinued ? 0 : Int(shown.start.time.secondOfDay) / 60
    var to = 24 * 60
    if !shown.isContinuing, shown.end.date == shown.start.date || shown.isContinued {
      to = (Int(shown.end.time.secondOfDay) + 59) / 60
    }
    // An end at midnight is the end of the day before.
    if to == 0 { to = shown.occurrence.end > shown.occurrence.start ? 24 * 60 : 0 }
    return (from, max(from, to))
  }
}

extension Site {
  /// "16 – 22 November 2026".
  func append(titleOf week: Week, to out: inout [UInt8]) {
    locale.append(from: week.firstDay, through: week.firstDay.adding(days: 6) ?? week.firstDay, to: &out)
  }
}
