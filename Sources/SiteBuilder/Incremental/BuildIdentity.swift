import CalendarPages
import CivilTime
import Files
import Foundation
import Gate
import Publishing
import Readers
import SiteTerms

/// The identity of all inputs of a build, computed without parsing them: if it is unchanged, so is the site, and
/// nothing needs to be parsed.
enum BuildIdentity {
  /// The program, its libraries and the browser modules, which decide how pages look and what days are called: by their
  /// file status, since they have tens of megabytes.
  static let program: Fingerprint = {
    var made = Ingredients()
    for path in Set(mappedFiles() + PublishedModule.paths).sorted() {
      var status = stat()
      guard stat(path, &status) == 0, let stamp = FileStamp(status) else { continue }
      made.add(path)
      made.add(stamp)
    }
    return made.finish()
  }()

  /// The files whose code the process runs.
  private static func mappedFiles() -> [String] {
    guard let maps = try? FileReading.contents(of: "/proc/self/maps") else {
      return [Bundle.main.executablePath ?? CommandLine.arguments[0]]
    }
    return maps.split(separator: 0x0A).compactMap { line in
      // An address, permissions such as `r-xp`, numbers, and the path.
      guard let permissions = line.split(separator: 0x20, maxSplits: 2).dropFirst().first, permissions.contains(0x78),
        let path = line.firstIndex(of: 0x2F)
      else { return nil }
      return String(decoding: line[path...], as: UTF8.self)
    }
  }

  /// The identity of a site of a build.
  /// - Parameters:
  ///   - base: what all sites of the build share: ``of(_:_:)``.
  ///   - elsewhere: files and folders that are read besides the content folder and the theme.
  /// - Returns: `nil` if it can't be determined.
  static func of(_ base: Fingerprint?, elsewhere: [String]) -> Fingerprint? {
    guard let base else { return nil }
    var made = Ingredients()
    made.add(base)
    for path in elsewhere {
      made.add(path)
      guard let tree = tree(path, followsLinks: true) else { return nil }
      made.add(tree)
    }
    return made.finish()
  }

  /// The identity of a build, without what it reads besides the content folder and the theme.
  /// - Returns: `nil` if it can't be determined: the content is nested too deep, or the time zone database does not
  ///   identify its version.
  static func of(_ options: BuildOptions, _ shared: SharedParts) -> Fingerprint? {
    var made = Ingredients()
    made.add(program)
    made.add(Precompression.settings)
    made.add(PictureLibrary.found?.version ?? "")
    made.add(PictureLibrary.isUnwanted)
    made.add(options.reading.content)
    add(options, [options.templates], to: &made)
    made.add(options.shard?.number ?? 0)
    made.add(options.shard?.count ?? 0)
    return addFiles(of: options, shared, areNamed: true, to: &made) ? made.finish() : nil
  }

  /// Adds what the command line says of all sites of a build, and further texts of it.
  private static func add(_ options: BuildOptions, _ more: [String?] = [], to made: inout Ingredients) {
    let reading = options.reading
    for zone in reading.zones { made.add(zone) }
    for text in [reading.from, reading.to, reading.locale, options.baseURL, options.privacy] + more {
      made.add(text == nil)
      made.add(text ?? "")
    }
    made.add(options.precompress)
  }

  /// Adds the time zone database, the content folder, and those that the theme is read from.
  /// - Parameter areNamed: whether the paths of the folders count.
  /// - Returns: false if they can't be identified.
  private static func addFiles(
    of options: BuildOptions, _ shared: SharedParts, areNamed: Bool, to made: inout Ingredients
  ) -> Bool {
    guard let database = shared.database else { return false }
    made.add(database)
    for folder in [options.reading.content] + options.themeFolders {
      if areNamed { made.add(folder) }
      guard let tree = tree(folder, of: options, shared) else { return false }
      made.add(tree)
    }
    return true
  }

  /// The identity of the content folder, or of one that the theme is read from.
  private static func tree(_ folder: String, of options: BuildOptions, _ shared: SharedParts) -> Fingerprint? {
    if folder == options.reading.content { return tree(folder, followsLinks: false, hasStatics: true) }
    return shared.tree(folder) { tree(folder, followsLinks: false) }
  }

  /// The fingerprint of the inputs of all shards, the same on every machine, whatever its folders are called: shards
  /// with equal fingerprints belong together.
  /// - Parameters:
  ///   - now: the build's time.
  ///   - elsewhere: files and folders that are read besides the content folder and the theme.
  /// - Returns: ``BuildCache/Record/unknown`` if it can't be determined.
  static func shared(
    _ options: BuildOptions, now: Instant, elsewhere: [String], _ shared: SharedParts
  ) throws(BuildError) -> Fingerprint {
    var made = Ingredients()
    made.add("\(Product.version)")
    let module = try shared.module()
    for bytes in [module?.browsing, module?.whole, module?.search] { made.add(bytes ?? []) }
    made.add(Precompression.settings)
    made.add(PictureLibrary.found?.version ?? "")
    made.add(PictureLibrary.isUnwanted)
    made.add(now.secondsSinceEpoch)
    add(options, to: &made)
    guard addFiles(of: options, shared, areNamed: false, to: &made) else { return BuildCache.Record.unknown }
    for path in elsewhere {
      guard let tree = tree(path, followsLinks: true) else { return BuildCache.Record.unknown }
      made.add(tree)
    }
    return made.finish()
  }

  /// What the manifest of a part of the site says of it; `nil` if all of it is built.
  static func mark(
    _ options: BuildOptions, now: Instant, elsewhere: [String], _ shared: SharedParts
  ) throws(BuildError) -> ShardMark? {
    guard let shard = options.shard else { return nil }
    return ShardMark(shard, of: try Self.shared(options, now: now, elsewhere: elsewhere, shared))
  }

  /// The time zone database and its setting for this computer; `nil` if it does not identify its version.
  static func database() -> Fingerprint? {
    var made = Ingredients()
    let environment = ProcessInfo.processInfo.environment
    made.add(environment["TZ"] ?? "none")
    made.add((try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")) ?? "none")
    made.add((try? FileReading.contents(of: "/etc/localtime")) ?? [])
    let folders = [environment["TZDIR"] ?? ""] + SystemZones.usualFolders
    for path in folders where !path.isEmpty {
      guard (try? FolderPath.openForReading(path)) != nil else { continue }
      made.add(path)
      guard let database = try? FileReading.contents(of: path + "/tzdata.zi") else { return nil }
      made.add(database)
      return made.finish()
    }
    return nil
  }

  // MARK: Files

  /// The greatest depth of folders; readers of the content stop there too.
  private static let depth = 16
  /// Extensions of files whose contents are read; of other files only the name matters.
  private static let endings = Set(
    CalendarFormat.extensions + [
      "yml", "md", "mustache", "css", "js", "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "woff2", "woff", "ttf",
      "otf",
    ])

  /// Whether the bytes of a file count, by its name.
  private static func isRead(_ name: String) -> Bool {
    endings.contains(name.utf8.split(separator: 0x2E).last.map { String(Substring($0)).lowercased() } ?? "")
  }

  /// Whether a path has names that begin with a dot, besides `.` and `..`.
  private static func hasHidden(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." }
  }

  /// The fingerprint of a path: a file's bytes, or a folder's names and files, recursively.
  /// - Parameters:
  ///   - followsLinks: whether links within it are followed. If not, readers follow none that leads out, and the
  ///     targets of all others are in the tree anyway; a tree with a link to what is not read there has no fingerprint.
  ///   - hasStatics: whether it is the content folder, of whose `static` every file counts.
  private static func tree(_ path: String, followsLinks: Bool, hasStatics: Bool = false) -> Fingerprint? {
    var made = Ingredients()
    if let folder = try? FolderPath.openForReading(path) {
      return add(folder, depth: 0, followsLinks, hasStatics ? .content : .other, to: &made) ? made.finish() : nil
    }
    made.add(fingerprint(of: FileReading.followed(path)) ?? BuildCache.Record.unknown)
    return made.finish()
  }

  /// Where a folder is.
  private enum Place {
    case content
    /// `static` of the content, and what is in it.
    case statics, insideStatics
    case other

    /// The place of a folder in it.
    func place(of name: String) -> Place {
      switch self {
      case .content where name == StaticFiles.folder: .statics
      case .statics, .insideStatics: .insideStatics
      case .content, .other: .other
      }
    }
  }

  private static func add(
    _ folder: Folder, depth: Int, _ followsLinks: Bool, _ place: Place, to made: inout Ingredients
  ) -> Bool {
    guard depth <= Self.depth, let names = try? folder.names() else { return false }
    let readsAll = place == .statics || place == .insideStatics
    let visible = names.filter {
      !$0.name.hasPrefix(".") || place == .statics && HiddenNames.published.contains($0.name)
    }.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    made.add(visible.count)
    for entry in visible {
      made.add(entry.name)
      let isFollowed = entry.kind == .link && followsLinks
      if entry.kind == .link, !followsLinks {
        let target = folder.target(ofLink: entry.name) ?? ""
        if hasHidden(target) || !isRead(target) && (readsAll || isRead(entry.name)) { return false }
        made.add(4)
        made.add(target)
      } else if entry.kind != .file,
        let inner = isFollowed ? folder.followed(entry.name) : try? folder.folder(entry.name)
      {
        made.add(1)
        guard add(inner, depth: depth + 1, followsLinks, place.place(of: entry.name), to: &made) else { return false }
      } else if readsAll || isRead(entry.name) {
        let file = isFollowed ? FileReading.followed(folder.path(of: entry.name)) : folder.open(entry.name)
        guard let bytes = fingerprint(of: file) else { return false }
        made.add(2)
        made.add(bytes)
      } else {
        made.add(3)
      }
    }
    return true
  }

  /// The fingerprint of an open file, which is never in memory as a whole; closes it. `nil` if it is not a regular file
  /// or can't be read.
  private static func fingerprint(of file: Int32) -> Fingerprint? {
    guard file >= 0 else { return nil }
    defer { close(file) }
    let state = FingerprintState()
    return FileReading.forEachPart(of: file) { state.add($0) } ? state.finish() : nil
  }
}

extension Folder {
  /// The folder that a link leads to; `nil` if it does not lead to one.
  fileprivate func followed(_ name: String) -> Folder? { try? FolderPath.openForReading(path(of: name)) }
}
