import CivilTime
import Events
import Settling
import TestSupport
import Testing
import TimeZones

/// Random events in random zones, settled by the stated rules (every event against every day) and by the store.
struct DifferentialTests {
  enum Kind: CaseIterable { case allDay, floating, zoned }

  /// A random event.
  struct Made {
    var title: String
    var uid: String
    var kind: Kind
    /// Zoned: instants. Otherwise: seconds of wall time.
    var start: Int64
    var end: Int64
    /// The zone in which a zoned event is written down.
    var zone: Zone?
    var isOpaque: Bool
    var isCancelled: Bool

    var properties: [String] {
      var lines = [
        "SUMMARY:\(title)", "UID:\(uid)", "STATUS:\(isCancelled ? "CANCELLED" : "CONFIRMED")",
      ]
      lines += [property("DTSTART", start), property("DTEND", end)]
      if !isOpaque { lines.append("TRANSP:TRANSPARENT") }
      return lines
    }

    private func property(_ name: String, _ seconds: Int64) -> String {
      var out: [UInt8] = []
      switch kind {
      case .allDay:
        out.append(basic: CivilDateTime(wallSeconds: seconds)!.date)
        return "\(name);VALUE=DATE:\(string(out))"
      case .floating:
        out.append(basic: CivilDateTime(wallSeconds: seconds)!)
        return "\(name):\(string(out))"
      case .zoned:
        let instant = Instant(clamping: seconds)
        // The second of two equal local times can only be written in UTC.
        if let zone, zone.instant(of: zone.wall(at: instant)) == instant {
          out.append(basic: zone.wall(at: instant))
          return "\(name);TZID=\(string(zone.identifier)):\(string(out))"
        }
        out.append(basic: instant)
        return "\(name):\(string(out))"
      }
    }

    /// The interval of the event for a reader in a zone.
    func interval(in viewer: Zone) -> (start: Int64, end: Int64) {
      switch kind {
      case .zoned: return (start, end)
      case .floating:
        let first = viewer.instant(of: CivilDateTime(wallSeconds: start)!).secondsSinceEpoch
        let last = viewer.instant(of: CivilDateTime(wallSeconds: end)!).secondsSinceEpoch
        return (first, max(first, last))
      case .allDay:
        return (
          viewer.startOfDay(CivilDateTime(wallSeconds: start)!.date).secondsSinceEpoch,
          viewer.startOfDay(CivilDateTime(wallSeconds: end)!.date).secondsSinceEpoch
        )
      }
    }
  }

  /// A day's line by definition: quadratic, without optimisation.
  static func naive(_ events: [Made], _ date: CivilDate, in zone: Zone) -> String? {
    let bounds = zone.bounds(of: date)
    let (dayStart, dayEnd) = (bounds.start.secondsSinceEpoch, bounds.end.secondsSinceEpoch)
    guard zone.exists(date) else { return nil }
    struct Entry {
      var leads: Bool
      var start: Int64
      var end: Int64
      var made: Made
    }
    var entries: [Entry] = []
    for made in events where !made.isCancelled {
      let (start, end) = made.interval(in: zone)
      let meets =
        start == end
        ? made.kind != .allDay && dayStart <= start && start < dayEnd
        : start < dayEnd && end > dayStart
      guard meets else { continue }
      entries.append(
        Entry(leads: made.kind == .allDay || start < dayStart, start: start, end: end, made: made))
    }
    entries.sort { left, right in
      if left.leads != right.leads { return left.leads }
      if left.start != right.start { return left.start < right.start }
      if left.end != right.end { return left.leads ? left.end > right.end : left.end < right.end }
      if left.made.title != right.made.title {
        return left.made.title.utf8.lexicographicallyPrecedes(right.made.title.utf8)
      }
      return left.made.uid.utf8.lexicographicallyPrecedes(right.made.uid.utf8)
    }
    let names = entries.map { entry in
      let part =
        switch (entry.start >= dayStart, entry.end <= dayEnd) {
        case (true, true): "whole"
        case (true, false): "first"
        case (false, false): "middle"
        case (false, true): "last"
        }
      return "\(part) \(entry.made.title)"
    }
    // The union, from the ends within the day: between two neighbouring ends either all or nothing is busy.
    let opaque = entries.filter { $0.made.isOpaque }
    let edges = Set([dayStart, dayEnd] + opaque.flatMap { [$0.start, $0.end] })
      .filter { $0 >= dayStart && $0 <= dayEnd }.sorted()
    var seconds: Int64 = 0
    for (low, high) in zip(edges, edges.dropFirst())
    where opaque.contains(where: { $0.start <= low && $0.end >= high }) {
      seconds += high - low
    }
    return "\(string(date)) \(seconds / 60)m:" + (names.isEmpty ? "" : " ")
      + names.joined(separator: ", ")
  }

  /// Days on which a clock changed somewhere.
  static let centers = [
    "2026-03-08", "2026-11-01", "2026-03-29", "2026-10-25", "2026-04-05", "2026-10-04",
    "2011-12-30", "1892-07-04",
    "2018-11-04", "2018-02-18", "2010-11-07", "2010-03-14", "1994-12-31", "1993-08-21",
    "1970-01-01", "2000-02-29",
    "2400-12-31", "1800-06-01", "0001-02-01", "9999-11-30",
  ]
  static let zones = [
    "UTC", "UTC+8", "UTC-18:00", "UTC+18", "America/New_York", "America/St_Johns",
    "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Kwajalein", "Pacific/Kiritimati", "America/Sao_Paulo",
    "America/Havana",
    "Europe/Dublin", "Africa/Casablanca", "Antarctica/Troll", "Asia/Kathmandu", "Asia/Tehran",
    "America/Scoresbysund",
    "Africa/Monrovia", "Europe/Amsterdam",
  ]

  static func zone(_ random: inout SeededGenerator) -> Zone {
    if random.once(in: 3) { return TestZones.table.lookup(random.pick(TestZones.table.names))! }
    return TestZones.named(random.pick(zones))
  }

  static func made(
    _ count: Int, around center: CivilDate, _ viewer: Zone, _ random: inout SeededGenerator
  ) -> [Made] {
    let day: Int64 = 86_400
    return (0..<count).map { index in
      let kind = random.pick(Kind.allCases)
      let date = center.adding(days: random.int(-9...9))!
      let length: Int64
      switch random.int(0...5) {
      case 0: length = 0
      case 1: length = Int64(random.int(1...100))
      case 2: length = Int64(random.int(1...48)) * 1800
      case 3: length = day
      default: length = Int64(random.int(0...6)) * day + Int64(random.int(0...24)) * 3600
      }
      var start = CivilDateTime(date).wallSeconds
      var end = start
      switch kind {
      case .allDay: end = start + max(day, length - length % day)
      case .floating:
        start += Int64(random.int(0...47)) * 1800
        end = start + length
      case .zoned:
        // On the edge of a day, near it, or anywhere.
        start = viewer.startOfDay(date).secondsSinceEpoch
        switch random.int(0...2) {
        case 0: break
        case 1: start += Int64(random.int(-2...2)) * 1800
        default: start += Int64(random.int(0...86_399))
        }
        end = start + length
        if random.once(in: 4) {
          end = viewer.startOfDay(date.adding(days: random.int(1...3))!).secondsSinceEpoch
        }
        end = max(start, end)
      }
      return Made(
        title: random.pick(["a", "b", "B", "é", "aa"]) + (random.once(in: 3) ? "" : "\(index)"),
        uid: "uid-\(random.int(0...9))-\(index)",
        kind: kind, start: start, end: end, zone: random.once(in: 2) ? zone(&random) : nil,
        isOpaque: !random.once(in: 4), isCancelled: random.once(in: 8))
    }
  }

  @Test func settlingAgainstTheRulesAsStated() throws {
    try withRandom(400) { random in
      let viewer = DifferentialTests.zone(&random)
      let center = date(random.pick(DifferentialTests.centers)).adding(days: random.int(-3...3))!
      let events = DifferentialTests.made(random.int(0...25), around: center, viewer, &random)
      let first = center.adding(days: random.int(-8...4))!
      let last = first.adding(days: random.int(0...10))!
      let loaded = Loaded([calendar(events.map { vevent($0.properties) })])
      let expected = (0..<first.days(until: last)).compactMap {
        DifferentialTests.naive(events, first.adding(days: $0)!, in: viewer)
      }
      try checkEqual(
        settled(loaded.store, first..<last, viewer), expected,
        "\(string(first)) in \(string(viewer.identifier))")
    }
  }

  /// The same in two runs, split anywhere; the seam does not show.
  @Test func settlingInTwoRuns() throws {
    try withRandom(60) { random in
      let viewer = DifferentialTests.zone(&random)
      let center = date(random.pick(DifferentialTests.centers))
      let events = DifferentialTests.made(random.int(0...25), around: center, viewer, &random)
      let store = Loaded([calendar(events.map { vevent($0.properties) })]).store
      let first = center.adding(days: -9)!
      let last = center.adding(days: 9)!
      let whole = settled(store, first..<last, viewer)
      try withEvery("parted after days", in: 0...18) { offset in
        let middle = first.adding(days: offset)!
        try checkEqual(
          settled(store, first..<middle, viewer) + settled(store, middle..<last, viewer), whole)
      }
    }
  }
}
