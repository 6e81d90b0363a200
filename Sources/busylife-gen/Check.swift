import ArgumentParser
import Bytes
import Gate
import Publishing
import Reports

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Prints every problem in the content; exits with 1 if any is a warning or an error.",
    discussion: """
      Errors are skipped; warnings are repaired or read in part; notes are read without loss, but not as written.
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case error, warning, note

    var severity: Diagnostic.Severity {
      switch self {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    }
  }

  @Option(help: ArgumentHelp("The folder with site.yml, calendars and notes.", valueName: "dir"))
  var content = "Content"

  @Option(help: "The output format: text or json.")
  var format = ReportFormat.text

  @Option(help: ArgumentHelp("The least severe kind of problem for which check exits with 1.", valueName: "kind"))
  var failOn = Kind.warning

  @Flag(help: "Also warn of each two different events that are in the same place at the same time.")
  var conflicts = false

  @Option(help: ArgumentHelp("The folder of templates that builds use.", valueName: "dir"))
  var templates: String?

  @OptionGroup var network: NetworkArguments

  func run() throws {
    let options = ReadingOptions(content: content, asking: network.asking)
    let loaded = try reporting { () throws(BuildError) in
      try LoadedContent(options).checked(options, templates: templates, conflicts: conflicts)
    }
    switch format {
    case .text: for line in loaded.problemLines { Output.line(line) }
    case .json: Output.write(loaded.problemsAsJSON())
    }
    if loaded.hasProblem(of: failOn.severity) { throw ExitCode(1) }
    if format == .text, loaded.problemLines.isEmpty {
      Output.line(
        "No problems in \(content): \(count(loaded.eventCount, "event")), \(count(loaded.noteCount, "note")).")
    }
  }

  private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
