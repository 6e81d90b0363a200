import Bytes
import CivilTime
import Events
import Settling
import TimeZones

/// Settled days as JSON: printed by `agenda --format json` and returned by the browser's engine. Users' scripts read
/// it, so fields may be added but never renamed.
///
/// ```
/// {"zone":"Asia/Shanghai","from":"2026-11-01","to":"2026-12-01","days":[
/// {"date":"2026-11-03","busyMinutes":90,"events":[
///  {"uid":"…","recurrenceId":null,"title":"…","allDay":false,"start":"2026-11-03T09:00:00+08:00",…}]}]}
/// ```
///
/// Days without events are left out. It ends with a line feed.
package struct AgendaJSON {
  private let run: SettledRun
  private let store: EventStore
  private let days: Range<CivilDate>
  private let zone: Zone

  /// - Parameters:
  ///   - run: the days.
  ///   - store: the store from which they were settled.
  ///   - days: the first requested date and the one after the last.
  ///   - zone: the zone of the days.
  package init(_ run: SettledRun, of store: EventStore, days: Range<CivilDate>, in zone: Zone) {
    self.run = run
    self.store = store
    self.days = days
    self.zone = zone
  }

  /// Appends the whole text. O(bytes).
  /// - Returns: whether it is complete: `false` if it was cut off because `out` exceeded `limit` bytes.
  @discardableResult
  package func append(to out: inout [UInt8], atMost limit: Int = .max) -> Bool {
    Self.appendHead(of: days, in: zone, to: &out)
    var isFirstDay = true
    for index in run.days.indices {
      let entries = run.entries(ofDay: index)
      if entries.isEmpty { continue }
      if !isFirstDay { out.append(",") }
      isFirstDay = false
      out.append("\n{\"date\":\"")
      out.append(iso: run.days[index])
      out.append("\",\"busyMinutes\":")
      out.append(decimal: run.busyMinutes(ofDay: index))
      out.append(",\"events\":[")
      var isFirst = true
      for entry in entries {
        if !isFirst { out.append(",") }
        isFirst = false
        append(entry, to: &out)
        if out.count > limit { return false }
      }
      out.append("]}")
    }
    out.append("]}\n")
    return true
  }

  /// Appends the beginning of days in JSON: their zone and range.
  @inline(never)
  static func appendHead(of days: Range<CivilDate>, in zone: Zone, to out: inout [UInt8]) {
    out.append("{\"zone\":")
    out.append(json: zone.identifier)
    out.append(",\"from\":\"")
    out.append(iso: days.lowerBound)
    out.append("\",\"to\":\"")
    out.append(iso: days.upperBound)
    out.append("\",\"days\":[")
  }

  /// Appends an instant in a zone in the form of RFC 3339.
  @inline(never)
  package static func append(_ seconds: Int64, in zone: Zone, to out: inout [UInt8]) {
    let instant = Instant(clamping: seconds)
    out.append(rfc3339: instant, at: zone.offset(at: instant))
  }

  private func append(_ entry: DayEntry, to out: inout [UInt8]) {
    let occurrence = run.occurrences[Int(entry.occurrence)]
    let event = store[occurrence.event]
    // A block of busy time has a UID and a title only for subscribers.
    let isBusyBlock = store.isBusyBlock(event)
    out.append("\n {\"uid\":")
    out.append(json: store.text(isBusyBlock ? .empty : event.uid, of: event))
    out.append(",\"recurrenceId\":")
    if occurrence.recurs {
      out.append("\"")
      out.append(recurrenceID: occurrence)
      out.append("\"")
    } else {
      out.append("null")
    }
    out.append(",\"title\":")
    out.append(json: store.text(isBusyBlock ? .empty : event.title, of: event))
    out.append(occurrence.isAllDay ? ",\"allDay\":true,\"start\":\"" : ",\"allDay\":false,\"start\":\"")
    append(occurrence.start, occurrence.isAllDay ? occurrence.firstDate : nil, to: &out)
    out.append("\",\"end\":\"")
    append(occurrence.end, occurrence.isAllDay ? occurrence.endDate : nil, to: &out)
    out.append("\",\"part\":\"")
    out.append(entry.part.label)
    out.append("\",\"calendar\":")
    out.append(json: store.calendar(of: event).name)
    out.append(",\"status\":\"")
    out.append(event.status.label)
    out.append("\"}")
  }

  private func append(_ seconds: Int64, _ dayNumber: Int32?, to out: inout [UInt8]) {
    if let dayNumber {
      out.append(iso: CivilDate(dayNumber: Int(dayNumber)) ?? .last)
    } else {
      Self.append(seconds, in: zone, to: &out)
    }
  }
}
