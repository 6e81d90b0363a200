import ArgumentParser
import Bytes
import CalendarPages
import Foundation
import Gate
import Publishing
import Readers
import SiteTerms

/// The command. Each subcommand turns its options into a call of SiteBuilder and formats the result; error messages and
/// exit codes are decided here and in ``Publishing/BuildError`` alone.
@main
struct BusylifeGen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "busylife-gen",
    abstract: "Turns events and notes into a calendar site that can be browsed endlessly.",
    version: "\(Product.version)",
    subcommands: [
      Initialise.self, BuildCommand.self, MergeCommand.self, FleetCommand.self,
      Serve.self, Agenda.self, Free.self, Check.self, Explain.self,
      WordsCommand.self,
    ])

  /// The message if the first argument is not a command, with the nearest one.
  private static func unknownCommand() -> String? {
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return nil }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    if names.contains(word) { return nil }
    let near = nearest(word.utf8, in: names.map { Array($0.utf8) }, most: 1).first
    let hint =
      near.map { "did you mean \(String(decoding: $0, as: UTF8.self))?" }
      ?? "the commands are \(names.joined(separator: ", "))"
    return "\(word): no such command; \(hint)"
  }

  /// The message if an option is one of other commands.
  /// - Parameter problem: what ArgumentParser says of the arguments.
  private static func optionOfOthers(_ problem: String) -> String? {
    guard problem.hasPrefix("Unknown option '"), let command = CommandLine.arguments.dropFirst().first else {
      return nil
    }
    let option = problem.split(separator: "'")[1]
    let others = configuration.subcommands.filter { other in
      helpMessage(for: other).split { $0.isWhitespace || $0 == "," }.contains(option)
    }.compactMap { $0.configuration.commandName }
    guard let last = others.last else { return nil }
    let owners = others.count == 1 ? last : "\(others.dropLast().joined(separator: ", ")) and \(last)"
    return "\(option): not an option of \(command), but of \(owners)"
  }

  /// The fewest files that must be allowed to be open at a time: Dispatch traps where it can't open one of its own.
  private static let fewestFiles: UInt64 = 64
  /// More than a build opens on any machine.
  private static let enoughFiles: UInt64 = 4_096

  /// Raises the limit of open files as far as needed and allowed; ends the command if that is too few.
  private static func requireFiles() {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard getrlimit(kind, &limit) == 0 else { return }
    let wanted = min(UInt64(limit.rlim_max), enoughFiles)
    if UInt64(limit.rlim_cur) < wanted {
      limit.rlim_cur = rlim_t(wanted)
      _ = setrlimit(kind, &limit)
    }
    if UInt64(limit.rlim_cur) >= fewestFiles { return }
    Output.error([
      "no more than \(limit.rlim_cur) files may be open at a time, and \(fewestFiles) are needed; raise the limit: "
        + "ulimit -n \(fewestFiles)"
    ])
    Output.exit(BuildError.inputOutput("").exitCode)
  }

  /// Like ArgumentParser's `main`, except that wrong arguments give one line too, like any error.
  static func main() {
    // A file that exceeds the system's size limit is an ordinary error and must not end the process.
    signal(SIGXFSZ, SIG_IGN)
    Output.open()
    requireFiles()
    // Scripts ask this most often; ArgumentParser would describe all commands to itself first, which takes as long as
    // everything else.
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
      Output.line(configuration.version)
      Output.exit(0)
    }
    do {
      var command = try parseAsRoot()
      try command.run()
      Output.exit(0)
    } catch {
      if !(error is ExitCode), exitCode(for: error) == .validationFailure {
        let text = message(for: error).split(separator: "\n").first.map { String($0) } ?? "wrong arguments"
        let problem =
          unknownCommand() ?? optionOfOthers(text) ?? (text.hasSuffix(".") ? String(text.dropLast()) : text)
        Output.error(["\(problem); see busylife-gen --help"])
        Output.exit(ExitCode.validationFailure.rawValue)
      }
      let code = exitCode(for: error)
      let text = fullMessage(for: error)
      if code == .success {
        Output.line(text)
      } else if !text.isEmpty {
        Output.error(text.components(separatedBy: "\n"))
      }
      Output.exit(code.rawValue)
    }
  }
}

/// The options that most commands share: where the content is, and which part of it is wanted.
struct ReadingArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The folder with site.yml, calendars and notes.", valueName: "dir"))
  var content = "Content"

  @Option(help: ArgumentHelp("The time zone: an IANA name, an offset such as UTC+8, or local.", valueName: "zone"))
  var tz: [String] = []

  @Option(help: ArgumentHelp("The first day, such as 2026-11-20.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The day after the last day, such as 2026-12-01.", valueName: "date"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "The current time (RFC 3339). (default: SOURCE_DATE_EPOCH, else the clock)", valueName: "instant"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "The language and region of words and dates, such as de-AT, in place of that of site.yml.",
      valueName: "tag"))
  var locale: String?

  var options: ReadingOptions {
    ReadingOptions(content: content, zones: tz, from: from, to: to, now: now, locale: locale)
  }
}

/// The options of commands that use the copies of remote calendars unless they are told to fetch them.
struct CopyArguments: ParsableArguments {
  @Flag(help: "Fetch remote calendars first. (default: the last copies are used)")
  var refresh = false

  func options(_ reading: ReadingArguments) -> ReadingOptions {
    var options = reading.options
    if refresh { options.asking = .always }
    return options
  }
}

/// The options of commands that fetch remote calendars when that is due.
struct NetworkArguments: ParsableArguments {
  @Flag(help: "Ask no server: the last copies of remote calendars and forecasts are used.")
  var offline = false

  @Flag(help: "Ask for all remote calendars now, however fresh their copies are.")
  var refresh = false

  func validate() throws {
    if offline, refresh { throw ValidationError("--offline and --refresh exclude each other; give one of them") }
  }

  var asking: RemoteRequest.Asking { offline ? .never : refresh ? .always : .whenDue }
}

/// `--strict`: the exit code says whether everything was as it should be.
struct StrictArgument: ParsableArguments {
  @Flag(
    help: "At the end, exit with 1 for any problem, else with 75 if the last good copy of a remote calendar is shown.")
  var strict = false

  func end(unrefreshed: Int, problems: Int) throws {
    if !strict { return }
    if problems > 0 { throw ExitCode(1) }
    if unrefreshed > 0 { throw ExitCode(75) }
  }
}

/// The output formats of commands that print a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

extension Duration {
  /// In seconds, such as 0.25.
  var shown: String {
    String(format: "%.2f", Double(components.attoseconds) / 1e18 + Double(components.seconds))
  }
}

/// Prints what a command makes of the content, after its warnings.
func printing(
  _ options: ReadingOptions, _ work: (LoadedContent) throws(BuildError) -> (bytes: [UInt8], warnings: [String])
) throws {
  let made = try reporting { () throws(BuildError) in try work(try LoadedContent(options)) }
  Output.error(made.warnings)
  Output.write(made.bytes)
}

/// Runs a command's work; an error is printed to standard error, one line each, and becomes the exit code.
func reporting<Result>(_ work: () throws(BuildError) -> Result) throws -> Result {
  do { return try work() } catch {
    Output.error(error.lines)
    throw ExitCode(error.exitCode)
  }
}
