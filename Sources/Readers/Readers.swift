import Bytes
import TimeZones

/// # Readers
///
/// Reads content: `site.yml`, `events.json`, `.ics` files and folders of them, and notes. All events leave here as
/// iCalendar text, whatever format they had, so that there is only one way into the core.
///
/// Tolerant: what can't be understood is skipped and reported with its position, and the rest is kept. The one
/// exception is `site.yml`, where a guess could publish what was meant to stay private (see
/// ``Content/isConfigurationBroken``).
///
/// Remote calendars are fetched before (``CalendarFetching``), so that reading itself waits for nobody.
///
/// Left out: interpreting iCalendar (ICalendar, Events), and whether the pages that notes link to are published
/// (SiteBuilder).

/// A content folder's site.yml, as far as it can be read; `nil` if the folder can't be read. O(site.yml).
package func readConfiguration(at folder: String, zones: ZoneTable) -> SiteConfiguration? {
  guard let folder = try? ContentFolder(folder) else { return nil }
  var problems = Problems()
  return ConfigurationReader.read(folder, zones: zones, problems: &problems).configuration
}

/// The remote calendars named in a content folder's site.yml; none if it can't be read or understood. O(site.yml).
package func readRemoteSettings(at folder: String, zones: ZoneTable) -> RemoteSettings {
  var settings = RemoteSettings()
  guard let folder = try? ContentFolder(folder) else { return settings }
  var problems = Problems()
  let reading = ConfigurationReader.read(folder, zones: zones, problems: &problems)
  if reading.isBroken { return settings }
  settings.calendars = (reading.calendars ?? []).compactMap { $0.remote }
  settings.configuration = reading.configuration
  return settings
}

/// Reads a content folder.
///
/// - Parameters:
///   - folder: as the user typed it; the paths of problems begin with it.
///   - zones: where zones named in `site.yml`, events and notes are looked up.
///   - pages: the names of pages at the root of a site, `index.html`, to which notes may link.
///   - fetched: the remote calendars.
/// - Throws: if the folder itself can't be read.
/// - Complexity: O(bytes of all files).
package func readContent(
  at folder: String, zones: ZoneTable, pages: [String], _ fetched: FetchedCalendars = [:]
) throws(ContentError) -> Content {
  var folder = try ContentFolder(folder)
  var problems = Problems()
  var reading = ConfigurationReader.read(folder, zones: zones, problems: &problems)
  folder.followsLinks = reading.configuration.followsLinks && !reading.isBroken
  var calendars = CalendarReader.read(folder, reading, fetched, zones: zones, problems: &problems)
  let (notes, footer) = NoteReader.read(
    folder, zones: zones, reading.configuration, pages: pages, calendars: &calendars, problems: &problems)
  let statics = StaticFiles.read(folder, problems: &problems)
  AudienceCalendars.resolve(&reading, calendars, &problems)
  let servers = (reading.calendars ?? []).filter { $0.remote?.isCalDAV == true }.map(\.name)
  if ExceptionNames.resolve(in: &calendars, servers: servers, &problems) { reading.isBroken = true }
  return Content(
    folder: folder.path, configuration: reading.configuration, calendars: calendars, notes: notes,
    footer: footer, statics: statics.files, problems: problems.sorted, unreadable: problems.unreadable,
    outside: folder.outside + statics.outside,
    isConfigurationBroken: reading.isBroken)
}
