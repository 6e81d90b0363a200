import Bytes
import Events
import Gate
import Readers

/// Remarks of `check` about feeds.
extension LoadedContent {
  /// Warnings about filters that choose no event at all: their feeds do not exist. O(filters · events).
  func feedRemarks() -> [Problem] {
    let configuration = content.configuration
    if content.isConfigurationBroken || configuration.feedFilters.isEmpty { return [] }
    let store = unredacted().store
    var found: [Problem] = []
    for filter in configuration.feedFilters {
      let choice = FeedChoice(filter, store)
      if store.events.contains(where: { choice.chooses($0, store.categories(of: $0), store) }) { continue }
      let name = String(decoding: quoted(filter.name), as: UTF8.self)
      let message =
        "the filter \(name) chooses no event, so its feed is not published; correct its title:, categories: or "
        + "calendars: (an event must match all that are given)"
      found.append(Problem(.warning, in: configuration.path, at: filter.position, message))
    }
    return found
  }
}
