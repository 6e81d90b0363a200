import Readers

/// The options of `build`.
package struct BuildOptions: Sendable {
  package var reading: ReadingOptions
  package var templates: String?
  package var output: String
  package var baseURL: String?
  package var privacy: String?
  /// The audience whose site is shown by itself, as if there were no other; for previews.
  package var audience: String?
  /// Number of threads; `nil`: one per core.
  package var jobs: Int?
  /// Whether compressed copies of text files are published too, for servers that send them directly.
  package var precompress: Bool
  /// The part of the site to build; `nil`: all of it.
  package var shard: Shard?
  /// Whether it is one of many, whose caches have a folder of their own.
  package var isOfFleet = false
  /// The change list to write; `nil`: none.
  package var changes: ChangeOptions?

  package init(
    reading: ReadingOptions, templates: String? = nil, output: String = "Output", baseURL: String? = nil,
    privacy: String? = nil, jobs: Int? = nil, precompress: Bool = false
  ) {
    self.reading = reading
    (self.templates, self.output, self.baseURL) = (templates, output, baseURL)
    (self.privacy, self.jobs, self.precompress) = (privacy, jobs, precompress)
  }
}

/// The result of a build.
package struct BuildSummary: Sendable {
  package var written = 0
  package var unchanged = 0
  /// The files of the site and their bytes, with manifests.
  package var files = 0
  package var bytes = 0
  package var removed = 0
  package var pages = 0
  package var events = 0
  /// Files in the output folder that builds did not write, and that were kept.
  package var foreign: [String] = []
  /// What was repaired, skipped or left out, one line each.
  package var warnings: [String] = []
  /// The number of events and series that the privacy policy withholds.
  package var withheld = 0
  /// The zone that is used because nobody named one; `nil` too if there was nothing to do.
  package var assumedZone: String?
  /// The number of remote calendars that could not be refreshed.
  package var unrefreshed = 0
  /// The number of problems in the content.
  package var problems = 0
  /// How many seconds from now a server has to be asked again; `nil` if none has.
  package var secondsUntilDue: Int64?
  /// The page to open first of each site, and the name of the audience that the site is for.
  package var indexes: [(audience: String?, path: String)] = []
}

extension BuildSummary {
  /// Adds the warnings and errors that `check` finds and the build does not tell, so that `--strict` ends as `check`
  /// does. Reads the content again, and asks no server.
  package mutating func check(_ options: BuildOptions) throws(BuildError) {
    var reading = options.reading
    reading.asking = .never
    let found = try LoadedContent(reading).checked(reading, templates: options.templates)
    let known = Set(warnings)
    warnings += found.warnings.filter { !known.contains($0) }
    problems = max(problems, found.problemCount)
  }

  /// Adds the figures of a site.
  /// - Parameter folder: of the site, below the output folder: empty, or ending in a slash.
  mutating func add(_ site: BuildSummary, in folder: String) {
    written += site.written
    unchanged += site.unchanged
    files += site.files
    bytes += site.bytes
    removed += site.removed
    pages += site.pages
    events += site.events
    foreign += site.foreign.map { folder + $0 }
    // The sites are made of the same content; that of the audience that sees the least is told.
    withheld = max(withheld, site.withheld)
    assumedZone = assumedZone ?? site.assumedZone
    unrefreshed = max(unrefreshed, site.unrefreshed)
    problems = max(problems, site.problems)
    secondsUntilDue = [secondsUntilDue, site.secondsUntilDue].compactMap { $0 }.min()
    // What is wrong in the content is said once, not once for each audience.
    let known = Set(warnings)
    warnings += site.warnings.filter { !known.contains($0) }
  }
}

extension BuildOptions {
  /// The folders that a theme is read from, for watching; some may not exist.
  package var themeFolders: [String] {
    [templates ?? "Templates", Theme.defaultFolder].compactMap { $0 }
  }

  /// The theme's folder named in site.yml at this moment; `nil` if there is none, or `--templates` is given.
  package var namedTheme: String? {
    guard templates == nil, let system = try? ReadingOptions.system() else { return nil }
    return readTheme(at: reading.content, zones: system.table)
  }
}
