import ArgumentParser
import Gate
import Publishing
import Reports
import SiteBuilder

struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Builds the site.",
    discussion: """
      Unless --from and --to or site.yml say otherwise, the site covers this month, the 12 months before it and the 24 \
      months after it.
      """)

  @OptionGroup var arguments: SiteArguments

  @Option(help: ArgumentHelp("The folder to write the site to.", valueName: "dir"))
  var output = "Output"

  @Flag(help: "Write a .gz and a .br copy beside each text file that compresses, for servers that can send them.")
  var precompress = false

  @Flag(help: "Rebuild whenever the content or the theme changes, until Ctrl-C.")
  var watch = false

  @OptionGroup var changes: ChangeArguments

  @Option(
    help: ArgumentHelp(
      "Build only part i of n, such as 3/7, to build on several machines; merge joins the parts.",
      valueName: "i/n"))
  var shard: String?

  func validate() throws {
    if let shard, Shard(shard) == nil {
      throw ValidationError("--shard \(shard): not i/n; for seven parts, write 1/7 to 7/7")
    }
    if watch, let changes = changes.options, changes.since.isEmpty {
      throw ValidationError("--watch with --changes: each build would replace the list of the last build; add --since")
    }
  }

  var options: BuildOptions {
    var options = arguments.options
    options.shard = shard.flatMap { Shard($0) }
    options.changes = changes.options
    options.output = output
    options.precompress = precompress
    return options
  }

  func run() throws {
    if watch { return try options.watch() }
    let clock = ContinuousClock()
    let start = clock.now
    let build = Build(options)
    let summary = try reporting { () throws(BuildError) in
      var summary = try build.run(
        progress: { done, all in Output.progress("\(done) of \(all) files") },
        fetching: { done, all in Output.progress("\(done) of \(all) calendars") },
        waiting: { Output.error([$0]) })
      if arguments.strict.strict { try summary.check(options.reading, templates: options.templates) }
      return summary
    }
    Output.progress("")
    Output.error(summary.warnings)
    let say = changes.say
    if !summary.foreign.isEmpty {
      let names = summary.foreign.prefix(5).joined(separator: ", ") + (summary.foreign.count > 5 ? ", …" : "")
      let count = summary.foreign.count
      say("Left alone \(count) \(count == 1 ? "file that is" : "files that are") not the site's: \(names)")
    }
    if summary.withheld > 0 {
      let events = summary.withheld == 1 ? "event that is" : "events that are"
      say("Left out \(summary.withheld) \(events) not public.")
    }
    if let zone = summary.assumedZone { say(options.told(assumed: zone)) }
    if summary.events == 0 { say("No events in the window; the calendar is empty.") }
    say(summary.line(clock.now - start))
    for (audience, index) in summary.indexes {
      say("Open \(index)" + (audience.map { " (audience \($0))" } ?? ""))
    }
    try arguments.strict.end(unrefreshed: summary.unrefreshed, problems: summary.problems)
  }
}

/// The options that `build` and `serve` share.
struct SiteArguments: ParsableArguments {
  @OptionGroup var reading: ReadingArguments

  @Option(
    help: ArgumentHelp(
      "A folder of templates and assets that replace those of the default theme, file by file.", valueName: "dir"))
  var templates: String?

  @Option(
    help: ArgumentHelp("The address of the published site, for feeds, sitemap.xml and 404.html.", valueName: "url"))
  var baseURL: String?

  @Option(
    help: ArgumentHelp(
      "The most that is published of an event: full, titles, busy or hidden. Stricter settings of site.yml still "
        + "apply.",
      valueName: "level"))
  var privacy: String?

  @Option(help: ArgumentHelp("The number of threads. (default: one for each core)", valueName: "n"))
  var jobs: Int?

  @OptionGroup var network: NetworkArguments

  @OptionGroup var strict: StrictArgument

  var options: BuildOptions {
    var reading = reading.options
    reading.asking = network.asking
    return BuildOptions(reading: reading, templates: templates, baseURL: baseURL, privacy: privacy, jobs: jobs)
  }
}

extension BuildOptions {
  /// A line that says which zone a site has because nobody named one.
  func told(assumed zone: String) -> String {
    "Times are those of \(zone), this computer's zone; set zones: in \(reading.content)/site.yml"
  }
}

extension BuildSummary {
  /// A line that says what was done, and how long it took.
  func line(_ time: Duration) -> String {
    "\(pages) pages: \(written) files written, \(unchanged) unchanged, \(removed) removed in \(time.shown) s"
  }
}
