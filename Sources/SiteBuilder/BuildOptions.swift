import Readers

/// The options of `build`.
public struct BuildOptions: Sendable {
  public var reading: ReadingOptions
  public var templates: String?
  public var output: String
  public var baseURL: String?
  public var privacy: String?
  /// Number of threads; `nil`: one per core.
  public var jobs: Int?
  /// Whether compressed copies of text files are published too, for servers that send them directly.
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

/// The result of a build.
public struct BuildSummary: Sendable {
  public var written = 0
  public var unchanged = 0
  public var removed = 0
  public var pages = 0
  public var events = 0
  /// Files in the output folder that builds did not write, and that were kept.
  public var foreign: [String] = []
  /// What was repaired, skipped or left out, one line each.
  public var warnings: [String] = []
  /// The number of PRIVATE or CONFIDENTIAL events, which are not published.
  public var withheld = 0
  /// The page to open first.
  public var index = ""
}

extension BuildOptions {
  /// The folders that a theme is read from, for watching; some may not exist.
  public var themeFolders: [String] {
    [templates ?? "Templates", Theme.defaultFolder].compactMap { $0 }
  }

  /// The theme's folder named in site.yml at this moment; `nil` if there is none, or `--templates` is given.
  public var namedTheme: String? {
    guard templates == nil, let system = try? ReadingOptions.system() else { return nil }
    return readTheme(at: reading.content, zones: system.table)
  }
}
