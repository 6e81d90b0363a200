import Bytes
import ICalendar
import TestSupport

extension ICalendarDocument {
  /// Components and properties as a readable outline: `3 VEVENT`, indented; skipped ones are marked.
  var drawing: [String] {
    var lines: [String] = []
    for index in components.indices where components[index].parent < 0 {
      draw(index, indent: "", into: &lines)
    }
    return lines
  }

  private func draw(_ index: Int, indent: String, into lines: inout [String]) {
    let component = components[index]
    lines.append(
      "\(indent)\(component.line) \(string(name(component)))\(component.isBroken ? " (broken)" : "")"
    )
    var parts: [(place: UInt32, property: Int?, child: Int?)] = []
    forEachProperty(of: index) { parts.append((properties[$0].line, $0, nil)) }
    forEachChild(of: index) { parts.append((components[$0].line, nil, $0)) }
    parts.sort { $0.place < $1.place }
    for part in parts {
      if let property = part.property {
        lines.append("\(indent)  \(part.place) \(string(line(properties[property])))")
      }
      if let child = part.child { draw(child, indent: indent + "  ", into: &lines) }
    }
  }

  /// The UIDs of the complete events.
  var wholeEvents: [String] {
    components.indices.filter { components[$0].kind == .vevent && !components[$0].isBroken }
      .map { index in first(.uid, of: index).map { string(value($0)) } ?? "none" }
  }

  /// Properties that must hold for any document.
  func checkInvariants() throws {
    var visits = [Int](repeating: 0, count: properties.count)
    for index in components.indices {
      let component = components[index]
      try check(Int(component.parent) < index, "the parent of component \(index) comes after it")
      try check(!name(component).contains(0x0A), "component \(index) has a line end in its name")
      forEachProperty(of: index) { visits[$0] += 1 }
      var children = 0
      forEachChild(of: index) { child in
        if components[child].parent == index { children += 1 }
      }
      try checkEqual(
        children, components.count { $0.parent == index }, "children of component \(index)")
    }
    try check(visits.allSatisfy { $0 == 1 }, "properties visited \(visits) times")
    for property in properties {
      try check(
        String(validating: self.line(property), as: UTF8.self) != nil, "a property is UTF-8")
      try check(
        !self.line(property).contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F },
        "a property has a control character")
      let line = line(property)
      try check(line.starts(with: name(property)), "the name begins the line")
      try check(!name(property).isEmpty, "a property has a name")
      try check(line.endIndex == value(property).endIndex, "the value ends the line")
      try check(line[value(property).startIndex - 1] == 0x3A, "a colon stands before the value")
      try check(!line.contains(0x0A), "a property is one line")
      forEachParameter(property)
    }
    for diagnostic in diagnostics.all {
      try check(diagnostic.position.line >= 1, "lines are counted from 1")
      try check(
        !diagnostic.message.contains { $0 < 0x20 || $0 == 0x7F }, "messages are one line of text")
    }
  }

  private func forEachParameter(_ property: Property) {
    _ = parameter("TZID", of: property)
    _ = parameter("NO-SUCH-PARAMETER", of: property)
  }
}

/// The outline of lines within a VCALENDAR whose BEGIN is line 1.
func inCalendar(_ text: String) -> ICalendarDocument {
  ICalendarDocument(parsing: bytes("BEGIN:VCALENDAR\r\n" + text + "END:VCALENDAR\r\n"))
}
