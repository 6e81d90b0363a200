import Bytes
import Gate
import Publishing
import Readers
import Themes

/// Remarks of `check` about how the site looks: colours that can't be read.
extension LoadedContent {
  /// Nothing if site.yml can't be understood, or if there is no such theme: errors say so.
  /// - Parameter templates: the folder of templates that the command names; `nil` if it names none.
  func lookRemarks(templates: String?) -> [Problem] {
    let configuration = content.configuration
    guard !content.isConfigurationBroken,
      let layers = try? ThemeLayers(own: ThemeLayers.own(templates, configuration), name: configuration.look.theme)
    else { return [] }
    var found: [Problem] = []
    if let accent = configuration.look.accent, let contents = try? ThemeContents(layers),
      let colors = try? contents.colors(contents.style())
    {
      found += AccentColors(accent, on: colors)?.problems(configuration) ?? []
    }
    for folder in layers.own { found += (try? Self.overrides(in: folder)) ?? [] }
    return found
  }

  /// What a folder of the site replaces in the default theme, and what has changed there since it was copied.
  private static func overrides(in path: String) throws(BuildError) -> [Problem] {
    guard let usual = Theme.defaultFolder.flatMap({ try? ThemeFolder($0) }) else { return [] }
    let folder = try ThemeFolder(path)
    let known = Set(try usual.list())
    let paths = try folder.list()
    let record = paths.contains(ThemeRecord.name) ? ThemeRecord(reading: try folder.read(ThemeRecord.name)) : nil
    var found: [Problem] = []
    func add(_ severity: Diagnostic.Severity, _ file: String, _ message: String) {
      found.append(Problem(severity, in: "\(path)/\(file)", message))
    }
    for file in paths where known.contains(file) {
      let (mine, theirs) = (try folder.read(file), try usual.read(file))
      if mine == theirs { continue }
      if ThemeWords.isWords(file) {
        add(.note, file, "this replaces words of the default theme, key by key")
        continue
      }
      let (before, now) = (record?.hashes[file], ThemeRecord.hash(theirs))
      if let before, before != now, ThemeRecord.hash(mine) == before {
        add(
          .warning, file,
          "this is the default theme's file of an earlier version; delete it, so that the present one is used")
      } else if let before, before != now {
        add(
          .warning, file,
          "this replaces the default theme's file, which has changed since it was copied; take over the changes from "
            + "\(usual.path)/\(file), and then put \(now) before the file's name in \(path)/\(ThemeRecord.name)")
      } else {
        let known = before == nil ? "; it is not known whether that file has changed since it was copied" : ""
        add(.note, file, "this replaces the default theme's file\(known)")
      }
    }
    return found
  }
}
