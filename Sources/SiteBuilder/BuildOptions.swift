import Readers

/// What `build` is told.
public struct BuildOptions: Sendable {
  public var reading: ReadingOptions
  public var templates: String?
  public var output: String
  public var baseURL: String?
  public var privacy: String?
  /// Threads; `nil` is one a core.
  public var jobs: Int?
  /// Whether text files are published compressed too, for servers that send such files as they are.
  public var precompress: Bool

  public init(
    reading: ReadingOptions, templates: String? = nil, output: String = "Output", baseURL: String? = nil,
    privacy: String? = nil, jobs: Int? = nil, precompress: Bool = false
  ) {
    self.reading = reading
    self.templates = templates
    self.output = output
    self.baseURL = baseURL
    self.privacy = privacy
    self.jobs = jobs
    self.precompress = precompress
  }
}

/// What a build did.
public struct BuildSummary: Sendable {
  public var written = 0
  public var unchanged = 0
  public var removed = 0
  public var pages = 0
  public var events = 0
  /// Files in the output folder that are somebody else's, and were left alone.
  public var foreign: [String] = []
  /// What was repaired, skipped or left out, a line each.
  public var warnings: [String] = []
  /// How many events are PRIVATE or CONFIDENTIAL and therefore not on the site.
  public var withheld = 0
  /// Where to begin reading.
  public var index = ""
}

extension BuildOptions {
  /// The folders that a theme is read from, for whoever waits for changes; some need not exist yet.
  public var themeFolders: [String] {
    [templates ?? "Templates", Theme.defaultFolder].compactMap { $0 }
  }

  /// The folder of the theme that site.yml names, as it is now; `nil` if it names none, or `--templates` does.
  public var namedTheme: String? {
    guard templates == nil, let system = try? ReadingOptions.system() else { return nil }
    return readTheme(at: reading.content, zones: system.table)
  }
}
