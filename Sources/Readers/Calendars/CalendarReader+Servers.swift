import Bytes

/// Calendars of a CalDAV server: one entry of `site.yml`, several calendars.
extension CalendarReader {
  /// The calendars of an entry, in the server's order.
  /// - Parameters:
  ///   - calendar: what the entry says, with the state of what was fetched.
  ///   - state: what was fetched; `nil` if there is nothing.
  ///   - taken: the names of other calendars in lower case.
  mutating func calendars(
    _ calendar: CalendarSource, _ entry: ConfigurationReader.CalendarEntry, _ remote: RemoteCalendar,
    _ state: CalDAVState?, _ taken: inout Set<String>
  ) -> [CalendarSource] {
    // The entry's calendar exists, whatever its server says.
    guard let state else { return [calendar] }
    reportUnknown(remote, state, entry)
    if state.calendars.isEmpty { return [calendar] }
    let isSingle = state.homes.isEmpty || remote.collections.count == 1 && state.calendars.count == 1
    if !isSingle, !entry.title.isEmpty {
      report(
        .warning, entry,
        "title names one calendar, and the source of \(Text.quote(entry.name)) has \(state.calendars.count), which "
          + "have names of their own; remove title:, or pick one with collections:")
    }
    return state.calendars.map { found in
      let collection = found.collection
      var own = calendar
      // A title that is a mail address or the user's name is not meant for others, nor is the path.
      let title = collection.title(user: remote.user) ?? ""
      if title.isEmpty, collection.displayName != nil, own.title.isEmpty || !isSingle {
        report(
          .note, entry,
          "the name of a calendar of \(Text.quote(entry.name)) is a mail address or the user's name, which is not "
            + "shown; give it a title in site.yml, in an entry of its own")
      }
      if !isSingle {
        // The name of one of several: that of the entry, and the collection's.
        let name = Slug.untaken("\(entry.name)-\(found.slug)", of: collection.address.key, &taken)
        own.name = Array(name.utf8)
        own.title = Array(title.utf8)
      } else if own.title.isEmpty {
        own.title = Array(title.utf8)
      }
      if own.color.isEmpty { own.color = collection.color }
      report(found, String(utf8: own.name), remote, entry)
      if found.failure != nil {
        own.remote?.fetched = found.fetched
        own.remote?.expires = found.fetched
        own.remote?.hasFailed = true
        own.remote?.hasCopy = found.fetched > 0
      }
      own.files = files(of: found, String(utf8: own.name))
      return own
    }
  }

  /// The objects of a calendar as the files of a folder into which it is synchronised.
  private func files(of calendar: CalDAVState.Calendar, _ name: String) -> [SourceFile] {
    ObjectFiles.sorted(
      calendar.objects.map { object in
        let file = object.fileName
        return (file, SourceFile(path: "\(name) (fetched), \(file.prefix(100))", iCalendar: object.data))
      })
  }

  // MARK: Problems

  private mutating func report(
    _ found: CalDAVState.Calendar, _ name: String, _ remote: RemoteCalendar,
    _ entry: ConfigurationReader.CalendarEntry
  ) {
    let name = "the calendar \(Text.quote(name))"
    if let failure = found.failure {
      let state = found.fetched == 0 ? "empty" : "as of \(RemoteTime.text(found.fetched))"
      report(.warning, entry, "\(name) is \(state), because it could not be fetched from \(remote.host): \(failure)")
    }
    if let flaw = found.flaw { report(.warning, entry, "\(name) is not whole: \(flaw)") }
  }

  /// Names in `collections` that no calendar has.
  private mutating func reportUnknown(
    _ remote: RemoteCalendar, _ state: CalDAVState, _ entry: ConfigurationReader.CalendarEntry
  ) {
    for name in remote.collections where !state.calendars.contains(where: { $0.collection.isNamed(name) }) {
      let mend =
        Text.suggestion(name, in: state.offered)
        ?? "; there are \(state.offered.prefix(20).map { Text.quote($0) }.joined(separator: ", "))"
      problems.add(
        .warning, site, entry.collectionsPosition ?? entry.sourcePosition,
        state.homes.isEmpty
          ? "source is the address of one calendar, so collections picks nothing; remove it"
          : "there is no calendar \(Text.quote(name)) on \(remote.host)\(mend)")
    }
  }
}
