import Synchronization

/// The paths of what was read through links that lead out of a folder.
final class FollowedLinks: Sendable {
  private let paths = Mutex<Set<String>>([])

  func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  var all: [String] { paths.withLock { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } } }
}
