import Bytes
import CivilTime
import Mustache
import Sections
import Settling
import TimeZones

extension SiteData {
  /// Reads what ``packed()`` wrote; `nil` if the bytes are not that, are not whole, or are of another version.
  /// O(size).
  public init?(_ bytes: [UInt8]) {
    guard bytes.count > 12, bytes.hasPrefix(Self.mark) else { return nil }
    let end = bytes.count - 8
    var hash: UInt64 = 0
    for place in 0..<8 { hash |= UInt64(bytes[end + place]) << UInt64(place * 8) }
    guard hash == StableHash.of(bytes[..<end]) else { return nil }

    var reader = Unpacker(bytes, in: 4..<end)
    title = reader.text()
    description = reader.text()
    url = reader.text()
    locale = LocaleTable(&reader)
    kinds = ViewKinds(bits: reader.byte())
    let first = reader.date() ?? .first
    let last = reader.date() ?? .first
    window = first..<max(first, last)
    calendars = []
    for _ in 0..<reader.count() {
      let name = reader.text()
      let title = reader.text()
      calendars.append(CalendarInfo(name: name, title: title, color: reader.text()))
    }
    notes = []
    for _ in 0..<reader.count() {
      let title = reader.text()
      let slug = reader.text()
      let html = reader.text()
      let day = reader.date()
      notes.append(NotePage(title: title, slug: slug, html: html, day: day, eventUID: reader.text()))
    }
    assets = Assets(paths: reader.texts()) ?? .none
    notices = reader.texts()
    published = []
    for _ in 0..<reader.count() {
      let identifier = reader.text()
      let prefix = reader.text()
      published.append(PublishedZone(identifier: identifier, prefix: prefix, today: reader.date() ?? .first))
    }
    let archive = ZoneArchive(reader.text())
    var aliases: [(name: [UInt8], identifier: [UInt8])] = []
    for _ in 0..<reader.count() {
      let name = reader.text()
      aliases.append((name, reader.text()))
    }
    guard let archive else { return nil }
    zones = DataZones(archive: archive, aliases: aliases)
    world = reader.text()
    files = EventFiles(recurring: reader.text(), months: [])
    for _ in 0..<reader.count() {
      let month = CivilMonth(monthNumber: Int(truncatingIfNeeded: reader.signed()))
      let end = reader.signed()
      let path = reader.text()
      if let month { files.months.append(EventFiles.MonthFile(month: month, end: end, path: path)) }
    }
    var full: [(event: Int32, hash: UInt64)] = []
    for _ in 0..<reader.count() {
      let event = Int32(truncatingIfNeeded: reader.number())
      full.append((event, reader.number()))
    }
    slugs = EventSlugs(full: full)
    templates = TemplateSet(unpacking: &reader)
    guard reader.isSound, reader.isAtEnd, !published.isEmpty else { return nil }
  }
}

extension Unpacker {
  /// A day number; `nil` for none.
  fileprivate mutating func date() -> CivilDate? { CivilDate(dayNumber: Int(truncatingIfNeeded: signed())) }

  fileprivate mutating func pattern() -> DatePattern {
    var fields: [DatePattern.Field] = []
    for _ in 0..<count() {
      switch byte() {
      case 0: fields.append(.literal(text()))
      case 1: fields.append(.year)
      case 2: fields.append(.shortYear)
      case 3: fields.append(.month(width: number(below: 64), standalone: false))
      case 4: fields.append(.month(width: number(below: 64), standalone: true))
      case 5: fields.append(.day(width: number(below: 64)))
      case 6: fields.append(.weekday(width: number(below: 64)))
      case 7:
        let width = number(below: 64)
        fields.append(.hour(width: width, clock: DatePattern.HourClock(rawValue: byte()) ?? .h23))
      case 8: fields.append(.minute)
      case 9: fields.append(.second)
      case 10: fields.append(.dayPeriod)
      default: fail()
      }
    }
    return DatePattern(fields: fields)
  }

  /// As many names as there have to be.
  fileprivate mutating func names(_ count: Int) -> [[UInt8]] {
    let names = texts()
    if names.count == count { return names }
    fail()
    return Array(repeating: [], count: count)
  }
}

extension LocaleTable {
  fileprivate init(_ reader: inout Unpacker) {
    let identifier = reader.text()
    let isRightToLeft = reader.byte() == 1
    let zeroDigit = UInt32(truncatingIfNeeded: reader.number())
    let first = Weekday(rawValue: reader.byte()) ?? .monday
    let weekRules = WeekRules(firstWeekday: first, minimumDays: reader.number(below: 8))
    // Arguments are evaluated in their order, which is that of the bytes.
    self.init(
      identifier: identifier, isRightToLeft: isRightToLeft, zeroDigit: zeroDigit, weekRules: weekRules,
      weekendDays: reader.byte(), months: reader.names(12), standaloneMonths: reader.names(12),
      shortMonths: reader.names(12), weekdays: reader.names(7), shortWeekdays: reader.names(7),
      narrowWeekdays: reader.names(7), amSymbol: reader.text(), pmSymbol: reader.text(),
      fullDate: reader.pattern(), longDate: reader.pattern(), monthAndYear: reader.pattern(),
      dayHeading: reader.pattern(), monthAndDay: reader.pattern(), shortDay: reader.pattern(),
      time: reader.pattern(), hour: reader.pattern())
  }
}
