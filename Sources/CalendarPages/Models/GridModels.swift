import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import SiteTerms

/// The sections of the week and day views: time grids.
extension PageModels {
  mutating func week(_ section: Week) -> Value {
    let record = model.record(WeekField.self)
    model[record, .id] = model.text { section.appendName(to: &$0) }
    model[record, .title] = text { site, out in site.append(titleOf: section, to: &out) }
    model[record, .href] = href(.week, section.firstDay)
    model[record, .number] = text { site, out in site.locale.append(section.number, to: &out) }
    var opening = Opening()
    let dates = section.cells
    let hasBars = !hasLanes(dates)
    let events = gridEvents(dates, hasBars: hasBars)
    if hasBars { model[record, .bandClass] = gridClass("b", events.above.height) }
    let list = model.reserveList(dates.count)
    for (index, date) in dates.enumerated() {
      model[list, index] = gridDay(date, events, index, isAlone: false, &opening)
    }
    model[record, .isNightQuiet] = .flag(opening.isNightQuiet)
    model[record, .days] = list.value
    model[record, .columnsClass] = columnsClass(opening)
    model[record, .opensAtTop] = .flag(markFirst(opening))
    return record.value
  }

  mutating func day(_ section: Day) -> Value {
    let record = model.record(DaySectionField.self)
    model[record, .id] = model.text { section.appendName(to: &$0) }
    model[record, .title] = text { site, out in
      site.locale.append(section.date, site.locale.dates.full, to: &out)
    }
    model[record, .href] = href(.day, section.date)
    model[record, .glanceHref] = glance(section.date)
    var opening = Opening()
    let events = gridEvents([section.date], hasBars: false)
    model[record, .day] = gridDay(section.date, events, 0, isAlone: true, &opening)
    model[record, .isNightQuiet] = .flag(opening.isNightQuiet)
    model[record, .columnsClass] = columnsClass(opening)
    model[record, .opensAtTop] = .flag(markFirst(opening))
    return record.value
  }

  /// The link to the day in today.html; absent if there is no such page.
  private mutating func glance(_ date: CivilDate) -> Value {
    guard site.links.hasToday else { return .absent }
    return href { _, out in
      out.append("today.html?day=")
      out.append(iso: date)
    }
  }

  /// The minute at which the night ends, which is drawn folded if it is empty.
  private static let nightEnd = 6 * 60
  /// The most columns that are drawn in the width of a screen.
  private static let narrowColumns = 12
  /// A first event before this hour is visible from the top of its section.
  private static let lateStart = 10 * GridLayout.rowsPerHour

  /// The properties of a section's events that decide how its grid is drawn and where it opens.
  private struct Opening {
    /// Whether there are no events at night.
    var isNightQuiet = true
    /// Whether there are all-day events, or notes on days.
    var hasWholeDays = false
    /// The block that begins first in wall time, and its row.
    var first: (block: Record<BlockField>, row: Int)?
    /// The number of columns of all its days, and whether a day has lanes.
    var columns = 0
    var hasLanes = false
  }

  /// The classes for what days are divided by; absent if they are not divided.
  private mutating func columnsClass(_ opening: Opening) -> Value {
    guard ReadersCustoms.areExpected, opening.hasLanes else { return .absent }
    let kind = site.settings.columns.kind
    return model.text { out in
      out.append(kind == .calendar ? "by-calendar" : kind == .place ? "by-place" : "by-category")
      if opening.columns > Self.narrowColumns { out.append(" wide") }
    }
  }

  /// Marks the first block as the one at which its section opens. `true` if the section opens at its top instead.
  private mutating func markFirst(_ opening: Opening) -> Bool {
    guard let (block, row) = opening.first, row >= Self.lateStart || !opening.hasWholeDays else { return true }
    model[block, .opens] = .flag(true)
    return false
  }

  /// Whether a day of a week is divided into lanes: then whole-day events stand above their lanes, and no bars are
  /// drawn.
  private mutating func hasLanes(_ dates: [CivilDate]) -> Bool {
    guard mayDivide else { return false }
    for date in dates {
      guard let day = days.day(date) else { continue }
      for entry in day.entries {
        if !laneName(of: site.events[day.occurrence(entry).event]).isEmpty { return true }
      }
    }
    return false
  }

  /// The events of days, above their hours and within them. Above are the events that last for some day from midnight
  /// to midnight: in bars, or otherwise on each day that they cover.
  private mutating func gridEvents(_ dates: [CivilDate], hasBars: Bool) -> (above: WeekRows, timed: WeekRows) {
    let above = WeekRows(most: 6, full: 6)
    let timed = WeekRows(most: 0, full: 0)
    for date in dates {
      if let day = days.day(date) {
        for entry in day.entries {
          let shown = dayEvent(entry, of: day)
          if shown.isAbove(hasBars: hasBars) {
            above.add(shown, isBar: hasBars)
          } else {
            timed.add(shown, isBar: false)
          }
        }
      }
      above.endDay()
      timed.endDay()
    }
    if hasBars { above.finish() }
    return (above, timed)
  }

  private mutating func gridDay(
    _ date: CivilDate, _ events: (above: WeekRows, timed: WeekRows), _ column: Int, isAlone: Bool,
    _ opening: inout Opening
  ) -> Value {
    let day = days.day(date)
    let record = model.record(GridDayField.self)
    putHead(record, date, day, &opening)
    model[record, .weather] = weather(of: day)
    let isSilent = self.isSilent(onlyOn: date)
    model[record, .isSilent] = .flag(isSilent)
    model[record, .second] = second(date, isShort: true)
    guard let day else {
      model[record, .isEmpty] = .flag(!isSilent)
      return record.value
    }
    model[record, .busyText] = busyText(day)
    let whole = events.above.events(ofDay: column)
    let timed = events.timed.events(ofDay: column)
    let divided = ReadersCustoms.areExpected ? divided(timed, whole, isAlone: isAlone) : DividedDay()
    let lanes = divided.lanes
    let isDivided = ReadersCustoms.areExpected && lanes.count > 0
    if ReadersCustoms.areExpected { opening.columns += max(lanes.count, 1) }
    if isDivided {
      opening.hasLanes = true
      model[record, .lanesClass] = gridClass("m", lanes.count)
      model[record, .lanes] = laneHeads(lanes)
    }
    var layout = GridLayout(reserving: timed.count)
    for (index, shown) in timed.enumerated() {
      let (from, to) = minutes(of: shown)
      if from < Self.nightEnd { opening.isNightQuiet = false }
      let lane = isDivided ? lanes.index(of: divided.timed[index]) : 0
      layout.add(from: from, to: to, calendar: Int(shown.event.calendar), lane: lane)
    }
    layout.finish()
    var wholeLanes: [Int] = []
    if isDivided { for name in divided.whole { wholeLanes.append(name.isEmpty ? -1 : lanes.index(of: name)) } }
    let band = chips(events.above, column, lanes: wholeLanes)
    let blocks = model.reserveList(timed.count)
    for (index, shown) in timed.enumerated() {
      let place = layout.places[index]
      let block = block(shown, place, lane: isDivided ? divided.timed[index] : nil)
      if place.start < opening.first?.row ?? .max { opening.first = (block, place.start) }
      model[blocks, index] = block.value
    }
    model[record, .allDay] = band
    model[record, .hasAllDay] = .flag(!whole.isEmpty)
    model[record, .moreLabel] = moreLabel(events.above, column)
    if !whole.isEmpty { opening.hasWholeDays = true }
    model[record, .timed] = blocks.value
    model[record, .isEmpty] = .flag(whole.isEmpty && timed.isEmpty && !isSilent)
    return record.value
  }

  /// What stands above a day's events: its date and its notes.
  private mutating func putHead(
    _ record: Record<GridDayField>, _ date: CivilDate, _ day: DayStore.Day?, _ opening: inout Opening
  ) {
    let notes = site.notes.on(date)
    model[record, .date] = model.text { $0.append(iso: date) }
    model[record, .number] = text { site, out in site.locale.append(date.day, to: &out) }
    model[record, .weekday] = model.text(site.locale.names.shortWeekdays[Int(date.weekday.rawValue) - 1])
    model[record, .label] = text { site, out in site.append(labelOf: date, day, to: &out) }
    model[record, .busy] = shared.levels[day?.busyLevel ?? 0]
    model[record, .isWeekend] = .flag(site.locale.isWeekend(date.weekday))
    model[record, .href] = href(.day, date)
    model[record, .notes] = noteLinks(notes)
    model[record, .hasNotes] = .flag(!notes.isEmpty)
    if !notes.isEmpty { opening.hasWholeDays = true }
  }

  /// The position of an event in wall time of its day: minutes, clipped to the day. If clocks went back, an event may
  /// end before it begins in wall time; it is then drawn at its start.
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
