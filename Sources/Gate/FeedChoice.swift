import Bytes
import Events
import Readers

/// What a filter of site.yml chooses among the events of a store.
package struct FeedChoice {
  package let filter: FeedFilter
  /// By the index of a calendar.
  package let calendars: [Bool]?

  package init(_ filter: FeedFilter, _ store: EventStore) {
    self.filter = filter
    calendars = filter.calendars.map { names in
      store.calendars.map { calendar in names.contains { $0.equalsIgnoringCase(calendar.name) } }
    }
  }

  package func chooses(_ event: Event, _ categories: [[UInt8]], _ store: EventStore) -> Bool {
    if let calendars, !calendars[Int(event.calendar)],
      !store.others(of: event).contains(where: { calendars[Int($0)] })
    {
      return false
    }
    if let wanted = filter.categories, !categories.contains(where: { name in wanted.contains { $0(name) } }) {
      return false
    }
    guard let titles = filter.titles else { return true }
    let title = store.text(event.title, of: event)
    return titles.contains { $0(title) }
  }
}
