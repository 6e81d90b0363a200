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
}
