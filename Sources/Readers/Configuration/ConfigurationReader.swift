import TimeZones
enum ConfigurationReader {
  struct Reading { var configuration: SiteConfiguration; var isBroken = false; }
  static func read(_ folder: ContentFolder, zones: ZoneTable, problems: inout Problems) -> Reading {
    Reading(configuration: SiteConfiguration(path: folder.path(of: "site.yml")))
  }
}
enum CalendarReader {
  static func read(_ folder: ContentFolder, _ reading: ConfigurationReader.Reading, zones: ZoneTable, problems: inout Problems) -> [CalendarSource] { [] }
}
enum NoteReader {
  static func read(_ folder: ContentFolder, zones: ZoneTable, calendars: inout [CalendarSource], problems: inout Problems) -> [Note] { [] }
}
