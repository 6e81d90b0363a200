import Bytes
import Foundation
import Synchronization
import TimeZones

/// The time zones of this computer, from its copy of the tz database.
///
/// The folder is that of `TZDIR`, otherwise the first of ``usualFolders`` that contains the database. Zones are read on
/// first use and cached.
package struct SystemZones: Sendable {
  /// No folder holds the tz database.
  package struct NotFound: Error, CustomStringConvertible {
    /// The folders searched.
    package let folders: [String]

    package init(folders: [String]) { self.folders = folders }

    package var description: String {
      "no time zone database in \(folders.joined(separator: ", ")); install the tzdata package, or "
        + "set TZDIR to the folder that holds it"
    }
  }

  /// Where Linux distributions, macOS and the BSDs keep the database.
  package static let usualFolders = [
    "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/share/zoneinfo.default",
    "/etc/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
  ]

  /// Far above any zone's file; larger files are not read.
  static let fileLimit = 1 << 20

  /// The folder in use.
  package let folder: String
  /// The names of all zones, links included, sorted by bytes.
  package let names: [[UInt8]]
  /// Maps names in any case, and fixed offsets, to zones, for the core. Shares this value's cache.
  package let table: ZoneTable

  private let environment: [String: String]

  /// Searches for the database. Throws ``NotFound`` if there is none.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(NotFound) {
    var folders = Self.usualFolders
    if let own = environment["TZDIR"], !own.isEmpty { folders.insert(own, at: 0) }
    for folder in folders {
      let names = Self.names(in: folder)
      if names.isEmpty { continue }
      self.folder = folder
      self.names = names
      self.environment = environment
      let cache = Cache()
      let load: @Sendable ([UInt8]) -> Zone? = { name in cache.zone(name) { Self.read(name, in: folder) } }
      let translated = TranslatedDisplayNames(zones: names, zone: load)
      table = ZoneTable(
        names: names, loader: load,
        translator: { WindowsDisplayNames.identifier(of: $0) ?? translated.identifier(of: $0) })
      return
    }
    throw NotFound(folders: folders)
  }

  /// The zone of a name in any case, or of an offset such as `UTC+8`; `nil` if there is none, its file is invalid, or
  /// the name leads out of the folder.
  package func zone(named name: some Collection<UInt8>) -> Zone? { table.lookup(name) }

  /// The zone of a name in any case, or of an offset. See ``zone(named:)-(Collection<UInt8>)``.
  package func zone(named name: String) -> Zone? { table.lookup(name.utf8) }

  // MARK: The computer's own zone

  /// The user's zone: `TZ` as in POSIX (a name, a path, or a rule such as `EST5EDT,M3.2.0,M11.1.0`; empty means UTC),
  /// otherwise the target of `/etc/localtime`, otherwise UTC.
  ///
  /// `nil` if `TZ` has any other value.
  package func local() -> Zone? {
    if var value = environment["TZ"] {
      if value.hasPrefix(":") { value.removeFirst() }
      return value.isEmpty ? .utc : zone(ofTZ: value)
    }
    return zone(atPath: "/etc/localtime") ?? .utc
  }

  private func zone(ofTZ value: String) -> Zone? {
    if value.hasPrefix("/") { return zone(atPath: value) }
    let bytes = Array(value.utf8)
    // Rules take precedence over offsets: in TZ, `UTC+8` is eight hours *behind* UTC (POSIX, section 8.3).
    if let listed = names.first(where: { $0.equalsIgnoringCase(bytes) }) {
      return table.lookup(listed)
    }
    return try? Zone(identifier: bytes, posix: bytes)
  }

  /// The zone of a file, named after its path in a database if it, or its link target, has one.
  private func zone(atPath path: String) -> Zone? {
    let end = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    for candidate in [Self.linkTarget(path), end] {
      for root in [folder] + Self.usualFolders {
        let prefix = root.hasSuffix("/") ? root : root + "/"
        guard let candidate, candidate.hasPrefix(prefix) else { continue }
        if let zone = table.lookup(candidate.dropFirst(prefix.count).utf8) { return zone }
      }
    }
    guard let bytes = Self.bytes(ofFile: path) else { return nil }
    // A copy, as in some containers: its name is that of the first zone with the same bytes.
    let twin = names.first {
      Self.bytes(ofFile: folder + "/" + String(decoding: $0, as: UTF8.self)) == bytes
    }
    return try? Zone(identifier: twin ?? [UInt8]("localtime"), tzif: bytes)
  }

  /// The absolute target of a link: `/etc/localtime` often names an alias that is itself a link.
  private static func linkTarget(_ path: String) -> String? {
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
      return nil
    }
    if target.hasPrefix("/") { return target }
    let folder = (path as NSString).deletingLastPathComponent
    return ((folder + "/" + target) as NSString).standardizingPath
  }

  // MARK: Files

  private static func read(_ name: [UInt8], in folder: String) -> Zone? {
    guard isSafe(name),
      let bytes = bytes(ofFile: folder + "/" + String(decoding: name, as: UTF8.self))
    else { return nil }
    return try? Zone(identifier: name, tzif: bytes)
  }

  /// Whether a name stays below its folder: only letters, digits and `+-_.`, and no part begins with a dot.
  static func isSafe(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.count < 256
      && name.split(separator: UInt8.ascii("/"), omittingEmptySubsequences: false).allSatisfy {
        part in
        part.first.map { $0 != UInt8.ascii(".") } ?? false
          && part.allSatisfy { $0.isLetter || $0.isDigit || [0x2B, 0x2D, 0x2E, 0x5F].contains($0) }
      }
  }

  private static func bytes(ofFile path: String) -> [UInt8]? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: fileLimit + 1), data.count <= fileLimit else {
      return nil
    }
    return [UInt8](data)
  }

  /// The names in a folder's `tzdata.zi` that have a file; otherwise the names of the files.
  private static func names(in folder: String) -> [[UInt8]] {
    var names: [[UInt8]] = []
    if let index = bytes(ofFile: folder + "/tzdata.zi") { names = Self.names(inIndex: index) }
    if names.isEmpty || !exists(names[0], in: folder) || !exists(names[names.count - 1], in: folder) {
      names = walk(folder)
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func exists(_ name: [UInt8], in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + String(decoding: name, as: UTF8.self))
  }

  /// The names in zone (`Z`) and link (`L`) lines of compact tz source (zic(8)).
  static func names(inIndex bytes: [UInt8]) -> [[UInt8]] {
    var names: Set<[UInt8]> = []
    for line in bytes.split(separator: .lineFeed)
    where line.first == UInt8.ascii("Z") || line.first == UInt8.ascii("L") {
      let fields = line.split(separator: .space)
      let place = line.first == UInt8.ascii("Z") ? 1 : 2
      if fields.count > place, isSafe(Array(fields[place])) { names.insert(Array(fields[place])) }
    }
    return Array(names)
  }

  /// The names of the TZif files below a folder, except for the variants with other epochs (`posix`, `right`) and the
  /// link to the computer's own zone.
  private static func walk(_ folder: String) -> [[UInt8]] {
    guard let files = FileManager.default.enumerator(atPath: folder) else { return [] }
    var names: [[UInt8]] = []
    for case let path as String in files {
      if path == "posix" || path == "right" {
        files.skipDescendants()
        continue
      }
      let name = Array(path.utf8)
      guard path != "localtime", path != "posixrules", isSafe(name),
        let handle = FileHandle(forReadingAtPath: folder + "/" + path)
      else { continue }
      defer { try? handle.close() }
      if let magic = try? handle.read(upToCount: 4), magic.elementsEqual("TZif".utf8) {
        names.append(name)
      }
    }
    return names
  }
}

/// Zones already read, behind a lock. A name that could not be read is tried again next time.
private final class Cache: Sendable {
  private let zones = Mutex<[[UInt8]: Zone]>([:])

  func zone(_ name: [UInt8], read: () -> Zone?) -> Zone? {
    zones.withLock { zones in
      if zones[name] == nil { zones[name] = read() }
      return zones[name]
    }
  }
}
