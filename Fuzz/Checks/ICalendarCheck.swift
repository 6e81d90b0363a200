import Bytes
import ICalendar

/// An `.ics` file: the document is valid and its diagnostics point into the file; what is written from it reads back
/// the same, without new diagnostics.
package func checkICalendar(_ bytes: [UInt8]) throws(Violation) {
  let document = ICalendarDocument(parsing: bytes)
  try requireSound(document)
  try requireSane(document.diagnostics.all, in: bytes, isFolded: true)

  let lines = contentLines(of: document)
  let written = file(lines)
  let again = ICalendarDocument(parsing: written)
  try requireSound(again)
  let linesAgain = contentLines(of: again)
  if let index = lines.indices.first(where: {
    $0 >= linesAgain.count || lines[$0] != linesAgain[$0]
  }) {
    let read = index < linesAgain.count ? string(linesAgain[index]) : "nothing"
    throw Violation("\(string(lines[index])) was written and \(read) read")
  }
  try require(linesAgain.count == lines.count, "more was read than written")
  // Repairs are not needed again, except in parameters, which are kept as they are: an unclosed quotation mark may be
  // intended, and what lacks one can still be read.
  for diagnostic in again.diagnostics.all where !lines.isEmpty {
    let message = string(diagnostic.message)
    try require(
      message.hasPrefix("a parameter's quotation mark") || message.hasPrefix("the parameters contain a colon"),
      "what was written is complained of: \(string(diagnostic.message))")
  }
  var texts = Texts()
  for property in document.properties { try texts.requireStable(document.value(property)) }
  // Setting a parameter reads a document anew, so this is not done for each property of an input: which one it is
  // depends on the input, and so changes from one to the next.
  if !document.properties.isEmpty {
    let index = Int(StableHash.of(bytes) % UInt64(document.properties.count))
    try requireParameter(of: document.properties[index], in: document)
  }
}

/// All content lines but those of broken components, unfolded.
private func contentLines(of document: ICalendarDocument) -> [[UInt8]] {
  var lines: [[UInt8]] = []
  for index in document.components.indices where document.components[index].parent < 0 {
    append(index, of: document, to: &lines)
  }
  return lines
}

private func append(_ index: Int, of document: ICalendarDocument, to lines: inout [[UInt8]]) {
  let component = document.components[index]
  if component.isBroken { return }
  lines.append("BEGIN:" + Array(document.name(component)))
  document.forEachProperty(of: index) {
    lines.append(Array(document.line(document.properties[$0])))
  }
  document.forEachChild(of: index) { append($0, of: document, to: &lines) }
  lines.append("END:" + Array(document.name(component)))
}

private func file(_ lines: [[UInt8]]) -> [UInt8] {
  var writer = ICalendarWriter()
  for line in lines { writer.line(line) }
  return writer.bytes
}

/// Every property is one line of UTF-8 in exactly one component, and components are a tree.
private func requireSound(_ document: ICalendarDocument) throws(Violation) {
  var visits = [Int](repeating: 0, count: document.properties.count)
  var children = [Int](repeating: 0, count: document.components.count)
  for index in document.components.indices {
    let component = document.components[index]
    try require(component.parent < index, "the parent of component \(index) comes after it")
    if component.parent >= 0 { children[Int(component.parent)] += 1 }
    document.forEachProperty(of: index) { visits[$0] += 1 }
  }
  for index in document.components.indices {
    var found = 0
    document.forEachChild(of: index) { _ in found += 1 }
    try require(found == children[index], "component \(index) has \(found) of \(children[index])")
  }
  try require(visits.allSatisfy { $0 == 1 }, "properties are in \(visits) components")
  for property in document.properties {
    let line = document.line(property)
    try require(!document.name(property).isEmpty, "a property without a name")
    try require(line.starts(with: document.name(property)), "a name apart from its line")
    try require(line[document.value(property).startIndex - 1] == 0x3A, "no colon before a value")
    try require(document.value(property).endIndex == line.endIndex, "a value apart from its line")
    try require(String(validating: line, as: UTF8.self) != nil, "a property that is not UTF-8")
    try require(
      !line.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F },
      "a property with a control character")
  }
}

/// Texts of one document, whose memory is used again.
private struct Texts {
  private var text: [UInt8] = []
  private var written: [UInt8] = []
  private var again: [UInt8] = []

  /// A text that was read, written and read again is the same.
  mutating func requireStable(_ value: ArraySlice<UInt8>) throws(Violation) {
    text.removeAll(keepingCapacity: true)
    text.append(unescaping: value)
    written.removeAll(keepingCapacity: true)
    written.append(escapingText: text)
    again.removeAll(keepingCapacity: true)
    again.append(unescaping: written)
    try require(again == text, "the text \(string(text)) was read again as \(string(again))")
  }
}

/// A parameter that was set reads back as set, and the rest of the line is unchanged.
private func requireParameter(
  of property: ICalendarDocument.Property, in document: ICalendarDocument
) throws(Violation) {
  for wanted in [nil, [UInt8]("Zone: \"of\"; ^ours")] {
    let line = document.line(property, setting: "TZID", to: wanted)
    let again = ICalendarDocument(parsing: file(["BEGIN:X" + [], line, "END:X" + []]))
    try require(again.properties.count == 1, "no property: \(string(line))")
    guard let read = again.properties.first else { return }
    try require(
      again.value(read).elementsEqual(document.value(property)), "another value: \(string(line))")
    try require(again.parameter("TZID", of: read) == wanted, "another TZID: \(string(line))")
  }
}
