/// The role of a published file on a host, by its path in the site alone: when it should arrive, and how long caches
/// may keep it. No two sites differ here, since `Content/static` can't have names in the folders that sites fill.
struct PublishedRole {
  /// The order in which a host should receive files: what is needed first.
  enum Stage: Int {
    /// What pages show or load, and the browser's data: assets, images, files of events.
    case parts
    /// `data/site.bin`, which names that data.
    case engine
    case pages
    /// Files that are requested again by themselves: feeds, the site map, the service worker.
    case feeds
    /// The manifest, which says that everything before it is there.
    case manifest
  }

  var stage: Stage
  /// Whether its name contains a hash of its bytes, so that it never changes.
  var isNamedByHash = false
  /// Whether visits begin there.
  var isEntrance = false

  /// - Parameter path: below the folder of the site.
  init(_ path: String) {
    if path == OutputFolder.manifestName {
      stage = .manifest
      return
    }
    var parts = Self.withoutCoding(path).split(separator: "/")[...]
    // Languages and zones have the same files in folders of their own.
    while parts.count > 2, parts.first == "lang" || parts.first == "zone" { parts = parts.dropFirst(2) }
    let (first, last) = (parts.first ?? "", parts.last ?? "")
    let isAtTop = parts.count == 1
    if parts.elementsEqual(["data", "site.bin"]) {
      stage = .engine
    } else if last.hasSuffix(".html") {
      stage = .pages
      isEntrance = last == "index.html"
    } else if isAtTop ? Self.watched.contains(last) : first == "feeds" && !last.hasSuffix(".svg") {
      stage = .feeds
    } else {
      stage = .parts
      if first == "assets", parts.count > 2 {
        let folder = parts.dropFirst().first ?? ""
        isNamedByHash = folder.hasPrefix("modules-") && Self.endsWithHash(folder)
      } else if first == "assets" || first == "data", !isAtTop {
        isNamedByHash = Self.endsWithHash(last.prefix { $0 != "." })
      }
    }
  }

  /// What to send as Cache-Control.
  var cache: StaticString {
    if isNamedByHash { return "public, max-age=31536000, immutable" }
    return stage == .parts ? "public, max-age=300" : "public, max-age=0, must-revalidate"
  }

  /// Files at the top that programs look at again and again.
  private static let watched: Set<Substring> = ["robots.txt", "sitemap.xml", "sw.js"]

  /// The path without the suffix of a compressed copy, which has the role of its file.
  static func withoutCoding(_ path: String) -> Substring {
    for copy in Precompression.allCases where path.hasSuffix(copy.suffix) { return path.dropLast(copy.suffix.count) }
    return path[...]
  }

  /// Whether a name ends with a dash and a hash of eight base 32 digits.
  static func endsWithHash(_ name: Substring) -> Bool {
    let end = name.utf8.suffix(9)
    return end.count == 9 && end.first == 0x2D
      && end.dropFirst().allSatisfy { (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) }
  }
}
