import CalendarPages
import CivilTime
import Foundation
import Readers
import TimeZones

/// What a build goes by that is known before anything is read, so that a slip on the command line is told at once.
struct BuildInputs: Sendable {
  let options: BuildOptions
  let system: SystemZones
  let now: Instant
  /// The zones of the command line; where it names none, those of site.yml are meant.
  let zones: [Zone]
  /// That of the command line, ending in a slash.
  let baseURL: [UInt8]?
  /// What browsers run; `nil` where it does not lie beside the command.
  let module: PublishedModule?
  let threads: Int

  init(_ options: BuildOptions, now: Instant) throws(BuildError) {
    self.options = options
    self.now = now
    threads = options.threads
    system = try ReadingOptions.system()
    var zones: [Zone] = []
    for name in options.reading.zones { zones.append(try ReadingOptions.zone(name, system)) }
    self.zones = zones
    module = try PublishedModule.read()
    baseURL = try options.baseURL.map { given throws(BuildError) in
      let url = Array(given.utf8).endingInSlash
      guard SafeLink.isSafe(url), given.hasPrefix("http") else {
        throw .usage("--base-url \(given): no address; write https://example.org/calendar/")
      }
      return url
    }
  }
}

extension BuildOptions {
  /// How many threads work at once.
  var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}

extension [UInt8] {
  /// An address as that of a folder; nothing stays nothing.
  var endingInSlash: [UInt8] { isEmpty || last == 0x2F ? self : self + [0x2F] }
}
