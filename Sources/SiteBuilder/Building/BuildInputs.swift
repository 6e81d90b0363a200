import CalendarPages
import CivilTime
import Events
import Foundation
import Gate
import Publishing
import Readers
import SiteTerms
import TimeZones

/// The inputs of a build that are known before anything is read, so that mistakes on the command line are reported at
/// once.
struct BuildInputs: Sendable {
  let options: BuildOptions
  let system: SystemZones
  let now: Instant
  /// The zones of the command line; if empty, those of site.yml apply.
  let zones: [Zone]
  /// The locale of the command line; `nil`: that of site.yml applies.
  let locale: String?
  /// The address given on the command line, ending in a slash.
  let baseURL: [UInt8]?
  /// The browser modules; `nil` if they are not installed beside the command.
  let module: PublishedModule?
  let threads: Int
  /// The level of the command line: that of the site is at least as strict.
  let privacy: Privacy
  /// What several builds have in common.
  let shared: SharedParts

  init(_ options: BuildOptions, now: Instant, _ shared: SharedParts) throws(BuildError) {
    self.options = options
    self.now = now
    self.shared = shared
    threads = options.threads
    system = try shared.system()
    var zones: [Zone] = []
    for name in options.reading.zones { zones.append(try ReadingOptions.zone(name, system)) }
    self.zones = zones
    locale = try options.reading.localeTag()
    privacy = try Reader.level(options.privacy)
    module = try shared.module()
    baseURL = try options.baseURL.map { given throws(BuildError) in
      let url = Array(given.utf8).endingInSlash
      guard SafeLink.isSafe(url), given.hasPrefix("http") else {
        throw .usage("--base-url \(given): not an address; write https://example.org/calendar/")
      }
      guard !SafeLink.hasUser(url) else {
        throw .usage("--base-url: the address has a user or a password, which every page would publish; remove them")
      }
      return url
    }
  }
}

extension BuildOptions {
  /// The number of threads.
  var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}
