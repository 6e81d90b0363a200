extension BuildOptions {
  /// The folders that a theme is read from, for whoever waits for changes; some need not exist yet.
  public var themeFolders: [String] {
    [templates ?? "Templates", Theme.defaultFolder].compactMap { $0 }
  }
}
