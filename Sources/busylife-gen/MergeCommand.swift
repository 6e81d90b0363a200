import ArgumentParser
import Publishing

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Puts the parts of a site together that build --shard has made.",
    discussion: "No part may be missing, there twice, or of another build; else nothing is written.")

  @Argument(help: ArgumentHelp("The folders of all parts, in any order.", valueName: "dir"))
  var folders: [String]

  @Option(help: ArgumentHelp("The folder to write the site to.", valueName: "dir"))
  var output = "Output"

  @Flag(help: "Write only the manifest: the files are where they belong already.")
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
      "Write what a host with the last build has to be told, as lines of JSON in the order to upload; - for standard "
        + "output.",
      valueName: "file"))
  var changes: String?

  @Option(
    help: ArgumentHelp(
      "With --changes: a manifest (.busylife-gen) of what the host has, in place of the last build; several, if it may "
        + "have files of each.", valueName: "manifest"))
  var since: [String] = []

  func validate() throws {
    if changes == nil, !since.isEmpty {
      throw ValidationError("--since: it says what a list of changes starts from; give --changes FILE too")
    }
  }

  /// Prints a line where it does not mix with the list.
  var say: (String) -> Void {
    changes == ChangeOptions.standardOutput ? { Output.error([$0]) } : { Output.line($0) }
  }

  var options: ChangeOptions? { changes.map { ChangeOptions(file: $0, since: since) } }
}
