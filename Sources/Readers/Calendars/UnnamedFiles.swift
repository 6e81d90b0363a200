import Bytes
import Files

/// Calendar files in the content folder that no calendar of site.yml reads: without a report, nobody would miss them
/// before the site is published without them.
struct UnnamedFiles {
  private let folder: ContentFolder
  private var problems: Problems
  /// The sources in site.yml, and the targets of links among them.
  private var sources: Set<String> = []
  private var identities: Set<FileIdentity> = []
  /// Every folder that contains a source.
  private var outerFolders: Set<String> = []
  private var names: Set<String> = ["all"]

  /// The greatest number of files of one folder that are named; above it only their number is reported.
  private static let filesPerFolder = 20
  /// The greatest depth of folders, as for notes.
  private static let depthLimit = 16

  /// Reports each file and folder that could be a calendar, with the line of site.yml that would make it one. A folder
  /// of .ics files counts as one. O(names in the content folder).
  /// - Parameter calendars: what site.yml lists.
  static func report(
    _ folder: ContentFolder, _ calendars: [(name: String, source: String)], _ problems: inout Problems
  ) {
    var files = UnnamedFiles(folder: folder, problems: problems)
    for (name, source) in calendars {
      files.names.insert(name.lowercased())
      if CalendarReader.scheme(of: source) == nil { files.add(source) }
    }
    files.walk("", outer: [folder.identity(of: "")])
    problems = files.problems
  }

  private mutating func add(_ source: String) {
    var parts: [String] = []
    for part in source.utf8.split(separator: .slash) where !part.equals(".") {
      if part.equals("..") { _ = parts.popLast() } else { parts.append(String(Substring(part))) }
    }
    let path = parts.joined(separator: "/")
    sources.insert(path)
    if let identity = folder.identity(of: path) { identities.insert(identity) }
    while !parts.isEmpty {
      parts.removeLast()
      outerFolders.insert(parts.joined(separator: "/"))
    }
  }

  private func isNamed(_ relative: String) -> Bool {
    sources.contains(relative) || folder.identity(of: relative).map(identities.contains) ?? false
  }

  // MARK: Walking

  private mutating func walk(_ relative: String, outer: [FileIdentity?]) {
    guard case .success(let names) = folder.list(relative) else { return }
    let isNamed = isNamed(relative)
    let prefix = relative.isEmpty ? "" : relative + "/"
    var calendars: [String] = []
    for name in names {
      switch CalendarFormat(ofFile: name) {
      case .iCalendar: if !isNamed { calendars.append(name) }
      // Of an archive, only its bytes can tell whether it has calendars.
      case .zip: continue
      case .some(let format) where format.isPart && isNamed: continue
      case .some:
        if folder.kind(of: prefix + name) == .file, !self.isNamed(prefix + name) { reportFile(prefix + name) }
      case nil:
        if !isFolder(name, in: relative, prefix) { continue }
        let identity = folder.identity(of: prefix + name)
        if outer.count <= Self.depthLimit, !outer.contains(identity) { walk(prefix + name, outer: outer + [identity]) }
      }
    }
    // Checking each of thousands takes longer than reading their names.
    if calendars.count <= Self.filesPerFolder { calendars.removeAll { !isFile(prefix + $0) } }
    if calendars.isEmpty { return }
    if relative.isEmpty || outerFolders.contains(relative) {
      reportFiles(calendars, prefix)
    } else {
      reportFolder(relative, calendars.count)
    }
  }

  /// Whether a path is a file, or a link out of the content folder, which may lead to one.
  private func isFile(_ relative: String) -> Bool {
    [.file, .outside].contains(folder.kind(of: relative))
  }

  /// Whether a path is a folder that may contain calendars: not the notes, not files published as they are, and nothing
  /// outside of the content folder.
  private func isFolder(_ name: String, in relative: String, _ prefix: String) -> Bool {
    if relative.isEmpty, name == "notes" || name == "static" { return false }
    if NoteImages.isImage(name) { return false }
    return folder.kind(of: prefix + name) == .folder && !folder.leadsOut(prefix + name)
  }

  // MARK: Messages

  private mutating func reportFiles(_ names: [String], _ prefix: String) {
    var told = 0
    var left = 0
    for name in names {
      let relative = prefix + name
      guard isFile(relative), !isNamed(relative) else { continue }
      if told == Self.filesPerFolder {
        left += 1
      } else {
        told += 1
        reportFile(relative)
      }
    }
    if left > 0 {
      problems.add(
        .warning, folder.path(of: String(prefix.dropLast())),
        "\(left) more .ics files in this folder are not read either, since no calendar of site.yml names them")
    }
  }

  private mutating func reportFile(_ relative: String) {
    problems.add(
      .warning, folder.path(of: relative),
      "no calendar of site.yml names this file, so it is not read; \(mend(relative))")
  }

  private mutating func reportFolder(_ relative: String, _ count: Int) {
    let files = count == 1 ? "its .ics file is" : "its \(count) .ics files are"
    problems.add(
      .warning, folder.path(of: relative),
      "no calendar of site.yml names this folder, so \(files) not read; \(mend(relative))")
  }

  /// The line of site.yml that makes a calendar of a path.
  private mutating func mend(_ relative: String) -> String {
    let name = Slug.untaken(Slug.make(relative.lastPart.withoutEnding), of: relative, &names)
    return "add under calendars: - {name: \(Self.yaml(name)), source: \(Self.yaml(relative))}"
  }

  /// A text in a form that YAML accepts within braces.
  private static func yaml(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == .hyphen || $0 == .dot || $0 == .slash }
    if isPlain, text.utf8.first?.isLetter ?? false, text.lowercased() != "null" { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
