import Bytes
import CalendarPages
import Events
import Readers

/// The files that a build writes: a pure list, each with how it is made. Nothing is rendered or written yet.
struct Plan: Sendable {
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
    case data(SiteDataFiles.Source)
    /// A content file, published unchanged.
    case copy(ContentFile)
  }

  struct File: Sendable {
    /// Relative to the output folder.
    var path: String
    var work: Work
  }

  var files: [File] = []

  mutating func add(_ path: String, _ work: Work) { files.append(File(path: path, work: work)) }

  /// Adds every page and feed of one zone's site.
  /// - Parameter prefix: empty, or the folder of the zone, ending in a slash.
  mutating func add(_ rendered: RenderedSite, prefix: String) {
    let site = rendered.site
    for page in Page.all(of: site) {
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
