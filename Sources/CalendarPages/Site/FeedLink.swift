import Bytes
import Events

/// A published feed, as pages name it. It says all that pages ask of a feed, so that they know no formats.
package struct FeedLink: Sendable {
  /// What subscribe.html names it under.
  package enum Group: UInt8, Sendable {
    /// Feeds that calendar programs subscribe to: of every published event, of a calendar, of what a filter of site.yml
    /// chooses, of a category.
    case all, calendar, filter, category
    /// Feeds for news readers, and for other programs.
    case news, other
  }

  package var group: Group
  package var mediaType: [UInt8]
  /// What heads of pages call it.
  package var title: [UInt8]
  /// From the root of its zone's site.
  package var path: [UInt8]
  /// What subscribe.html calls it. No browser makes that page, so it is empty there.
  package var name: [UInt8]

  /// - Parameter name: ``title``, if it is `nil`.
  package init(_ group: Group, _ mediaType: StaticString, title: [UInt8], path: String, name: [UInt8]? = nil) {
    self.group = group
    self.mediaType = [UInt8](mediaType)
    self.title = title
    self.path = Array(path.utf8)
    self.name = name ?? title
  }

  /// Whether the heads of all pages name it: the feed of every event, and those for news readers.
  var isOfEveryPage: Bool { group == .all || group == .news }

  /// Whether the head of any page names it; all others are on subscribe.html alone.
  package var isInHeads: Bool { isOfEveryPage || group == .calendar }

  /// Whether calendar programs subscribe to it.
  var isCalendar: Bool { group.rawValue <= Group.category.rawValue }

  /// Where the picture of its QR code is published.
  var codePath: [UInt8] { path + ".svg" }
}

extension CalendarInfo {
  /// Where its feed is published.
  package var feedPath: [UInt8] { "feeds/" + name + ".ics" }
}

extension FeedLink: Packable {
  package func pack(to out: inout [UInt8]) {
    out.append(group.rawValue)
    out.pack(mediaType)
    out.pack(title)
    out.pack(path)
  }

  package init(_ reader: inout Unpacker) {
    group = Group(rawValue: reader.byte()) ?? .all
    mediaType = reader.text()
    title = reader.text()
    path = reader.text()
    name = []
  }
}
