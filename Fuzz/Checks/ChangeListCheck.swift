import Foundation
import Publishing

/// The manifest that a host has and that of what is published, with a byte 0x1C between them: the change list puts and
/// deletes no path twice, deletes after all puts, puts the manifest last, touches nothing outside of the site; and a
/// host that follows it has what is published.
package func checkChangeList(_ bytes: [UInt8]) throws(Violation) {
  let parts = bytes.split(separator: 0x1C, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let changes = ChangesAlone(from: Array(parts[0]), to: Array(parts[1])) else { return }
  // A host that can't tell what its file has; a path that the manifest has twice is one of them.
  var host: [String: String] = [:]
  var doubtful: Set<String> = []
  for file in changes.before where host.updateValue(file.said ?? "?", forKey: file.path) != nil {
    doubtful.insert(file.path)
  }
  var seen: Set<String> = []
  var isDeleting = false
  let lines = changes.lines.split(separator: 0x0A)
  for line in lines {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
      let path = object["path"] as? String, let action = object["action"] as? String
    else { throw Violation("no line of a change list: \(string(line))") }
    try require(seen.insert(path).inserted, "\(path) stands twice")
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    try require(!steps.contains { $0.isEmpty || $0 == "." || $0 == ".." }, "\(path) leads elsewhere")
    if action == "delete" {
      isDeleting = true
      try require(host.removeValue(forKey: path) != nil, "\(path) is deleted and was not there")
      continue
    }
    try require(action == "put" && !isDeleting, "\(path) comes after what is deleted")
    host[path] = "\(object["bytes"] as? Int ?? -1) \(object["sha256"] as? String ?? "")"
    doubtful.remove(path)
  }
  try require(host.count == changes.now.count, "the host has \(host.count) files of \(changes.now.count)")
  for file in changes.now where !doubtful.contains(file.path) {
    try require(host[file.path] == file.said, "the host has another \(file.path): \(host[file.path] ?? "none")")
  }
  let puts = lines.filter { $0.starts(with: "{\"action\":\"put\"".utf8) }
  let manifest = puts.firstIndex { $0.starts(with: "{\"action\":\"put\",\"path\":\".busylife-gen\"".utf8) }
  try require(manifest == nil || manifest == puts.count - 1, "the manifest is not the last put")
}
