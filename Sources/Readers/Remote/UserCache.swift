import Files
import Foundation

/// Where the command keeps what it could get again: nothing in there is content.
package enum UserCache {
  /// `$XDG_CACHE_HOME/busylife-gen`, else the usual place below the home folder; `nil` where the user has no
  /// folder for such things.
  package static func folder(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if let given = environment["XDG_CACHE_HOME"], given.hasPrefix("/") { return given + "/busylife-gen" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
      return home + "/Library/Caches/busylife-gen"
    #else
      return home + "/.cache/busylife-gen"
    #endif
  }

  /// What a build says of a cache folder that can't be trusted, and is therefore not used: one that a link leads to,
  /// that another user owns or that others can write to. `nil` if nothing is wrong with it, or there is none.
  package static func warning(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    guard let path = folder(environment: environment) else { return nil }
    do throws(FileFailure) { _ = try PrivateFolder.open(path, making: false) } catch {
      switch error.reason {
      case .link:
        return
          "warning: \(error.path): the cache is not used, since a link leads to it; name its real folder in "
          + "XDG_CACHE_HOME"
      case .other, .notAFolder: return "warning: \(error), or set XDG_CACHE_HOME to a folder of your own"
      case .system, .name, .outside: return nil
      }
    }
    return nil
  }
}
