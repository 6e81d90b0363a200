import CalendarPages
import Readers

extension Plan {
  /// Every file of a build with its site, without duplicate paths: the first wins.
  /// - Parameter sites: with the paths of their assets, the first zone's first.
  static func jobs(
    _ sites: [RenderedSite], _ published: PublicContent, _ assets: PublishedAssets, data: [Plan.File]
  ) -> [PreparedSite.Job] {
    var jobs: [PreparedSite.Job] = []
    for (index, site) in sites.enumerated() {
      var plan = Plan()
      plan.add(site.site, prefix: site.prefix)
      for note in published.notes {
        for image in note.images {
          let work = image.drawing.map { Plan.Work.bytes($0) } ?? .copy(image.file)
          plan.add(site.prefix + String(decoding: image.published, as: UTF8.self), work)
        }
      }
      jobs += plan.files.map { PreparedSite.Job(site: index, file: $0) }
    }
    var plan = Plan()
    plan.add("404.html", .page(.missing))
    for file in assets.files { plan.add(file.path, .bytes(file.bytes)) }
    let site = sites[0].site
    plan.add("manifest.webmanifest", .bytes(SiteFiles.webManifest(site)))
    plan.add("robots.txt", .bytes(SiteFiles.robots(site)))
    if !site.url.isEmpty, site.isIndexed {
      plan.add("sitemap.xml", .bytes(SiteFiles.siteMap(site, jobs.map { $0.file })))
    }
    jobs += (plan.files + data).map { PreparedSite.Job(site: 0, file: $0) }
    var seen: Set<String> = []
    return jobs.filter { seen.insert($0.file.path).inserted }
  }
}
