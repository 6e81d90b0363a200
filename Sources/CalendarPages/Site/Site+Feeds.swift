import Bytes
import Events

extension Site {
  /// The published feeds, in the order in which pages name them.
  package var feeds: [FeedLink] {
    var feeds = [FeedLink(kind: .all, title: title, path: [UInt8]("feeds/all.ics"))]
    for calendar in events.calendars where !calendar.name.isEmpty {
      feeds.append(
        FeedLink(
          kind: .calendar, title: calendar.title.isEmpty ? calendar.name : calendar.title,
          path: "feeds/" + calendar.name + ".ics"))
    }
    return feeds + [FeedLink(kind: .freeBusy, title: title, path: [UInt8]("feeds/freebusy.ifb"))]
  }
}
