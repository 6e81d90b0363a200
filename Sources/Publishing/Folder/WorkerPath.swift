/// Where a site has its service worker.
package enum WorkerPath {
  /// Its name in the folder of the site.
  package static let name = "sw.js"

  /// Whether a path is that of a worker.
  package static func isWorker(_ path: String) -> Bool { path == name || path.hasSuffix("/" + name) }
}
