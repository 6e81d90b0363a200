import ArgumentParser
import Publishing
import Themes

struct Initialise: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Makes a new site with sample content.",
    discussion: """
      With --theme NAME, the site uses that theme and gets a copy of its files in Templates/themes/NAME to change. \
      With --theme alone, or --theme default, it gets a copy of the whole default theme in Templates. In an existing \
      site, only missing files of the theme are added.
      """)

  @Argument(help: ArgumentHelp("The folder to make the site in.", valueName: "dir"))
  var directory: String?

  @Option(
    defaultAsFlag: ThemeLayers.usual,
    help: ArgumentHelp("Also copy a theme, so that you can change it.", valueName: "name"))
  var theme: String?

  func run() throws {
    var (directory, theme) = (directory, theme)
    // `--theme DIR` works as before themes had names: no theme has such a name.
    if directory == nil, let word = theme, word == "." || word == ".." || word.contains("/") {
      (directory, theme) = (word, ThemeLayers.usual)
    }
    let folder = directory ?? "."
    if folder.isEmpty {
      throw ValidationError("the folder has no name; write one, such as my-calendar, or . for this one")
    }
    let made = try reporting { () throws(BuildError) in try NewSite.make(in: folder, theme: theme) }
    for path in made.paths { Output.line("Made \(path)") }
    if let setting = made.setting { Output.line("Write into \(setting.path): \(setting.line)") }
    let change = folder == "." ? "" : "cd \(Self.quoted(folder)) && "
    Output.line("Next: \(change)busylife-gen build")
  }

  /// A path as a shell reads it.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "-")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "_") || byte >= 0x80
    }
    return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
