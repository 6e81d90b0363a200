import ArgumentParser
import SiteBuilder

struct Free: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "free", abstract: "Prints when nothing is planned.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @OptionGroup var reading: ReadingArguments

  @Option(help: ArgumentHelp("The hours of a day.", valueName: "times"))
  var between = "09:00-17:00"

  @Option(help: ArgumentHelp("How long a slot is at least.", valueName: "time"))
  var duration = "60m"

  @Option(help: ArgumentHelp("A calendar whose events count, if not all do; may be repeated.", valueName: "name"))
  var calendar: [String] = []

  @Option(help: "text or json.")
  var format = Format.text

  func run() throws {
    let (bytes, warnings) = try reporting { () throws(BuildError) in
      let loaded = try LoadedContent(reading.options)
      let report = try FreeTimeReport(loaded, reading.options, hours: between, duration: duration, calendars: calendar)
      return (format == .json ? report.json() : report.text(), loaded.warnings + report.warnings)
    }
    Output.error(warnings)
    Output.write(bytes)
  }
}
