import Bytes
import Foundation

/// The key `templates` of `site.yml`: the theme's folder.
///
/// Files below its `assets/` are published, so it is restricted like `source:`: content written by somebody else must
/// not be able to publish any folder of the computer. It may be in the content folder or beside it, where `init
/// --theme` puts it; `--templates`, which only the person who builds can give, accepts any folder.
extension ConfigurationReader {
  mutating func readTemplates(_ map: MapReader) {
    guard let written = text(map, "templates"), let entry = value(map, "templates") else { return }
    let text = Array(written.trimmed)
    let parts = text.split(separator: UInt8.ascii("/")).filter { !$0.equals(".") }
    let isBeside = parts.first?.equals("..") ?? false
    let inner = parts.dropFirst(isBeside ? 1 : 0)
    let isOutside = text.first == UInt8.ascii("/") || text.first == UInt8.ascii("~")
    guard !isOutside, !inner.isEmpty, !inner.contains(where: { $0.equals("..") }), !text.contains(0) else {
      return refuse(
        entry,
        "write the path of a folder in the content folder, or of one beside it such as ../Templates (the option "
          + "--templates takes any folder)")
    }
    let path = inner.map { String(utf8: $0) }.joined(separator: "/")
    reading.configuration.templates = isBeside ? "../" + path : path
    reading.configuration.positions["templates"] = entry.value.position
  }

  /// Checks that the folder exists, and makes its path relative to the working folder, as the user would type it.
  mutating func requireTemplates(_ folder: ContentFolder) {
    guard let written = reading.configuration.templates else { return }
    let path = folder.path(of: written)
    reading.configuration.templates = path
    func report(_ message: String) {
      reading.configuration.templatesProblem = reading.configuration.problem(.error, at: "templates", message)
    }
    func resolved(_ path: String) -> String? {
      realpath(path, nil).map { real in
        defer { free(real) }
        return String(cString: real)
      }
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
      let real = resolved(path), let outer = resolved(folder.path(of: written.hasPrefix("../") ? ".." : "."))
    else {
      report("there is no folder \(path); make one with init --theme, or correct the path")
      return
    }
    if !reading.configuration.followsLinks, !real.hasPrefix(outer == "/" ? "/" : outer + "/") {
      report(
        "\(path) is a link that leads elsewhere, and is not followed; copy the folder there, or set followLinks: true")
    }
  }
}
