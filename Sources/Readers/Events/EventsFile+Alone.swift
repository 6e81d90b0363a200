import TimeZones

/// Reads an `events.json` by itself, out of any folder, whatever calendars its events name. Unknown keys are no problem
/// here: whoever changes an event leaves them as they are.
/// - Returns: its events as iCalendar, and what is wrong with it, in order.
package func readEvents(
  _ bytes: [UInt8], path: String, zones: ZoneTable
) -> (file: SourceFile, problems: [Problem]) {
  var problems = Problems()
  let file = EventsFile.readAlone(bytes, path: path, zones: zones, problems: &problems)
  return (file, problems.sorted)
}
