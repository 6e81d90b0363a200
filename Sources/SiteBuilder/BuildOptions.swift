import Readers

/// The options of `build`.
package struct BuildOptions: Sendable {
  package var reading: ReadingOptions
  package var templates: String?
  package var output: String
  package var baseURL: String?
  package var privacy: String?
  /// Number of threads; `nil`: one per core.
  package var jobs: Int?
  /// Whether compressed copies of text files are published too, for servers that send them directly.
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

/// The result of a build.
package struct BuildSummary: Sendable {
  package var written = 0
  package var unchanged = 0
  package var removed = 0
  package var pages = 0
  package var events = 0
  /// Files in the output folder that builds did not write, and that were kept.
  package var foreign: [String] = []
  /// What was repaired, skipped or left out, one line each.
  package var warnings: [String] = []
  /// The number of events and series that the privacy policy withholds.
  package var withheld = 0
  /// The page to open first.
  package var index = ""
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
