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
        for offset in Int(start)..<Int(end) { text[offset] = .space }
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

  /// Whether it may have addresses of people: ORGANIZER or ATTENDEE, also of alarms, or a property that is not
  /// interpreted and has a mail address. O(bytes of what is not interpreted).
  package var hasAddresses: Bool {
    properties.contains { $0.name == .attendee || $0.name == .organizer || isAddress($0) }
  }

  /// Whether a property that is not interpreted names a person by an address: CALENDAR-ADDRESS (RFC 9073),
  /// REQUEST-STATUS (RFC 5545, 3.8.8.3) and what programs write, `X-MS-OLK-SENDER`.
  private func isAddress(_ property: Property) -> Bool {
    guard property.name == .other else { return false }
    let line = text[Int(property.nameEnd)..<Int(property.end)]
    return line.contains(.at) && line.contains(anyCase: "mailto:")
      || name(property).equalsIgnoringCase("CALENDAR-ADDRESS")
  }

  /// The document without the addresses of people. ORGANIZER and ATTENDEE keep what names a person and says how they
  /// take part, and have the value `invalid:nomail`, as Exchange and Outlook write it. In events, people with no name
  /// but an address are left out. Other properties that have a mail address and are not interpreted are left out,
  /// too. If the organiser of an event also attends, one line is kept, since no address shows any more that both are
  /// one person: the ATTENDEE if it is a chair, else the ORGANIZER. All other bytes keep their places. O(bytes).
  package func withoutAddresses() -> ICalendarDocument {
    var text = text
    var properties = properties
    func put(_ line: [UInt8], valueAt: Int, at index: Int) {
      let property = self.properties[index]
      let (start, end) = (Int(property.start), Int(property.end))
      for offset in start..<end { text[offset] = offset - start < line.count ? line[offset - start] : .space }
      properties[index] = Property(
        name: line.isEmpty ? .other : property.name, line: property.line, start: property.start,
        nameEnd: line.isEmpty ? property.start : property.nameEnd, valueStart: property.start + UInt32(valueAt),
        end: property.start + UInt32(line.count))
    }
    for component in components.indices {
      let isEvent = components[component].kind == .vevent
      var organizer: [UInt8]?
      var chairs: [[UInt8]] = []
      forEachProperty(of: component) { index in
        let property = self.properties[index]
        guard property.name == .organizer || property.name == .attendee, named(property).hasName else { return }
        let address = value(property).trimmed.asciiLowercased
        if property.name == .organizer {
          organizer = address
        } else if parameter("ROLE", of: property)?.equalsIgnoringCase("CHAIR") ?? false {
          chairs.append(address)
        }
      }
      let isChairing = organizer.map { chairs.contains($0) } ?? false
      forEachProperty(of: component) { index in
        let property = self.properties[index]
        if isAddress(property) { put([], valueAt: 0, at: index) }
        guard property.name == .attendee || property.name == .organizer else { return }
        var (line, hasName) = named(property)
        let isSame = value(property).trimmed.asciiLowercased == organizer
        let isTwice = isSame && (property.name == .organizer ? isChairing : !isChairing)
        let room = Int(property.end - property.start) - line.count
        let (short, long) = ([UInt8]("invalid:"), [UInt8]("invalid:nomail"))
        if isEvent && (!hasName || isTwice) || room < short.count { return put([], valueAt: 0, at: index) }
        let valueAt = line.count
        line += room < long.count ? short : long
        put(line, valueAt: valueAt, at: index)
      }
    }
    return ICalendarDocument(
      text: text, properties: properties, components: components, diagnostics: diagnostics, folds: folds)
  }

  /// The line of a person up to the colon, without addresses, and whether it has a name.
  private func named(_ property: Property) -> (line: [UInt8], hasName: Bool) {
    var line = Array(text[Int(property.start)..<Int(property.nameEnd)])
    var hasName = false
    forEachParameter(of: property) { name, written, value in
      // Check the parameter as written: an address may follow a quoted value.
      guard Self.parametersOfPeople.contains(where: { name.equalsIgnoringCase($0) }),
        !written.contains(.at), !written.contains(anyCase: "%40")
      else { return }
      if name.equalsIgnoringCase("CN") {
        if hasName || value.trimmed.isEmpty { return }
        hasName = true
      }
      line += [.semicolon] + written
    }
    return (line + [.colon], hasName)
  }

  /// Parameters that name a person or say how they take part (RFC 5545, 3.2), without addresses.
  private static let parametersOfPeople: [StaticString] = [
    "CN", "ROLE", "PARTSTAT", "CUTYPE", "RSVP", "LANGUAGE", "X-BUSYLIFE-AVATAR",
  ]
}

extension Collection<UInt8> {
  /// Whether it contains a text, in any case. O(bytes × text).
  fileprivate func contains(anyCase text: StaticString) -> Bool {
    indices.contains { self[$0...].prefix(text.utf8CodeUnitCount).equalsIgnoringCase(text) }
  }
}
