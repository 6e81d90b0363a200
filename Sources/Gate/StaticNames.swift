import Bytes
import CalendarPages
import Foundation
import Publishing
import Readers
import SiteTerms

/// Names that files of `Content/static` can't have: those of the site's own files. All names in the folders that the
/// site fills are taken, whether a page has one of them today or not: windows move, and events come and go.
extension LoadedContent {
  /// Folders of every site, in lower case.
  package static let folders: Set<String> =
    Set(ViewKind.allCases.map { "\($0.name)" })
    .union(["assets", "data", "event", "feeds", "lang", "notes", "share", "zone"])

  /// Pages at the top of a site to which notes may link.
  static let linkedPages = Page.linked.map { "\($0).html" }

  /// Pages and files at the top of every site, in lower case.
  package static let pages: Set<String> =
    Set(linkedPages)
    .union(["404.html", "address.svg", "embed.js", "manifest.webmanifest", "robots.txt", "sitemap.xml"])
    .union([WorkerPath.name])

  /// A path as compared by file systems and servers that ignore case and the form of a letter (`é` as one character or
  /// two).
  package static func folded(_ path: String) -> String {
    path.precomposedStringWithCanonicalMapping.uppercased().lowercased().precomposedStringWithCanonicalMapping
  }

  /// Errors about static files with names that every site needs, or that are the same on some servers and systems.
  package func staticRefusals() -> [Problem] {
    // A file may also have the name of another's folder.
    var owners: [String: String] = [:]
    var folders: [String: String] = [:]
    let twins = content.statics.compactMap { file -> Problem? in
      let path = Self.folded(file.published)
      let outer = path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
      if let owner = owners[path] ?? folders[path] ?? outer.lazy.compactMap({ owners[$0] }).first {
        return twin(file, owner)
      }
      owners[path] = file.published
      for folder in outer { folders[folder] = file.published }
      return nil
    }
    return twins
      + content.statics.compactMap { file in
        let path = Self.folded(file.published)
        if Self.pages.contains(Self.original(path)) { return refusal(of: file, path) }
        guard let slash = path.firstIndex(of: "/") else {
          return Self.folders.contains(path) ? refusal(of: file, path + "/") : nil
        }
        let folder = String(path[..<slash])
        return Self.folders.contains(folder) || Self.pages.contains(folder) ? refusal(of: file, folder + "/") : nil
      }
  }

  /// For a compressed copy, judged by its name, the path of its original; for other files their own path.
  package static func original(_ path: String) -> String {
    let copy = Precompression.allCases.first { path.hasSuffix($0.suffix) }
    return copy.map { String(path.dropLast($0.suffix.count)) } ?? path
  }

  private func twin(_ file: StaticFiles.File, _ other: String) -> Problem {
    Problem(
      .error, in: file.file.path,
      "on some servers this has the same name as static/\(other); give one of them another")
  }

  func refusal(of file: StaticFiles.File, _ taken: String) -> Problem {
    let isCopy = Self.original(taken) != taken
    let what =
      taken.hasSuffix("/")
      ? "\(taken) is a folder of the site's own pages"
      : "the site makes \(taken) itself" + (isCopy ? " with --precompress" : "")
    return Problem(.error, in: file.file.path, "\(what); give this file another name")
  }
}
