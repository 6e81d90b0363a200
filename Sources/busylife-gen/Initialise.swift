import ArgumentParser
import SiteBuilder

struct Initialise: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Makes a new site with sample content.")

  @Argument(help: ArgumentHelp("The folder to make the site in.", valueName: "dir"))
  var directory = "."

  @Flag(help: "Also copy the default theme, so that you can change it.")
  var theme = false

  func run() throws {
    let made = try reporting { () throws(BuildError) in try NewSite.make(in: directory, theme: theme) }
    for path in made { Output.line("Made \(path)") }
    let change = directory == "." ? "" : "cd \(directory) && "
    Output.line("Next: \(change)busylife-gen build --tz local")
  }
}
