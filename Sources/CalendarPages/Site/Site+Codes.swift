import Bytes

/// Limits of subscribe.html, each with its reason.
package enum SubscribeLimits {
  /// Feeds with links to programs and a QR code; others have their address alone. A feed takes 2 KB of the page, there
  /// may be 100 categories and any number of calendars and filters, and nobody compares hundreds of pictures.
  package static let feeds = 100
  /// Bytes of an address that becomes a QR code. A longer one would have more than 120 rows, which a camera hardly
  /// reads from a screen.
  package static let code = 800
}

extension Site {
  /// The address of a file of the site; empty while the site's own address is unknown.
  func address(of path: [UInt8]) -> [UInt8] { url.isEmpty ? [] : url + path }

  /// The feeds that a calendar program subscribes to. The first of them get links to programs.
  var calendarFeeds: [FeedLink] { feeds.filter { $0.isCalendar } }

  /// The QR code at the foot of printed pages: its path, and the address of the site that it contains. Scripts draw the
  /// code of the page itself; one for each page would double the files of a site. `nil` if the address is unknown or
  /// too long.
  package var ownCode: (path: [UInt8], address: [UInt8])? {
    url.isEmpty || url.count > SubscribeLimits.code ? nil : ([UInt8]("address.svg"), url)
  }

  /// The QR codes of feeds: their paths, and the addresses that they contain.
  package var feedCodes: [(path: [UInt8], address: [UInt8])] {
    if url.isEmpty { return [] }
    return calendarFeeds.prefix(SubscribeLimits.feeds).compactMap { feed in
      let address = address(of: feed.path)
      return address.count > SubscribeLimits.code ? nil : (feed.codePath, address)
    }
  }
}
