import Foundation

/// Where the command keeps what it could get again: nothing in there is content.
public enum UserCache {
  /// `$XDG_CACHE_HOME/busylife-gen`, else the usual place below the home folder; `nil` where the user has no
  /// folder for such things.
  public static func folder(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if let given = environment["XDG_CACHE_HOME"], given.hasPrefix("/") { return given + "/busylife-gen" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
    return home + "/Library/Caches/busylife-gen"
    #else
    return home + "/.cache/busylife-gen"
    #endif
  }
}
