import Bytes
import CivilTime
import Events
import Settling
import TimeZones

/// Free time as JSON, for `free --format json` and the browser's engine:
///
/// ```
/// {"zone":"Asia/Shanghai","from":"2026-11-01","to":"2026-12-01","days":[
///  {"date":"2026-11-03","free":[{"start":"2026-11-03T09:00:00+08:00","end":"2026-11-03T10:30:00+08:00"}]}]}
/// ```
///
/// Days without a slot are left out. It ends with a line feed.
package struct FreeTimeJSON {
  private let run: SettledRun
  private let days: Range<CivilDate>
  private let zone: Zone

  package init(_ run: SettledRun, days: Range<CivilDate>, in zone: Zone) {
    self.run = run
    self.days = days
    self.zone = zone
  }

  /// Appends the whole text. O(events).
  /// - Parameter slots: the slots of the day at an index of the run.
  package func append(to out: inout [UInt8], slots: (Int) -> [FreeSlot]) {
    AgendaJSON.appendHead(of: days, in: zone, to: &out)
    var isFirstDay = true
    for index in run.days.indices {
      let slots = slots(index)
      if slots.isEmpty { continue }
      out.append(isFirstDay ? "\n {\"date\":\"" : ",\n {\"date\":\"")
      isFirstDay = false
      out.append(iso: run.days[index])
      out.append("\",\"free\":[")
      var isFirst = true
      for slot in slots {
        out.append(isFirst ? "{\"start\":\"" : ",{\"start\":\"")
        isFirst = false
        AgendaJSON.append(slot.start, in: zone, to: &out)
        out.append("\",\"end\":\"")
        AgendaJSON.append(slot.end, in: zone, to: &out)
        out.append("\"}")
      }
      out.append("]}")
    }
    out.append("]}\n")
  }
}
