import ArgumentParser
import Publishing

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Joins the parts of a site that build --shard wrote.",
    discussion: "Writes nothing if a part is missing, given twice or of another build.")

  @Argument(help: ArgumentHelp("The folders of all parts, in any order.", valueName: "dir"))
  var folders: [String]

  @Option(help: ArgumentHelp("The folder to write the site to.", valueName: "dir"))
  var output = "Output"

  @Flag(help: "Write only the manifest, for files that are already in their places.")
  var manifest = false

  @OptionGroup var changes: ChangeArguments

  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let merge = ShardMerge(
      folders: folders, output: output, isManifestOnly: manifest, changes: changes.options)
    let summary = try reporting { () throws(BuildError) in try merge.run(waiting: { Output.error([$0]) }) }
    changes.say(summary.line(clock.now - start))
  }
}

/// The options of commands that write change lists.
struct ChangeArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the uploads and deletions for a host that has the last build, as lines of JSON in the order to follow; - "
        + "for standard output.",
      valueName: "file"))
  var changes: String?

  @Option(
    help: ArgumentHelp(
      "With --changes: the manifest (.busylife-gen) of the build that the host has, if it is not the last; several, if "
        + "the host may have files of several builds.", valueName: "manifest"))
  var since: [String] = []

  func validate() throws {
    if changes == nil, !since.isEmpty {
      throw ValidationError("--since has no effect without --changes; add --changes FILE")
    }
  }

  /// Prints a line where it does not mix with the list.
  var say: (String) -> Void {
    changes == ChangeOptions.standardOutput ? { Output.error([$0]) } : { Output.line($0) }
  }

  var options: ChangeOptions? { changes.map { ChangeOptions(file: $0, since: since) } }
}
