import CalendarPages
import Gate
import Readers

/// What a site is published from in one of its languages.
struct SiteEdition {
  /// One for each zone, with the paths of its assets; the first zone's first.
  var sites: [RenderedSite]
  var published: PublicContent
  var events: EventFingerprints
  var assets: PublishedAssets
  /// The files below `data/`.
  var data: [Plan.File]
  /// The words of reading offline, as an object of JavaScript.
  var offlineWords: [UInt8]
}

extension Plan {
  /// Every file of a build with its site, without duplicate paths: the first wins. Sites are numbered through all
  /// editions.
  /// - Parameters:
  ///   - editions: the main language's first.
  ///   - workers: the files of service workers, made of the paths of all others; they are published last.
  static func jobs(
    _ editions: [SiteEdition], workers: (_ paths: [String]) -> [(path: String, bytes: [UInt8])]
  ) -> [PreparedSite.Job] {
    var firsts: [Int] = []
    var pages: [[PreparedSite.Job]] = []
    for edition in editions {
      firsts.append(pages.isEmpty ? 0 : firsts[firsts.count - 1] + editions[pages.count - 1].sites.count)
      pages.append(Self.pages(edition, first: firsts[firsts.count - 1]))
    }
    var jobs: [PreparedSite.Job] = []
    for (index, edition) in editions.enumerated() {
      jobs += pages[index]
      let root = edition.sites[0].root
      let site = edition.sites[0].site
      var plan = Plan()
      plan.add(root + "404.html", .page(.missing))
      for file in edition.assets.files { plan.add(root + file.path, .bytes(file.bytes)) }
      plan.add(
        root + "manifest.webmanifest",
        .bytes(SiteFiles.webManifest(site, root: root, files: Set(edition.assets.files.map { $0.path }))))
      // These files are for the whole site.
      if index == 0 {
        plan.add("robots.txt", .bytes(SiteFiles.robots(site)))
        if !site.url.isEmpty, site.facts.isIndexed {
          plan.add("sitemap.xml", .bytes(SiteFiles.siteMap(pages.joined(), of: editions.flatMap { $0.sites })))
        }
      }
      for file in edition.data { plan.add(root + file.path, file.work) }
      jobs += plan.files.map { PreparedSite.Job(site: firsts[index], file: $0) }
    }
    var seen: Set<String> = []
    jobs = jobs.filter { seen.insert($0.file.path).inserted }
    for (path, bytes) in workers(jobs.map { $0.file.path }) where seen.insert(path).inserted {
      jobs.append(PreparedSite.Job(site: 0, file: Plan.File(path: path, work: .bytes(bytes))))
    }
    return jobs
  }

  /// The pages and feeds of one language, and the images of its notes.
  /// - Parameter first: the number of its first site.
  private static func pages(_ edition: SiteEdition, first: Int) -> [PreparedSite.Job] {
    edition.sites.enumerated().flatMap { index, site in
      var plan = Plan()
      let prefix = site.root + site.prefix
      plan.add(site, prefix: prefix)
      for picture in site.pictures?.all ?? [] { plan.add(prefix + picture.path(in: site.site), .picture(picture)) }
      // Zones have no assets of their own, but board.html knows these only by the root of its site.
      for file in edition.assets.files where !site.prefix.isEmpty && file.path.hasPrefix(PublishedAssets.board) {
        plan.add(prefix + file.path, .bytes(file.bytes))
      }
      for image in edition.published.notes.flatMap(\.images) + edition.published.footer.images {
        let work = image.drawing.map { Plan.Work.bytes($0) } ?? .copy(image.file)
        plan.add(prefix + String(decoding: image.published, as: UTF8.self), work)
      }
      return plan.files.map { PreparedSite.Job(site: first + index, file: $0) }
    }
  }
}
