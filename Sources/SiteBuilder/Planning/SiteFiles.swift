import Bytes
import CalendarPages
import CivilTime
import Feeds
import Mustache
import SiteTerms
import TimeZones

/// Files of a site that are made for machines.
enum SiteFiles {
  /// The most addresses that sitemaps.org allows in a file; search engines refuse a file of more as a whole.
  private static let mostAddresses = 50_000

  /// manifest.webmanifest (W3C Web Application Manifest), with relative addresses.
  /// - Parameters:
  ///   - root: the folder of the site's language: empty, or ending in a slash. Its scope is the whole site.
  ///   - files: the paths of the theme's files from there.
  static func webManifest(_ site: Site, root: String, files: Set<String>) -> [UInt8] {
    var out: [UInt8] = []
    out.append("{\"name\":")
    out.append(json: site.title)
    out.append(",\"short_name\":")
    out.append(json: site.title)
    if !site.description.isEmpty {
      out.append(",\"description\":")
      out.append(json: site.description)
    }
    out.append(",\"lang\":")
    out.append(json: site.locale.identifier)
    out.append(",\"dir\":\"")
    out.append(site.locale.isRightToLeft ? "rtl" : "ltr")
    out.append("\"")
    // Without `id`, programs are told apart by the address of `start_url`, which follows the site wherever it lies.
    out.append(",\"start_url\":\"index.html\",\"scope\":\"")
    out.append(contentsOf: root.isEmpty ? "./".utf8 : Plan.wayUp(from: root).utf8)
    out.append("\",\"display\":\"standalone\",\"background_color\":\"#ffffff\",")
    out.append("\"theme_color\":\"#ffffff\",\"icons\":[")
    appendIcons(site, files, to: &out)
    out.append("]")
    appendShortcuts(site, to: &out)
    out.append("}\n")
    return out
  }

  /// The icons of the manifest. Those for masks are opaque, with all that matters in the inner 80 %.
  private static func appendIcons(_ site: Site, _ files: Set<String>, to out: inout [UInt8]) {
    var isFirst = true
    for (name, purpose) in [("icon", "any"), ("maskable", "maskable")] {
      for size in [192, 512] {
        let path = "assets/icons/\(name)-\(size).png"
        guard files.contains(path) else { continue }
        if !isFirst { out.append(ascii: ",") }
        isFirst = false
        let entry =
          "{\"src\":\"\(path)\",\"sizes\":\"\(size)x\(size)\",\"type\":\"image/png\",\"purpose\":\"\(purpose)\"}"
        out.append(contentsOf: entry.utf8)
      }
    }
    guard isFirst else { return }
    out.append("{\"src\":")
    out.append(json: site.assets[.touchIcon])
    out.append(",\"sizes\":\"any\",\"type\":\"")
    out.append(site.assets[.touchIcon].suffix(4).equals(".png") ? "image/png" : "image/svg+xml")
    out.append("\"}")
  }

  /// What the icon of the installed site offers: the present day, and the present month. Their addresses hold no date,
  /// so that they stay right however old the build is.
  private static func appendShortcuts(_ site: Site, to out: inout [UInt8]) {
    var shortcuts: [(name: [UInt8], path: String)] = []
    if site.links.hasToday { shortcuts.append((site.words[.today], "today.html")) }
    if site.links.kinds.contains(.calendar) { shortcuts.append((site.words[.month], "beyond.html?view=calendar")) }
    guard !shortcuts.isEmpty else { return }
    out.append(",\"shortcuts\":[")
    for (index, shortcut) in shortcuts.enumerated() {
      if index > 0 { out.append(ascii: ",") }
      out.append("{\"name\":")
      out.append(json: shortcut.name)
      out.append(",\"url\":")
      out.append(json: shortcut.path.utf8)
      out.append("}")
    }
    out.append("]")
  }

  /// robots.txt (RFC 9309).
  static func robots(_ site: Site) -> [UInt8] {
    if !site.facts.isIndexed { return [UInt8]("User-agent: *\nDisallow: /\n") }
    let map: [UInt8] = site.url.isEmpty ? [] : "Sitemap: " + site.url + "sitemap.xml\n"
    return "User-agent: *\nAllow: /\n" + map
  }

  /// sitemap.xml (sitemaps.org 0.9): every page except those for missing ones, up to the protocol's limit; pages
  /// nearest to the root come first. `lastmod` is when the content changed, and is left out if unknown.
  /// - Parameter sites: those of the jobs, in their order; the main one first.
  static func siteMap(_ jobs: some Sequence<PreparedSite.Job>, of sites: [RenderedSite]) -> [UInt8] {
    let main = sites[0].site
    var changes = [LastChanges?](repeating: nil, count: sites.count)
    var out: [UInt8] = []
    out.append(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
    var count = 0
    for job in jobs where count < mostAddresses {
      let file = job.file
      guard case .page(let page) = file.work, page.kind.isListed else { continue }
      count += 1
      out.append("<url><loc>")
      out.append(xml: main.url)
      out.append(
        xml: file.path.hasSuffix("index.html") ? String(file.path.dropLast("index.html".count)).utf8 : file.path.utf8)
      out.append("</loc>")
      if changes[job.site] == nil { changes[job.site] = LastChanges(sites[job.site]) }
      if let changed = changes[job.site]?.change(of: page) {
        out.append("<lastmod>")
        out.append(rfc3339: Instant(clamping: changed), at: .utc)
        out.append("</lastmod>")
      }
      out.append("</url>\n")
    }
    out.append("</urlset>\n")
    return out
  }
}
