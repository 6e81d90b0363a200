import ArgumentParser
import SiteBuilder

struct Agenda: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Prints settled days.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, ics }

  @OptionGroup var reading: ReadingArguments

  @Option(help: "text, json or ics.")
  var format = Format.text

  func run() throws {
    let (bytes, problems) = try reporting { () throws(BuildError) in
      let loaded = try LoadedContent(reading.options)
      let report = try AgendaReport(loaded, reading.options)
      let bytes =
        switch format {
        case .text: report.text()
        case .json: report.json()
        case .ics: report.iCalendar()
        }
      return (bytes, loaded.problems)
    }
    Output.error(problems.filter { $0.diagnostic.severity != .note }.map { "\($0)" })
    Output.write(bytes)
  }
}
