import Readers

/// What `build` is told.
package struct BuildOptions: Sendable {
  package var reading: ReadingOptions
  package var templates: String?
  package var output: String
  package var baseURL: String?
  package var privacy: String?
  /// Threads; `nil` is one a core.
  package var jobs: Int?
  /// Whether text files are published compressed too, for servers that send such files as they are.
  package var precompress: Bool

  package init(
    reading: ReadingOptions, templates: String? = nil, output: String = "Output", baseURL: String? = nil,
    privacy: String? = nil, jobs: Int? = nil, precompress: Bool = false
  ) {
    self.reading = reading
    (self.templates, self.output, self.baseURL) = (templates, output, baseURL)
    (self.privacy, self.jobs, self.precompress) = (privacy, jobs, precompress)
  }
}

/// What a build did.
package struct BuildSummary: Sendable {
  package var written = 0
  package var unchanged = 0
  package var removed = 0
  package var pages = 0
  package var events = 0
  /// Files in the output folder that are somebody else's, and were left alone.
  package var foreign: [String] = []
  /// What was repaired, skipped or left out, a line each.
  package var warnings: [String] = []
  /// How many events are PRIVATE or CONFIDENTIAL and therefore not on the site.
  package var withheld = 0
  /// Where to begin reading.
  package var index = ""
}

extension BuildOptions {
  /// The folders that a theme is read from, for whoever waits for changes; some need not exist yet.
  package var themeFolders: [String] {
    [templates ?? "Templates", Theme.defaultFolder].compactMap { $0 }
  }

  /// The folder of the theme that site.yml names, as it is now; `nil` if it names none, or `--templates` does.
  package var namedTheme: String? {
    guard templates == nil, let system = try? ReadingOptions.system() else { return nil }
    return readTheme(at: reading.content, zones: system.table)
  }
}
