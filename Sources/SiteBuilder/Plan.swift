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
  mutating func add(_ site: Site, prefix: String) {
    for page in Page.all(of: site) {
      let path = prefix + String(decoding: page.path(in: site), as: UTF8.self)
      add(path, .page(page))
      if case .event(let event) = page { add(path.dropLast("html".count) + "ics", .eventFile(event)) }
    }
    for feed in Feed.all(of: site) { add(prefix + feed.path(in: site), .feed(feed)) }
  }
}
