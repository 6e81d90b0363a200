import Bytes
import Events
import Files
import SiteTerms
import TimeZones

/// Reads all notes: first each by itself, then their links, once the address of every note is known.
struct NoteReader {
  /// A note of a megabyte would be a book.
  static let fileLimit = 4 << 20

  private let folder: ContentFolder
  private let zones: ZoneTable
  /// The site's, in whose language notes are named.
  private let locale: String?
  private let vitalKeys: [String]
  private var problems: Problems
  private var files: [NoteFile] = []

  /// - Parameters:
  ///   - pages: as ``readContent(at:zones:pages:_:)``.
  ///   - settings: their `footer` is a text like a note's, with its paths from the content folder.
  static func read(
    _ folder: ContentFolder, zones: ZoneTable, _ settings: SiteConfiguration, pages: [String],
    calendars: inout [CalendarSource], problems: inout Problems
  ) -> (notes: [Note], footer: (html: [UInt8], images: [Note.Image])) {
    var reader = NoteReader(
      folder: folder, zones: zones, locale: settings.locale, vitalKeys: settings.vitalKeys, problems: problems)
    switch folder.kind(of: "notes") {
    case .folder: reader.readFolder("notes", outer: [])
    case .outside: reader.reportOutside("notes")
    case .file, .other, .missing: break
    }
    reader.files.sort { $0.relative.utf8.lexicographicallyPrecedes($1.relative.utf8) }
    reader.addEvents(to: &calendars)
    reader.nameNotes()
    let rendered = reader.render(settings, pages)
    problems = reader.problems
    return rendered
  }

  // MARK: Files

  private mutating func reportOutside(_ relative: String) {
    problems.add(.warning, folder.path(of: relative), folder.notFollowed("this"))
  }

  /// - Parameter outer: the parent folders.
  private mutating func readFolder(_ relative: String, outer: [FileIdentity?]) {
    guard let (names, outer) = folder.enter(relative, outer: outer, &problems) else { return }
    for name in names {
      let inner = relative + "/" + name
      if name.lowercased().hasSuffix(".md"), readFile(inner) { continue }
      switch folder.kind(of: inner) {
      case .folder: readFolder(inner, outer: outer)
      // It may be a folder of notes, but the link leads out and is not followed.
      case .outside: reportOutside(inner)
      case .file, .missing, .other: break
      }
    }
  }

  /// - Returns: `false` if the path is a folder.
  private mutating func readFile(_ relative: String) -> Bool {
    let path = folder.path(of: relative)
    switch folder.bytes(of: relative, limit: Self.fileLimit) {
    case .failure(let failure) where failure.isFolder: return false
    case .failure(let failure) where failure.isOutside: reportOutside(relative)
    case .failure(let failure) where failure.isTooLarge:
      problems.add(.error, path, "the note \(failure.reason) and is skipped; split it")
    case .failure(let failure):
      problems.addUnreadable(
        path, "the note can't be read (\(failure.reason)); check what it is and its permissions")
    case .success(let bytes):
      var reader = NoteFileReader(path: path, relative: relative, zones: zones, vitalKeys: vitalKeys)
      if let file = reader.read(bytes) { files.append(file) }
      problems.add(path, reader.diagnostics)
    }
    return true
  }

  // MARK: Events

  /// Adds notes that are events to their calendars; one that names an unknown calendar is skipped, since it might be
  /// shown to the wrong people.
  private mutating func addEvents(to calendars: inout [CalendarSource]) {
    var kept: [NoteFile] = []
    for file in files {
      guard let event = file.event else {
        kept.append(file)
        continue
      }
      let name = file.calendar?.name ?? "notes"
      var index = calendars.firstIndex { $0.name.equalsIgnoringCase(Array(name.utf8)) }
      if index == nil, name.lowercased() == "notes" {
        index = calendars.count
        calendars.append(
          CalendarSource(name: [UInt8]("notes"), title: [UInt8]("Notes"), origin: .notes))
      }
      guard let index else {
        let known = calendars.map { String(utf8: $0.name) }
        let mend =
          Text.suggestion(name, in: known)
          ?? "; the calendars are \((known + ["notes"]).joined(separator: ", "))"
        problems.add(
          .error, file.path, file.calendar!.position,
          "there is no calendar \(Text.quote(name))\(mend); the note is skipped")
        continue
      }
      var writer = EventWriter()
      let positions = event.positions
      writer.add(
        event.draft, at: file.position,
        rule: positions[event.draft.ruleOffset], exceptions: positions[event.draft.exceptionsOffset],
        except: positions[event.draft.exceptOffset]
      )
      var source = writer.finish(path: file.path)
      source.privacy = file.privacy
      source.privacyPosition = file.privacyPosition
      source.hasPlainTexts = true
      calendars[index].files.append(source)
      kept.append(file)
    }
    files = kept
  }

  // MARK: Names

  /// Assigns slugs.
  private mutating func nameNotes() {
    for index in files.indices {
      let plain = Slug.make(files[index].stem, locale: locale)
      files[index].choice = NameChoice(
        wanted: files[index].wantedSlug.map { Array($0.slug.utf8) }, plain: Array(plain.utf8),
        hashed: Array(Slug.withHash(plain, of: files[index].relative).utf8))
    }
    let names = NameChoice.names(files.map(\.choice), taken: Note.reservedNames)
    for (index, name) in names.enumerated() {
      files[index].slug = String(utf8: name)
      guard let (wanted, position) = files[index].wantedSlug, wanted != files[index].slug else { continue }
      let owner = names.firstIndex(of: Array(wanted.utf8)).map { " by " + files[$0].path } ?? ""
      problems.add(
        .warning, files[index].path, position,
        "the slug \(Text.quote(wanted)) is taken\(owner); choose another")
    }
  }

  // MARK: Rendering

  private mutating func render(
    _ settings: SiteConfiguration, _ pages: [String]
  ) -> (notes: [Note], footer: (html: [UInt8], images: [Note.Image])) {
    var goals: [String: NoteLinks.Goal] = [:]
    for file in files {
      goals[file.relative] = NoteLinks.Goal(
        slug: file.slug, anchors: Set(file.anchors), titleAnchor: file.titleAnchor)
    }
    let links = NoteLinks(folder: folder, notes: goals, pages: pages)
    var notes: [Note] = []
    for file in files {
      let slug = Array(file.slug.utf8)
      var renderer = MarkdownRenderer(
        markdown: file.markdown, prefix: slug, anchors: file.anchors[...], hidden: file.hidden
      ) {
        links.target(of: $0, isImage: $1, in: file.relative)
      }
      renderer.render()
      if renderer.isTooLong {
        // The page is kept, since others may link to it.
        renderer.out = []
        problems.add(
          .error, file.path,
          "the note is more than \(renderer.htmlLimit >> 20) MiB of HTML; split it, or use fewer and shorter "
            + "addresses; its text is left out")
      }
      for finding in renderer.findings { problems.add(file.path, finding) }
      // An event's description stands before its text, as in feeds.
      var html: [UInt8] = []
      if file.isEvent { html.append(paragraphsOf: file.description) }
      notes.append(
        Note(
          path: file.path, slug: slug, choice: file.choice, title: file.title, isEvent: file.isEvent,
          description: file.description, placement: file.placement, html: html + renderer.out,
          images: links.images.takeUsed(), position: file.position, lines: file.lines, privacy: file.privacy ?? .full,
          privacyLine: file.privacyPosition?.line))
    }
    let footer = renderFooter(settings, links)
    for (path, diagnostic) in links.images.problems { problems.add(path, diagnostic) }
    return (notes, footer)
  }

  /// The longest footer in bytes: it stands on every page.
  private static let footerLimit = 4_096

  private mutating func renderFooter(
    _ settings: SiteConfiguration, _ links: NoteLinks
  ) -> (html: [UInt8], images: [Note.Image]) {
    guard let (text, position) = settings.look.footer else { return ([], []) }
    if text.count > Self.footerLimit {
      problems.add(
        .warning, settings.path, position,
        "footer has \(text.count) bytes, and at most \(Self.footerLimit) are shown on every page; it is left out; put "
          + "the text in a note, and a link to it here")
      return ([], [])
    }
    do throws(Markdown.Excess) {
      let markdown = try Markdown(text, linesBefore: 0)
      let anchors = (1...Self.footerLimit).map { "\($0)" }
      var renderer = MarkdownRenderer(
        markdown: markdown, prefix: [UInt8]("footer"), anchors: anchors[...], hidden: nil
      ) {
        links.target(of: $0, isImage: $1, in: "site.yml")
      }
      renderer.render()
      // The lines of a text in YAML are not those of the file.
      for finding in renderer.findings {
        problems.add(finding.severity, settings.path, position, "footer: " + String(utf8: finding.message))
      }
      return (renderer.out, links.images.takeUsed())
    } catch {
      problems.add(.warning, settings.path, position, "footer: \(error.message)")
      return ([], [])
    }
  }
}
