/// A file of the site in the form in which it is sent.
struct Page: Sendable {
  var status = Status.ok
  var type: String
  var tag: String
  var bytes: [UInt8]
  /// Whether it contains the edit token, so that clients must not store it.
  var hasToken: Bool

  init(status: Status = .ok, type: String, bytes: [UInt8], hasToken: Bool = false) {
    self.status = status
    self.type = type
    self.bytes = bytes
    self.hasToken = hasToken
    tag = EntityTag.of(bytes)
  }
}

/// The most recently requested pages, up to a number of bytes. Most pages take less time to render than to send; feeds
/// and year pages of large calendars take longer.
struct PageCache {
  private let limit: Int
  private var pages: [String: (page: Page, used: UInt64)] = [:]
  private(set) var size = 0
  private var clock: UInt64 = 0

  /// - Parameter limit: total size in bytes; a page larger than a quarter of it is not cached.
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

  /// Adds a page; if the limit is exceeded, pages unused for longest are removed until three quarters are left, so that
  /// sorting them is rare.
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
