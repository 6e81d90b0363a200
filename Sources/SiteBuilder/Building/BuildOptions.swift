import Gate
import Publishing
import Readers
import Themes

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

extension BuildOptions {
  /// The folders that a theme is read from, for watching; some may not exist.
  package var themeFolders: [String] {
    [templates ?? "Templates", Theme.defaultFolder].compactMap { $0 }
  }

  /// The theme's folder named in site.yml at this moment; `nil` if there is none, or `--templates` is given.
  package var namedTheme: String? {
    guard templates == nil, let system = try? ReadingOptions.system() else { return nil }
    return readConfiguration(at: reading.content, zones: system.table)?.templates
  }
}
