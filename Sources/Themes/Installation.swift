import Foundation

/// Where the command is, and what was installed with it.
package enum Installation {
  /// The folder of the command itself, without links.
  package static let folder: URL = {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let command =
      FileManager.default.fileExists(atPath: executable)
      ? executable : (Bundle.main.executablePath ?? CommandLine.arguments[0])
    return URL(fileURLWithPath: command).resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// The folders that may hold what was installed with it: `share/busylife-gen` beside that of the command, also if the
  /// command is in a folder of its own with its libraries (`lib/busylife-gen`).
  package static let shared: [String] = ["../", "../../"].map {
    folder.appendingPathComponent("\($0)share/busylife-gen").standardizedFileURL.path
  }
}
