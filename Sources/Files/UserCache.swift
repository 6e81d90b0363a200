import Foundation

/// The folder for files that can be made or fetched again: it holds no content.
package enum UserCache {
  /// `$XDG_CACHE_HOME/busylife-gen`, otherwise the usual place in the home folder; `nil` if the user has no such
  /// folder.
  package static func folder(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if let given = environment["XDG_CACHE_HOME"], given.hasPrefix("/") { return given + "/busylife-gen" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
      return home + "/Library/Caches/busylife-gen"
    #else
      return home + "/.cache/busylife-gen"
    #endif
  }

  /// A warning about a cache folder that can't be trusted and is not used: a link leads to it, another user owns it, or
  /// others can write to it. `nil` if nothing is wrong with it, or there is none.
  package static func warning(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    guard let path = folder(environment: environment) else { return nil }
    do throws(FileFailure) { _ = try PrivateFolder.open(path, making: false) } catch {
      switch error.reason {
      case .link:
        return
          "warning: \(error.path): the cache is not used, since a link leads to it; name its real folder in "
          + "XDG_CACHE_HOME"
      case .other, .notAFolder: return "warning: \(error), or set XDG_CACHE_HOME to a folder of your own"
      case .system, .name, .outside, .tooLarge: return nil
      }
    }
    return nil
  }
}
