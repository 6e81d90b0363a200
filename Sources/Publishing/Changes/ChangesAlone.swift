/// The change list between two manifests, by themselves.
package struct ChangesAlone {
  /// A file, and the size and digest of its bytes; `nil` if unknown.
  package typealias File = (path: String, said: String?)

  /// What the earlier manifest lists, in its order.
  package let before: [File]
  /// What is published: each path once, and the manifest.
  package let now: [File]
  /// The change list: JSON, one object a line.
  package let lines: [UInt8]

  /// - Parameters:
  ///   - earlier: the manifest that a host has.
  ///   - later: the manifest of the files to be published: those whose digests it has.
  /// - Returns: `nil` if one of them is no manifest.
  package init?(from earlier: [UInt8], to later: [UInt8]) {
    guard let old = Manifest(reading: earlier), let new = Manifest(reading: later) else { return nil }
    var entries: [String: Manifest.Entry] = [:]
    for index in new.paths.indices {
      if let entry = new.entry(index) { entries[entry.path] = entry }
    }
    let sorted = entries.values.sorted { Manifest.precedes($0.path, $1.path) }
    let have = ChangeList.Contents([("", old)])
    let want = ChangeList.Contents([("", Manifest(of: sorted))])
    lines = ChangeList(want, since: [have]).lines()
    before = have.files.map(Self.file)
    now = want.files.map(Self.file)
  }

  private static func file(_ file: ChangeList.File) -> File {
    var said = file.content.map { [UInt8]("\($0.bytes) ".utf8) }
    if let content = file.content { said?.append(content.digest) }
    return (file.path, said.map { String(decoding: $0, as: UTF8.self) })
  }
}
