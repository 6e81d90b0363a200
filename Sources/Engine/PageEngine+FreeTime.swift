import Bytes
import CivilTime
import DataFiles
import Events
import Feeds
import Settling
import TimeZones

extension PageEngine {
  /// Free time in the selected zone common to all calendars, the reader's own included, in the form of
  /// ``FreeTimeJSON``. The caller must add the files for these days first.
  /// - Parameters:
  ///   - from: the first day, in days since 1970-01-01.
  ///   - to: the day after the last.
  ///   - hours: of each day, in minutes from midnight.
  ///   - minutes: the minimum length.
  ///   - notBefore: slots begin at this or later: seconds since the epoch.
  ///   - hidden: names of calendars whose events are ignored, one per line.
  package func freeTime(
    from: Int, to: Int, hours: Range<Int>, minutes: Int, notBefore: Int64, hidden: [UInt8]
  ) throws(EngineError) -> [UInt8] {
    let query = FreeTimeQuery(hours: hours, minutes: minutes, notBefore: notBefore)
    let (days, store, run) = try settled(from: from, to: to)
    var leavingOut = [Bool](repeating: false, count: store.calendars.count)
    var name: [UInt8] = []
    for byte in hidden + [.lineFeed] {
      if byte != .lineFeed {
        name.append(byte)
        continue
      }
      // Busy time without details is of a calendar without a name, which nobody hides.
      for index in leavingOut.indices where !name.isEmpty && store.calendars[index].name == name {
        leavingOut[index] = true
      }
      name = []
    }
    var bytes: [UInt8] = []
    FreeTimeJSON(run, days: days, in: zone).append(to: &bytes) { index in
      store.freeSlots(ofDay: index, of: run, in: zone, query, leavingOut: leavingOut)
    }
    return bytes
  }
}
