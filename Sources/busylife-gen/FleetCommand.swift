import ArgumentParser
import Files
import Fleets
import Foundation
import Publishing
import SiteBuilder

struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet", abstract: "Builds many sites in one run.",
    discussion: """
      Each line of the list is a site: {"id": "NAME", "content": "DIR", "output": "DIR", "options": [...]}. \
      Options are those of build. Relative paths start at the folder of the list. A line of JSON has the result of \
      each site: "built", "unchanged", "content" (its content or options must be corrected) or "retry" (it may work \
      later). Exits with 75 if any result is "retry", else with 65 if any is "content".
      """)

  @Argument(help: ArgumentHelp("The list of sites; - for standard input.", valueName: "sites"))
  var sites: String

  @Option(
    help: ArgumentHelp(
      "Build only part i of n of the sites, such as 3/7, to build on several machines.", valueName: "i/n"))
  var shard: String?

  @Option(help: ArgumentHelp("The number of sites at a time. (default: one for each core)", valueName: "n"))
  var jobs: Int?

  @Flag(
    help: ArgumentHelp(
      "Build nothing; name the lines that can't be read, that repeat an id, or whose folders overlap."))
  var check = false

  func validate() throws {
    if let shard, Shard(shard) == nil {
      throw ValidationError("--shard \(shard): not i/n; for seven parts, write 1/7 to 7/7")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): at least 1") }
  }

  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let bytes = try reporting { () throws(BuildError) in try list() }
    let fleet = Fleet(bytes, shard.flatMap { Shard($0) }, jobs: jobs, reading: Self.options)
    if check {
      var isRefused = false
      fleet.check { result in
        Output.write(result.json)
        isRefused = true
      }
      if isRefused { throw ExitCode(65) }
      return
    }
    let counts = Counts()
    let (hasContent, hasRetry) = fleet.run { result in
      Output.write(result.json)
      counts.add(result.outcome)
      // On a terminal that shows the results, they are the progress.
      if isatty(STDOUT_FILENO) == 0 { Output.progress("\(counts.done) of \(fleet.count) sites") }
    }
    Output.progress("")
    Output.error([counts.line(clock.now - start)])
    if hasRetry { throw ExitCode(75) }
    if hasContent { throw ExitCode(65) }
  }

  /// Reads the list, and changes to its folder, to which relative paths refer.
  private func list() throws(BuildError) -> [UInt8] {
    if sites == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
    do throws(FileFailure) {
      let bytes = try FileReading.contents(of: sites)
      if let slash = sites.lastIndex(of: "/"), slash > sites.startIndex {
        guard FileManager.default.changeCurrentDirectoryPath(String(sites[..<slash])) else {
          throw FileFailure(String(sites[..<slash]), .other("can't be entered; check its permissions"))
        }
      }
      return bytes
    } catch { throw .inputOutput("\(error)") }
  }

  /// Reads the options of a site as `build` would.
  @Sendable private static func options(_ words: [String]) -> Result<Fleet.SiteOptions, Fleet.OptionsFault> {
    let own = ["--content", "--output", "--watch", "--jobs", "--help", "-h"]
    if let word = words.first(where: { word in own.contains { word == $0 || word.hasPrefix($0 + "=") } }) {
      return .failure(
        Fleet.OptionsFault(
          "\(word): not an option of a site; use a key of the site, or an option of fleet"))
    }
    do {
      let command = try BuildCommand.parse(words)
      return .success(Fleet.SiteOptions(command.options, isStrict: command.arguments.strict.strict))
    } catch {
      let text = BuildCommand.message(for: error).split(separator: "\n").first.map { String($0) }
      return .failure(Fleet.OptionsFault(text ?? "wrong options"))
    }
  }

  /// Counts results, by one thread at a time.
  private final class Counts: @unchecked Sendable {
    private var all: [FleetResult.Outcome: Int] = [:]

    var done: Int { all.values.reduce(0, +) }

    func add(_ outcome: FleetResult.Outcome) { all[outcome, default: 0] += 1 }

    func line(_ time: Duration) -> String {
      func count(_ outcome: FleetResult.Outcome) -> Int { all[outcome] ?? 0 }
      return "\(done) sites: \(count(.built)) built, \(count(.unchanged)) unchanged, "
        + "\(count(.content)) with content errors, \(count(.retry)) to retry in \(time.shown) s"
    }
  }
}
