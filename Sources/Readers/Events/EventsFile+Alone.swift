import TimeZones

/// Reads an `events.json` by itself, out of any folder.
/// - Returns: its events as iCalendar, and what is wrong with it, in order.
package func readEvents(
  _ bytes: [UInt8], path: String, zones: ZoneTable
) -> (file: SourceFile, problems: [Problem]) {
  var problems = Problems()
  let file = EventsFile.read(bytes, path: path, zones: zones, problems: &problems)
  return (file, problems.sorted)
}
