import Bytes
import CivilTime
import Settling
import TimeZones

/// Free time as JSON, for `free --format json` and the browser's engine:
///
/// ```
/// {"zone":"Asia/Shanghai","from":"2026-11-01","to":"2026-12-01","days":[
///  {"date":"2026-11-03","free":[{"start":"2026-11-03T09:00:00+08:00","end":"2026-11-03T10:30:00+08:00"}]}]}
/// ```
///
/// Days without a slot are left out. It ends with a line end.
public struct FreeTimeJSON {
  private let run: SettledRun
  private let days: Range<CivilDate>
  private let zone: Zone

  public init(_ run: SettledRun, days: Range<CivilDate>, in zone: Zone) {
    self.run = run
    self.days = days
    self.zone = zone
  }

  /// Appends the whole text. O(events).
  /// - Parameter slots: of the day at an index of the run.
  public func append(to out: inout [UInt8], slots: (Int) -> [FreeSlot]) {
    out.append("{\"zone\":")
    out.append(json: zone.identifier)
    out.append(",\"from\":\"")
    out.append(iso: days.lowerBound)
    out.append("\",\"to\":\"")
    out.append(iso: days.upperBound)
    out.append("\",\"days\":[")
    var isFirstDay = true
    for index in run.days.indices {
      let slots = slots(index)
      if slots.isEmpty { continue }
      out.append(isFirstDay ? "\n {\"date\":\"" : ",\n {\"date\":\"")
      isFirstDay = false
      out.append(iso: run.days[index])
      out.append("\",\"free\":[")
      for (number, slot) in slots.enumerated() {
        out.append(number == 0 ? "{\"start\":\"" : ",{\"start\":\"")
        append(slot.start, to: &out)
        out.append("\",\"end\":\"")
        append(slot.end, to: &out)
        out.append("\"}")
      }
      out.append("]}")
    }
    out.append("]}\n")
  }

  private func append(_ seconds: Int64, to out: inout [UInt8]) {
    let instant = Instant(clamping: seconds)
    out.append(rfc3339: instant, at: zone.offset(at: instant))
  }
}
