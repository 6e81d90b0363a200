import Bytes

extension ICalendarDocument {
  /// The document with further properties, each after an existing one. Existing properties keep their line numbers,
  /// and new ones get that of the property before them, so that diagnostics still point into the file. O(text).
  /// - Parameter lines: whole unfolded lines, by the index of the property that they follow.
  package func adding(_ lines: [Int: [[UInt8]]]) -> ICalendarDocument {
    var text: [UInt8] = []
    var known: [UInt32] = []
    var copied = 0
    for (index, property) in properties.enumerated() {
      known.append(property.line)
      guard let lines = lines[index] else { continue }
      text += self.text[copied..<Int(property.end)]
      copied = Int(property.end)
      for line in lines {
        text += [0x0D, 0x0A] + line
        known.append(property.line)
      }
    }
    text += self.text[copied...]
    let read = ICalendarDocument(parsing: text)
    guard read.properties.count == known.count, read.components.count == components.count else { return read }
    var properties = read.properties
    for (index, line) in known.enumerated() { properties[index].line = line }
    var components = read.components
    for (index, component) in self.components.enumerated() { components[index].line = component.line }
    return ICalendarDocument(
      text: read.text, properties: properties, components: components, diagnostics: diagnostics)
  }
}
