import Bytes
import CalendarPages
import Readers
import Themes

/// A theme's files with their published names.
struct PublishedAssets {
  var files: [(path: String, bytes: [UInt8])] = []
  var names: Assets
  /// The events whose pages have a picture of their own; `nil` if there are no pictures.
  var pictures: Set<Int32>?
  /// Paths of what only sites of several languages load; empty for others.
  var languageScript: [UInt8] = []
  var languageStylesheet: [UInt8] = []

  /// CSS rules that are not the theme's.
  struct Rules {
    /// The colours of calendars, as CSS writes them; empty for the palette's.
    var calendars: [String]
    /// Of events' own colours.
    var events: String
    /// Of site.yml. The theme's own rules go before them.
    var style: String
  }

  /// What some sites have and others have not; each brings rules, drawings or scripts of its own.
  struct Features {
    var hasLanguages, hasSecondCalendar, hasColumns, hasSearch, hasWeather: Bool
  }

  /// Style sheets and scripts get names that contain a content hash, so that browsers may cache them for ever;
  /// pictures, which style sheets name, keep their names. Scripts that import each other, and the browser modules that
  /// one of them loads, are in a folder whose name contains a hash of all of them: so they find each other by plain
  /// names.
  /// - Parameters:
  ///   - module: the browser modules; `nil` leaves out the scripts that need them.
  ///   - worker: the script that says where the service worker is.
  ///   - shared: what several builds have in common.
  init(
    _ theme: Theme, _ words: CompiledWords, _ rules: Rules, _ features: Features, module: PublishedModule?,
    worker: (path: String, bytes: [UInt8]), _ shared: SharedParts
  ) {
    var naming = AssetNaming(theme, words, features, shared)
    // A theme whose scripts have words of their own keeps them.
    let paths = Set(theme.assets.map { $0.path })
    for (path, source) in theme.assets + words.scripts.filter({ !paths.contains($0.path) }) + [worker] {
      naming.add(path, source)
    }
    if let module { naming.add(module) }
    let colors = naming.add(colors: rules)
    files = naming.files
    names = naming.names(colors)
    if features.hasLanguages {
      (languageScript, languageStylesheet) = (naming.path("languages.js"), naming.path("languages.css"))
    }
  }

  /// The folder of what only board.html loads.
  static let board = "assets/board/"
}

/// Collects files and the names under which they are published.
private struct AssetNaming {
  private let theme: Theme
  private let words: CompiledWords
  private let features: PublishedAssets.Features
  private let shared: SharedParts
  private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// By the path in the theme.
  private var published: [String: String] = [:]
  /// The files of the folder that is named by all of them.
  private var together: [(path: String, bytes: [UInt8])] = []

  init(_ theme: Theme, _ words: CompiledWords, _ features: PublishedAssets.Features, _ shared: SharedParts) {
    (self.theme, self.words, self.features, self.shared) = (theme, words, features, shared)
  }

  /// Whether a file of the theme is published by itself.
  private func isPublished(_ path: String) -> Bool {
    (features.hasLanguages || !path.hasPrefix("languages.")) && path != Self.secondStylesheet
      && path != Self.columnsStylesheet && path != Self.weatherStylesheet && !path.hasPrefix(ServiceWorker.folder)
  }

  /// Adds a file of the theme, if it is published.
  mutating func add(_ path: String, _ source: [UInt8]) {
    guard isPublished(path) else { return }
    var source = source
    if features.hasColumns, path == "week.css" { source += theme.asset(Self.columnsStylesheet) }
    var bytes =
      path.hasSuffix(".js")
      ? shared.published(source, ScriptComments.without)
      : path.hasSuffix(".css") ? shared.published(source, StyleComments.without) : source
    if path == Self.script { bytes = words.said(by: bytes, hasSearch: features.hasSearch) }
    if path.hasPrefix(Self.modules) {
      together.append((String(path.dropFirst(Self.modules.count)), bytes))
      return
    }
    if path == Self.element {
      files.append((path, bytes))
      return
    }
    let name = path.contains("/") ? path : Self.fingerprinted(path, bytes)
    published[path] = "assets/" + name
    files.append(("assets/" + name, bytes))
  }

  /// Adds the browser modules, and the scripts that need them.
  mutating func add(_ module: PublishedModule) {
    together.append(("busylife.wasm", module.browsing))
    if let whole = module.whole { together.append(("busylife-whole.wasm", whole)) }
    if features.hasSearch, let search = module.search { together.append(("busylife-search.wasm.gz", search)) }
    var hash = StableHash()
    for (path, bytes) in together {
      hash.add(path.utf8)
      hash.separate()
      hash.add(shared.hash(bytes))
    }
    let folder = "assets/modules-\(String(base32: hash.value, digits: 8))/"
    for (path, bytes) in together {
      published[Self.modules + path] = folder + path
      files.append((folder + path, bytes))
    }
  }

  /// Adds the style sheet of the site's own rules.
  /// - Returns: its path.
  mutating func add(colors rules: PublishedAssets.Rules) -> String {
    func part(_ sheet: String, if isUsed: Bool) -> [UInt8] {
      isUsed ? StyleComments.without(theme.asset(sheet)) : []
    }
    var css = StyleComments.without(theme.style) + Array(rules.style.utf8)
    css += Self.colors(rules.calendars) + Array(rules.events.utf8)
    css += part(Self.secondStylesheet, if: features.hasSecondCalendar)
    css += part(Self.weatherStylesheet, if: features.hasWeather)
    let path = "assets/" + Self.fingerprinted("colors.css", css)
    files.append((path, css))
    return path
  }

  /// Where a file of the theme is published.
  func path(_ name: String) -> [UInt8] { Array((published[name] ?? "assets/" + name).utf8) }

  func names(_ colors: String) -> Assets {
    Assets { kind in
      switch kind {
      case .stylesheet: path("site.css")
      case .months: path("months.css")
      case .grid: path("grid.css")
      case .week: path("week.css")
      case .colors: Array(colors.utf8)
      case .script: path(Self.script)
      case .engine: Array((published[Self.modules + "engine.js"] ?? "").utf8)
      case .manifest: [UInt8]("manifest.webmanifest")
      case .icon: path("icons/favicon.svg")
      case .touchIcon: path(published["icons/touch.png"] == nil ? "icons/app.svg" : "icons/touch.png")
      case .todayStylesheet: path("today.css")
      case .todayScript: path("today.js")
      case .subscribeStylesheet: path("subscribe.css")
      case .copyScript: path("copy.js")
      case .pictures: []
      case .printStylesheet: path("print.css")
      }
    }
  }

  /// The script of all pages.
  private static let script = "site.js"
  /// The theme's rules for dates of a second calendar.
  private static let secondStylesheet = "second.css"
  /// The theme's rules for the columns of days.
  private static let columnsStylesheet = "columns.css"

  /// The theme's drawings of the sky.
  private static let weatherStylesheet = "weather.css"

  /// The script for pages elsewhere, which name it: it lies beside embed.html, under the same name for ever.
  private static let element = "embed.js"

  /// The theme's folder of scripts that are loaded as modules.
  private static let modules = "modules/"

  private static func fingerprinted(_ name: String, _ bytes: [UInt8]) -> String {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let suffix = parts.count > 1 ? "." + parts[1] : ""
    return "\(parts[0])-\(String(base32: StableHash.of(bytes), digits: 8))\(suffix)"
  }

  /// One rule per calendar, `.c0{--c:#2f6fde}`, and rules for calendars that readers add.
  private static func colors(_ calendars: [String]) -> [UInt8] {
    var css = ""
    for index in 0..<Palette.classes {
      let own = index < calendars.count ? calendars[index] : ""
      let color = own.isEmpty ? "\(Palette.colors[index])" : own
      css += ".c\(index){--c:\(color)}\n"
    }
    return Array(css.utf8)
  }
}
