import ArgumentParser
import Gate
import Publishing
import Reports

struct Agenda: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "agenda", abstract: "Prints the events of each day.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, ics, markdown, html }

  @OptionGroup var reading: ReadingArguments

  @OptionGroup var copies: CopyArguments

  @Option(help: "The output format: text, json, ics, or a mail as markdown or html.")
  var format = Format.text

  @Option(help: ArgumentHelp("Print what may be seen at this level: full, titles, busy or hidden.", valueName: "level"))
  var privacy: String?

  @Option(help: ArgumentHelp("Print what an audience of site.yml sees.", valueName: "name"))
  var audience: String?

  @Flag(help: "Print everything, public or not, for your own use. (default for text and json)")
  var owner = false

  func validate() throws {
    if owner, privacy != nil || audience != nil {
      throw ValidationError("--owner excludes --privacy and --audience; give one of them")
    }
  }

  /// Mails and files are made to be sent: they have what the site shows, unless their owner says otherwise.
  private var view: AgendaReport.View {
    if owner || format == .text || format == .json, privacy == nil, audience == nil { return .owner }
    return .published(privacy: privacy, audience: audience)
  }

  func run() throws {
    let options = copies.options(reading)
    try printing(options) { loaded throws(BuildError) in
      let report = try AgendaReport(loaded, options, view)
      let bytes =
        switch format {
        case .text: report.text()
        case .json: report.json()
        case .ics: report.iCalendar()
        case .markdown: try AgendaDigest(report, loaded, options, audience: audience).markdown()
        case .html: try AgendaDigest(report, loaded, options, audience: audience).html()
        }
      var notPublic: [String] = []
      if case .owner = view, !owner { notPublic = report.notPublic(loaded) }
      return (bytes, loaded.warnings + report.warnings + notPublic)
    }
  }
}
