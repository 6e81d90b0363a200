import Bytes

extension ICalendarDocument {
  /// The document without the contents of some components: their properties, and those of components within them, lose
  /// their names and values, and their bytes become blank. Events and zone definitions that are nested in them by
  /// mistake, because an END is missing, stay. The document's diagnostics are dropped, since they may quote what is
  /// withheld. All other bytes keep their places. O(bytes).
  package func withholding(_ withheld: [Int]) -> ICalendarDocument {
    var text = text
    var properties = properties
    func withhold(_ component: Int) {
      forEachProperty(of: component) { index in
        let (start, end) = (properties[index].start, properties[index].end)
        for offset in Int(start)..<Int(end) { text[offset] = 0x20 }
        properties[index] = Property(
          name: .other, line: properties[index].line, start: start, nameEnd: start, valueStart: start, end: start)
      }
      forEachChild(of: component) { child in
        if components[child].kind != .vevent, components[child].kind != .vtimezone { withhold(child) }
      }
    }
    for component in withheld { withhold(component) }
    return ICalendarDocument(text: text, properties: properties, components: components, diagnostics: Diagnostics())
  }

  #if !hasFeature(Embedded)
    /// Whether it names people: ORGANIZER or ATTENDEE, also of alarms. O(properties).
    package var hasPeople: Bool { properties.contains { $0.name == .attendee || $0.name == .organizer } }

    /// The document without the addresses of people: ORGANIZER and ATTENDEE keep what names a person and says how they
    /// take part, and have the value `invalid:nomail`, as Exchange and Outlook write it. Whoever has no other name than
    /// an address is left out, and so is a guest who organises. All other bytes keep their places. O(bytes).
    package func withoutAddresses() -> ICalendarDocument {
      var text = text
      var properties = properties
      for component in components.indices {
        var organizer: ArraySlice<UInt8>?
        forEachProperty(of: component) { index in
          if properties[index].name == .organizer { organizer = value(self.properties[index]).trimmed }
        }
        forEachProperty(of: component) { index in
          let property = self.properties[index]
          guard property.name == .attendee || property.name == .organizer else { return }
          var line = Array(self.text[Int(property.start)..<Int(property.nameEnd)])
          var hasName = false
          forEachParameter(of: property) { name, written, value in
            guard Self.parametersOfPeople.contains(where: { name.equalsIgnoringCase($0) }) else { return }
            if name.equalsIgnoringCase("CN") {
              if value.contains(0x40) || value.trimmed.isEmpty { return }
              hasName = true
            }
            line += [0x3B] + written
          }
          line.append(0x3A)
          let isOrganizer =
            property.name == .attendee && organizer?.elementsEqual(value(property).trimmed) ?? false
          let isShown = components[component].kind != .vevent || hasName && !isOrganizer
          let valueStart = property.start + UInt32(line.count)
          line += [UInt8]("invalid:nomail").prefix(Int(property.end) - Int(valueStart))
          let end = isShown ? property.start + UInt32(line.count) : property.start
          for offset in Int(property.start)..<Int(property.end) {
            let place = offset - Int(property.start)
            text[offset] = offset < Int(end) ? line[place] : 0x20
          }
          properties[index] = Property(
            name: isShown ? property.name : .other, line: property.line, start: property.start,
            nameEnd: isShown ? property.nameEnd : property.start, valueStart: min(valueStart, end), end: end)
        }
      }
      return ICalendarDocument(
        text: text, properties: properties, components: components, diagnostics: diagnostics, folds: folds)
    }

    /// What names a person and says how they take part (RFC 5545, 3.2), without addresses.
    private static let parametersOfPeople: [StaticString] = [
      "CN", "ROLE", "PARTSTAT", "CUTYPE", "RSVP", "LANGUAGE", "X-BUSYLIFE-AVATAR",
    ]
  #endif
}
