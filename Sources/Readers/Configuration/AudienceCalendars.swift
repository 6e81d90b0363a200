import Bytes

/// The calendars that audiences and filters of feeds name, looked up once all calendars are known.
enum AudienceCalendars {
  /// Adds the names of its calendars to each entry that has several, and reports names that no calendar has: nothing
  /// may be published then, since it is unknown who was meant to see what.
  static func resolve(
    _ reading: inout ConfigurationReader.Reading, _ calendars: [CalendarSource], _ problems: inout Problems
  ) {
    func add(to names: inout [[UInt8]]?) { names = names?.flatMap { [$0] + several(of: $0, calendars) } }
    for index in reading.configuration.audiences.indices {
      add(to: &reading.configuration.audiences[index].calendars)
    }
    for index in reading.configuration.feedFilters.indices {
      add(to: &reading.configuration.feedFilters[index].calendars)
    }
    for (name, position) in reading.namedCalendars where !isKnown(Array(name.utf8), calendars) {
      // The calendars of a server are known once it has answered. Until then an audience does not see them.
      let server = (reading.calendars ?? []).first {
        $0.remote?.isCalDAV == true && name.lowercased().hasPrefix($0.name.lowercased() + "-")
      }
      let known = calendars.map { String(utf8: $0.name) }
      let mend = Text.suggestion(name, in: known) ?? "; the calendars are \(known.joined(separator: ", "))"
      problems.add(
        server == nil ? .error : .warning, reading.configuration.path, position,
        "there is no calendar \(Text.quote(name))\(mend)")
      if server == nil { reading.isBroken = true }
    }
  }

  /// The names of the calendars of an entry that has several.
  private static func several(of name: [UInt8], _ calendars: [CalendarSource]) -> [[UInt8]] {
    calendars.filter { calendar in
      calendar.entry.map { Array($0.name.utf8).equalsIgnoringCase(name) } ?? false
        && !calendar.name.equalsIgnoringCase(name)
    }.map(\.name)
  }

  private static func isKnown(_ name: [UInt8], _ calendars: [CalendarSource]) -> Bool {
    calendars.contains { $0.name.equalsIgnoringCase(name) } || !several(of: name, calendars).isEmpty
  }
}
