import Bytes
import Foundation

/// Properties of an event other than its time.
extension EventFields {
  /// A recurrence rule. It is interpreted with the rest of the iCalendar text; only what could break its line is
  /// refused here.
  mutating func rule(_ value: JSONValue) -> [UInt8]? {
    guard let text = text(value, "rrule", isVital: true) else { return nil }
    var rule = Array(text.trimmed)
    if rule.asciiUppercased.starts(with: "RRULE:".utf8) { rule.removeFirst(6) }
    let marks = [UInt8]("=;,:+-")
    guard rule.allSatisfy({ $0.isLetter || $0.isDigit || marks.contains($0) }) else {
      refuse(value, "rrule", "write one rule such as \"FREQ=WEEKLY;BYDAY=TU\"", isVital: true)
      return nil
    }
    return rule
  }

  mutating func readWords(_ values: Values, _ draft: EventDraft) {
    if let value = values[.status] {
      draft.status = word(value, "status", ["confirmed", "tentative", "cancelled", "canceled"])
        .map { ["CONFIRMED", "TENTATIVE", "CANCELLED", "CANCELLED"][$0] }
    }
    if let value = values[.classification] {
      let index = word(value, "class", ["public", "private", "confidential"])
      // RFC 5545, 3.8.1.3: an unknown class counts as private.
      draft.classification = index.map { ["PUBLIC", "PRIVATE", "CONFIDENTIAL"][$0] } ?? "PRIVATE"
    }
    if let value = values[.transp] {
      draft.isTransparent = word(value, "transp", ["opaque", "transparent"]) == 1
    }
  }

  private mutating func word(_ value: JSONValue, _ key: String, _ allowed: [String]) -> Int? {
    if case .string(let text) = value.kind,
      let index = allowed.firstIndex(of: String(utf8: text.trimmed).lowercased())
    {
      return index
    }
    let words = allowed.filter { $0 != "canceled" }.joined(separator: ", ")
    let outcome = key == "class" ? "read as private" : "left out"
    warn(value.offset, "\(key) is \(value.label) and is \(outcome); write one of \(words)")
    return nil
  }

  mutating func readType(_ value: JSONValue, _ draft: EventDraft) {
    if let text = number(value), let number = integer(ofJSON: text),
      let type = Int32(exactly: number),
      !text.contains(UInt8.ascii("."))
    {
      draft.type = type
    } else {
      refuse(value, "type", "write a whole number")
    }
  }

  mutating func readSlug(_ value: JSONValue, _ draft: EventDraft) {
    guard let written = text(value, "slug"), !written.trimmed.isEmpty else { return }
    let read = Slug.read(written, label: value.label)
    if let fault = read.fault { warn(value.offset, fault) }
    draft.slug = Array(read.slug.utf8)
  }

  mutating func readURL(_ value: JSONValue, _ draft: EventDraft) {
    guard let url = text(value, "url"), !url.isEmpty else { return }
    if let scheme = Address(url).scheme, Address.schemes.contains(scheme) {
      draft.url = url
    } else {
      refuse(value, "url", "write an address that begins with https:, http:, mailto:, tel: or geo:")
    }
  }

  mutating func readColor(_ value: JSONValue, _ draft: EventDraft) {
    var written: [UInt8] = []
    if case .string(let text) = value.kind { written = text.asciiLowercased }
    let name = String(utf8: written)
    if let color = Color.read(written) {
      draft.color = color
    } else if NamedColors.digits(of: name) != nil {
      draft.color = written
    } else {
      refuse(value, "color", NamedColors.mend(of: name))
    }
  }

  // MARK: People

  /// The roles of people (RFC 5545, 3.2.16): speakers of a talk are its chairs.
  private static let roles = ["chair", "speaker", "req-participant", "opt-participant", "non-participant"]

  mutating func readPeople(_ value: JSONValue, _ draft: EventDraft) {
    guard case .array(let elements) = value.kind else {
      return refuse(value, "attends", "write a list, such as [{\"name\": \"Ada\", \"email\": \"ada@example.org\"}]")
    }
    for element in elements {
      var person = EventDraft.Person()
      switch element.kind {
      case .string(let text):
        if text.contains(UInt8.ascii("@")) { person.email = text } else { person.name = text }
      case .object(let members):
        for member in members where !member.value.isNull {
          switch String(decoding: member.key, as: UTF8.self) {
          case "name": person.name = text(member.value, "name") ?? []
          case "email": person.email = text(member.value, "email") ?? []
          case "avatar": person.avatar = text(member.value, "avatar") ?? []
          case "role":
            person.role = word(member.value, "role", Self.roles).map {
              ["CHAIR", "CHAIR", "REQ-PARTICIPANT", "OPT-PARTICIPANT", "NON-PARTICIPANT"][$0]
            }
          default: noteUnknown(member, ["name", "email", "avatar", "role"], of: "attends")
          }
        }
      default:
        refuse(element, "attends", "write a name, or an object with name and email")
        continue
      }
      if !person.name.trimmed.isEmpty || !person.email.trimmed.isEmpty {
        draft.people.append(person)
      }
    }
  }

  // MARK: Places

  mutating func readLocation(_ value: JSONValue, _ draft: EventDraft) {
    switch value.kind {
    case .string(let text): draft.place = text
    case .object(let members):
      var latitude: JSONValue?
      var longitude: JSONValue?
      for member in members where !member.value.isNull {
        switch String(decoding: member.key, as: UTF8.self) {
        case "name": draft.place = text(member.value, "name", isVital: isVital("location")) ?? []
        case "city": draft.city = text(member.value, "city") ?? []
        case "latitude": latitude = member.value
        case "longitude": longitude = member.value
        default: noteUnknown(member, ["name", "city", "latitude", "longitude"], of: "location")
        }
      }
      readCoordinates(latitude, longitude, draft)
    default:
      refuse(
        value, "location", "write a text, or an object with name, city, latitude and longitude",
        isVital: isVital("location"))
    }
  }

  private mutating func readCoordinates(
    _ latitude: JSONValue?, _ longitude: JSONValue?, _ draft: EventDraft
  ) {
    let north = latitude.flatMap { degrees($0, "latitude", 90) }
    let east = longitude.flatMap { degrees($0, "longitude", 180) }
    if let north, let east {
      draft.coordinates = (north, east)
    } else if let alone = latitude ?? longitude, latitude == nil || longitude == nil {
      warn(alone.offset, "a place needs both latitude and longitude; one alone is left out")
    }
  }

  /// Decimal degrees as written (RFC 5545, 3.8.1.6); converted only if there is an exponent.
  private mutating func degrees(_ value: JSONValue, _ key: String, _ limit: Double) -> [UInt8]? {
    guard let text = number(value), let degrees = Double(String(utf8: text)),
      degrees.magnitude <= limit
    else {
      refuse(value, key, "write degrees from -\(Int(limit)) to \(Int(limit))")
      return nil
    }
    let isPlain = text.allSatisfy { $0.isDigit || $0 == UInt8.ascii("-") || $0 == UInt8.ascii(".") }
    return isPlain ? text : Array(String(format: "%.6f", degrees).utf8)
  }
}
