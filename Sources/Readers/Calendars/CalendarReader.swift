import Bytes
import Events
import Files
import TimeZones

/// Reads the calendars listed in `site.yml`, or those found in the content folder.
struct CalendarReader {
  /// A calendar file of one GiB holds some four million events; positions in it fit in 32 bits.
  static let fileLimit = 1 << 30

  let folder: ContentFolder
  let zones: ZoneTable
  let vitalKeys: [String]
  /// The path of site.yml.
  let site: String
  private let fetched: FetchedCalendars
  var problems: Problems
  /// Events of JSON files that name a calendar, in the order of the files.
  var named: [EventsFile.NamedPart] = []

  static func read(
    _ folder: ContentFolder, _ reading: ConfigurationReader.Reading, _ fetched: FetchedCalendars, zones: ZoneTable,
    problems: inout Problems
  ) -> [CalendarSource] {
    var reader = CalendarReader(
      folder: folder, zones: zones, vitalKeys: reading.configuration.vitalKeys, site: reading.configuration.path,
      fetched: fetched, problems: problems)
    if let entries = reading.calendars, entries.contains(where: { $0.source.isEmpty }) { reader.readUsual(entries) }
    let calendars = reading.calendars.map { entries in
      var taken = Set(entries.map { $0.name.lowercased() })
      return entries.enumerated().flatMap { index, entry in
        var entry = entry
        entry.index = index
        return reader.calendars(entry, &taken)
      }
    }
    var found = calendars ?? reader.calendarsInFolder()
    reader.placeNamedEvents(in: &found, isListed: calendars != nil)
    problems = reader.problems
    // An entry that could not be read may be the one that names a file.
    if let entries = reading.calendars, !reading.isBroken {
      UnnamedFiles.report(
        folder, entries.map { ($0.name, $0.source.isEmpty ? Self.usualFile : $0.source) }, &problems)
    }
    return found
  }

  /// The scheme of a source that is an address, in lower case; `nil` for a path.
  static func scheme(of source: String) -> String? {
    guard let scheme = Address(source.utf8).scheme, scheme.utf8.count > 1 else { return nil }
    let isValid =
      scheme.utf8.first!.isLetter
      && scheme.utf8.allSatisfy { $0.isLetter || $0.isDigit || [0x2B, 0x2D, 0x2E].contains($0) }
    return isValid ? scheme : nil
  }

  /// A source that is a path, relative to the content folder, without redundant `.` parts.
  private static func relative(_ source: String) -> String {
    source.utf8.split(separator: .slash).filter { !$0.equals(".") }.map { String(Substring($0)) }.joined(separator: "/")
  }

  // MARK: Calendars listed in site.yml

  mutating func report(
    _ severity: Diagnostic.Severity, _ entry: ConfigurationReader.CalendarEntry, _ message: String
  ) {
    problems.add(severity, site, entry.sourcePosition, message)
  }

  /// The calendars of an entry: one, unless it is the address of a server with several.
  private mutating func calendars(
    _ entry: ConfigurationReader.CalendarEntry, _ taken: inout Set<String>
  ) -> [CalendarSource] {
    var calendar = CalendarSource(
      name: Array(entry.name.utf8), title: entry.title, color: entry.color, privacy: entry.privacy, origin: .file(""),
      except: entry.except.map { CalendarSource.Exception(name: $0.name, path: site, position: $0.position) })
    calendar.entry = (entry.index, entry.name)
    if entry.source.isEmpty {
      calendar.origin = hasUsual ? .events(folder.path(of: Self.usualFile)) : .named
      return [calendar]
    }
    guard let remote = entry.remote else { return [self.calendar(calendar, entry)] }
    let body = addRemote(remote, entry, to: &calendar)
    if remote.isCalDAV { return calendars(calendar, entry, remote, body.flatMap { CalDAVState($0) }, &taken) }
    // Its address may be a secret, so problems are reported at its name.
    calendar.files = body.map { files(ofAnswer: $0, "\(entry.name) (fetched)") } ?? []
    return [calendar]
  }

  private mutating func calendar(
    _ calendar: CalendarSource, _ entry: ConfigurationReader.CalendarEntry
  ) -> CalendarSource {
    var calendar = calendar
    let relative = Self.relative(entry.source)
    let path = folder.path(of: relative)
    calendar.origin = .file(path)
    switch folder.kind(of: relative) {
    case .folder:
      calendar.origin = .folder(path)
      calendar.files = files(inFolder: relative)
      addDescription(inFolder: relative, to: &calendar)
      if calendar.files.isEmpty {
        report(.warning, entry, "the folder \(path) contains no .ics file; add some, or remove the calendar")
      }
    case .file:
      calendar.files = files(at: relative)
      calendar.origin = Self.origin(path, calendar.files)
    case .other:
      report(.error, entry, "\(path) is neither a file nor a folder; the calendar \(Text.quote(entry.name)) is empty")
    case .outside:
      let fault = folder.notFollowed("the source \(Text.quote(entry.source))")
      report(.error, entry, "\(fault); until then the calendar \(Text.quote(entry.name)) is empty")
    case .missing:
      if readInside(relative, into: &calendar, entry) { break }
      let near =
        Text.suggestion(relative, in: candidates(beside: relative)) ?? "; add it, or correct the name"
      report(.error, entry, "there is no \(path), so the calendar \(Text.quote(entry.name)) is empty\(near)")
    }
    return calendar
  }

  /// The origin of a calendar that is a file, which can be edited only in some formats.
  private static func origin(_ path: String, _ files: [SourceFile]) -> CalendarSource.Origin {
    files.lazy.compactMap(\.whyFixed).first.map { .fixed(path, $0) } ?? .file(path)
  }

  /// Reads a part of an archive; returns whether the path leads into one.
  private mutating func readInside(
    _ relative: String, into calendar: inout CalendarSource, _ entry: ConfigurationReader.CalendarEntry
  ) -> Bool {
    let known = problems
    guard let (archive, files) = filesInside(relative) else { return false }
    calendar.files = files
    calendar.origin = .fixed(folder.path(of: relative), "the calendar is in an archive; unpack it to edit its files")
    if files.isEmpty, problems.count == known.count {
      report(
        .error, entry,
        "there is no calendar \(Text.quote(String(relative.dropFirst(archive.count + 1)))) in "
          + "\(folder.path(of: archive)), so \(Text.quote(entry.name)) is empty; name one of its .ics files, or the "
          + "archive alone")
    }
    return true
  }

  /// Takes the last good answer for a remote calendar, and says what was wrong with a newer one.
  private mutating func addRemote(
    _ remote: RemoteCalendar, _ entry: ConfigurationReader.CalendarEntry, to calendar: inout CalendarSource
  ) -> [UInt8]? {
    calendar.origin = .remote
    let found = fetched[remote] ?? RemoteCopy()
    calendar.remote = CalendarSource.RemoteState(found)
    let name = "the calendar \(Text.quote(entry.name))"
    if let failure = found.failure {
      let state = found.body == nil ? "empty" : "as of \(RemoteTime.text(found.fetched))"
      report(.warning, entry, "\(name) is \(state), because it could not be fetched from \(remote.host): \(failure)")
    } else if found.body == nil {
      report(.warning, entry, "\(name) is empty, because it was never fetched; build the site, or add --refresh")
    }
    return found.body
  }

  /// Sources that may be meant: calendar files and folders in the content folder, and beside it.
  private func candidates(beside relative: String) -> [String] {
    var found: [String] = []
    var parents = [""]
    if let slash = relative.lastIndex(of: "/") { parents.insert(String(relative[...slash]), at: 0) }
    for parent in parents {
      guard case .success(let names) = folder.list(parent) else { continue }
      for name in names where name != "notes" && name != "site.yml" { found.append(parent + name) }
    }
    return found
  }

  // MARK: Calendars without a source

  /// The file whose events may name calendars, if it is no calendar's source.
  private static let usualFile = "events.json"
  private var hasUsual: Bool { folder.kind(of: Self.usualFile) == .file }

  /// Reads the events that name calendars from ``usualFile``, unless it is a calendar's source.
  private mutating func readUsual(_ entries: [ConfigurationReader.CalendarEntry]) {
    guard hasUsual, !entries.contains(where: { Self.relative($0.source) == Self.usualFile }) else { return }
    for file in files(at: Self.usualFile) {
      guard let positions = file.eventPositions, let first = positions.first else { continue }
      let (events, are) = positions.count == 1 ? ("an event names", "is") : ("\(positions.count) events name", "are")
      problems.add(
        .error, file.path, first,
        "\(events) no calendar, and this file is no calendar's source; add calendar:, or source: "
          + "\(Self.usualFile) to a calendar in site.yml; until then \(are == "is" ? "it is" : "they are") skipped")
    }
  }

  // MARK: Calendars found in the folder

  private mutating func calendarsInFolder() -> [CalendarSource] {
    guard case .success(let names) = folder.list("") else { return [] }
    var calendars: [CalendarSource] = []
    var taken: Set<String> = ["all"]
    func add(_ name: String, _ origin: CalendarSource.Origin, _ files: [SourceFile]) {
      let slug = Slug.untaken(Slug.make(name.withoutEnding), of: name, &taken)
      calendars.append(CalendarSource(name: Array(slug.utf8), origin: origin, files: files))
      if case .folder = origin { addDescription(inFolder: name, to: &calendars[calendars.count - 1]) }
    }
    for name in names {
      let path = folder.path(of: name)
      switch folder.kind(of: name) {
      case .folder where name != "notes" && name != StaticFiles.folder:
        let files = files(inFolder: name)
        if !files.isEmpty { add(name, .folder(path), files) }
      case .file where CalendarFormat(ofFile: name) != nil:
        let files = files(at: name)
        // An archive of other things is no calendar.
        if files.isEmpty, CalendarFormat(ofFile: name) == .zip { continue }
        add(name, Self.origin(path, files), files)
      case .outside where name != "notes" && name != StaticFiles.folder && !NoteImages.isImage(name):
        problems.add(.warning, path, folder.notFollowed("this"))
      case .missing where CalendarFormat(ofFile: name) != nil:
        problems.addUnreadable(path, "this link leads nowhere; correct or remove it")
      default: continue
      }
    }
    return calendars
  }

  // MARK: Calendars named by events

  /// The greatest number of calendars that events may add, shown or not.
  private static let namedLimit = 10_000

  /// Moves events that name a calendar into it. A new name makes a calendar; but if site.yml lists the calendars, and
  /// so decides who may see what, an unlisted name is a mistake and its events are skipped.
  private mutating func placeNamedEvents(in calendars: inout [CalendarSource], isListed: Bool) {
    if named.isEmpty { return }
    if !isListed { leaveOutEmptied(&calendars) }
    var indices: [[UInt8]: Int] = [:]
    for (index, calendar) in calendars.enumerated() { indices[calendar.name.asciiLowercased] = index }
    let listed = calendars.count
    var isReported = false
    for part in namedInOrder() {
      let slug = Slug.make(String(utf8: part.calendar))
      var index = indices[part.calendar.asciiLowercased]
      if index == nil, !isListed { index = indices[Array(slug.utf8)] }
      if index == nil, !isListed, slug != "all", calendars.count - listed < Self.namedLimit {
        index = calendars.count
        indices[Array(slug.utf8)] = index
        calendars.append(
          CalendarSource(name: Array(slug.utf8), title: part.calendar, origin: .events(part.file.path)))
      }
      if let index {
        var file = part.file
        file.calendarName = part.calendar
        calendars[index].files.append(file)
        if calendars.count - listed == CalendarInfo.namedLimit + 1, !isReported {
          isReported = true
          problems.add(
            .error, part.file.path, part.position,
            "events name more than \(CalendarInfo.namedLimit) calendars; of those that are shown the first "
              + "\(CalendarInfo.namedLimit) are kept, and the events of the others are left out")
        }
      } else {
        reportUnknownCalendar(part, calendars, isListed: isListed, slug)
      }
    }
  }

  /// In the order of the names, which does not depend on events: otherwise the order and the spelling of calendars
  /// would reveal withheld events.
  private func namedInOrder() -> [EventsFile.NamedPart] {
    // The standard library's sort is stable.
    named.map { (slug: Slug.make(String(utf8: $0.calendar)), part: $0) }.sorted { left, right in
      left.slug == right.slug
        ? left.part.calendar.lexicographicallyPrecedes(right.part.calendar) : left.slug < right.slug
    }.map(\.part)
  }

  /// Leaves out the calendar of an events.json whose events all name others: it would be an empty entry of the legend
  /// and an empty feed.
  private func leaveOutEmptied(_ calendars: inout [CalendarSource]) {
    let divided = Set(named.map { $0.file.path })
    calendars.removeAll { calendar in
      !calendar.files.isEmpty
        && calendar.files.allSatisfy { divided.contains($0.path) && $0.eventPositions?.isEmpty == true }
    }
  }

  private mutating func reportUnknownCalendar(
    _ part: EventsFile.NamedPart, _ calendars: [CalendarSource], isListed: Bool, _ slug: String
  ) {
    let name = String(utf8: part.calendar)
    let known = calendars.map { String(utf8: $0.name) }
    let count = part.file.eventPositions?.count ?? 0
    let skipped = count == 1 ? "the event is skipped" : "its \(count) events are skipped"
    let problem: String
    if slug == "all" {
      problem = "the name \(Text.quote(name)) belongs to the feed of all calendars; choose another"
    } else if !isListed {
      problem = "events name more than \(Self.namedLimit) calendars, and \(Text.quote(name)) is one too many"
    } else {
      let mend =
        Text.suggestion(name, in: known)
        ?? "; the calendars are \(known.joined(separator: ", ")); add it to calendars: in site.yml, or correct the name"
      problem = "there is no calendar \(Text.quote(name))\(mend)"
    }
    problems.add(.error, part.file.path, part.position, "\(problem); \(skipped)")
  }

  // MARK: Files

  /// The calendar files of a folder without sub-folders, sorted by the names that their UIDs would give them: programs
  /// that synchronise a calendar use these names, or random ones where a UID can't be a name.
  private mutating func files(inFolder relative: String) -> [SourceFile] {
    switch folder.list(relative) {
    case .success(let names):
      return ObjectFiles.sorted(
        names.filter { CalendarFormat(ofFile: $0)?.isPart ?? false }.flatMap { name in
          files(at: relative.isEmpty ? name : relative + "/" + name).map { (name, $0) }
        })
    case .failure(let failure):
      problems.addUnreadable(
        folder.path(of: relative), "the folder can't be read (\(failure.reason)); check its permissions")
      return []
    }
  }
}
