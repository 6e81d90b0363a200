import Bytes
import CivilTime
import Events
import ICalendar
import Readers
import Settling
import TimeZones

/// What `except` leaves out: the instances of series on days of other calendars, found once after reading. They become
/// EXDATEs in the text of their events, so that everything after reading, feeds and the browser's data included, sees a
/// series that was written so.
package struct DayExceptions {
  /// The most instances left out of one series. For a series of one instance a day, some thousands of a site's days
  /// matter; nobody keeps a series of more.
  static let limit = 20_000
  /// The years looked at before and after the window. Feeds have no end; what recurs for ever needs one.
  static let years = 10
  /// Values of one EXDATE.
  private static let valuesPerLine = 64

  /// Whole years, so that builds of one year leave out the same.
  let reach: Range<CivilDate>
  private(set) var problems: [Problem] = []
  /// For each calendar whose days are excepted: how many of its all-day events do not count, since a rule or their
  /// class withholds them; whether there are any that count; and whether some recur beyond the end.
  private(set) var found: [Int: (withheld: Int, hasDays: Bool, recursBeyond: Bool)] = [:]
  /// The lines to be added to each document, by the index of the property that they follow.
  private(set) var lines: [Int: [Int: [[UInt8]]]] = [:]

  private let calendars: [CalendarSource]
  private let files: [SourceFile]
  /// The calendar of each of ``files``.
  private let owners: [Int]
  private let policy: PrivacyPolicy
  /// The calendars excepted by each event, by its index.
  private var wanted: [Int32: [Int]] = [:]
  private var days: [Int: Set<Int32>] = [:]

  /// Whether anything is excepted.
  static func areAny(in calendars: [CalendarSource], _ files: [SourceFile]) -> Bool {
    calendars.contains { !$0.except.isEmpty } || files.contains { !$0.excepts.isEmpty }
  }

  init(
    _ read: inout ReadEvents, _ calendars: [CalendarSource], _ files: [SourceFile], owners: [Int],
    _ rules: [SiteConfiguration.Rule], window: Range<CivilDate>
  ) {
    self.calendars = calendars
    self.files = files
    self.owners = owners
    func first(ofYear year: Int) -> CivilDate { CivilDate(year: min(max(year, 1), 9999), month: 1, day: 1) ?? .first }
    reach =
      first(ofYear: window.lowerBound.year - Self.years)..<first(ofYear: window.upperBound.year + Self.years + 1)
    var policy = PrivacyPolicy()
    policy.rules = rules.map { PrivacyRule(privacy: $0.privacy, condition: $0.condition) }
    policy.documents = files.map { $0.privacy ?? .full }
    self.policy = policy
    collect(read)
    for calendar in order() {
      leaveOut(of: calendar, &read)
      if isExcepted(calendar) { findDays(of: calendar, read) }
    }
  }

  private func isExcepted(_ calendar: Int) -> Bool {
    calendars.contains { $0.except.contains { $0.calendar == calendar } }
      || files.contains { $0.excepts.contains { $0.calendars.contains(calendar) } }
  }

  /// The series that except something.
  private mutating func collect(_ read: ReadEvents) {
    var byComponent: [Int64: [Int]] = [:]
    for (document, file) in files.enumerated() where !file.excepts.isEmpty {
      let components = read.documents[document].components
      let events = components.indices.filter { components[$0].kind == .vevent }
      for except in file.excepts where except.event < events.count {
        byComponent[Int64(document) << 32 | Int64(events[except.event])] = except.calendars
      }
    }
    for (index, event) in read.events.enumerated() where event.series >= 0 && !event.isOverride {
      let own = byComponent[Int64(event.document) << 32 | Int64(event.component)] ?? []
      let all = calendars[Int(event.calendar)].except.map { $0.calendar } + own
      if !all.isEmpty { wanted[Int32(index)] = Array(Set(all)).sorted() }
    }
  }

  /// The calendars, those whose days are excepted before those that except them. There is no circle.
  private func order() -> [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    var targets = calendars.map { Set($0.except.map { $0.calendar }) }
    for (file, owner) in zip(files, owners) {
      for except in file.excepts { targets[owner].formUnion(except.calendars) }
    }
    func visit(_ calendar: Int) {
      guard seen.insert(calendar).inserted else { return }
      for target in targets[calendar].sorted() { visit(target) }
      order.append(calendar)
    }
    for calendar in calendars.indices { visit(calendar) }
    return order
  }

  // MARK: Days

  /// Finds the days of a calendar: the dates of its all-day events that are not withheld by themselves.
  private mutating func findDays(of calendar: Int, _ read: ReadEvents) {
    let store = read.unredacted().store
    let levels = read.levels(under: policy).levels
    let start = CivilDateTime(reach.lowerBound).wallSeconds
    let end = CivilDateTime(reach.upperBound).wallSeconds
    var found = (withheld: 0, hasDays: false, recursBeyond: false)
    var days: Set<Int32> = []
    for index in store.events.indices {
      let event = store.events[index]
      guard store.has(event, in: UInt16(calendar)), event.kind == .allDay || event.series >= 0,
        !event.isOverride || event.series < 0
      else { continue }
      let all = store.occurrences(of: Int32(index), from: start, to: end, in: .utc).filter { $0.isAllDay }
      if all.isEmpty { continue }
      if levels[Int(event.place)] >= .busy {
        found.withheld += 1
        continue
      }
      found.hasDays = true
      for occurrence in all {
        days.formUnion(occurrence.firstDate..<max(occurrence.firstDate, occurrence.endDate))
      }
      if event.series >= 0 {
        var later = store.series[Int(event.series)].set.instances(
          from: Instant(clamping: end), before: Instant(clamping: end + 2 * 366 * 86_400), in: .utc, limit: 1)
        if later.next() != nil { found.recursBeyond = true }
      }
    }
    self.found[calendar] = found
    self.days[calendar] = days
  }

  // MARK: Instances

  private mutating func leaveOut(of calendar: Int, _ read: inout ReadEvents) {
    for (index, calendars) in wanted.sorted(by: { $0.key < $1.key })
    where Int(read[index].calendar) == calendar {
      var days: Set<Int32> = []
      for target in calendars { days.formUnion(self.days[target] ?? []) }
      if !days.isEmpty { leaveOut(days, index, &read) }
    }
  }

  /// Leaves out the instances of a series that begin on some days, in the series' own zone. An instance that was
  /// changed by itself stays.
  private mutating func leaveOut(_ days: Set<Int32>, _ index: Int32, _ read: inout ReadEvents) {
    let event = read[index]
    let series = read.series(of: event)
    var times: [RecurrenceTime] = []
    var values: [[UInt8]] = []
    let document = read.documents[Int(event.document)]
    var anchor: Int?
    document.forEachProperty(of: Int(event.component)) { property in
      if anchor == nil, document.properties[property].name == .dtstart { anchor = property }
    }
    guard let anchor else { return }
    let written = document.properties[anchor]
    let form = DateOrDateTime(document.value(written))
    var instances = series.set.instances(
      from: Instant(clamping: CivilDateTime(reach.lowerBound).wallSeconds),
      before: Instant(clamping: CivilDateTime(reach.upperBound).wallSeconds), in: .utc, limit: .max)
    var isBounded = false
    while let instance = instances.next() {
      guard days.contains(Int32(instance.wall.date.dayNumber)), series.override(of: instance.key) == nil else {
        continue
      }
      if values.count == Self.limit {
        isBounded = true
        report(
          event,
          "more than \(Self.limit) instances of this event are on days that are left out; the later ones are shown")
        break
      }
      var value: [UInt8] = []
      switch form {
      case .date: value.append(basic: instance.wall.date)
      case .utc where event.kind != .allDay: value.append(basic: instance.start)
      case .utc, .local, nil: value.append(basic: instance.wall)
      }
      if case .utc = form, event.kind == .allDay { value.append(ascii: "Z") }
      values.append(value)
      times.append(Self.time(instance, series.set.start))
    }
    if !isBounded, instances.outcome != .complete {
      report(
        event,
        "this event recurs too often to find all of its instances on days that are left out; the later ones are shown")
    }
    if values.isEmpty { return }
    read.exclude(times, from: index)
    var head = [UInt8]("EXDATE")
    switch form {
    case .date: head.append(contentsOf: ";VALUE=DATE".utf8)
    case .local: head += document.parameters(written)
    case .utc, nil: break
    }
    head.append(.colon)
    var added: [[UInt8]] = []
    for start in stride(from: 0, to: values.count, by: Self.valuesPerLine) {
      let some = values[start..<min(start + Self.valuesPerLine, values.count)]
      added.append(head + Array(some.joined(separator: [.comma])))
    }
    lines[Int(event.document), default: [:]][anchor] = added
  }

  private mutating func report(_ event: Event, _ message: String) {
    let position = Position(line: Int(event.line), column: 1)
    problems.append(Problem(.warning, in: files[Int(event.document)].path, at: position, message))
  }

  private static func time(_ instance: RecurrenceInstance, _ start: RecurrenceTime) -> RecurrenceTime {
    switch start {
    case .zoned: .utc(instance.start)
    case .floating: .floating(instance.wall)
    case .date: .date(instance.wall.date)
    }
  }
}
