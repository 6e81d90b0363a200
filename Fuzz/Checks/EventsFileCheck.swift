import Bytes
import Events
import ICalendar
import Readers

/// An `events.json`: problems point into the file; the iCalendar written from it has no flaw except characters that
/// text may not contain, and every event of it is read at its place in the file, except for those that a later one with
/// the same UID supersedes; reading twice gives the same bytes.
package func checkEventsFile(_ bytes: [UInt8]) throws(Violation) {
  let (file, problems) = readEvents(bytes, path: "events.json", zones: knownZones)
  try requireSane(problems.map(\.diagnostic), in: bytes)

  let document = ICalendarDocument(parsing: file.iCalendar)
  for diagnostic in document.diagnostics.all {
    try require(
      string(diagnostic.message).hasPrefix("control characters")
        || string(diagnostic.message).hasPrefix("bytes that are not UTF-8"),
      "what was written has a flaw: \(string(diagnostic.message))")
    let place = Diagnostic(
      diagnostic.severity, at: file.position(of: diagnostic.position), diagnostic.message)
    try requireSane([place], in: bytes)
  }
  let positions = file.eventPositions ?? []
  var (events, superseded, uids) = (0, 0, Set<[UInt8]>())
  for (index, component) in document.components.enumerated() where component.kind == .vevent {
    events += 1
    guard let uid = document.first(.uid, of: index) else { continue }
    if !uids.insert(Array(document.value(uid))).inserted { superseded += 1 }
  }
  try require(positions.count == events, "\(positions.count) places of \(events) events")
  for (left, right) in zip(positions, positions.dropFirst()) {
    try require(left < right, "the places of events do not ascend")
  }
  let store = try linked(document, in: bytes, positions: positions)
  try require(
    store.events.count == events - superseded,
    "\(store.events.count) of \(events) events are taken up, \(superseded) of them superseded")

  let again = readEvents(bytes, path: "events.json", zones: knownZones).file
  try require(again.iCalendar == file.iCalendar, "the same file is read in two ways")
}
