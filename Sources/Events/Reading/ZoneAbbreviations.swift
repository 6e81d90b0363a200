import Bytes

/// Abbreviations that people and programs write in place of a zone's name.
enum ZoneAbbreviations {
  /// Zones with an abbreviation that CLDR 48 (`timeZoneNames`, English of each region) has for no other zone. Names
  /// that the tz database has itself, such as EST and CET, are looked up there.
  private static let zones: [(names: [StaticString], identifier: StaticString)] = [
    (["PST", "PDT"], "America/Los_Angeles"), (["MDT"], "America/Denver"), (["CST", "CDT"], "America/Chicago"),
    (["EDT"], "America/New_York"), (["AKST", "AKDT"], "America/Anchorage"), (["HDT"], "America/Adak"),
    (["BST"], "Europe/London"), (["WEST"], "Europe/Lisbon"), (["CEST", "MESZ", "MEZ"], "Europe/Berlin"),
    (["EEST"], "Europe/Athens"), (["MSK"], "Europe/Moscow"), (["JST"], "Asia/Tokyo"), (["KST"], "Asia/Seoul"),
    (["HKT"], "Asia/Hong_Kong"), (["SAST"], "Africa/Johannesburg"), (["AWST"], "Australia/Perth"),
    (["ACST", "ACDT"], "Australia/Adelaide"), (["AEST", "AEDT"], "Australia/Sydney"),
    (["NZST", "NZDT"], "Pacific/Auckland"),
  ]

  /// The zone of an abbreviation, in any case; `nil` if the abbreviation is unknown or several zones have it.
  static func identifier(of name: [UInt8]) -> [UInt8]? {
    zones.first { $0.names.contains { name.equalsIgnoringCase($0) } }.map { [UInt8]($0.identifier) }
  }
}
