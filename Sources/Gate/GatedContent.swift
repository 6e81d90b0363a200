import Events
import Publishing
import Readers
import Settling

/// The content of a site as its build has it: settings, static files and problems. Its events and notes come out by
/// ``redacted(for:_:)`` alone; ``searched(by:)`` lends all of it to the scan, which looks for what was withheld.
package struct GatedContent: Sendable {
  let loaded: LoadedContent

  /// - Throws: if the site can't be built: files can't be read, or site.yml can't be understood.
  package init(_ loaded: LoadedContent) throws(BuildError) {
    try loaded.requireReadable()
    self.loaded = loaded
  }

  var content: Content { loaded.content }

  package var configuration: SiteConfiguration { content.configuration }
  package var statics: [StaticFiles.File] { content.statics }
  /// As ``Readers/Content/outside``.
  package var outside: [String] { content.outside }
  /// As ``LoadedContent/warnings``.
  package var warnings: [String] { loaded.warnings }
  /// As ``LoadedContent/problemCount``.
  package var problemCount: Int { loaded.problemCount }

  /// The names of the calendars that are conferences.
  package var conferences: Set<[UInt8]> {
    let names = configuration.conferences
    if names.isEmpty { return [] }
    return Set(content.calendars.filter { $0.entry.map { names.contains($0.name) } ?? false }.map(\.name))
  }

  /// As ``LoadedContent/audience(named:)``.
  package func audience(named name: String?) throws(BuildError) -> Audience? { try loaded.audience(named: name) }

  /// As ``LoadedContent/staticRefusals()``.
  package func staticRefusals() -> [Problem] { loaded.staticRefusals() }

  /// An error about a static file with a name that the site needs.
  package func refusal(of file: StaticFiles.File, _ taken: String) -> Problem { loaded.refusal(of: file, taken) }

  /// Whether a static file is published under a path.
  package func hasStatic(_ path: String) -> Bool {
    statics.contains { LoadedContent.folded($0.published) == LoadedContent.folded(path) }
  }

  /// What a reader sees.
  /// - Parameter busy: `nil` if blocks of busy time are not wanted.
  package func redacted(for reader: Reader, _ busy: BusyTime?) -> PublicContent { loaded.redacted(for: reader, busy) }

  /// What limits left out of what is published, one line each.
  package func limits(_ report: ExpansionReport, in published: PublicContent) -> [String] {
    LimitWarnings.lines(report, of: loaded, in: published)
  }

  /// Makes the search of the output, which has to know what was withheld.
  package func searched<Scan>(by scan: (LoadedContent) throws(BuildError) -> Scan) throws(BuildError) -> Scan {
    try scan(loaded)
  }
}
