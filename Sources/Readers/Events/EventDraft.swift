import Bytes

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
    hash.separate()
    hash.add(place)
    hash.separate()
    hash.add(city)
    hash.separate()
    hash.add(rule)
    return hash.value
  }
}
