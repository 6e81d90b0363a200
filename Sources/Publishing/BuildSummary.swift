/// The result of a build.
package struct BuildSummary: Sendable {
  package var written = 0
  package var unchanged = 0
  /// The files of the site and their bytes, with manifests.
  package var files = 0
  package var bytes = 0
  package var removed = 0
  package var pages = 0
  package var events = 0
  /// Files in the output folder that builds did not write, and that were kept.
  package var foreign: [String] = []
  /// What was repaired, skipped or left out, one line each.
  package var warnings: [String] = []
  /// The number of events and series that the privacy policy withholds.
  package var withheld = 0
  /// The zone that is used because nobody named one; `nil` too if there was nothing to do.
  package var assumedZone: String?
  /// The number of remote calendars that could not be refreshed.
  package var unrefreshed = 0
  /// The number of problems in the content.
  package var problems = 0
  /// How many seconds from now a server has to be asked again; `nil` if none has.
  package var secondsUntilDue: Int64?
  /// The page to open first of each site, and the name of the audience that the site is for.
  package var indexes: [(audience: String?, path: String)] = []

  package init() {}

  /// Adds the figures of a site.
  /// - Parameter folder: of the site, below the output folder: empty, or ending in a slash.
  package mutating func add(_ site: BuildSummary, in folder: String) {
    written += site.written
    unchanged += site.unchanged
    files += site.files
    bytes += site.bytes
    removed += site.removed
    pages += site.pages
    events += site.events
    foreign += site.foreign.map { folder + $0 }
    // The sites have the same content; report the count of the audience that sees the least.
    withheld = max(withheld, site.withheld)
    assumedZone = assumedZone ?? site.assumedZone
    unrefreshed = max(unrefreshed, site.unrefreshed)
    problems = max(problems, site.problems)
    secondsUntilDue = [secondsUntilDue, site.secondsUntilDue].compactMap { $0 }.min()
    // A problem in the content is reported once, not once for each audience.
    let known = Set(warnings)
    warnings += site.warnings.filter { !known.contains($0) }
  }
}
