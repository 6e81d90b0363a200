import Readers

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
