import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import SiteTerms
import TimeZones

/// An occurrence on a day: one model for all views, so that they agree. A class: it is large, and never copied.
final class DayEvent {
  let occurrence: Occurrence
  let event: Event
  let part: DayPart
  /// The local times of its start and end in the site's zone, and the zone's offsets then.
  let start, end: CivilDateTime
  let startOffset, endOffset: UTCOffset
  /// The number of this day among the days it overlaps, from 1, and their number.
  let dayIndex, dayCount: Int

  // Assigned by ``WeekRows``.
  /// The index of the first part of its bar; -1 if it is no bar.
  @exclusivity(unchecked) var first = -1
  /// On the first part of a bar, how many days of the week the bar covers; otherwise 0.
  @exclusivity(unchecked) var span = 0
  /// From 0, the uppermost, to ``WeekRows/last``.
  @exclusivity(unchecked) var row = 0

  init(
    _ occurrence: Occurrence, of event: Event, part: DayPart, start: CivilDateTime, end: CivilDateTime,
    startOffset: UTCOffset, endOffset: UTCOffset, dayIndex: Int, dayCount: Int
  ) {
    self.occurrence = occurrence
    self.event = event
    self.part = part
    self.start = start
    self.end = end
    self.startOffset = startOffset
    self.endOffset = endOffset
    self.dayIndex = dayIndex
    self.dayCount = dayCount
  }

  /// Whether it covers the whole day: it is in the all-day band, not in the grid.
  var coversDay: Bool { occurrence.isAllDay || part == .middle }
  var isContinued: Bool { part == .last || part == .middle }
  var isContinuing: Bool { part == .first || part == .middle }

  /// Whether it stands above the hours of days: on the days that it covers; if bars are drawn there, on all days of an
  /// event that covers some day from midnight to midnight.
  func isAbove(hasBars: Bool) -> Bool { coversDay || hasBars && dayCount > 2 }

  /// Whether it is drawn as one bar over the days of a month. A party until 01:00 is not: an event that has times,
  /// lasts less than 12 hours and ends before 06:00 is drawn on each of its days separately.
  var isBar: Bool {
    dayCount > 1
      && (occurrence.isAllDay || occurrence.end - occurrence.start >= 12 * 3_600 || end.time.secondOfDay >= 6 * 3_600)
  }
}

extension PageModels {
  @inline(never)
  mutating func dayEvent(_ entry: DayEntry, of day: DayStore.Day) -> DayEvent {
    let occurrence = day.occurrence(entry)
    let startOffset = cursor.offset(at: Instant(clamping: occurrence.start))
    let endOffset = cursor.offset(at: Instant(clamping: occurrence.end))
    let start = Instant(clamping: occurrence.start).wall(at: startOffset)
    let end = Instant(clamping: occurrence.end).wall(at: endOffset)
    let first: CivilDate
    let last: CivilDate
    if occurrence.isAllDay {
      first = CivilDate(dayNumber: Int(occurrence.firstDate)) ?? day.date
      last = CivilDate(dayNumber: Int(occurrence.endDate) - 1) ?? day.date
    } else {
      first = start.date
      last = occurrence.end > occurrence.start ? cursor.wall(at: Instant(clamping: occurrence.end - 1)).date : first
    }
    return DayEvent(
      occurrence, of: site.events[occurrence.event], part: entry.part,
      start: start, end: end, startOffset: startOffset, endOffset: endOffset,
      dayIndex: first.days(until: day.date) + 1, dayCount: first.days(until: last) + 1)
  }

  /// Fills in the fields that chips, blocks and entries share.
  private mutating func fill(_ record: Record<ChipField>, _ shown: DayEvent) {
    let occurrence = shown.occurrence
    let calendar = Int(shown.event.calendar)
    let isBusyBlock = calendar == shared.busyTime
    if !isBusyBlock, !shown.event.uid.isEmpty {
      model[record, .uid] = text { site, out in site.events.append(shown.event.uid, of: shown.event, to: &out) }
    }
    if occurrence.isAllDay {
      model[record, .start] = text { site, out in site.append(start: occurrence, to: &out) }
      model[record, .end] = text { site, out in site.append(end: occurrence, to: &out) }
    } else {
      // As `Site.append(start:to:)` does, whose look-ups were made before.
      model[record, .start] = model.text { $0.append(iso: shown.start, at: shown.startOffset) }
      model[record, .end] = model.text { $0.append(iso: shown.end, at: shown.endOffset) }
    }
    model[record, .title] = title(of: shown.event)
    if shown.event.hasTitleLanguage { model[record, .titleLang] = titleLanguage(of: shown.event) }
    if !isBusyBlock { model[record, .href] = href(of: shown) }
    model[record, .colorClass] = colorClass(of: shown.event)
    if shown.event.hasColor { model[record, .calendarClass] = shared.colorClasses[calendar] }
    model[record, .calendar] = shared.calendarNames[calendar]
    if shown.event.others != 0 {
      model[record, .others] = text { site, out in
        for (index, other) in site.events.others(of: shown.event).enumerated() {
          if index > 0 { out.append(" ") }
          out.append(contentsOf: site.events.calendars[Int(other)].name)
        }
      }
    }
    model[record, .isAllDay] = .flag(occurrence.isAllDay)
    model[record, .isContinued] = .flag(shown.isContinued)
    model[record, .isContinuing] = .flag(shown.isContinuing)
    model[record, .isTentative] = .flag(shown.event.status == .tentative)
    model[record, .isFree] = .flag(!shown.event.isOpaque)
    if !occurrence.isAllDay, !shown.isContinued {
      model[record, .timeText] = text { site, out in site.locale.append(shown.start.time, to: &out) }
    }
    model[record, .partLabel] = partLabel(shown)
  }

  /// The class of its calendar's colour, then that of its own colour. The build writes the rules of own colours later
  /// in the style sheet; without such a rule, the calendar's colour applies.
  mutating func colorClass(of event: Event) -> Value {
    let calendar = Int(event.calendar)
    if !event.hasColor { return shared.colorClasses[calendar] }
    return text { site, out in
      out.append(ascii: "c")
      out.append(decimal: calendar % Palette.classes)
      let color = site.events.color(of: event)
      if color.isEmpty { return }
      out.append(" own-")
      out.append(contentsOf: color)
    }
  }

  /// The title of its calendar; the titles of all, if several have it.
  mutating func calendarTitle(of event: Event) -> Value {
    if event.others == 0 { return shared.calendarTitles[Int(event.calendar)] }
    return text { site, out in
      site.append(titleOfCalendar: event.calendar, to: &out)
      for other in site.events.others(of: event) {
        out.append(", ")
        site.append(titleOfCalendar: other, to: &out)
      }
    }
  }

  mutating func title(of event: Event) -> Value {
    if event.title.isEmpty { return model.text(site.words[.untitled]) }
    return text { site, out in site.events.append(event.title, of: event, to: &out) }
  }

  /// BCP 47; absent if unknown.
  mutating func titleLanguage(of event: Event) -> Value { text(ifAny: site.events.titleLanguage(of: event)) }

  /// The event's page, at the date of a series; the page of its day if the event has no page.
  private mutating func href(of shown: DayEvent) -> Value {
    let occurrence = shown.occurrence
    if let slug = site.eventPages.slug(of: occurrence.event) {
      return href { site, out in
        EventPages.appendPath(slug, to: &out)
        if !occurrence.recurs { return }
        out.append(ascii: "#")
        site.eventPages.append(anchorOf: occurrence, at: shown.start, to: &out)
      }
    }
    return href(.day, shown.start.date)
  }

  /// An event's page; `nil` if it has none.
  mutating func href(ofEvent event: Int32) -> Value? {
    guard let slug = site.eventPages.slug(of: event) else { return nil }
    return href { _, out in EventPages.appendPath(slug, to: &out) }
  }

  /// "day 2 of 3", "until 14:00": the part of a longer event on this day.
  private mutating func partLabel(_ shown: DayEvent) -> Value {
    if shown.part == .last, !shown.occurrence.isAllDay {
      return text { site, out in site.append(.until, shown.end.time, to: &out) }
    }
    guard shown.dayCount > 2 || (shown.occurrence.isAllDay && shown.dayCount > 1) else { return .absent }
    return text { site, out in
      site.words.append(.part, to: &out) { place, out in
        site.locale.append(place == .day ? shown.dayIndex : shown.dayCount, to: &out)
      }
    }
  }

  /// "City, Name", or the one that is known.
  mutating func place(of event: Event) -> Value {
    let city = event.hasCity ? site.events.text(.xBusyLifeCity, of: event) : []
    if event.location.isEmpty, city.isEmpty { return .absent }
    return text { site, out in
      out.append(contentsOf: city)
      if event.location.isEmpty { return }
      if !city.isEmpty {
        if site.events.text(event.location, of: event) == city { return }
        out.append(", ")
      }
      let start = out.count
      site.events.append(event.location, of: event, to: &out)
      for index in start..<out.count where out[index] == .lineFeed { out[index] = .space }
    }
  }

  // MARK: The three forms

  /// The chips of a day of a week, of the events that were added to the rows for it.
  /// - Parameter lanes: of each event, the lane above which it stands, negative if it is above all of them; empty
  ///   without lanes.
  mutating func chips(_ rows: WeekRows, _ day: Int, lanes: [Int] = []) -> Value {
    let events = rows.events(ofDay: day)
    let list = model.reserveList(events.count)
    for (index, shown) in events.enumerated() {
      let chip = model.record(ChipField.self)
      fill(chip, shown)
      if shown.first >= 0 {
        model[chip, .rowClass] = gridClass("t", shown.row)
        model[chip, .spanClass] = gridClass("d", shown.span)
      } else if shown.part == .last, !shown.occurrence.isAllDay {
        model[chip, .timeText] = model[chip, .partLabel]
        model[chip, .partLabel] = .absent
      }
      model[chip, .isOver] = .flag(rows.isOver(shown, ofDay: day))
      if ReadersCustoms.areExpected, !lanes.isEmpty, lanes[index] >= 0 {
        model[chip, .laneClass] = gridClass("r", lanes[index])
      }
      model[list, index] = chip.value
    }
    return list.value
  }

  /// - Parameter lane: the name of its lane; `nil` if the day is not divided.
  mutating func block(_ shown: DayEvent, _ place: GridLayout.Place, lane: [UInt8]?) -> Record<BlockField> {
    let block = model.record(BlockField.self)
    fill(block.base, shown)
    model[block, .rangeText] = text { site, out in site.append(timesOf: shown, to: &out) }
    // The times already say "until 14:00".
    if shown.part == .last { model[block.base, .partLabel] = .absent }
    model[block, .place] = self.place(of: shown.event)
    model[block, .startClass] = shared.starts[place.start]
    model[block, .endClass] = shared.ends[place.end]
    model[block, .countClass] = shared.counts[place.count]
    model[block, .columnClass] = shared.columns[place.column]
    if ReadersCustoms.areExpected, let lane {
      model[block.base, .laneClass] = gridClass("r", place.lane)
      if site.settings.columns.kind != .place { model[block, .lane] = laneTitle(lane) }
    }
    if shown.event.hasConference { model[block, .joinHref] = joinHref(of: shown.event) }
    return block
  }

  mutating func entry(_ shown: DayEvent, on day: DayStore.Day) -> Value {
    let event = shown.event
    let entry = model.record(EntryField.self)
    fill(entry.base, shown)
    if !shown.occurrence.isAllDay {
      let seconds = shown.occurrence.end - shown.occurrence.start
      if seconds > 0 {
        model[entry, .duration] = text { site, out in site.append(duration: seconds, to: &out) }
      }
      model[entry, .spokenTime] = text { site, out in site.append(timesOf: shown, to: &out) }
    }
    model[entry, .place] = place(of: event)
    if Int(event.calendar) != shared.busyTime { model[entry, .calendarTitle] = calendarTitle(of: event) }
    if event.hasPeople { addPeople(of: event, to: entry) }
    model[entry, .weather] = weather(of: shown, on: day)
    return entry.value
  }

  private mutating func addPeople(of event: Event, to entry: Record<EntryField>) {
    let people = site.events.people(of: event)
    let most = 4
    let avatars = people.prefix(most).map { person in
      let avatar = model.record(AvatarField.self)
      model[avatar, .initials] = model.text { $0.append(initialsOf: person.name) }
      model[avatar, .name] = model.text(person.name)
      return avatar.value
    }
    model[entry, .people] = model.list(avatars)
    if people.count > most {
      model[entry, .morePeople] = text { site, out in
        out.append(ascii: "+")
        site.locale.append(people.count - most, to: &out)
      }
    }
  }
}

extension Site {
  fileprivate func append(titleOfCalendar index: UInt16, to out: inout [UInt8]) {
    let calendar = events.calendars[Int(index)]
    out.append(contentsOf: calendar.shownTitle)
  }

  /// The start of the whole occurrence: RFC 3339 in the site's zone, or a date.
  func append(start occurrence: Occurrence, to out: inout [UInt8]) {
    append(occurrence.start, dayNumber: occurrence.isAllDay ? occurrence.firstDate : nil, to: &out)
  }

  /// The end of the whole occurrence, exclusive.
  func append(end occurrence: Occurrence, to out: inout [UInt8]) {
    append(occurrence.end, dayNumber: occurrence.isAllDay ? occurrence.endDate : nil, to: &out)
  }

  private func append(_ seconds: Int64, dayNumber: Int32?, to out: inout [UInt8]) {
    if let dayNumber {
      out.append(iso: CivilDate(dayNumber: Int(dayNumber)) ?? .last)
    } else {
      let instant = Instant(clamping: seconds)
      out.append(rfc3339: instant, at: zone.offset(at: instant))
    }
  }

  /// The day on which an occurrence begins.
  package func firstDay(of occurrence: Occurrence) -> CivilDate {
    occurrence.isAllDay
      ? CivilDate(dayNumber: Int(occurrence.firstDate)) ?? .first
      : zone.wall(at: Instant(clamping: occurrence.start)).date
  }

  /// The times of an event's part on this day: "09:00 – 10:30", "from 22:00", "until 02:00", "All day".
  func append(timesOf shown: DayEvent, to out: inout [UInt8]) {
    if shown.coversDay { return out.append(contentsOf: words[.allDay]) }
    switch shown.part {
    case .first: append(.from, shown.start.time, to: &out)
    case .last: append(.until, shown.end.time, to: &out)
    default:
      if shown.occurrence.end <= shown.occurrence.start { return locale.append(shown.start.time, to: &out) }
      append(from: shown.start.time, to: shown.end.time, &out)
    }
  }

  /// Two times of a day, with the words of the site.
  func append(from start: TimeOfDay, to end: TimeOfDay, _ out: inout [UInt8]) {
    locale.append(from: start, to: end, words, to: &out)
  }

  /// A sentence with one time of day.
  fileprivate func append(_ sentence: Sentence, _ time: TimeOfDay, to out: inout [UInt8]) {
    words.append(sentence, to: &out) { _, out in locale.append(time, to: &out) }
  }

  /// A sentence with one number, which chooses its form.
  func append(_ sentence: Sentence, _ number: Int, to out: inout [UInt8]) {
    words.append(sentence, count: number, to: &out) { _, out in locale.append(number, to: &out) }
  }

  /// The length of an entry: "24h+" over a day, "6h 38m", "24h", "59m", "1m-" under a minute.
  func append(duration seconds: Int64, to out: inout [UInt8]) {
    if seconds >= 60, seconds <= 86_400 { return append(minutes: Int(seconds / 60), to: &out) }
    words.append(seconds < 60 ? .underMinute : .overDay, to: &out) { _, out in
      append(minutes: seconds < 60 ? 1 : 24 * 60, to: &out)
    }
  }

  /// A length of time: "6h 38m", "24h", "59m".
  func append(minutes: Int, to out: inout [UInt8]) {
    if minutes < 60 { return append(.minutes, minutes, to: &out) }
    if minutes % 60 == 0 { return append(.hours, minutes / 60, to: &out) }
    words.append(.hoursMinutes, to: &out) { place, out in
      if place == .hours {
        append(.hours, minutes / 60, to: &out)
      } else {
        append(.minutes, minutes % 60, to: &out)
      }
    }
  }
}

extension Array where Element == UInt8 {

  /// The first letters of the first and the last word of a name; one letter if there is only one word.
  mutating func append(initialsOf name: [UInt8]) {
    let words = name.split(whereSeparator: { $0 == .space })
    guard let first = words.first else { return append(ascii: "?") }
    append(firstCharacterOf: first)
    if words.count > 1, let last = words.last { append(firstCharacterOf: last) }
  }

  private mutating func append(firstCharacterOf word: ArraySlice<UInt8>) {
    guard let first = word.first else { return }
    append(first.uppercased)
    append(contentsOf: word.dropFirst().prefix { $0.isUTF8Continuation })
  }
}

extension LocaleTable {
  /// Two times of a day: "09:00 – 10:30", and where the language has a pattern for times of one half of a day, by that.
  package func append(from start: TimeOfDay, to end: TimeOfDay, _ words: Words, to out: inout [UInt8]) {
    if append(start, end, to: &out) { return }
    words.append(.times, to: &out) { place, out in append(place == .start ? start : end, to: &out) }
  }
}
