import Bytes
import CalendarPages
import CivilTime
import Mustache
import TimeZones

/// Files of a site that are made for machines.
enum SiteFiles {
  /// The most addresses that sitemaps.org allows in a file; search engines refuse a file of more as a whole.
  private static let mostAddresses = 50_000

  /// manifest.webmanifest (W3C Web Application Manifest), with relative addresses.
  static func webManifest(_ site: Site) -> [UInt8] {
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
    out.append("\",\"start_url\":\"index.html\",\"display\":\"standalone\",\"background_color\":\"#ffffff\",")
    out.append("\"theme_color\":\"#ffffff\",\"icons\":[{\"src\":")
    out.append(json: site.assets.touchIcon)
    out.append(",\"sizes\":\"any\",\"type\":\"")
    out.append(site.assets.touchIcon.suffix(4).equals(".png") ? "image/png" : "image/svg+xml")
    out.append("\"}]}\n")
    return out
  }

  /// robots.txt (RFC 9309).
  static func robots(_ site: Site) -> [UInt8] {
    var out: [UInt8] = []
    out.append("User-agent: *\n")
    if !site.isIndexed {
      out.append("Disallow: /\n")
      return out
    }
    out.append("Allow: /\n")
    if !site.url.isEmpty {
      out.append("Sitemap: ")
      out.append(contentsOf: site.url)
      out.append("sitemap.xml\n")
    }
    return out
  }

  /// sitemap.xml (sitemaps.org 0.9): every page except those for missing ones, up to the protocol's limit; pages
  /// nearest to the root come first. `lastmod` is of the content, and left out where it says nothing.
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
      guard case .page(let page) = file.work, page.isListed else { continue }
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
