import Bytes
import CalendarPages
import Events
import Gate
import Readers

/// The files that a build writes: a pure list, each with how it is made. Nothing is rendered or written yet.
struct Plan: Sendable {
  /// There is one for each file, and most are pages and files of events: larger values are boxed.
  enum Work: Sendable {
    case page(Page)
    /// One event as a file to add to a calendar: an index of ``CalendarPages/EventPages/events``.
    case eventFile(Int)
    case feed(Feed)
    /// The picture of an address as a QR code.
    case code([UInt8])
    /// What chats show of a page.
    case picture(Picture)
    case bytes([UInt8])
    /// A file of `data/` that is named by its content hash.
    indirect case data(SiteDataFiles.Source)
    /// A content file, published unchanged.
    indirect case copy(ContentFile)
  }

  struct File: Sendable {
    /// Relative to the output folder.
    var path: String
    var work: Work
  }

  private(set) var jobs: [PreparedSite.Job] = []
  /// The number of the site that is added.
  private var site = 0

  private mutating func add(_ path: String, _ work: Work) {
    jobs.append(PreparedSite.Job(site: site, file: File(path: path, work: work)))
  }

  /// Every file of a build with its site, without duplicate paths: the first wins. Sites are numbered through all
  /// editions.
  /// - Parameters:
  ///   - editions: the main language's first.
  ///   - workers: the files of service workers, made of the paths of all others; they are published last.
  static func jobs(
    _ editions: [SiteEdition], workers: (_ paths: [String]) -> [(path: String, bytes: [UInt8])]
  ) -> [PreparedSite.Job] {
    var plan = Plan()
    var siteMap: Int?
    for edition in editions {
      let first = plan.site
      plan.addPages(of: edition)
      let next = plan.site
      plan.site = first
      plan.addFiles(of: edition)
      // These files are for the whole site.
      if first == 0 {
        let site = edition.sites[0].site
        plan.add("robots.txt", .bytes(SiteFiles.robots(site)))
        if !site.url.isEmpty, site.facts.isIndexed {
          siteMap = plan.jobs.count
          plan.add("sitemap.xml", .bytes([]))
        }
      }
      for file in edition.data { plan.add(edition.sites[0].root + file.path, file.work) }
      plan.site = next
    }
    if let siteMap {
      plan.jobs[siteMap].file.work = .bytes(SiteFiles.siteMap(plan.jobs, of: editions.flatMap { $0.sites }))
    }
    var seen = Set<String>(minimumCapacity: plan.jobs.count)
    plan.jobs = plan.jobs.filter { seen.insert($0.file.path).inserted }
    plan.site = 0
    for (path, bytes) in workers(plan.jobs.map { $0.file.path }) where seen.insert(path).inserted {
      plan.add(path, .bytes(bytes))
    }
    return plan.jobs
  }

  /// Adds the pages and feeds of one language, and the images of its notes.
  private mutating func addPages(of edition: SiteEdition) {
    for site in edition.sites {
      let prefix = site.root + site.prefix
      add(site, prefix: prefix)
      for picture in site.pictures?.all ?? [] { add(prefix + picture.path(in: site.site), .picture(picture)) }
      // Zones have no assets of their own, but board.html knows these only by the root of its site.
      for file in edition.assets.files where !site.prefix.isEmpty && file.path.hasPrefix(PublishedAssets.board) {
        add(prefix + file.path, .bytes(file.bytes))
      }
      for image in edition.published.notes.flatMap(\.images) + edition.published.footer.images {
        let work = image.drawing.map { Plan.Work.bytes($0) } ?? .copy(image.file)
        add(prefix + String(decoding: image.published, as: UTF8.self), work)
      }
      self.site += 1
    }
  }

  /// Adds the files that all zones of one language share, but those below `data/`.
  private mutating func addFiles(of edition: SiteEdition) {
    let root = edition.sites[0].root
    add(root + "404.html", .page(.missing))
    for file in edition.assets.files { add(root + file.path, .bytes(file.bytes)) }
    let paths = Set(edition.assets.files.map { $0.path })
    add(
      root + "manifest.webmanifest",
      .bytes(SiteFiles.webManifest(edition.sites[0].site, root: root, files: paths)))
  }

  /// Adds every page and feed of one zone's site.
  /// - Parameter prefix: empty, or the folder of the zone, ending in a slash.
  private mutating func add(_ rendered: RenderedSite, prefix: String) {
    let site = rendered.site
    let pages = Page.all(of: site)
    jobs.reserveCapacity(jobs.count + pages.count + site.eventPages.events.count)
    for page in pages {
      let path = prefix + String(decoding: page.path(in: site), as: UTF8.self)
      add(path, .page(page))
      if case .event(let event) = page { add(path.dropLast("html".count) + "ics", .eventFile(event)) }
    }
    for (feed, link) in zip(rendered.feeds.catalog.feeds, site.feeds) {
      add(prefix + String(decoding: link.path, as: UTF8.self), .feed(feed))
    }
    for code in [site.ownCode].compactMap({ $0 }) + site.feedCodes {
      add(prefix + String(decoding: code.path, as: UTF8.self), .code(code.address))
    }
  }

  /// The way from a folder of the output up to the root.
  /// - Parameter folder: empty, or ending in a slash.
  static func wayUp(from folder: String) -> String {
    String(decoding: Array(folder.utf8).wayUp, as: UTF8.self)
  }
}
