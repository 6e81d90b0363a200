import Bytes
import ICalendar
import Readers
import Settling

/// An `events.json`: problems point into the file; what is written from it is iCalendar without a flaw,
/// of which every event is taken up at its place in the file; and reading twice gives the same bytes.
public func checkEventsFile(_ bytes: [UInt8]) throws(Violation) {
  let (file, problems) = readEvents(bytes, path: "events.json", zones: knownZones)
  try requireSane(problems.map(\.diagnostic), in: bytes)

  let document = ICalendarDocument(parsing: file.iCalendar)
  try require(
    document.diagnostics.isEmpty,
    "what was written has a flaw: \(document.diagnostics.all.first.map { string($0.message) } ?? "")"
  )
  let positions = file.eventPositions ?? []
  let events = document.components.count { $0.kind == .vevent }
  try require(positions.count == events, "\(positions.count) places of \(events) events")
  for (left, right) in zip(positions, positions.dropFirst()) {
    try require(left < right, "the places of events do not ascend")
  }
  let store = try linked(document, in: bytes, positions: positions)
  try require(
    store.events.count == events, "\(store.events.count) of \(events) events are taken up")

  let again = readEvents(bytes, path: "events.json", zones: knownZones).file
  try require(again.iCalendar == file.iCalendar, "the same file is read in two ways")
}
