import Bytes
import CalendarPages
import Foundation
import Mustache
import Publishing

/// The templates and assets of a site: the default theme, with files replaced by those of the site's own folder.
package struct Theme: Sendable {
  package var templates: TemplateSet
  /// The template of pictures, and the partials whose names begin like it.
  package let pictures: TemplateSet
  /// Whether pictures are drawn: not if the template is empty.
  package let hasPictures: Bool
  /// Names it, for the message that it has changed: see ``ThemeLayers/label``.
  package let label: String
  /// Differs for themes of other folders.
  package let key: String
  /// Paths below `assets/` and the bytes to publish.
  package var assets: [(path: String, bytes: [UInt8])]
  /// The rules that the layers add to the style, one after the other.
  package let style: [UInt8]
  package let words: ThemeWords
  package let colors: ThemeColors

  /// Reads a theme.
  package init(_ layers: ThemeLayers) throws(BuildError) {
    label = layers.label
    key = layers.key
    // Later folders replace earlier ones, file by file.
    let contents = try ThemeContents(layers)
    words = try contents.words()
    style = try contents.style()
    colors = try contents.colors(style)
    assets = []
    var sources: [(name: String, bytes: [UInt8])] = []
    var places: [String: String] = [:]
    for (path, folder) in contents.files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      if path.hasPrefix("assets/") {
        if contents.isPart(path) { continue }
        assets.append((String(path.dropFirst("assets/".count)), try contents.asset(path)))
      } else if path.hasSuffix(".mustache") {
        let name = String(path.dropLast(".mustache".count))
        places[name] = folder.path + "/" + path
        sources.append((name, try folder.read(path)))
      }
    }
    let joined = sources.map { (name: $0.name, bytes: TemplateText.joined($0.bytes)) }
    let (templates, pictures, problems) = Self.linked(joined)
    if !problems.isEmpty {
      // Positions are those in the files.
      let written = Self.linked(sources).problems
      throw .content((written.isEmpty ? problems : written).map { Self.line($0, places) })
    }
    self.pictures = pictures
    hasPictures = joined.first { $0.name == "picture" }?.bytes.contains { !$0.isWhitespace } ?? false
    guard Page.templates.allSatisfy({ templates[$0] != nil }) else {
      throw .content(["the theme lacks a page's template; run init --theme for a complete one"])
    }
    self.templates = templates
  }

  /// Links templates, those of pages and those of pictures, and finds what is wrong with them.
  private static func linked(
    _ sources: [(name: String, bytes: [UInt8])]
  ) -> (templates: TemplateSet, pictures: TemplateSet, problems: [TemplateProblem]) {
    var templates = TemplateSet()
    var pictures = TemplateSet()
    for (name, bytes) in sources {
      if name == "picture" || name.hasPrefix("_picture") {
        pictures.add(Array(name.utf8), bytes)
      } else {
        templates.add(Array(name.utf8), bytes)
      }
    }
    var problems = templates.linkPages()
    problems += pictures.link(schema: .pictures, roots: [(template: "picture", shape: PictureField.shape)])
    return (templates, pictures, causes(problems))
  }

  /// A problem, as a line for the user.
  /// - Parameter places: the files of templates, by name.
  private static func line(_ problem: TemplateProblem, _ places: [String: String]) -> String {
    let name = String(decoding: problem.template, as: UTF8.self)
    let place = problem.position
    let quoted = String(decoding: problem.line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    let message = String(decoding: problem.message, as: UTF8.self)
    return "\(places[name] ?? name + ".mustache"):\(place.line):\(place.column): error: \(message): \(quoted)"
  }

  /// The bytes of an asset; empty if the theme has none of that name.
  package func asset(_ path: String) -> [UInt8] { assets.first { $0.path == path }?.bytes ?? [] }

  /// The problems worth reporting: if a template can't be parsed, problems in it or others that follow from that are
  /// left out.
  private static func causes(_ problems: [TemplateProblem]) -> [TemplateProblem] {
    var seen: Set<[UInt8]> = []
    let syntax = problems.filter { $0.kind.isSyntax && seen.insert($0.template).inserted }
    return syntax.isEmpty ? problems : syntax
  }

  /// Whether its own rules bring fonts.
  package var hasFonts: Bool { style.firstRange(of: [UInt8]("@font-face")) != nil }

  /// Warnings about what site.yml sets and the theme's layout does not show.
  /// - Parameter partials: by name: see ``SiteStyle/partials(_:hasFonts:)``.
  package func unusedPartials(_ partials: [String: [UInt8]]) -> [String] {
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

  /// The folder of the default theme: among what is installed with the command, or, for a command that was just built,
  /// in its package.
  package static let defaultFolder: String? = {
    var candidates = Installation.shared.map { $0 + "/Templates" }
    var folder = Installation.folder
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      candidates.append(folder.appendingPathComponent("Templates").path)
    }
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/layout.mustache") }
  }()

  /// The message if the theme differs from that of the last build; `nil` if it is the same.
  package static func change(from old: String, to new: String) -> String? {
    if old == new { return nil }
    func name(_ label: String) -> String {
      label.isEmpty ? "the default theme" : label.hasPrefix("/") ? "the theme in \(label)" : "the theme \(label)"
    }
    let mend =
      !new.isEmpty
      ? ""
      : old.hasPrefix("/")
        ? "; to use the former again, name it with --templates, or with templates: in site.yml"
        : "; to use the former again, name it with theme: in site.yml"
    return "warning: the site has changed from \(name(old)) to \(name(new))\(mend)"
  }

  /// The theme made by `init --theme`, if it is in the working folder: used if neither `--templates` nor site.yml names
  /// one.
  package static var ownFolder: String? {
    FileManager.default.fileExists(atPath: "Templates/layout.mustache") ? "Templates" : nil
  }
}

extension TemplateSet {
  /// The same templates; those that none of some pages renders are empty.
  /// - Parameters:
  ///   - pages: the names of the templates of these pages.
  ///   - silent: further templates, which say nothing.
  package func keeping(_ pages: [StaticString], without silent: Set<String>) -> TemplateSet {
    let kept = Set(pages.compactMap { self[$0] }.flatMap { dependencies(of: $0) }.map { name(of: $0) })
    return changed { kept.contains(Array($0.utf8)) && !silent.contains($0) ? nil : [] }
  }

  /// The same templates, of which some are replaced by others that use no further names.
  package func with(_ replacements: [String: [UInt8]]) -> TemplateSet {
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
