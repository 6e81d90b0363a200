import Foundation
import Readers

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a whole build is made of, read without understanding it: when this is as it was, so is the site, and
/// nothing needs to be parsed.
enum BuildIdentity {
  /// The program, the libraries that it runs with and the browser modules, which decide how pages look and what days
  /// are called: by what the file system knows of their files, as they are tens of megabytes.
  static let program: Fingerprint = {
    var made = Ingredients()
    for path in Set(mappedFiles() + PublishedModule.paths).sorted() {
      var status = stat()
      guard stat(path, &status) == 0, let stamp = FileStamp(status) else { continue }
      made.add(path)
      stamp.add(to: &made)
    }
    return made.finish()
  }()

  /// The files that the process runs code of.
  private static func mappedFiles() -> [String] {
    guard let root = try? Folder("/proc/self"), let maps = root.contents("maps") else {
      return [Bundle.main.executablePath ?? CommandLine.arguments[0]]
    }
    return maps.split(separator: 0x0A).compactMap { line in
      // An address, permissions as `r-xp`, numbers, and the path.
      guard let permissions = line.split(separator: 0x20, maxSplits: 2).dropFirst().first, permissions.contains(0x78),
        let path = line.firstIndex(of: 0x2F)
      else { return nil }
      return String(decoding: line[path...], as: UTF8.self)
    }
  }

  /// The identity of a build.
  /// - Parameter elsewhere: files and folders that are read besides the content folder and the theme.
  /// - Returns: `nil` where it can't be told: the content is nested too deep, or the time zone database does
  ///   not say what it is.
  static func of(_ options: BuildOptions, elsewhere: [String]) -> Fingerprint? {
    var made = Ingredients()
    made.add(program)
    made.add(Precompression.settings)
    let reading = options.reading
    made.add(reading.content)
    for zone in reading.zones { made.add(zone) }
    for text in [reading.from, reading.to, options.baseURL, options.privacy, options.templates] {
      made.add(text == nil)
      made.add(text ?? "")
    }
    made.add(options.precompress)
    guard let database = database() else { return nil }
    made.add(database)
    for folder in [reading.content] + options.themeFolders + elsewhere {
      made.add(folder)
      guard let tree = tree(folder) else { return nil }
      made.add(tree)
    }
    return made.finish()
  }

  /// The time zone database and what it says of this computer; `nil` where it does not say what it is.
  static func database() -> Fingerprint? {
    var made = Ingredients()
    let environment = ProcessInfo.processInfo.environment
    made.add(environment["TZ"] ?? "none")
    made.add((try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")) ?? "none")
    made.add((try? Folder("/etc"))?.contents("localtime") ?? [])
    let folders = [environment["TZDIR"] ?? ""] + SystemZones.usualFolders
    for path in folders where !path.isEmpty {
      guard let folder = try? Folder(path) else { continue }
      made.add(path)
      guard let database = folder.contents("tzdata.zi") else { return nil }
      made.add(database)
      return made.finish()
    }
    return nil
  }

  // MARK: Files

  /// How deep folders may lie in each other; readers of the content stop there too.
  private static let depth = 16
  /// What files are read for what they say; of any other only the name can matter.
  private static let endings: Set<String> = [
    "ics", "json", "yml", "md", "mustache", "css", "js", "png", "jpg", "jpeg", "gif", "webp", "avif", "svg",
  ]

  /// What is at a path: a file's bytes, or a folder's names and files, those in folders within it included.
  private static func tree(_ path: String) -> Fingerprint? {
    var made = Ingredients()
    if let folder = try? Folder(path) { return add(folder, depth: 0, to: &made) ? made.finish() : nil }
    let url = URL(fileURLWithPath: path)
    guard let folder = try? Folder(url.deletingLastPathComponent().path) else { return made.finish() }
    made.add(folder.contents(url.lastPathComponent) ?? [])
    return made.finish()
  }

  private static func add(_ folder: Folder, depth: Int, to made: inout Ingredients) -> Bool {
    guard depth <= Self.depth, let names = try? folder.names() else { return false }
    let visible = names.filter { !$0.name.hasPrefix(".") }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    made.add(visible.count)
    for entry in visible {
      made.add(entry.name)
      // Links are followed, as the readers of the content do.
      if entry.kind != .file, let inner = folder.folder(entry.name) {
        made.add(1)
        guard add(inner, depth: depth + 1, to: &made) else { return false }
      } else if endings.contains(entry.name.split(separator: ".").last.map { $0.lowercased() } ?? "") {
        guard let bytes = folder.fingerprint(ofContents: entry.name) else { return false }
        made.add(2)
        made.add(bytes)
      } else {
        made.add(3)
      }
    }
    return true
  }
}
