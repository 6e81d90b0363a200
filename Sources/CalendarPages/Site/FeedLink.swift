import Bytes

/// A published feed, as pages name it.
package struct FeedLink: Sendable {
  /// What a feed holds.
  package enum Kind: UInt8, Sendable {
    /// Every published event; those of a calendar; those of a category; those that a filter of site.yml chooses.
    case all, calendar, category, filter
    /// When one is busy, and nothing else.
    case freeBusy
    /// What begins within 30 days, for news readers.
    case atom, json
    /// The schedule of a conference, in frab's format.
    case schedule

    /// The media type of its file.
    package var mediaType: StaticString {
      switch self {
      case .all, .calendar, .category, .filter, .freeBusy: "text/calendar"
      case .atom: "application/atom+xml"
      case .json: "application/feed+json"
      case .schedule: "application/xml"
      }
    }
  }

  package var kind: Kind
  /// The name that people read.
  package var title: [UInt8]
  /// From the root of its zone's site.
  package var path: [UInt8]

  package init(kind: Kind, title: [UInt8], path: [UInt8]) {
    (self.kind, self.title, self.path) = (kind, title, path)
  }
}
