import Bytes
import CalendarPages
import CivilTime
import Events
import Publishing
import Readers
import Themes

/// sw.js, the service worker with which browsers keep pages of the site for reading without a connection: the theme's
/// script, after a line that says what the site has. It lies in the site's root, because a worker answers for the
/// addresses below its own, and changes only if what it lists changes.
struct ServiceWorker {
  /// The folder of scripts of workers below `assets/`; these are not published under that name.
  static let folder = "offline/"
  /// The months whose events are kept from the first visit on, counted from that of the build: those that readers turn
  /// to most.
  private static let months: ClosedRange<Int> = -1...12
  /// The folder of feeds, which are for other programs.
  private static let feeds = "feeds"

  /// What is published under the name.
  let mode: SiteConfiguration.Offline
  /// The paths below the output folder at which earlier builds published a worker. Browsers that have one ask for it
  /// there for ever, and keep it if there is nothing; so each is replaced by one that removes itself.
  var earlier: [String] = []

  /// The module that tells scripts of pages where the worker is and whether it is in use.
  /// - Parameter root: the folder of the pages' language, empty or ending in a slash.
  func address(root: String) -> (path: String, bytes: [UInt8]) {
    let up = Plan.wayUp(from: root)
    return ("modules/worker.js", Array("export const root=\"../../\(up)\",isKept=\(mode == .on);\n".utf8))
  }

  /// The files of workers.
  /// - Parameters:
  ///   - paths: those of all other files of the site.
  ///   - level: that of the site. If it changes, browsers drop all that they have kept.
  func files(
    _ editions: [SiteEdition], paths: [String], _ theme: Theme, level: Privacy
  ) -> [(path: String, bytes: [UInt8])] {
    var made: [(path: String, bytes: [UInt8])] = []
    switch mode {
    case .on: made.append((WorkerPath.name, head(editions, paths, level) + script("worker.js", theme)))
    case .removed: made.append((WorkerPath.name, script("removed.js", theme)))
    case .off: break
    }
    for path in earlier where !made.contains(where: { $0.path == path }) {
      made.append((path, script("removed.js", theme)))
    }
    return made
  }

  private func script(_ name: String, _ theme: Theme) -> [UInt8] {
    ScriptComments.without(theme.asset(Self.folder + name))
  }

  /// The worker that replaces one in a folder that no longer has a site.
  static func removal(_ theme: Theme) -> [UInt8] {
    ServiceWorker(mode: .removed).script("removed.js", theme)
  }

  // MARK: What the site has

  /// `const site = {…};`
  private func head(_ editions: [SiteEdition], _ paths: [String], _ level: Privacy) -> [UInt8] {
    var folders: Set<Substring> = []
    var roots: [String] = []
    for path in paths {
      if let slash = path.utf8.firstIndex(of: .slash) {
        folders.insert(path[..<slash])
      } else if path.hasSuffix(".html") || path.hasSuffix(".webmanifest") {
        roots.append(path)
      }
    }
    folders.remove(Substring(Self.feeds))
    var out = [UInt8]("const site = {level:\"")
    out.append(level.name)
    out.append("\",folders:")
    out.append(jsonTexts: folders.sorted().map { Array($0.utf8) })
    out.append(",roots:")
    out.append(jsonTexts: roots.sorted().map { Array($0.utf8) })
    out.append(",editions:[")
    for (index, edition) in editions.enumerated() {
      if index > 0 { out.append(ascii: ",") }
      append(edition, to: &out)
    }
    out.append("]};\n")
    return out
  }

  /// One language: its folder, the files that its pages need besides the pages, and its words.
  private func append(_ edition: SiteEdition, to out: inout [UInt8]) {
    let rendered = edition.sites[0]
    let site = rendered.site
    let assets = edition.assets.files.map { $0.path }.filter { path in
      path.hasPrefix("assets/") && !path.hasPrefix("assets/icons/") && !path.hasSuffix("/embed.js")
    }
    // Events of further months are kept when they were needed; search, when it was used.
    let months = Self.months.compactMap { site.today.civilMonth.adding(months: $0) }.map { month in
      "data/events/\(String(decoding: [UInt8].written { $0.append(iso: month) }, as: UTF8.self))-"
    }
    let data = edition.data.map { $0.path }.filter { path in
      path.utf8.count { $0 == .slash } == 1 && path != "data/site.bin" || months.contains { path.hasPrefix($0) }
    }
    let icon = String(decoding: site.assets[.icon], as: UTF8.self)
    out.append("{root:")
    out.append(json: rendered.root.utf8)
    out.append(",lang:")
    out.append(json: site.locale.identifier)
    out.append(",dir:\"")
    out.append(site.locale.isRightToLeft ? "rtl" : "ltr")
    out.append("\",style:")
    out.append(json: site.assets[.stylesheet])
    out.append(",files:")
    out.append(jsonTexts: (assets + data + [icon, "manifest.webmanifest"]).map { Array($0.utf8) })
    out.append(",words:")
    out.append(contentsOf: edition.offlineWords)
    out.append("}")
  }
}

extension CompiledWords {
  /// The words of reading offline, as an object of JavaScript: the worker can't import the module that has them.
  var offline: [UInt8] {
    let script = scripts.first { $0.path == "modules/offline-words.js" }?.bytes ?? []
    let (head, tail) = ([UInt8]("export const words = "), [UInt8](";\n"))
    guard script.starts(with: head), script.suffix(tail.count).elementsEqual(tail) else { return [UInt8]("{}") }
    return Array(script.dropFirst(head.count).dropLast(tail.count))
  }
}
