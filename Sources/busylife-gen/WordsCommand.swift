import ArgumentParser
import Publishing
import Themes

struct WordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "words",
    abstract: "Checks the words of a theme, one file per language; exits with 1 if any has a problem.",
    discussion: """
      Lists unknown keys, missing and unknown places, missing and unknown plural forms, markup, texts that are too \
      long, words that the file's own list "never" excludes, punctuation of other languages, and texts that are \
      still English; then the keys that a file leaves out, for which English is used.
      """)

  @Argument(help: "Languages, such as de or pt-BR; all, if none is given.")
  var languages: [String] = []

  @Option(help: ArgumentHelp("A theme whose words replace those of the default theme, key by key.", valueName: "dir"))
  var templates: String?

  func run() throws {
    let report = try reporting { () throws(BuildError) in
      try WordsReport(templates: templates, languages: languages)
    }
    for line in report.problems { Output.line(line) }
    for (language, keys) in report.missing where !keys.isEmpty {
      Output.line("\(language): English is used for \(keys.joined(separator: ", "))")
    }
    if !report.problems.isEmpty || report.missing.contains(where: { !$0.keys.isEmpty }) { throw ExitCode(1) }
    Output.line("No problems in \(report.missing.map { $0.language }.joined(separator: ", ")).")
  }
}
