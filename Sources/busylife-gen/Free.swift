import ArgumentParser
import Gate
import Publishing
import Reports

struct Free: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "free", abstract: "Prints free time.")

  @OptionGroup var reading: ReadingArguments

  @OptionGroup var copies: CopyArguments

  @Option(
    help: ArgumentHelp(
      "The hours of each day to look at. (default: hours of site.yml, otherwise 09:00-17:00)", valueName: "times"))
  var between: String?

  @Option(help: ArgumentHelp("The shortest free time to print, such as 90m or 1h30m.", valueName: "time"))
  var duration = "60m"

  @Option(
    help: ArgumentHelp("A calendar whose events make time busy; may be repeated. (default: all)", valueName: "name"))
  var calendar: [String] = []

  @Option(help: "The output format: text or json.")
  var format = ReportFormat.text

  func run() throws {
    let options = copies.options(reading)
    try printing(options) { loaded throws(BuildError) in
      let report = try FreeTimeReport(loaded, options, hours: between, duration: duration, calendars: calendar)
      return (format == .json ? report.json() : report.text(), loaded.warnings + report.warnings)
    }
  }
}
