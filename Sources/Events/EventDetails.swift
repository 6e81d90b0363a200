import Bytes
import CivilTime
import ICalendar
import TimeZones

/// A person of an event: its ORGANIZER or an ATTENDEE (RFC 5545, 3.8.4).
public struct Person: Sendable {
  /// CN, or else taken from the address.
  public var name: [UInt8]
  /// An e-mail address, or empty.
  public var email: [UInt8]
  /// Whether the ORGANIZER names this person.
  public var isOrganizer: Bool
  /// ROLE; required if absent or unknown.
  public var role: Role
  /// PARTSTAT; unknown if absent or none of these.
  public var answer: Answer

  /// How important a person's presence is (RFC 5545, 3.2.16).
  public enum Role: UInt8, Sendable { case required, optional, chair, informed }
  /// A person's answer to an invitation (RFC 5545, 3.2.12).
  public enum Answer: UInt8, Sendable { case unknown, accepted, declined, tentative, delegated }
}

extension EventStore {
  /// The people of an event, without duplicates, the organiser first. O(the event's properties).
  public func people(of event: Event) -> [Person] {
    if !event.hasPeople { return [] }
    let document = documents[Int(event.document)]
    var people: [Person] = []
    var organizer: Person?
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      guard property.name == .attendee || property.name == .organizer else { return }
      let person = Self.person(property, in: document)
      if person.isOrganizer { organizer = person } else { people.append(person) }
    }
    guard var first = organizer else { return people }
    // An organiser who also attends is listed once.
    if let own = people.firstIndex(where: { !$0.email.isEmpty && $0.email == first.email }) {
      first.answer = people[own].answer
      people.remove(at: own)
    }
    people.insert(first, at: 0)
    return people
  }

  private static func person(_ property: ICalendarDocument.Property, in document: ICalendarDocument) -> Person {
    let address = document.value(property).trimmed
    var email: [UInt8] = []
    if address.prefix(7).equalsIgnoringCase("mailto:") { email = Array(address.dropFirst(7)) }
    var name = document.parameter("CN", of: property) ?? []
    if name.isEmpty { name = email.isEmpty ? Array(address) : email }
    let role = document.parameter("ROLE", of: property) ?? []
    let answer = document.parameter("PARTSTAT", of: property) ?? []
    return Person(
      name: name, email: email, isOrganizer: property.name == .organizer,
      role: role.equalsIgnoringCase("OPT-PARTICIPANT")
        ? .optional
        : role.equalsIgnoringCase("CHAIR")
          ? .chair
          : role.equalsIgnoringCase("NON-PARTICIPANT") ? .informed : .required,
      answer: answer.equalsIgnoringCase("ACCEPTED")
        ? .accepted
        : answer.equalsIgnoringCase("DECLINED")
          ? .declined
          : answer.equalsIgnoringCase("TENTATIVE")
            ? .tentative
            : answer.equalsIgnoringCase("DELEGATED") ? .delegated : .unknown)
  }

  /// The names of the attendees with ROLE=CHAIR, each once, in file order. O(the event's properties).
  package func chairs(of event: Event) -> [[UInt8]] {
    if !event.hasPeople { return [] }
    let document = documents[Int(event.document)]
    var names: [[UInt8]] = []
    document.forEachProperty(of: Int(event.component)) { index in
      guard document.properties[index].name == .attendee else { return }
      let person = Self.person(document.properties[index], in: document)
      if person.role == .chair { names.append(person.name) }
    }
    return names.distinct(byteOrder)
  }

  /// The categories of an event, without duplicates, in file order. CATEGORIES may be repeated, and each is a list. O(n
  /// log n) for n categories.
  public func categories(of event: Event) -> [[UInt8]] {
    let document = documents[Int(event.document)]
    var all: [[UInt8]] = []
    document.forEachProperty(of: Int(event.component)) { index in
      let property = document.properties[index]
      guard property.name == .categories else { return }
      for part in textList(document.value(property)) where !part.isEmpty { all.append(part) }
    }
    return all.count < 2 ? all : all.distinct(byteOrder)
  }

  /// Calls `body` with each category of an event, as ``categories(of:)`` has them; those of most events are not copied.
  /// O(the event's properties).
  package func forEachCategory(of event: Event, _ body: (ArraySlice<UInt8>) -> Void) {
    var found: ArraySlice<UInt8>?
    var isPlain = true
    documents[Int(event.document)].forEachProperty(of: Int(event.component)) { index in
      let property = documents[Int(event.document)].properties[index]
      guard property.name == .categories else { return }
      let value = documents[Int(event.document)].value(property)
      isPlain = isPlain && found == nil && !value.contains { $0 == .comma || $0 == .backslash }
      found = value
    }
    guard isPlain else {
      for category in categories(of: event) { body(category[...]) }
      return
    }
    if let name = found?.trimmed, !name.isEmpty { body(name) }
  }

  /// The first of an event's categories; empty if it has none, or begins its list with an empty one. O(the event's
  /// properties).
  package func firstCategory(of event: Event) -> [UInt8] {
    guard let property = property(.categories, of: event) else { return [] }
    let value = documents[Int(event.document)].value(property)
    var end = value.startIndex
    while end < value.endIndex, value[end] != .comma {
      // An escaped comma does not divide the list.
      end += value[end] == .backslash && end + 1 < value.endIndex ? 2 : 1
    }
    var out: [UInt8] = []
    out.append(unescaping: value[..<end])
    return out
  }

  /// The dates that EXDATE removes from a series, in the series' zone, in order. O(the event's properties).
  package func exceptions(of event: Event) -> [CivilDate] {
    let document = documents[Int(event.document)]
    var dates: [CivilDate] = []
    document.forEachProperty(of: Int(event.component)) { index in
      guard document.properties[index].name == .exdate else { return }
      for listed in TimeList(document.value(document.properties[index])) {
        switch listed.time {
        case .date(let date): dates.append(date)
        case .local(let wall): dates.append(wall.date)
        case .utc(let instant): dates.append(zones[Int(event.zone)].wall(at: instant).date)
        case nil: break
        }
      }
    }
    dates.sort()
    return dates
  }

  /// Latitude and longitude as written (GEO; RFC 5545, 3.8.1.6); `nil` if absent or not numbers.
  public func geo(of event: Event) -> (latitude: [UInt8], longitude: [UInt8])? {
    guard let property = property(.geo, of: event) else { return nil }
    let parts = documents[Int(event.document)].value(property).split(separator: .semicolon)
    guard parts.count == 2 else { return nil }
    let numbers = parts.map { Array($0.trimmed) }
    for number in numbers {
      guard !number.isEmpty, number.count < 24,
        number.allSatisfy({ $0.isDigit || $0 == .dot || $0 == .hyphen || $0 == .plus })
      else { return nil }
    }
    return (numbers[0], numbers[1])
  }

  /// The zone of an event's start; `nil` for dates, floating times and UTC.
  package func ownZone(of event: Event) -> [UInt8]? {
    event.kind == .zoned && event.zone != 0 ? zones[Int(event.zone)].identifier : nil
  }
}

/// The members of a TEXT list: split at unescaped commas, each unescaped and trimmed.
package func textList(_ value: some Collection<UInt8>) -> [[UInt8]] {
  // Nearly all lists have one member, without escapes.
  if !value.contains(where: { $0 == .comma || $0 == .backslash }) { return [Array(value.trimmed)] }
  var parts: [[UInt8]] = []
  var part: [UInt8] = []
  var escaped = false
  func finish() {
    var plain: [UInt8] = []
    plain.append(unescaping: part[...])
    parts.append(Array(plain.trimmed))
    part.removeAll()
  }
  for byte in value {
    if byte == .comma, !escaped {
      finish()
      continue
    }
    escaped = byte == .backslash && !escaped
    part.append(byte)
  }
  finish()
  return parts
}
