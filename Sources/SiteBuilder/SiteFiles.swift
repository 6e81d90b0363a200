import Bytes
import CalendarPages

/// Files of a site that are made for machines.
enum SiteFiles {
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

  /// sitemap.xml (sitemaps.org 0.9): every page except those for missing ones, up to the protocol's limit of 50,000
  /// addresses; pages nearest to the root come first.
  static func siteMap(_ site: Site, _ files: [Plan.File]) -> [UInt8] {
    var out: [UInt8] = []
    out.append(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
    var count = 0
    for file in files where count < 50_000 {
      guard case .page(let page) = file.work, page.isListed else { continue }
      count += 1
      out.append("<url><loc>")
      out.append(xml: site.url)
      out.append(
        xml: file.path.hasSuffix("index.html") ? String(file.path.dropLast("index.html".count)).utf8 : file.path.utf8)
      out.append("</loc></url>\n")
    }
    out.append("</urlset>\n")
    return out
  }
}
