import Bytes
import CalendarPages
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// When somebody is busy, and nothing else: one VFREEBUSY over the window (RFC 5545, 3.6.4), in UTC. Opaque events are
/// BUSY, tentative ones BUSY-TENTATIVE; free and cancelled ones are left out (RFC 4791, 7.10). Where both are, BUSY
/// counts, so that no two periods overlap.
///
/// There is no ORGANIZER, which RFC 5546 asks of published busy time: that would be an address of the person.
package struct FreeBusyFeed {
  private let site: Site

  package init(_ site: Site) { self.site = site }

  /// The whole file. O(k log k) for k occurrences in the window, and O(events).
  package func file() -> [UInt8] {
    let start = midnight(site.links.window.lowerBound)
    let end = midnight(site.links.window.upperBound)
    let busy = site.events.busyTime(from: start, to: end, in: site.zone, tentative: false).intervals
    let tentative = site.events.busyTime(from: start, to: end, in: site.zone, tentative: true).intervals
      .subtracting(busy)

    var writer = ICalendarWriter(reserving: 64 * (busy.count + tentative.count) + 512)
    writer.line("BEGIN:VCALENDAR")
    writer.line("VERSION:2.0")
    writer.line("PRODID:-//busylife-gen//busylife-gen//EN")
    writer.line("CALSCALE:GREGORIAN")
    writer.line("METHOD:PUBLISH")
    writer.line("BEGIN:VFREEBUSY")
    writer.line(uid)
    line("DTSTAMP:", stamp ?? start, &writer)
    line("DTSTART:", start, &writer)
    line("DTEND:", end, &writer)
    var next = 0
    for interval in busy {
      while next < tentative.count, tentative[next].lowerBound < interval.lowerBound {
        period("FREEBUSY;FBTYPE=BUSY-TENTATIVE:", tentative[next], &writer)
        next += 1
      }
      period("FREEBUSY;FBTYPE=BUSY:", interval, &writer)
    }
    for interval in tentative[next...] { period("FREEBUSY;FBTYPE=BUSY-TENTATIVE:", interval, &writer) }
    writer.line("END:VFREEBUSY")
    writer.line("END:VCALENDAR")
    return writer.bytes
  }

  /// Made from what names the site on every page, so that the next build replaces the busy time of this one.
  private var uid: [UInt8] {
    var uid = [UInt8]("UID:")
    uid.append(base32: StableHash.of(site.url + [0] + site.title + [0] + site.zone.identifier), digits: 13)
    uid.append("@busylife")
    return uid
  }

  /// The newest LAST-MODIFIED that is published; `nil` if there is none. Busy time alone has none. DTSTAMPs of sources
  /// do not count: many servers write the time of each request.
  private var stamp: Int64? {
    let calendars = site.events.calendars
    var newest = Int64.min
    for event in site.events.events where !calendars[Int(event.calendar)].name.isEmpty {
      newest = max(newest, event.lastModified)
    }
    return newest == .min ? nil : newest
  }

  private func midnight(_ date: CivilDate) -> Int64 { Int64(date.dayNumber) * 86_400 }

  private func line(_ name: StaticString, _ seconds: Int64, _ writer: inout ICalendarWriter) {
    var line = [UInt8](name)
    line.append(basic: Instant(clamping: seconds))
    writer.line(line)
  }

  private func period(_ name: StaticString, _ interval: Range<Int64>, _ writer: inout ICalendarWriter) {
    var line = [UInt8](name)
    line.append(basic: Instant(clamping: interval.lowerBound))
    line.append("/")
    line.append(basic: Instant(clamping: interval.upperBound))
    writer.line(line)
  }
}
