import Files
import Foundation

/// The browser module, which the build puts into every site, as it is for browsing and as it is with all that readers'
/// own calendars need: beside the command that was just built, or with the theme of one that is installed.
struct PublishedModule {
  /// What pages load to have any section in any zone.
  let browsing: [UInt8]
  /// What they go over to for pages of events, calendars of a reader's own and free time; `nil` if it was not built.
  let whole: [UInt8]?

  /// Where the modules are, both in one folder; empty if there is none.
  static let paths: [String] = {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let manager = FileManager.default
    let command =
      manager.fileExists(atPath: executable) ? executable : (Bundle.main.executablePath ?? CommandLine.arguments[0])
    let folder = URL(fileURLWithPath: command).resolvingSymlinksInPath().deletingLastPathComponent()
    for place in [folder.path, folder.appendingPathComponent("../share/busylife-gen").standardizedFileURL.path] {
      let paths = ["/BrowserModule.wasm", "/BrowserModule-whole.wasm"].map { place + $0 }
      if manager.fileExists(atPath: paths[0]) { return paths.filter { manager.fileExists(atPath: $0) } }
    }
    return []
  }()

  /// What a build says that lacks a module; `nil` if it has both.
  static var warning: String? {
    switch paths.count {
    case 0:
      "warning: the browser module is not beside the command, so the site ends where its window does; build it with "
        + "make build"
    case 1:
      "warning: BrowserModule-whole.wasm is not beside BrowserModule.wasm, so readers can't add calendars of their own "
        + "or find free time; build it with make build"
    default: nil
    }
  }

  /// The modules; `nil` if there is none for browsing.
  static func read() throws(BuildError) -> PublishedModule? {
    guard let browsing = paths.first else { return nil }
    return try reaching { () throws(FileFailure) in
      PublishedModule(
        browsing: try FileReading.contents(of: browsing),
        whole: paths.count > 1 ? try FileReading.contents(of: paths[1]) : nil)
    }
  }
}
