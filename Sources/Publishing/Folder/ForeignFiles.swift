import Files

/// The files in an output folder that the generator did not write, without hidden ones.
package enum ForeignFiles {
  /// - Parameters:
  ///   - own: the number of the generator's own files.
  ///   - manifests: name the generator's files.
  /// - Returns: their paths, in order. O(files).
  package static func all(in folder: Folder, own: Int, of manifests: [Manifest]) throws(BuildError) -> [String] {
    // Counting is enough to see that there are none, the usual case.
    if try reaching(folder.countFiles) == own { return [] }
    let known = Set(manifests.flatMap { manifest in manifest.paths.map { Fingerprint(manifest.bytes[$0]) } })
    var found: [String] = []
    try walk(folder, "") { if !known.contains(Fingerprint($0)) { found.append($0) } }
    return found.sorted()
  }

  /// The files in an output folder that are outside of some folders below it.
  package static func all(in folder: Folder, outside folders: [String]) throws(BuildError) -> [String] {
    var found: [String] = []
    try walk(folder, "", but: Set(folders)) { found.append($0) }
    return found.sorted()
  }

  private static func walk(
    _ folder: Folder, _ prefix: String, but left: Set<String> = [], _ body: (String) -> Void
  ) throws(BuildError) {
    for entry in try reaching(folder.names) where !entry.name.hasPrefix(".") {
      if entry.kind == .folder {
        if left.contains(prefix + entry.name) { continue }
        guard let inner = try? folder.folder(entry.name) else { continue }
        try walk(inner, prefix + entry.name + "/", but: left, body)
      } else {
        body(prefix + entry.name)
      }
    }
  }
}
