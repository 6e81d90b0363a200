import Files
import Foundation
import Readers

/// What a build remembers of the one before: of each file what it was made of, and by what it is known that
/// nobody wrote to it since. It saves work and decides nothing else: without it, or with one that is damaged,
/// of another version or of another build, a build gives the same bytes.
struct BuildCache: Sendable {
  /// A file of the site, as it was left.
  struct Record: Sendable {
    var path: Fingerprint
    /// What it was made of; ``unknown`` where that can't be told without making it.
    var inputs: Fingerprint
    /// Its bytes.
    var content: Fingerprint
    /// ``FileStamp/none`` for what is made of a file but was not worth publishing.
    var stamp: FileStamp

    static let unknown = Fingerprint(low: 0, high: 0)
  }

  /// What the whole build was made of; `nil` if that is not known.
  var identity: Fingerprint?
  /// The seconds since 1970 that a build may be told it is for it to be made the same.
  var period: Range<Int64>
  /// The seconds of the clock during which nothing of the network would be asked for.
  var idle: Range<Int64>
  /// The manifest that belongs to it.
  var manifest: Fingerprint
  /// Files and folders outside the content and the theme that it was made of.
  var elsewhere: [String]
  /// The real path of the theme's folder; empty for the default theme.
  var theme: String
  /// What was said of it.
  var pages: Int
  var events: Int
  var withheld: Int
  var warnings: [String]
  /// In the order of the manifest, with those between that were not published.
  var records: [Record]

  /// A file that is named by a hash of its bytes: what they were made of, and the hash.
  struct Name: Sendable {
    var inputs: Fingerprint
    var hash: UInt64
  }

  /// The names of files that are named by their content hashes.
  var names: [Name]

  /// The hashes of ``names``, by what was hashed.
  var hashes: [Fingerprint: UInt64] {
    Dictionary(names.map { ($0.inputs, $0.hash) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Where it is

  /// Where the cache of an output folder is: not in that folder, which is copied to hosts.
  struct Place: Sendable {
    let folder: String
    let name: String

    /// `nil` where the user has no folder for such things.
    init?(of output: OutputFolder, environment: [String: String] = ProcessInfo.processInfo.environment) {
      guard let folder = UserCache.folder(environment: environment) else { return nil }
      self.folder = folder
      let hash = Fingerprint(output.real)
      name = String(hash.high, radix: 36) + String(hash.low, radix: 36)
    }
  }

  init(
    identity: Fingerprint?, period: Range<Int64>, idle: Range<Int64>, manifest: Fingerprint, elsewhere: [String],
    theme: String, summary: BuildSummary, records: [Record], names: [Name]
  ) {
    self.identity = identity
    self.period = period
    self.idle = idle
    self.manifest = manifest
    self.elsewhere = elsewhere
    self.theme = theme
    pages = summary.pages
    events = summary.events
    withheld = summary.withheld
    warnings = summary.warnings
    self.records = records
    self.names = names
  }
}
