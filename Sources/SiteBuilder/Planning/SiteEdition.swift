import CalendarPages
import Gate
import Readers

/// What a site is published from in one of its languages.
struct SiteEdition {
  /// One for each zone, with the paths of its assets; the first zone's first.
  var sites: [RenderedSite]
  var published: PublicContent
  var events: EventFingerprints
  var assets: PublishedAssets
  /// The files below `data/`.
  var data: [Plan.File]
  /// The words of reading offline, as an object of JavaScript.
  var offlineWords: [UInt8]
}
