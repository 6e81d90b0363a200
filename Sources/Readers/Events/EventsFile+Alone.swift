import TimeZones

/// Reads a single `events.json`, without a folder, and ignores which calendars its events name. Unknown keys are not
/// reported: an edit leaves them as they are.
/// - Returns: its events as iCalendar, and its problems in order.
package func readEvents(
  _ bytes: [UInt8], path: String, zones: ZoneTable
) -> (file: SourceFile, problems: [Problem]) {
  var problems = Problems()
  let file = EventsFile.readAlone(bytes, path: path, zones: zones, problems: &problems)
  return (file, problems.sorted)
}
