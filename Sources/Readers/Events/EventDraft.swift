import Bytes
import ICalendar

/// An event being converted from events.json or a note to iCalendar. A class, since it is passed on often and has many
/// parts.
final class EventDraft {
  struct Person {
    var name: [UInt8] = []
    var email: [UInt8] = []
    var avatar: [UInt8] = []
    /// ROLE; `nil` for the usual one.
    var role: StaticString?
  }

  var start: EventTime
  var end: EventTime?
  /// The length, if no end is given: days follow the calendar, the time is exact.
  var duration: ICalendarDuration?
  var uid: [UInt8] = []
  var title: [UInt8] = []
  /// The name of its page; empty if that is made of title and UID.
  var slug: [UInt8] = []
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
  /// `#rrggbb` or a CSS colour name in lower case; empty if the event has no colour of its own.
  var color: [UInt8] = []
  /// The name of its calendar; empty for the calendar of its file.
  var calendar: [UInt8] = []
  var calendarOffset = 0
  var rule: [UInt8] = []
  var ruleOffset = 0
  var exceptions: [EventTime] = []
  var exceptionsOffset = 0
  /// The names of calendars on whose days the event has no instances.
  var except: [[UInt8]] = []
  var exceptOffset = 0

  init(start: EventTime) { self.start = start }

  /// A hash of time and title, for an event without a UID. It depends on nothing that a site of titles withholds: such
  /// a site publishes UIDs, and what a hash was made of can be guessed.
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
    hash.add(rule)
    return hash.value
  }
}
