/// Who may see what: the levels of the site and its calendars, and the rules for single events
/// (``SiteConfiguration/policy``).
extension ConfigurationReader {
  /// The keys of `site.yml` that are read here.
  static let privacyKeys = ["privacy", "audiences"]

  mutating func readPrivacy(_ map: MapReader) {
    if let privacy = privacy(map) { reading.configuration.privacy = privacy }
    if let entry = map.entry("privacy") { reading.configuration.privacyPositions["privacy"] = entry.value.position }
    if let entry = value(map, "audiences") {
      warning(
        entry.keyPosition,
        "audiences are not built by this version; the site itself is, with the privacy set above")
    }
  }

  /// The level that the site or a calendar names. An empty value is an error: the intended level can't be guessed.
  mutating func privacy(_ map: MapReader) -> Privacy? {
    guard let entry = map.entry("privacy") else { return nil }
    return choice(entry.value, "privacy", Privacy.allCases.map(\.name))
      .flatMap { Privacy(rawValue: UInt8($0)) }
  }
}
