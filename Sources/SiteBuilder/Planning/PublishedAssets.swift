import Bytes
import CalendarPages
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

  /// Style sheets and scripts get names that contain a content hash, so that browsers may cache them for ever;
  /// pictures, which style sheets name, keep their names. Scripts that import each other, and the browser modules that
  /// one of them loads, are in a folder whose name contains a hash of all of them: so they find each other by plain
  /// names.
  /// - Parameters:
  ///   - own: the CSS rules of events' own colours.
  ///   - style: the CSS rules of site.yml; the theme's own rules go before them.
  ///   - module: the browser modules; `nil` leaves out the scripts that need them.
  ///   - worker: the script that says where the service worker is.
  ///   - hasLanguages: whether the site has several languages.
  ///   - hasColumns: whether days are divided into columns, whose rules then follow those of weeks.
  ///   - hasSecond: whether the site has a second calendar, whose rules then follow those of the colours.
  ///   - hasWeather: the same for forecasts, whose drawings are large.
  ///   - shared: what several builds have in common.
  init(
    _ theme: Theme, _ words: CompiledWords, _ calendars: [String], own: String, style: String,
    module: PublishedModule?, worker: (path: String, bytes: [UInt8]), hasLanguages: Bool, hasSecond: Bool,
    hasColumns: Bool, hasWeather: Bool, _ shared: SharedParts
  ) {
    var published: [String: String] = [:]
    var together: [(path: String, bytes: [UInt8])] = []
    // A theme whose scripts have words of their own keeps them.
    let paths = Set(theme.assets.map { $0.path })
    for (path, source) in theme.assets + words.scripts.filter({ !paths.contains($0.path) }) + [worker]
    where (hasLanguages || !path.hasPrefix("languages.")) && path != Self.secondStylesheet
      && path != Self.columnsStylesheet && path != Self.weatherStylesheet && !path.hasPrefix(ServiceWorker.folder)
    {
      var source = source
      if hasColumns, path == "week.css" { source += theme.asset(Self.columnsStylesheet) }
      let bytes =
        path.hasSuffix(".js")
        ? shared.published(source, ScriptComments.without)
        : path.hasSuffix(".css") ? shared.published(source, StyleComments.without) : source
      if path.hasPrefix(Self.modules) {
        together.append((String(path.dropFirst(Self.modules.count)), bytes))
        continue
      }
      if path == Self.element {
        files.append((path, bytes))
        continue
      }
      let name = path.contains("/") ? path : Self.fingerprinted(path, bytes)
      published[path] = "assets/" + name
      files.append(("assets/" + name, bytes))
    }
    if let module {
      together.append(("busylife.wasm", module.browsing))
      if let whole = module.whole { together.append(("busylife-whole.wasm", whole)) }
      if let search = module.search { together.append(("busylife-search.wasm.gz", search)) }
      var hash = StableHash()
      for (path, bytes) in together {
        hash.add(path.utf8)
        hash.separate()
        hash.add(shared.hash(bytes))
      }
      var digits: [UInt8] = []
      digits.append(base32: hash.value, digits: 8)
      for (path, bytes) in together {
        published[Self.modules + path] = "assets/modules-\(String(decoding: digits, as: UTF8.self))/\(path)"
        files.append((published[Self.modules + path]!, bytes))
      }
    }
    func rules(_ sheet: String, if isUsed: Bool) -> [UInt8] {
      isUsed ? StyleComments.without(theme.asset(sheet)) : []
    }
    let colors =
      StyleComments.without(theme.style) + Array(style.utf8) + Self.colors(calendars) + Array(own.utf8)
      + rules(Self.secondStylesheet, if: hasSecond) + rules(Self.weatherStylesheet, if: hasWeather)
    let colorsPath = "assets/" + Self.fingerprinted("colors.css", colors)
    files.append((colorsPath, colors))
    func path(_ name: String) -> [UInt8] { Array((published[name] ?? "assets/" + name).utf8) }
    names = Assets { kind in
      switch kind {
      case .stylesheet: path("site.css")
      case .months: path("months.css")
      case .grid: path("grid.css")
      case .week: path("week.css")
      case .colors: Array(colorsPath.utf8)
      case .script: path("site.js")
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
    if hasLanguages { (languageScript, languageStylesheet) = (path("languages.js"), path("languages.css")) }
  }

  /// The folder of what only board.html loads.
  static let board = "assets/board/"

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
    var hash: [UInt8] = []
    hash.append(base32: StableHash.of(bytes), digits: 8)
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let suffix = parts.count > 1 ? "." + parts[1] : ""
    return "\(parts[0])-\(String(decoding: hash, as: UTF8.self))\(suffix)"
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
