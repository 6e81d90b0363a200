import Bytes
import Events
import Files

/// The formats of files with events, told by their names.
package enum CalendarFormat: Equatable {
  case iCalendar
  /// BusyLife's JSON and its extension.
  case events
  case other(OtherSyntax)
  /// One calendar, compressed.
  case gzip
  /// Calendars in an archive, such as an export of Google.
  case zip

  /// How names of iCalendar files end: as RFC 5545, 8.1, has it, and as some programs name theirs. Those of vCalendar
  /// 1.0 are read too.
  private static let iCalendarEndings = [".ics", ".ical", ".icalendar", ".vcs"]

  /// The extensions of files of all formats, without the dot.
  package static let extensions =
    iCalendarEndings.map { String($0.dropFirst()) } + OtherSyntax.allCases.map { String($0.row.ending.dropFirst()) }
    + ["json", "xml", "gz", "zip"]

  /// The format of a file in the content folder that is a calendar without being listed in site.yml.
  init?(ofFile name: String) {
    let lower = name.lowercased()
    if Self.iCalendarEndings.contains(where: { lower.hasSuffix($0) }) {
      self = .iCalendar
    } else if name == "events.json" {
      self = .events
    } else if let syntax = OtherSyntax.allCases.first(where: { lower.hasSuffix($0.row.ending) }) {
      self = .other(syntax)
    } else if lower.hasSuffix(".ics.gz") {
      self = .gzip
    } else if lower.hasSuffix(".zip") {
      self = .zip
    } else {
      return nil
    }
  }

  /// Whether such a file can be one part of a calendar that is a folder or an archive.
  var isPart: Bool {
    switch self {
    case .iCalendar, .other, .gzip: true
    case .events, .zip: false
    }
  }

  /// The format of a file, by its bytes if they begin with a mark, otherwise by its name, otherwise by what its bytes
  /// look like; `nil` if nothing tells.
  init?(of bytes: [UInt8], named path: String) {
    let lower = path.lowercased()
    if GzipReader.isGzip(bytes) {
      self = .gzip
    } else if ZipReader.isZip(bytes) {
      self = .zip
    } else if lower.hasSuffix(".json") {
      self = JCalReader.isJCal(bytes) ? .other(.jCal) : .events
    } else if lower.hasSuffix(".xml") {
      self = .other(.xCal)
    } else if let format = CalendarFormat(ofFile: path), format.isPart, format != .gzip {
      self = format
    } else if Self.looksLikeICalendar(bytes) {
      self = .iCalendar
    } else if let syntax = OtherSyntax.of(bytes) {
      self = .other(syntax)
    } else {
      return nil
    }
  }

  private static func looksLikeICalendar(_ bytes: [UInt8]) -> Bool {
    start(of: bytes).prefix(15).asciiUppercased.starts(with: "BEGIN:VCALENDAR".utf8)
  }

  /// The first text after a byte order mark and white space.
  /// - Parameter most: the bytes in which it is looked for.
  static func start(of bytes: [UInt8], most: Int = 1_000) -> ArraySlice<UInt8> {
    bytes.withoutMark.prefix(most).trimmed
  }

  /// Ends lines with LF if they end with a lone CR, as on old Macs; returns whether they did. O(first line) for others.
  @discardableResult static func endLines(of bytes: inout [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn }),
      bytes[end] == .carriageReturn,
      !bytes[end...].contains(.lineFeed), looksLikeICalendar(bytes)
    else { return false }
    for index in end..<bytes.count where bytes[index] == .carriageReturn { bytes[index] = .lineFeed }
    return true
  }

  // MARK: Limits

  /// Unpacked bytes of a compressed file, or of an archive: a million events. A kilobyte can unpack to a megabyte.
  static let unpackedLimit = 256 << 20
  /// A file that is read as a tree takes some ten times its size in memory.
  static let treeLimit = 64 << 20
  static let tooLarge = "the file has more than \(treeLimit >> 20) MiB; save the calendar as .ics, or divide it"
}

/// Files in the formats of ``CalendarFormat``, whatever they are packed in.
extension CalendarReader {
  /// The calendar files in a file, which has several only if it is an archive.
  mutating func files(at relative: String) -> [SourceFile] {
    let path = folder.path(of: relative)
    switch folder.bytes(of: relative, limit: Self.fileLimit) {
    case .failure(let failure) where failure.isOutside: problems.add(.warning, path, .start, folder.notFollowed("this"))
    case .failure(let failure):
      problems.addUnreadable(
        path, "the file can't be read (\(failure.reason)); check what it is and its permissions")
    case .success(let bytes):
      var room = CalendarFormat.unpackedLimit
      return files(bytes, path, named: path, &room)
    }
    return []
  }

  /// The calendar files in the last good answer of a server, which are read as those of the content folder are.
  /// - Parameter path: for problems. The address may be a secret.
  mutating func files(ofAnswer body: [UInt8], _ path: String) -> [SourceFile] {
    var room = RemoteLimits.bytes
    return files(body, path, named: "", &room)
  }

  /// - Parameters:
  ///   - name: the name, which may tell the format.
  ///   - room: the greatest number of bytes to which the file may unpack; reduced by those that it takes.
  private mutating func files(
    _ bytes: [UInt8], _ path: String, named name: String, _ room: inout Int
  ) -> [SourceFile] {
    if ZipReader.isZip(bytes) { return filesInArchive(bytes, path, limit: room) }
    return file(bytes, path, named: name, &room).map { [$0] } ?? []
  }

  private mutating func file(
    _ bytes: [UInt8], _ path: String, named name: String, _ room: inout Int
  ) -> SourceFile? {
    guard let text = UTF16Reader.text(of: bytes) else {
      return file(bytes, path, CalendarFormat(of: bytes, named: name), &room)
    }
    let known = named.count
    guard var file = file(text, path, CalendarFormat(of: text, named: name), &room) else { return nil }
    let reason = "the file is UTF-16; save it as UTF-8 to edit it"
    file.whyFixed = file.whyFixed ?? reason
    for index in known..<named.count { named[index].file.whyFixed = reason }
    problems.add(.note, path, "this is UTF-16 and read as such; save it as UTF-8")
    return file
  }

  private mutating func file(
    _ bytes: [UInt8], _ path: String, _ format: CalendarFormat?, _ room: inout Int
  ) -> SourceFile? {
    switch format {
    case .iCalendar:
      var file = SourceFile(path: path, iCalendar: bytes)
      if CalendarFormat.endLines(of: &file.iCalendar) {
        file.whyFixed = "the lines of the file end with CR alone; save it with LF or CR LF to edit it"
        problems.add(.note, path, "the lines end with CR alone, and are read as such; save it with LF or CR LF")
      }
      return file
    case .events:
      let read = EventsFile.read(bytes, path: path, zones: zones, vitalKeys: vitalKeys, problems: &problems)
      named += read.named
      return read.file
    case .other(let syntax):
      var file = syntax.row.read(bytes, path, &problems)
      file.whyFixed = "the calendar is \(syntax.row.name), which is only read; edit the file by hand"
      return file
    case .gzip:
      guard let unpacked = unpacked(bytes, path, &room) else { return nil }
      guard !GzipReader.isGzip(unpacked), !ZipReader.isZip(unpacked) else {
        problems.add(.error, path, "the file is compressed twice, and is not read; unpack it (gunzip)")
        return nil
      }
      var file = file(unpacked, path, named: path, &room)
      file?.whyFixed = "the calendar is compressed; unpack the file (gunzip) to edit it"
      return file
    case .zip, nil:
      problems.add(
        .error, path,
        "this is not a calendar; a source is an .ics file, \(OtherSyntax.names), events in a .json file, a .zip of "
          + ".ics files, or a folder of .ics files")
      return nil
    }
  }

  private mutating func unpacked(_ bytes: [UInt8], _ path: String, _ room: inout Int) -> [UInt8]? {
    let isInArchive = room < CalendarFormat.unpackedLimit
    do throws(GzipReader.Failure) {
      let unpacked = try GzipReader.unpack(bytes, limit: room)
      room -= unpacked.count
      return unpacked
    } catch {
      // Charge a failed entry half of the remaining budget: else each of ten thousand could unpack all of it.
      room /= 2
      let problem =
        switch error {
        case .tooLarge where isInArchive: Self.tooMuchInArchive
        case .tooLarge:
          "the file unpacks to more than \(CalendarFormat.unpackedLimit >> 20) MiB, and is not read; divide the "
            + "calendar"
        case .cutOff: "the compressed file is cut off, and is not read; copy it again"
        case .damaged: "the compressed file is damaged, and is not read; copy it again"
        }
      problems.add(.error, path, problem)
      return nil
    }
  }

  // MARK: Archives

  /// The calendar files of an archive.
  /// - Parameters:
  ///   - limit: the greatest number of bytes to which it may unpack.
  ///   - inner: the only entry that is wanted, or the folder in the archive; empty for all.
  mutating func filesInArchive(
    _ bytes: [UInt8], _ path: String, limit: Int = CalendarFormat.unpackedLimit, inner: String = ""
  ) -> [SourceFile] {
    func isWanted(_ name: String) -> Bool {
      guard inner.isEmpty || name == inner || name.hasPrefix(inner + "/") else { return false }
      return Self.isCalendarEntry(name)
    }
    var (entries, failure) = ZipReader.entries(of: bytes, limit: limit, where: isWanted)
    if let failure { report(failure, path) }
    var files: [SourceFile] = []
    var last: String?
    var room = entries.reduce(limit) { room, entry in
      if case .success(let bytes) = entry.content { room - bytes.count } else { room }
    }
    // Each entry is released once it is read.
    entries.reverse()
    while let entry = entries.popLast() {
      let place = "\(path)/\(entry.name)"
      if entry.name == last {
        problems.add(.error, place, "the archive has another file of this name, and this one is not read")
        continue
      }
      last = entry.name
      switch entry.content {
      case .failure(let failure): report(failure, place)
      case .success(let bytes):
        guard var file = file(bytes, place, named: entry.name, &room) else { continue }
        file.whyFixed = "the calendar is in an archive; unpack it to edit its files"
        files.append(file)
      }
    }
    return files
  }

  /// Whether an entry is a calendar, and not a hidden file, such as those in which macOS keeps attributes.
  static func isCalendarEntry(_ name: String) -> Bool {
    guard let file = name.utf8.split(separator: .slash).last, file.first != UInt8.ascii(".") else { return false }
    return CalendarFormat(ofFile: String(Substring(file)))?.isPart ?? false
  }

  private mutating func report(_ failure: ZipReader.Failure, _ path: String) {
    let problem =
      switch failure {
      case .noLibrary:
        "ZIP archives are read with libarchive, which this machine does not have; install it (Debian and Ubuntu: "
          + "libarchive13; Fedora and Homebrew: libarchive), or unpack the archive and name its folder"
      case .tooManyEntries:
        "the archive has more than \(ZipReader.entryLimit) entries, and those after them are not read; unpack the "
          + "files that you want"
      case .tooMuchWaste:
        "too many files of the archive are too large or damaged; after \(ZipReader.wasteLimit >> 20) MiB of such "
          + "files, no more are read; unpack the files that you want"
      case .damaged(let reason):
        "the archive is damaged (\(reason)); what could not be read is left out; copy it again"
      }
    problems.add(.error, path, problem)
    // The archive may be good: another machine can read it.
    if failure == .noLibrary { problems.markUnreadable(path) }
  }

  private static let tooMuchInArchive =
    "with this file, the archive unpacks to more than \(CalendarFormat.unpackedLimit >> 20) MiB; it is not read, "
    + "unpack the archive and name its folder"

  private mutating func report(_ failure: ZipReader.EntryFailure, _ place: String) {
    let problem =
      switch failure {
      case .encrypted: "this file of the archive is encrypted, and is not read; unpack the archive with its password"
      case .tooLarge: Self.tooMuchInArchive
      case .damaged(let reason):
        "this file of the archive is damaged (\(reason)), and is not read; copy the archive again"
      }
    problems.add(.error, place, problem)
  }

  /// The files of a source that names an archive and the wanted part of it: `takeout.zip/Takeout/Calendar/Work.ics`.
  /// `nil` if the path does not lead through an archive.
  mutating func filesInside(_ relative: String) -> (archive: String, files: [SourceFile])? {
    var end = relative.startIndex
    while let slash = relative[end...].firstIndex(of: "/") {
      let outer = String(relative[..<slash])
      end = relative.index(after: slash)
      guard CalendarFormat(ofFile: outer) == .zip, folder.kind(of: outer) == .file else { continue }
      guard case .success(let bytes) = folder.bytes(of: outer, limit: Self.fileLimit), ZipReader.isZip(bytes) else {
        continue
      }
      return (outer, filesInArchive(bytes, folder.path(of: outer), inner: String(relative[end...])))
    }
    return nil
  }

  // MARK: Folders of vdirsyncer

  /// The title and colour that vdirsyncer keeps in files beside the events (`displayname`, `color`), if site.yml has
  /// none.
  mutating func addDescription(inFolder relative: String, to calendar: inout CalendarSource) {
    if calendar.title.isEmpty, let name = description("displayname", in: relative) {
      if ReadEvents.isMailAddress(name[...]) {
        problems.add(
          .note, folder.path(of: "\(relative)/displayname"),
          "the calendar's name is a mail address, which is not shown; give it a title in site.yml")
      } else {
        calendar.title = name
      }
    }
    guard calendar.color.isEmpty, var color = description("color", in: relative) else { return }
    // Apple's servers write #rrggbbaa; a calendar has no transparency.
    if color.count == 9 { color.removeLast(2) }
    if let read = Color.read(color) {
      calendar.color = read
    } else {
      problems.add(
        .warning, folder.path(of: "\(relative)/color"),
        "\(Text.quote(color)) is not a colour; write #rrggbb, or give the calendar a color in site.yml")
    }
  }

  /// A line of text that describes a folder; `nil` if there is no such file.
  private mutating func description(_ name: String, in relative: String) -> [UInt8]? {
    let file = relative.isEmpty ? name : "\(relative)/\(name)"
    guard folder.kind(of: file) == .file else { return nil }
    switch folder.bytes(of: file, limit: 4_096) {
    case .failure(let failure):
      problems.add(.warning, folder.path(of: file), "the file can't be read (\(failure.reason)), and is left out")
      return nil
    case .success(let bytes):
      if Text.firstInvalid(in: bytes) != nil {
        problems.add(.warning, folder.path(of: file), "this is not UTF-8, and is left out; save it as UTF-8")
        return nil
      }
      let line = Array(bytes.trimmed)
      return line.isEmpty ? nil : line
    }
  }
}
