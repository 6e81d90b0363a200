import ArgumentParser
import Gate
import Publishing
import Reports

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Prints what each audience sees of an event, and by which rule.")

  @Argument(help: "The event's UID, a part of its title, or path:line of where it is written.")
  var event: String

  @OptionGroup var reading: ReadingArguments

  @OptionGroup var copies: CopyArguments

  @Option(help: "The output format: text or json.")
  var format = ReportFormat.text

  func run() throws {
    let options = copies.options(reading)
    try printing(options) { loaded throws(BuildError) in
      let explanation = try Explanation(of: event, in: loaded, options)
      return (format == .json ? explanation.json() : explanation.text(), loaded.warnings)
    }
  }
}
