import Bytes
import CalendarPages
import Foundation
import Mustache

/// The templates and assets of a site: the default theme, with files replaced by those of the site's own folder.
struct Theme: Sendable {
  var templates: TemplateSet
  /// The template of pictures, and the partials whose names begin like it.
  let pictures: TemplateSet
  /// Whether pictures are drawn: not if the template is empty.
  let hasPictures: Bool
  /// Names it, for the message that it has changed: see ``ThemeLayers/label``.
  let label: String
  /// Differs for themes of other folders.
  let key: String
  /// Paths below `assets/` and the bytes to publish.
  var assets: [(path: String, bytes: [UInt8])]
  /// The rules that the layers add to the style, one after the other.
  let style: [UInt8]
  let words: ThemeWords
  let colors: ThemeColors

  /// Reads a theme.
  init(_ layers: ThemeLayers) throws(BuildError) {
    label = layers.label
    key = layers.key
    // Later folders replace earlier ones, file by file.
    let contents = try ThemeContents(layers)
    words = try contents.words()
    style = try contents.style()
    colors = try contents.colors(style)
    var templates = TemplateSet()
    var pictures = TemplateSet()
    var hasPictures = false
    assets = []
    var sources: [String: String] = [:]
    for (path, folder) in contents.files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let bytes = try folder.read(path)
      if path.hasPrefix("assets/") {
        assets.append((String(path.dropFirst("assets/".count)), bytes))
      } else if path.hasSuffix(".mustache") {
        let name = String(path.dropLast(".mustache".count))
        sources[name] = folder.path + "/" + path
        if name == "picture" || name.hasPrefix("_picture") {
          pictures.add(Array(name.utf8), bytes)
          if name == "picture" { hasPictures = bytes.contains { !$0.isWhitespace } }
        } else {
          templates.add(Array(name.utf8), bytes)
        }
      }
    }
    let problems = Self.causes(
      templates.linkPages()
        + pictures.link(schema: .pictures, roots: [(template: "picture", shape: PictureField.shape)]))
    (self.pictures, self.hasPictures) = (pictures, hasPictures)
    if !problems.isEmpty {
      throw .content(
        problems.map { problem in
          let name = String(decoding: problem.template, as: UTF8.self)
          let place = problem.position
          let quoted = String(decoding: problem.line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
          let message = String(decoding: problem.message, as: UTF8.self)
          return "\(sources[name] ?? name + ".mustache"):\(place.line):\(place.column): error: \(message): \(quoted)"
        })
    }
    guard Page.templates.allSatisfy({ templates[$0] != nil }) else {
      throw .content(["the theme lacks a page's template; run init --theme for a complete one"])
    }
    self.templates = templates
  }

  /// The bytes of an asset; empty if the theme has none of that name.
  func asset(_ path: String) -> [UInt8] { assets.first { $0.path == path }?.bytes ?? [] }

  /// The problems worth reporting: if a template can't be parsed, problems in it or others that follow from that are
  /// left out.
  private static func causes(_ problems: [TemplateProblem]) -> [TemplateProblem] {
    var seen: Set<[UInt8]> = []
    let syntax = problems.filter { $0.kind.isSyntax && seen.insert($0.template).inserted }
    return syntax.isEmpty ? problems : syntax
  }

  /// Whether its own rules bring fonts.
  var hasFonts: Bool { style.firstRange(of: [UInt8]("@font-face")) != nil }

  /// Warnings about what site.yml sets and the theme's layout does not show.
  /// - Parameter partials: by name: see ``SiteStyle/partials(_:hasFonts:)``.
  func unusedPartials(_ partials: [String: [UInt8]]) -> [String] {
    guard let layout = templates["layout" as StaticString] else { return [] }
    let used = Set(templates.dependencies(of: layout).map { String(decoding: templates.name(of: $0), as: UTF8.self) })
    // Fonts may be those of the theme.
    let lacks = [
      "_logo": "logo of site.yml has no effect", "_footer": "footer of site.yml has no effect",
      "_policy": "browsers load no fonts", "_zones": "header: {zones: false} of site.yml has no effect",
    ]
    return partials.keys.sorted().filter { !used.contains($0) }.map { name in
      "warning: \(lacks[name] ?? name): the theme's layout.mustache has no {{>\(name)}}, as the default theme's has; "
        + "add it there"
    }
  }

  /// The words of a theme without its templates and assets, for commands that print.
  static func words(_ layers: ThemeLayers) throws(BuildError) -> ThemeWords { try ThemeContents(layers).words() }

  /// The folder of the default theme: among what is installed with the command, or, for a command that was just built,
  /// in its package.
  static let defaultFolder: String? = {
    var candidates = Installation.shared.map { $0 + "/Templates" }
    var folder = Installation.folder
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      candidates.append(folder.appendingPathComponent("Templates").path)
    }
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/layout.mustache") }
  }()

  /// The message if the theme differs from that of the last build; `nil` if it is the same.
  static func change(from old: String, to new: String) -> String? {
    if old == new { return nil }
    func name(_ label: String) -> String {
      label.isEmpty ? "the default theme" : label.hasPrefix("/") ? "the theme in \(label)" : "the theme \(label)"
    }
    let mend =
      !new.isEmpty
      ? ""
      : old.hasPrefix("/")
        ? "; to use it again, name it with --templates, or with templates: in site.yml"
        : "; to use it again, name it with theme: in site.yml"
    return "warning: the site has changed from \(name(old)) to \(name(new))\(mend)"
  }

  /// The theme made by `init --theme`, if it is in the working folder: used if neither `--templates` nor site.yml names
  /// one.
  static var ownFolder: String? {
    FileManager.default.fileExists(atPath: "Templates/layout.mustache") ? "Templates" : nil
  }
}

extension TemplateSet {
  /// The same templates, of which some are empty. They were checked before.
  func without(_ names: Set<String>) -> TemplateSet { changed { names.contains($0) ? [] : nil } }

  /// The same templates, of which some are replaced by others that use no further names.
  func with(_ replacements: [String: [UInt8]]) -> TemplateSet {
    replacements.isEmpty ? self : changed { replacements[$0] }
  }

  private func changed(_ replacement: (String) -> [UInt8]?) -> TemplateSet {
    var set = TemplateSet()
    for (name, source) in sources { set.add(name, replacement(String(decoding: name, as: UTF8.self)) ?? source) }
    _ = set.linkPages()
    return set
  }

  /// Links the templates of all pages, and finds what is wrong with them.
  fileprivate mutating func linkPages() -> [TemplateProblem] {
    link(schema: .pages, roots: Page.templates.map { (template: $0, shape: PageField.shape) })
  }
}

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

extension TemplateProblem.Kind {
  /// Whether the problem is a syntax error.
  var isSyntax: Bool {
    switch self {
    case .unclosedTag, .emptyTag, .badName, .badDelimiters, .unclosedSection, .wrongClose, .unopenedClose,
      .nestedTooDeep,
      .tooLong, .duplicateTemplate:
      true
    case .unknownName, .unknownTemplate, .unknownBlock, .rawText, .notText, .tooComplex: false
    }
  }
}
