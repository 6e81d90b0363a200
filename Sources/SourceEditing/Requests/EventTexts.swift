import Bytes
import Events
import ICalendar

/// The texts of an event that an edit can change.
struct EventTexts: Equatable {
  /// `nil` if it stays; empty if it is to be removed.
  var title: [UInt8]?
  var location: [UInt8]?
  var description: [UInt8]?

  static let none = EventTexts()

  /// The texts that differ from an event's present ones; titles are compared by words, since pages show no more.
  func changes(of now: EventTexts) -> EventTexts {
    EventTexts(
      title: title.map { $0.words } == now.title.map { $0.words } ? nil : title,
      location: location == now.location ? nil : location,
      description: description == now.description ? nil : description)
  }

  /// An event's texts after this change.
  func applied(to now: EventTexts) -> EventTexts {
    EventTexts(
      title: title ?? now.title, location: location ?? now.location, description: description ?? now.description)
  }

  /// Whether an event has these texts, as far as they are given.
  func match(_ now: EventTexts) -> Bool { changes(of: now) == .none }

  /// The part of this change of a series that an override gets: the texts in which it is like the series.
  func inherited(by override: EventTexts, of series: EventTexts) -> EventTexts {
    EventTexts(
      title: override.title?.words == series.title?.words ? title : nil,
      location: override.location == series.location ? location : nil,
      description: override.description == series.description ? description : nil)
  }
}

extension EventStore {
  /// An event's texts, as in its file.
  func texts(of event: Event) -> EventTexts {
    EventTexts(
      title: text(event.title, of: event), location: text(event.location, of: event),
      description: text(.description, of: event))
  }
}
