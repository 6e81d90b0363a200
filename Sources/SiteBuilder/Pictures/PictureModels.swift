import Bytes
import CalendarPages
import CivilTime
import Events
import Foundation
import Mustache
import Sections
import Settling
import Themes
import TimeZones

/// Makes the models of pictures: what stands where. How it looks is in the theme's template `picture`.
struct PictureModels {
  var model = Model()
  private let rendered: RenderedSite
  private let site: Site
  /// The distance of texts from the edges.
  private static let margin = 72.0
  private static let width = Double(Picture.width)

  init(_ rendered: RenderedSite) { (self.rendered, site) = (rendered, rendered.site) }

  mutating func model(of picture: Picture) -> Value {
    let record = model.record(PictureField.self)
    model[record, .lang] = model.text(site.locale.identifier)
    model[record, .dir] = model.text(site.locale.isRightToLeft ? "rtl" : "ltr")
    switch picture {
    case .site: makeSite(record)
    case .month(let month): makeMonth(month, record)
    case .event(let page): makeEvent(page, record)
    }
    return record.value
  }

  // MARK: The site

  private mutating func makeSite(_ record: Record<PictureField>) {
    let title = TextFitting.shown(site.title)
    model[record, .isSite] = .flag(true)
    model[record, .title] = text(title)
    model[record, .startLeft] = number(left(Self.margin, width: 72))
    let (cardStart, cardWidth) = (696.0, 432.0)
    model[record, .endLeft] = number(left(cardStart, width: cardWidth))
    let room = cardStart - Self.margin - 56
    let block = TextFitting.fit(title, width: room, isBold: true, sizes: [(80, 2), (66, 3), (54, 4), (44, 5)])
    var y = 116.0
    model[record, .titleLines] = lines(block, from: &y, leading: 1.14)
    y += 26
    let left = Int((520 - y) / 42)
    if !site.description.isEmpty, left > 0 {
      let detail = TextFitting.fit(
        TextFitting.shown(site.description), width: room, isBold: false, sizes: [(30, min(4, left))])
      model[record, .details] = lines(detail, from: &y, leading: 1.4)
    }
    model[record, .address] = line(
      TextFitting.line(shownAddress, width: room, size: 26), x: Self.margin, y: 556, size: 26)
    let month = site.openingDay.civilMonth
    model[record, .month] = line(
      TextFitting.line(shownName(of: month), width: cardWidth - 64, size: 30, isBold: true), x: cardStart + 32,
      y: 140, size: 30)
    let step = (cardWidth - 48) / 7
    makeWeekdays(record, x: cardStart + 24 + step / 2, step: step, y: 186, size: 18, isNarrow: true)
    let rows = Month(month, site.locale.weekRules).cells
    let height = min(56, 336 / Double(max(1, rows.count)))
    var cells: [Value] = []
    for (row, dates) in rows.enumerated() {
      for (column, date) in dates.enumerated() {
        guard let date, date.civilMonth == month else { continue }
        let start = cardStart + 24 + Double(column) * step
        let cell = self.cell(date, month, rendered.indexDays.day(date))
        model[cell, .left] = number(self.left(start + 3, width: step - 6))
        model[cell, .top] = number(206 + Double(row) * height)
        model[cell, .width] = number(step - 6)
        model[cell, .height] = number(height - 6)
        model[cell, .x] = number(x(start + step / 2))
        model[cell, .y] = number(206 + Double(row) * height + (height - 6) / 2 + 7)
        cells.append(cell.value)
      }
    }
    model[record, .cells] = model.list(cells)
  }

  // MARK: A month

  private mutating func makeMonth(_ month: CivilMonth, _ record: Record<PictureField>) {
    let name = shownName(of: month)
    model[record, .isMonth] = .flag(true)
    model[record, .title] = text(name)
    let (edge, top) = (56.0, 166.0)
    model[record, .endX] = number(x(Self.width - edge))
    let title = TextFitting.line(TextFitting.shown(site.title), width: 420, size: 28)
    model[record, .site] = line(title, x: Self.width - edge, y: 92, size: 28)
    let room = Self.width - 2 * edge - TextFitting.width(title, isBold: false) * 28 - 40
    let block = TextFitting.fit(name, width: room, isBold: true, sizes: [(60, 1), (50, 1), (42, 1)])
    var y = 44.0
    model[record, .titleLines] = lines(block, from: &y, leading: 1, x: edge)
    let step = (Self.width - 2 * edge) / 7
    makeWeekdays(record, x: edge + 10, step: step, y: 150, size: 19, isNarrow: false)
    let rows = Month(month, site.locale.weekRules).cells
    let height = (606 - top) / Double(max(1, rows.count))
    var cells: [Value] = []
    for (row, dates) in rows.enumerated() {
      for (column, date) in dates.enumerated() {
        guard let date else { continue }
        let start = edge + Double(column) * step
        let cellTop = top + Double(row) * height
        let day = rendered.days.day(date)
        let cell = self.cell(date, month, day)
        model[cell, .left] = number(left(start, width: step))
        model[cell, .top] = number(cellTop)
        model[cell, .width] = number(step)
        model[cell, .height] = number(height)
        model[cell, .x] = number(x(start + 10))
        model[cell, .y] = number(cellTop + 25)
        model[cell, .moreX] = number(x(start + step - 10))
        if let day { putChips(cell, day, start: start, top: cellTop + 33, width: step, height: height - 35) }
        cells.append(cell.value)
      }
    }
    model[record, .cells] = model.list(cells)
  }

  private mutating func putChips(
    _ cell: Record<CellField>, _ day: DayStore.Day, start: Double, top: Double, width: Double, height: Double
  ) {
    let (chipHeight, step) = (24.0, 27.0)
    let shown = day.entries.prefix(max(1, Int((height + step - chipHeight) / step)))
    var chips: [Value] = []
    for (index, entry) in shown.enumerated() {
      let event = site.events[day.occurrence(entry).event]
      let chip = model.record(PictureChipField.self)
      let box = width - 10
      let chipTop = top + Double(index) * step
      model[chip, .text] = text(
        TextFitting.line(shownTitle(of: event), width: box - 22, size: 15))
      model[chip, .left] = number(left(start + 5, width: box))
      model[chip, .top] = number(chipTop)
      model[chip, .mark] = number(left(start + 5, width: 4))
      model[chip, .x] = number(x(start + 17))
      model[chip, .y] = number(chipTop + 17)
      let color = color(of: event)
      model[chip, .color] = text(color.description)
      model[chip, .tint] = text(color.tint.description)
      chips.append(chip.value)
    }
    model[cell, .chips] = model.list(chips)
    if day.entries.count > shown.count {
      var more = [UInt8]("+")
      site.locale.append(day.entries.count - shown.count, to: &more)
      model[cell, .more] = model.text(more)
    }
  }

  // MARK: An event

  private mutating func makeEvent(_ page: Int, _ record: Record<PictureField>) {
    let occurrence = site.eventPages.occurrences[page][site.nextOccurrence(ofPage: page)]
    let event = site.events[occurrence.event]
    let title = shownTitle(of: event)
    model[record, .isEvent] = .flag(true)
    model[record, .title] = text(title)
    model[record, .color] = text(color(of: event).description)
    model[record, .startLeft] = number(left(0, width: 18))
    let (tileStart, tileWidth) = (904.0, 224.0)
    model[record, .endLeft] = number(left(tileStart, width: tileWidth))
    model[record, .endMiddle] = number(x(tileStart + tileWidth / 2))
    let calendar = site.events.calendar(of: event)
    let siteTitle = TextFitting.shown(site.title)
    let kicker = site.events.calendars.count > 1 ? TextFitting.shown(calendar.title) : ""
    let start = Self.margin + 8
    let room = tileStart - start - 48
    if !kicker.isEmpty {
      model[record, .kicker] = line(
        TextFitting.line(kicker, width: room, size: 28, isBold: true), x: start, y: 104, size: 28)
    }
    var y = kicker.isEmpty ? 62.0 : 122
    let block = TextFitting.fit(
      title, width: room, isBold: true, sizes: [(76, 2), (62, 3), (50, 4), (42, 5)])
    model[record, .titleLines] = lines(block, from: &y, leading: 1.12, x: start)

    let wide = Self.width - start - Self.margin
    let place = TextFitting.shown(site.events.place(of: event))
    let details = when(occurrence).map {
      TextFitting.fit($0, width: wide, isBold: false, sizes: [(36, 1), (30, 1), (25, 1)])
    }
    let bottom = place.isEmpty ? 500.0 : 452
    var baseline = bottom - Double(details.count - 1) * 50
    let values = details.map { block -> Value in
      defer { baseline += 50 }
      return line(block.lines.first ?? "", x: start, y: baseline, size: block.size)
    }
    model[record, .details] = model.list(values)
    if !place.isEmpty {
      model[record, .place] = line(TextFitting.line(place, width: wide, size: 32), x: start, y: 504, size: 32)
    }
    model[record, .site] = line(
      TextFitting.line(siteTitle, width: wide / 2, size: 26, isBold: true), x: start, y: 580, size: 26)
    let host = TextFitting.line(shownAddress, width: wide / 2 - 40, size: 26)
    model[record, .address] = line(host, x: Self.width - Self.margin, y: 580, size: 26)

    let day = firstDay(of: occurrence)
    model[record, .tileMonth] = model.text(site.locale.names.shortMonths[day.month - 1])
    model[record, .tileWeekday] = model.text(site.locale.names.weekdays[Int(day.weekday.rawValue) - 1])
    model[record, .tileDay] = model.text([UInt8].written { site.locale.append(day.day, to: &$0) })
  }

  private func firstDay(of occurrence: Occurrence) -> CivilDate {
    occurrence.isAllDay
      ? CivilDate(dayNumber: Int(occurrence.firstDate)) ?? .first
      : site.zone.wall(at: Instant(clamping: occurrence.start)).date
  }

  /// The date, and the times with their zone.
  private func when(_ occurrence: Occurrence) -> [String] {
    var date: [UInt8] = []
    if occurrence.isAllDay {
      return [TextFitting.shown(site.when(occurrence))]
    }
    let start = site.zone.wall(at: Instant(clamping: occurrence.start))
    let end = site.zone.wall(at: Instant(clamping: occurrence.end))
    var times: [UInt8] = []
    if start.date == end.date || occurrence.end <= occurrence.start {
      site.locale.append(start.date, site.locale.dates.full, to: &date)
      if occurrence.end <= occurrence.start {
        site.locale.append(start.time, to: &times)
      } else {
        site.locale.append(from: start.time, to: end.time, site.words, to: &times)
      }
    } else {
      // Both dates are on one line, so they are short.
      site.words.append(.dateTimes, to: &date) { place, out in
        if place == .date { return site.locale.append(start.date, site.locale.dates.shortDay, to: &out) }
        site.words.append(.toOtherDay, to: &out) { place, out in
          switch place {
          case .date: site.locale.append(end.date, site.locale.dates.shortDay, to: &out)
          case .start: site.locale.append(start.time, to: &out)
          default: site.locale.append(end.time, to: &out)
          }
        }
      }
    }
    let zone = [UInt8].written { $0.append(zoneLabel: site.zone.identifier) }
    times = times.isEmpty ? zone : times + [UInt8](" · ") + zone
    return [TextFitting.shown(date), TextFitting.shown(times)]
  }

  // MARK: Parts

  private func shownName(of month: CivilMonth) -> String {
    TextFitting.shown(.written { site.locale.append(month.firstDay, site.locale.dates.monthAndYear, to: &$0) })
  }

  private func shownTitle(of event: Event) -> String {
    let title = TextFitting.shown(site.events.text(event.title, of: event))
    return title.isEmpty ? TextFitting.shown(site.words[.untitled]) : title
  }

  private func color(of event: Event) -> RGB {
    let calendars = site.events.calendars
    if calendars[Int(event.calendar)].name.isEmpty { return RGB(0x8A, 0x8A, 0x92) }
    let own = event.hasColor ? RGB(named: site.events.color(of: event)) : nil
    let named = RGB(String(decoding: calendars[Int(event.calendar)].color.dropFirst(), as: UTF8.self))
    let usual = "\(Palette.colors[Int(event.calendar) % Palette.classes])".dropFirst()
    let color = own ?? named ?? RGB(String(usual)) ?? RGB(0, 0, 0)
    return color.readable(on: RGB(255, 255, 255), towards: RGB(0, 0, 0), 3)
  }

  /// A day, without its place.
  private mutating func cell(_ date: CivilDate, _ month: CivilMonth, _ day: DayStore.Day?) -> Record<CellField> {
    let cell = model.record(CellField.self)
    model[cell, .number] = model.text([UInt8].written { site.locale.append(date.day, to: &$0) })
    model[cell, .isOutside] = .flag(date.civilMonth != month)
    model[cell, .isWeekend] = .flag(site.locale.isWeekend(date.weekday))
    if let level = day?.busyLevel, level > 0 { model[cell, .busy] = text("\(level)") }
    return cell
  }

  private mutating func makeWeekdays(
    _ record: Record<PictureField>, x: Double, step: Double, y: Double, size: Int, isNarrow: Bool
  ) {
    let locale = site.locale
    let items = (0..<7).map { column in
      let index = Int(locale.weekRules.firstWeekday.adding(days: column).rawValue) - 1
      let name = isNarrow ? locale.names.narrowWeekdays[index] : locale.names.shortWeekdays[index]
      return line(TextFitting.shown(name), x: x + Double(column) * step, y: y, size: size)
    }
    model[record, .weekdays] = model.list(items)
  }

  /// The site's address as people write it, without its scheme.
  private var shownAddress: String {
    var address = String(decoding: site.url, as: UTF8.self)
    if let scheme = address.range(of: "://") { address = String(address[scheme.upperBound...]) }
    if address.hasSuffix("/") { address.removeLast() }
    return TextFitting.shown(Array((address.removingPercentEncoding ?? address).utf8))
  }

  /// Lines below each other.
  /// - Parameter y: the top of the first line; then the bottom of the last.
  private mutating func lines(
    _ block: TextFitting.Block, from y: inout Double, leading: Double, x: Double = Self.margin
  ) -> Value {
    var values: [Value] = []
    for text in block.lines {
      y += Double(block.size) * leading
      values.append(line(text, x: x, y: y - Double(block.size) * (leading - 0.86), size: block.size))
    }
    return model.list(values)
  }

  private mutating func line(_ text: String, x: Double, y: Double, size: Int) -> Value {
    let line = model.record(LineField.self)
    model[line, .text] = self.text(text)
    model[line, .x] = number(self.x(x))
    model[line, .y] = number(y)
    model[line, .size] = self.text("\(size)")
    return line.value
  }

  /// A place on a line, mirrored where lines begin at the right.
  private func x(_ start: Double) -> Double { site.locale.isRightToLeft ? Self.width - start : start }

  /// The left edge of a box that begins at a place.
  private func left(_ start: Double, width: Double) -> Double {
    site.locale.isRightToLeft ? Self.width - start - width : start
  }

  private mutating func text(_ text: String) -> Value { model.text(Array(text.utf8)) }

  /// A number with at most one decimal, the same in every locale.
  private mutating func number(_ value: Double) -> Value {
    let tenths = Int((value * 10).rounded())
    return text(tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths) % 10)")
  }
}

extension RGB {
  /// The colour with much white.
  fileprivate var tint: RGB {
    let mixed = parts.map { ($0 * 0.14 + 255 * 0.86).rounded() }
    return RGB(mixed[0], mixed[1], mixed[2])
  }
}
