import Files
import Foundation
import Publishing
import Themes

/// The browser modules, which every site contains: one for browsing, one that also has what readers' own calendars
/// need, and one for searching. They are beside a command that was just built, or with the theme of an installed one.
struct PublishedModule {
  /// The module that pages load to make any section in any zone.
  let browsing: [UInt8]
  /// The one that replaces it for event pages, readers' own calendars and free time; `nil` if it was not built.
  let whole: [UInt8]?
  /// The module that answers searches, as gzip; `nil` if it was not built.
  let search: [UInt8]?

  /// Those that there are.
  var all: [[UInt8]] { [browsing] + [whole, search].compactMap { $0 } }

  private static let wholeName = "/BrowserModule-whole.wasm"
  private static let searchName = "/BrowserModule-search.wasm.gz"

  /// The paths of the modules, all in one folder; empty if there are none.
  static let paths: [String] = {
    let manager = FileManager.default
    for place in [Installation.folder.path] + Installation.shared {
      let paths = ["/BrowserModule.wasm", wholeName, searchName].map { place + $0 }
      if manager.fileExists(atPath: paths[0]) { return paths.filter { manager.fileExists(atPath: $0) } }
    }
    return []
  }()

  /// The warning of a build that lacks a module; `nil` if it has all.
  static var warning: String? {
    if paths.isEmpty {
      return "warning: the browser module is not beside the command, so the site has no pages outside its window; "
        + "build the module with make build"
    }
    if path(wholeName) == nil {
      return "warning: BrowserModule-whole.wasm is not beside BrowserModule.wasm, so readers can't add calendars of "
        + "their own or find free time; build it with make build"
    }
    if path(searchName) == nil {
      return "warning: BrowserModule-search.wasm.gz is not beside BrowserModule.wasm, so readers can't search; build "
        + "it with make build"
    }
    return nil
  }

  /// Reads the modules; `nil` if there is none for browsing.
  static func read() throws(BuildError) -> PublishedModule? {
    guard let browsing = paths.first else { return nil }
    func read(_ name: String) throws(FileFailure) -> [UInt8]? {
      guard let path = path(name) else { return nil }
      return try FileReading.contents(of: path)
    }
    return try reaching { () throws(FileFailure) in
      PublishedModule(
        browsing: try FileReading.contents(of: browsing), whole: try read(wholeName), search: try read(searchName))
    }
  }

  private static func path(_ name: String) -> String? { paths.first { $0.hasSuffix(name) } }
}
