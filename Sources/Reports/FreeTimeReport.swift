import Bytes
import CalendarPages
import CivilTime
import Events
import Feeds
import Gate
import Publishing
import Readers
import Settling
import TimeZones

/// Free time as printed by `free`: for all calendars of the content together, or for chosen ones, from now on.
package struct FreeTimeReport {
  private let agenda: AgendaReport
  private let query: FreeTimeQuery
  /// By ``CivilTime/Weekday/rawValue``; `nil`: all days.
  private let workdays: UInt8?
  /// By calendar, whether its events are ignored.
  private let leavingOut: [Bool]
  /// What limits left out, one line each.
  package var warnings: [String] { agenda.warnings }

  /// Only on days that site.yml calls `workdays`.
  /// - Parameters:
  ///   - hours: `09:00-17:00`, in wall time of the zone; `nil`: `hours` of site.yml, otherwise ``WorkingHours/usual``.
  ///   - duration: the minimum length of a slot: `60m`, `1h30m`, `2h`.
  ///   - calendars: names of the calendars whose events count; all if empty.
  package init(
    _ loaded: LoadedContent, _ options: ReadingOptions, hours: String?, duration: String, calendars: [String] = []
  ) throws(BuildError) {
    let configuration = loaded.content.configuration
    let between = try hours.map { text throws(BuildError) in
      guard let between = WorkingHours.read(text) else {
        throw .usage("--between is \(text); write two times such as 09:00-17:00, the first before the second")
      }
      return between
    }
    guard let minutes = Self.minutes(duration), (1...1440).contains(minutes) else {
      throw .usage("--duration is \(duration); write a duration such as 60m or 1h30m, at most 24 hours")
    }
    leavingOut = try Self.leavingOut(of: loaded.read.calendars, but: calendars)
    agenda = try AgendaReport(loaded, options, .owner, ahead: Self.days)
    // Slots begin at whole minutes.
    let now = try options.instant().secondsSinceEpoch
    query = FreeTimeQuery(
      hours: between ?? configuration.hours ?? WorkingHours.usual, minutes: minutes,
      notBefore: (now + 59).flooredQuotient(by: 60) * 60)
    workdays = configuration.workdays
  }

  /// The slots of each day that has any, in the form of ``Feeds/FreeTimeJSON``.
  package func json() -> [UInt8] {
    .written { FreeTimeJSON(agenda.run, days: agenda.days, in: agenda.zone).append(to: &$0, slots: slots) }
  }

  /// For people: a line per day, followed by its slots.
  package func text() -> [UInt8] {
    var out: [UInt8] = []
    let locale = agenda.locale
    for index in agenda.run.days.indices {
      let slots = slots(index)
      if slots.isEmpty { continue }
      locale.append(agenda.run.days[index], locale.dates.full, to: &out)
      for (number, slot) in slots.enumerated() {
        out.append(number == 0 ? "  " : ", ")
        append(slot.start, to: &out)
        out.append(ascii: "-")
        // A slot that ends at midnight ends its day and does not begin the next.
        if slot.end == agenda.run.bounds[index + 1] {
          agenda.append(hour: 24, minute: 0, to: &out)
        } else {
          append(slot.end, to: &out)
        }
      }
      out.append(ascii: "\n")
    }
    if out.isEmpty { agenda.append(.nothingFreeBetween, to: &out) }
    return out
  }

  private func slots(_ index: Int) -> [FreeSlot] {
    if let workdays, workdays >> agenda.run.days[index].weekday.rawValue & 1 == 0 { return [] }
    return agenda.store.freeSlots(ofDay: index, of: agenda.run, in: agenda.zone, query, leavingOut: leavingOut)
  }

  /// The wall time, with its offset if the day shows that time twice.
  private func append(_ seconds: Int64, to out: inout [UInt8]) {
    let instant = Instant(clamping: seconds)
    let wall = agenda.zone.wall(at: instant)
    agenda.append(hour: wall.time.hour, minute: wall.time.minute, to: &out)
    if case .fold = agenda.zone.resolve(wall) {
      out.append(" (")
      out.append(iso: agenda.zone.offset(at: instant))
      out.append(")")
    }
  }

  /// The default number of days.
  private static let days = 14

  // MARK: Arguments

  /// For each calendar whether it is ignored; empty if all count.
  private static func leavingOut(of all: [CalendarInfo], but chosen: [String]) throws(BuildError) -> [Bool] {
    if chosen.isEmpty { return [] }
    for name in chosen where !all.contains(where: { $0.name.elementsEqual(name.utf8) }) {
      let names = all.map { String(decoding: $0.name, as: UTF8.self) }
      let known = names.isEmpty ? "there are no calendars" : "there are \(names.joined(separator: ", "))"
      throw .usage("--calendar \(name): no such calendar; \(known)")
    }
    return all.map { calendar in !chosen.contains { calendar.name.elementsEqual($0.utf8) } }
  }

  /// `60m`, `1h`, `1h30m` or `1h30`; a number alone has no unit.
  static func minutes(_ text: String) -> Int? {
    guard let match = text.wholeMatch(of: #/(?=\d+[hm])(?:(\d{1,2})h)?(?:(\d{1,4})m?)?/#) else { return nil }
    let hours = match.1.flatMap { Int($0) } ?? 0
    let minutes = match.2.flatMap { Int($0) } ?? 0
    return hours * 60 + minutes
  }
}
