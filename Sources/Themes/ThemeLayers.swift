import Bytes
import Foundation
import Publishing
import Readers

/// The folders that a theme is made of, each over those before it: the default theme, the theme that `theme:` of
/// site.yml names, and the site's own folder of templates.
///
/// Templates and assets of a later folder replace those of the same name, words lie over others key by key, and rules
/// of ``style`` are added.
package struct ThemeLayers: Sendable {
  /// The folder of themes, in the default theme and in a site's own folder of templates.
  package static let themes = "themes"
  /// The file with the rules that a layer adds to the style. They follow those of all style sheets.
  package static let style = "assets/theme.css"
  /// The name of the default theme, which is the folder of templates itself.
  package static let usual = "default"

  /// Outermost last.
  package let folders: [String]
  /// Those that are the site's own.
  package var own: [String] {
    folders.filter { folder in
      guard let usual = Theme.defaultFolder else { return true }
      let real = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
      return real != usual && !real.hasPrefix(usual + "/")
    }
  }

  /// Names what lies over the default theme: the name of a theme, the real path of a folder, or both; empty for the
  /// default theme alone.
  package let label: String
  /// Differs for other folders.
  package var key: String { ([label] + folders).joined(separator: "\n") }
  /// Whether a theme other than the default one lies over that.
  package let hasName: Bool

  /// - Parameters:
  ///   - own: the site's own folder; `nil` if it has none.
  ///   - name: the theme; `nil` for the default one.
  /// - Throws: if a folder does not exist, or if no theme has that name.
  package init(own: String?, name: String?) throws(BuildError) {
    var folders: [String] = []
    if let fallback = Theme.defaultFolder { folders.append(fallback) }
    var named: String?
    if let name, name != Self.usual {
      guard let folder = Self.folder(of: name, own: own) else {
        throw .content(["there is no theme \(name)\(Self.mend(name, own: own))"])
      }
      folders.append(folder)
      named = name
    }
    if let own {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: own, isDirectory: &isFolder), isFolder.boolValue else {
        throw .inputOutput(
          "\(own): no such folder; --templates takes a folder of .mustache files (see init --theme)")
      }
    }
    let real = own.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path } ?? ""
    let path = real == Theme.defaultFolder ? "" : real
    if let own, !path.isEmpty { folders.append(own) }
    guard !folders.isEmpty else {
      throw .inputOutput(
        "the default theme is not beside the command; install it with make install, or give --templates")
    }
    self.folders = folders
    self.hasName = named != nil
    label = named.map { path.isEmpty ? $0 : "\($0), below \(path)" } ?? path
  }

  // MARK: Themes by name

  /// The folders that hold themes: that of the site first. `Templates` is looked into even if it is no whole theme.
  private static func places(own: String?) -> [String] { [own ?? "Templates", Theme.defaultFolder].compactMap { $0 } }

  /// The folder of a theme; `nil` if there is none of that name, in any case.
  package static func folder(of name: String, own: String?) -> String? {
    for place in places(own: own) {
      guard let folder = try? ThemeFolder(place),
        let own = folder.folders(in: themes).first(where: { $0.lowercased() == name.lowercased() })
      else { continue }
      return place + "/" + themes + "/" + own
    }
    return nil
  }

  /// The names of all themes, the default one first.
  package static func names(own: String?) -> [String] {
    let found = places(own: own).flatMap { place in (try? ThemeFolder(place))?.folders(in: themes) ?? [] }
    return [usual] + Set(found).subtracting([usual]).sorted()
  }

  /// What to write instead of a name that no theme has.
  package static func mend(_ name: String, own: String?) -> String {
    let names = names(own: own)
    let near = nearest(Array(name.utf8), in: names.map { Array($0.utf8) }, most: 1).first
    return (near.map { "; did you mean \"\(String(decoding: $0, as: UTF8.self))\"?" } ?? ";")
      + " the themes are \(names.joined(separator: ", "))"
  }
}

extension ThemeLayers {
  /// The site's own folder of templates; `nil` if it has none.
  /// - Parameter templates: the one that the command names.
  package static func own(_ templates: String?, _ configuration: SiteConfiguration) -> String? {
    templates ?? configuration.templates ?? Theme.ownFolder
  }

  /// Errors about settings that are valid, and name templates or a theme that can't be used.
  /// - Parameter templates: the folder of templates that the command names; `nil` if it names none.
  package static func refusals(_ configuration: SiteConfiguration, templates: String?) -> [Problem] {
    var found: [Problem] = []
    if templates == nil, let problem = configuration.templatesProblem { found.append(problem) }
    let own = own(templates, configuration)
    if let name = configuration.look.theme, name != usual, folder(of: name, own: own) == nil {
      found.append(
        configuration.problem(.error, at: "theme", "there is no theme \"\(name)\"\(mend(name, own: own))"))
    }
    return found
  }
}
