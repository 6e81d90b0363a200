import Bytes
import ICalendar

/// An event on its way from events.json or a note into iCalendar. A class, since it is handed on often
/// and has many parts.
final class EventDraft {
  struct Person {
    var name: [UInt8] = []
    var email: [UInt8] = []
    var avatar: [UInt8] = []
  }

  var start: EventTime
  var end: EventTime?
  /// How long it lasts, in place of an end: days by the calendar, its time exact.
  var duration: ICalendarDuration?
  var uid: [UInt8] = []
  var title: [UInt8] = []
  var details: [UInt8] = []
  var place: [UInt8] = []
  var city: [UInt8] = []
  /// Latitude and longitude in decimal.
  var coordinates: (latitude: [UInt8], longitude: [UInt8])?
  var people: [Person] = []
  var type: Int32?
  var categories: [[UInt8]] = []
  var status: StaticString?
  var classification: StaticString?
  var isTransparent = false
  var url: [UInt8] = []
  /// `#rrggbb` in lower case; empty if it has none of its own.
  var color: [UInt8] = []
  /// The calendar that it names; empty for that of its file.
  var calendar: [UInt8] = []
  var calendarOffset = 0
  var rule: [UInt8] = []
  var ruleOffset = 0
  var exceptions: [EventTime] = []
  var exceptionsOffset = 0

  init(start: EventTime) { self.start = start }

  /// A hash of when, what and where, for an event that was given no UID. A changed description leaves
  /// it the same.
  var contentHash: UInt64 {
    var hash = StableHash()
    hash.add(title)
    hash.separate()
    start.add(to: &hash)
    end?.add(to: &hash)
    if let duration {
      hash.add(UInt8(4))
      hash.add(duration.days)
      hash.add(duration.seconds)
    }
    hash.separate()
    hash.add(place)
    hash.separate()
    hash.add(city)
    hash.separate()
    hash.add(rule)
    return hash.value
  }
}
