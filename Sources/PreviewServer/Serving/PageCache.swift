/// A file of the site as it is sent.
struct Page: Sendable {
  var status = Status.ok
  var type: String
  var tag: String
  var bytes: [UInt8]
  /// Whether the token of edits stands in it, which no client may keep.
  var hasToken: Bool

  init(status: Status = .ok, type: String, bytes: [UInt8], hasToken: Bool = false) {
    self.status = status
    self.type = type
    self.bytes = bytes
    self.hasToken = hasToken
    tag = EntityTag.of(bytes)
  }
}

/// The pages that were asked for last, up to a number of bytes. Most pages are rendered in less time than
/// it takes to send them; feeds and year pages of large calendars are not.
struct PageCache {
  private let limit: Int
  private var pages: [String: (page: Page, used: UInt64)] = [:]
  private(set) var size = 0
  private var clock: UInt64 = 0

  /// - Parameter limit: bytes of all pages; one that is larger than a quarter of it is not kept.
  init(limit: Int = 32 << 20) { self.limit = limit }

  var count: Int { pages.count }

  mutating func removeAll() {
    pages.removeAll()
    size = 0
  }

  mutating func page(_ path: String) -> Page? {
    guard let found = pages[path] else { return nil }
    clock += 1
    pages[path]!.used = clock
    return found.page
  }

  /// Keeps a page; when it would be too much, those go that nobody asked for the longest, down to three
  /// quarters, so that their order is looked at seldom.
  mutating func keep(_ page: Page, at path: String) {
    guard page.bytes.count <= limit / 4 else { return }
    clock += 1
    if let old = pages.updateValue((page, clock), forKey: path) { size -= old.page.bytes.count }
    size += page.bytes.count
    guard size > limit else { return }
    for (path, entry) in pages.sorted(by: { $0.value.used < $1.value.used }) {
      if size <= limit / 4 * 3 { return }
      size -= entry.page.bytes.count
      pages[path] = nil
    }
  }
}
