import Bytes
import CivilTime
import Events
import Mustache
import Sections
import SiteTerms
import TimeZones

extension SiteData {
  /// Reads what ``packed()`` wrote; `nil` if the bytes are anything else, incomplete, or of another version. O(size).
  package convenience init?(_ bytes: [UInt8]) {
    guard var reader = Unpacker(sealed: bytes, mark: Self.mark) else { return nil }
    // Arguments are evaluated in order, which is the order of the bytes.
    self.init(
      title: reader.text(), description: reader.text(), url: reader.text(), locale: LocaleTable(&reader),
      words: reader.words(), kinds: ViewKinds(bits: reader.byte()), hasEventPages: reader.byte() == 1,
      window: reader.window(),
      calendars: reader.calendars(),
      notes: reader.notes(), assets: Assets(paths: reader.texts()) ?? .none, stale: reader.stale(),
      published: reader.published(), zones: reader.zones(), world: reader.text(), files: reader.files(),
      slugs: reader.slugs(), weather: reader.weather(), languages: reader.languages(),
      feeds: reader.feeds(), columns: reader.columns(), templates: TemplateSet(unpacking: &reader))
    if !reader.isSound || !reader.isAtEnd || published.isEmpty { return nil }
  }
}

extension Unpacker {
  mutating func window() -> Range<CivilDate> {
    let first = date() ?? .first
    return first..<max(first, date() ?? .first)
  }

  mutating func calendars() -> [CalendarInfo] {
    var calendars: [CalendarInfo] = []
    for _ in 0..<count() { calendars.append(CalendarInfo(name: text(), title: text(), color: text())) }
    return calendars
  }

  fileprivate mutating func notes() -> [NotePage] {
    var notes: [NotePage] = []
    for _ in 0..<count() {
      let title = text()
      notes.append(
        NotePage(title: title, slug: text(), html: text(), day: date(), eventUID: text(), isEvent: title.isEmpty))
    }
    return notes
  }

  fileprivate mutating func stale() -> [StaleCalendar] {
    var all: [StaleCalendar] = []
    for _ in 0..<count() { all.append(StaleCalendar(calendar: Int(truncatingIfNeeded: signed()), since: signed())) }
    return all
  }

  fileprivate mutating func published() -> [PublishedZone] {
    var zones: [PublishedZone] = []
    for _ in 0..<count() {
      zones.append(PublishedZone(identifier: text(), prefix: text(), today: date() ?? .first))
    }
    return zones
  }

  mutating func zones() -> DataZones {
    let archive = ZoneArchive(text())
    if archive == nil { fail() }
    var aliases: [(name: [UInt8], identifier: [UInt8])] = []
    for _ in 0..<count() { aliases.append((text(), text())) }
    return DataZones(archive: archive ?? ZoneArchive(), aliases: aliases)
  }

  fileprivate mutating func files() -> EventFiles {
    var files = EventFiles(recurring: text(), months: [])
    for _ in 0..<count() {
      let month = CivilMonth(monthNumber: Int(truncatingIfNeeded: signed()))
      let end = signed()
      let path = text()
      if let month { files.months.append(EventFiles.MonthFile(month: month, end: end, path: path)) }
    }
    return files
  }

  fileprivate mutating func feeds() -> [FeedLink] {
    var feeds: [FeedLink] = []
    for _ in 0..<count() { feeds.append(FeedLink(kind: .init(rawValue: byte()) ?? .all, title: text(), path: text())) }
    return feeds
  }

  fileprivate mutating func columns() -> Columns {
    let kind = Columns.Kind(rawValue: byte())
    if kind == nil { fail() }
    return Columns(kind ?? .none, order: texts())
  }

  fileprivate mutating func languages() -> SiteLanguages? {
    var all: [SiteLanguages.Language] = []
    for _ in 0..<count() {
      all.append(
        SiteLanguages.Language(
          tag: text(), name: text(), offer: text(), isRightToLeft: byte() == 1, prefix: text(),
          firstWeekday: Weekday(rawValue: byte()) ?? .monday))
    }
    if all.isEmpty { return nil }
    return SiteLanguages(
      all: all, own: number(below: all.count), zone: [], url: text(), script: text(), stylesheet: text())
  }

  fileprivate mutating func slugs() -> EventSlugs {
    let spelling = SlugSpelling(rawValue: byte())
    if spelling == nil { fail() }
    var named: [(place: Int32, name: [UInt8])] = []
    for _ in 0..<count() { named.append((Int32(truncatingIfNeeded: number()), text())) }
    return EventSlugs(spelling: spelling ?? .plain, named: named)
  }
}

extension Unpacker {
  /// A day number; `nil` for none.
  fileprivate mutating func date() -> CivilDate? { CivilDate(dayNumber: Int(truncatingIfNeeded: signed())) }

  fileprivate mutating func pattern() -> DatePattern {
    var fields: [DatePattern.Field] = []
    for _ in 0..<count() {
      let kind = byte()
      let text = kind == 0 ? text() : []
      let width = (3...7).contains(kind) ? number(below: 64) : 0
      let clock = kind == 7 ? DatePattern.HourClock(rawValue: byte()) ?? .h23 : .h23
      let field: DatePattern.Field
      switch kind {
      case 0: field = .literal(text)
      case 1: field = .year
      case 2: field = .shortYear
      case 3, 4: field = .month(width: width, standalone: kind == 4)
      case 5: field = .day(width: width)
      case 6: field = .weekday(width: width)
      case 7: field = .hour(width: width, clock: clock)
      case 8: field = .minute
      case 9: field = .second
      default:
        if kind != 10 { fail() }
        field = .dayPeriod
      }
      fields.append(field)
    }
    return DatePattern(fields: fields)
  }

  fileprivate mutating func range() -> RangePattern { RangePattern(first: pattern(), last: pattern()) }

  /// A list of names that must have this length.
  fileprivate mutating func names(_ count: Int) -> [[UInt8]] {
    let names = texts()
    if names.count == count { return names }
    fail()
    return Array(repeating: [], count: count)
  }
}

extension LocaleTable {
  convenience init(_ reader: inout Unpacker) {
    let identifier = reader.text()
    let flags = reader.byte()
    let zeroDigit = UInt32(truncatingIfNeeded: reader.number())
    let first = Weekday(rawValue: reader.byte()) ?? .monday
    let weekRules = WeekRules(firstWeekday: first, minimumDays: reader.number(below: 8))
    // Arguments are evaluated in order, which is the order of the bytes.
    self.init(
      identifier: identifier, isRightToLeft: flags & 1 != 0, zeroDigit: zeroDigit, weekRules: weekRules,
      weekendDays: reader.byte(), months: reader.names(12), standaloneMonths: reader.names(12),
      shortMonths: reader.names(12), weekdays: reader.names(7), shortWeekdays: reader.names(7),
      narrowWeekdays: reader.names(7), amSymbol: reader.text(), pmSymbol: reader.text(),
      fullDate: reader.pattern(), longDate: reader.pattern(), monthAndYear: reader.pattern(),
      dayHeading: reader.pattern(), monthAndDay: reader.pattern(), shortDay: reader.pattern(),
      time: reader.pattern(), hour: reader.pattern(),
      ranges: flags & 4 == 0 ? nil : [reader.range(), reader.range(), reader.range()],
      halfDay: flags & 16 == 0 ? nil : reader.range(), hasWeekNumbers: flags & 2 == 0,
      otherClock: flags & 32 == 0
        ? nil
        : ClockPatterns(
          time: reader.pattern(), hour: reader.pattern(), halfDay: flags & 64 == 0 ? nil : reader.range()),
      second: flags & 8 == 0 ? nil : SecondCalendar(&reader))
  }
}
