import Bytes

/// What files say about their calendars, only from files of which a reader sees events: otherwise the number and the
/// titles of calendars would reveal what is withheld.
extension EventStore {
  /// The calendars, each with the title from the first file that has one and has an event that is shown. O(events and
  /// calendars).
  /// - Parameter titles: by document, the title that it gives its calendar; empty if none.
  func calendars(titledBy titles: [[UInt8]], of shown: [Int32]) -> [CalendarInfo] {
    var calendars = calendars
    func isTitledByFiles(_ index: Int) -> Bool {
      calendars[index].isTitledByFiles || calendars[index].isNamedByEvents
    }
    for event in events where isTitledByFiles(Int(event.calendar)) { calendars[Int(event.calendar)].title = [] }
    for number in shown {
      let event = self[number]
      let index = Int(event.calendar)
      if calendars[index].title.isEmpty, isTitledByFiles(index) {
        calendars[index].title = titles[Int(event.document)]
      }
    }
    return calendars
  }

  /// Hides the events of calendars beyond ``CalendarInfo/namedLimit``, which counts those that only events name and
  /// of which something is shown. O(events).
  func hideExcess(_ levels: inout [Privacy]) {
    var kept: Set<UInt16> = []
    for (index, event) in events.enumerated() where !event.isSuperseded && levels[index] <= .titles {
      guard calendars[Int(event.calendar)].isNamedByEvents, !kept.contains(event.calendar) else { continue }
      if kept.count < CalendarInfo.namedLimit {
        kept.insert(event.calendar)
      } else {
        levels[index] = .hidden
        forEachEvent(sharingUIDOf: event) { levels[$0] = .hidden }
      }
    }
  }
}
