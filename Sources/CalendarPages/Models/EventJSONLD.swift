import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import SiteTerms

/// An event in the vocabulary of schema.org, for search engines: an Event of its next occurrence, with the series that
/// it is of.
extension Site {
  /// The greatest number of bytes of a description: search engines show two lines, and the page has the rest.
  private static let longestDescription = 1_000

  /// - Parameter series: the master of its series, or the event itself.
  func append(
    jsonLDOf event: Event, of series: Event, _ shown: Occurrence, _ slug: [UInt8], to out: inout [UInt8]
  ) {
    out.append("{\"@context\":\"https://schema.org\",\"@type\":\"Event\",\"name\":")
    out.append(json: title(of: event))
    out.append(",\"startDate\":\"")
    append(start: shown, to: &out)
    out.append("\"")
    if shown.end > shown.start {
      out.append(",\"endDate\":\"")
      // An end date in schema.org is inclusive.
      if shown.isAllDay {
        out.append(iso: CivilDate(dayNumber: Int(shown.endDate) - 1) ?? .last)
      } else {
        append(end: shown, to: &out)
      }
      out.append("\"")
    }
    // The vocabulary has no word for an event that is not certain.
    if event.status != .tentative {
      out.append(",\"eventStatus\":\"https://schema.org/Event")
      out.append(event.status == .cancelled ? "Cancelled\"" : "Scheduled\"")
    }
    append(locationsOf: event, to: &out)
    // Who has no name is named by an address, which is not for search engines.
    let organizer = events.people(of: event).first { $0.isOrganizer && !$0.name.contains(.at) }
    if let organizer, !organizer.name.isEmpty, !organizer.name.contains(.colon) {
      out.append(",\"organizer\":{\"@type\":\"Person\",\"name\":")
      out.append(json: organizer.name)
      out.append("}")
    }
    var description = events.text(.description, of: event)[...]
    if !description.isEmpty {
      out.append(",\"description\":")
      if description.count > Self.longestDescription {
        description = description.prefix(Self.longestDescription)
        while let last = description.last, last.isUTF8Continuation { description.removeLast() }
        description = description.dropLast() + [UInt8](" …")[...]
      }
      out.append(json: description)
    }
    let address = url.isEmpty ? [] : url + "event/" + slug + ".html"
    if shown.recurs {
      out.append(",\"superEvent\":{\"@type\":\"EventSeries\",\"name\":")
      out.append(json: title(of: series))
      append(address: address, to: &out)
      out.append("}")
    }
    append(address: address, to: &out)
    out.append("}")
  }

  private func append(address: [UInt8], to out: inout [UInt8]) {
    if address.isEmpty { return }
    out.append(",\"url\":")
    out.append(json: address)
  }

  /// Where it is, and whether people attend there, elsewhere, or both.
  private func append(locationsOf event: Event, to out: inout [UInt8]) {
    func isWebAddress(_ address: [UInt8]) -> Bool {
      SafeLink.isSafe(address) && address.prefix(4).equalsIgnoringCase("http")
    }
    var meetings: [[UInt8]] = []
    if event.hasConference {
      let document = events.document(of: event)
      meetings = events.addresses(.conference, of: event).map { Array(document.value($0).trimmed) }
    }
    var name = events.text(event.location, of: event)
    if isWebAddress(name) {
      // A place may be an address, for example of an online meeting.
      meetings.append(name)
      name = []
    }
    let meeting = meetings.first(where: isWebAddress)
    let city = events.text(.xBusyLifeCity, of: event)
    let geo = events.geo(of: event)
    let hasPlace = !name.isEmpty || !city.isEmpty || geo != nil
    if !hasPlace && meeting == nil { return }
    out.append(",\"eventAttendanceMode\":\"https://schema.org/")
    out.append(meeting == nil ? "Offline" : hasPlace ? "Mixed" : "Online")
    out.append("EventAttendanceMode\",\"location\":")
    if hasPlace && meeting != nil { out.append("[") }
    if hasPlace {
      out.append("{\"@type\":\"Place\"")
      if !name.isEmpty {
        out.append(",\"name\":")
        out.append(json: name)
      }
      if !city.isEmpty {
        out.append(",\"address\":")
        out.append(json: city)
      }
      if let geo {
        out.append(",\"geo\":{\"@type\":\"GeoCoordinates\",\"latitude\":")
        out.append(json: geo.latitude)
        out.append(",\"longitude\":")
        out.append(json: geo.longitude)
        out.append("}")
      }
      out.append(meeting == nil ? "}" : "},")
    }
    if let meeting {
      out.append("{\"@type\":\"VirtualLocation\",\"url\":")
      out.append(json: meeting)
      out.append(hasPlace ? "}]" : "}")
    }
  }
}
