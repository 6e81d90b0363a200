import ArgumentParser
import SiteBuilder

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Prints every problem in the content; exits with 1 if it finds any.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Option(help: ArgumentHelp("The folder with site.yml, calendars and notes.", valueName: "dir"))
  var content = "Content"

  @Option(help: "The output format: text or json.")
  var format = Format.text

  @OptionGroup var network: NetworkArguments

  func run() throws {
    let options = ReadingOptions(content: content, asking: network.asking)
    let loaded = try reporting { () throws(BuildError) in
      return try LoadedContent(options).checked(options)
    }
    switch format {
    case .text: for line in loaded.problemLines { Output.line(line) }
    case .json: Output.write(loaded.problemsAsJSON())
    }
    if !loaded.problemLines.isEmpty { throw ExitCode(1) }
    if format == .text {
      Output.line(
        "No problems in \(content): \(count(loaded.eventCount, "event")), \(count(loaded.noteCount, "note")).")
    }
  }

  private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
