import Foundation

/// The browser module, which the build puts into every site: beside the command that was just built, or with
/// the theme of one that is installed.
enum PublishedModule {
  static let path: String? = {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let manager = FileManager.default
    let command = manager.fileExists(atPath: executable) ? executable : (Bundle.main.executablePath ?? CommandLine.arguments[0])
    let folder = URL(fileURLWithPath: command).resolvingSymlinksInPath().deletingLastPathComponent()
    return [folder.path, folder.appendingPathComponent("../share/busylife-gen").standardizedFileURL.path]
      .map { $0 + "/BrowserModule.wasm" }
      .first { manager.fileExists(atPath: $0) }
  }()

  /// What a build says that has none.
  static let missing =
    "warning: the browser module is not beside the command, so the site ends where its window does; build it with make build"

  /// Its bytes; `nil` if there is none.
  static func bytes() throws(BuildError) -> [UInt8]? {
    guard let path else { return nil }
    return try Theme.read(path)
  }
}
