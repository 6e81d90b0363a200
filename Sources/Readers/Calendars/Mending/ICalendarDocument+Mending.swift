import Bytes
import ICalendar

extension ICalendarDocument {
  /// The document with properties of events and zones in the form of RFC 5545: properties in another form are mended if
  /// their meaning is clear, and removed if they have none. Other programs give up a whole file for one of them.
  /// Mistakes that events report themselves, such as a DTSTART that is no date, are kept. Events that share a UID and
  /// are not versions of each other get one each.
  ///
  /// Each change except of lower-case names is a note or a warning of `check`. A message quotes a value only if the
  /// value just says when something takes place: an event may be withheld. O(bytes).
  /// - Parameter decodingReferences: whether `&eacute;` in a title, a place or a category is meant as the letter.
  package func mended(decodingReferences: Bool = true) -> ICalendarDocument {
    var mending = DocumentMending(decodesReferences: decodingReferences)
    mending.mend(self)
    return mending.edits.isEmpty ? self : editing(mending.edits, adding: mending.remarks)
  }
}

private struct DocumentMending {
  let decodesReferences: Bool
  private(set) var edits: [ICalendarDocument.Edit] = []
  private(set) var remarks = Diagnostics()

  mutating func mend(_ document: ICalendarDocument) {
    let candidates = document.mendingCandidates()
    var next = 0
    for (index, component) in document.components.enumerated() {
      guard component.kind == .vevent || component.kind == .vtimezone, !component.isBroken else { continue }
      let range = document.properties(within: index)
      while next < candidates.count, candidates[next] < range.upperBound {
        if candidates[next] >= range.lowerBound { mend(candidates[next], of: document) }
        next += 1
      }
    }
    mendAlarms(of: document)
    RepeatedUIDs(of: document).separate(&edits, &remarks)
    edits.sort { $0.property < $1.property }
  }

  private mutating func mend(_ index: Int, of document: ICalendarDocument) {
    let property = document.properties[index]
    guard let mending = LineMending(document, property, decodesReferences) else { return }
    edits.append(ICalendarDocument.Edit(property: index, lines: mending.line.map { [$0] } ?? []))
    guard let remark = mending.remark else { return }
    remarks.add(.note, line: property.line, Array(document.name(property)) + [.space] + remark)
  }

  /// Removes alarms that lack ACTION or TRIGGER (RFC 5545, 3.6.6), and lengths of alarms that can't be read; such
  /// lengths of events are reported where events are read.
  private mutating func mendAlarms(of document: ICalendarDocument) {
    let alarms = document.components.indices.filter {
      document.components[$0].kind == .valarm && !document.components[$0].isBroken
    }
    if alarms.isEmpty { return }
    let edited = Dictionary(edits.map { ($0.property, $0.lines.isEmpty) }) { first, _ in first }
    var removed: Set<Int> = []
    for alarm in alarms {
      var isSaid = (action: false, trigger: false)
      document.forEachProperty(of: alarm) { index in
        if edited[index] == true { return }
        let property = document.properties[index]
        let (name, value) = (document.name(property), document.value(property))
        isSaid.action = isSaid.action || name.equalsIgnoringCase("ACTION")
        isSaid.trigger = isSaid.trigger || name.equalsIgnoringCase("TRIGGER")
        guard property.name == .duration, edited[index] == nil, ICalendarDuration(value) == nil else { return }
        removed.insert(index)
        remarks.add(.note, line: property.line, "DURATION of a VALARM is not a length; it is left out")
      }
      if isSaid.action && isSaid.trigger { continue }
      removed.formUnion(document.properties(within: alarm))
      remarks.add(
        .note, line: document.components[alarm].line,
        isSaid.action
          ? "VALARM has no TRIGGER that can be read, and is left out" : "VALARM has no ACTION, and is left out")
    }
    edits.removeAll { removed.contains($0.property) }
    edits += removed.map { ICalendarDocument.Edit(property: $0, lines: []) }
  }
}
