import Files
import Foundation

/// What a build remembers about the last one: the input fingerprint of each file, and how to detect that nobody has
/// written to it since. It saves work and decides nothing else: without it, or with one that is damaged, of another
/// version or of another build, a build gives the same bytes.
package struct BuildCache: Sendable {
  /// A file of the site, as the last build left it.
  package struct Record: Sendable, BitwiseCopyable {
    package var path: Fingerprint
    /// The fingerprint of its inputs; ``unknown`` if only making the file can tell.
    package var inputs: Fingerprint
    /// The hash of its bytes.
    package var content: Fingerprint
    /// ``FileStamp/none`` for a compressed copy that was not worth publishing.
    package var stamp: FileStamp
    /// The number of its bytes, and their digest: what the manifest says of it. Both belong to ``content``.
    package var bytes: Int
    package var digest: ContentDigest

    package static let unknown = Fingerprint(low: 0, high: 0)

    package init(
      path: Fingerprint, inputs: Fingerprint, content: Fingerprint, stamp: FileStamp, bytes: Int, digest: ContentDigest
    ) {
      (self.path, self.inputs, self.content) = (path, inputs, content)
      (self.stamp, self.bytes, self.digest) = (stamp, bytes, digest)
    }
  }

  /// The identity of the whole build; `nil` if unknown.
  package var identity: Fingerprint?
  /// For which `now` a build would give the same, and when it would request nothing.
  package var validity: Validity
  /// The fingerprint of the manifest that belongs to it.
  package var manifest: Fingerprint
  /// Inputs outside of the content folder and the theme: files and folders.
  package var elsewhere: [String]
  /// The real path of the theme's folder; empty for the default theme.
  package var theme: String
  /// Its summary. The file of a cache has only the numbers of pages, events and problems, those of what is withheld and
  /// not refreshed, and the warnings: these are empty if the site withholds anything, since they may tell of it.
  package var summary: BuildSummary
  /// In the order of the manifest, including entries that were not published.
  package var records: [Record]

  /// A file named by a hash of its bytes: its input fingerprint, and that hash.
  package struct Name: Sendable, BitwiseCopyable {
    package var inputs: Fingerprint
    package var hash: UInt64

    package init(inputs: Fingerprint, hash: UInt64) { (self.inputs, self.hash) = (inputs, hash) }
  }

  /// The files that are named by their content hashes.
  package var names: [Name]

  /// The parts of the feeds, by the fingerprints of their paths.
  package var blocks: [Fingerprint: KnownBlocks]

  /// Identifies the withheld texts that all files were searched for; ``Record/unknown`` if there were none.
  package var scan: Fingerprint

  // MARK: Location

  /// The location of the cache for an output folder: not in that folder, since it is copied to hosts.
  package struct Place: Sendable {
    package let folder: String
    package let name: String
    package let isOfFleet: Bool
    /// The other folder for caches: that of fleets for a site built alone, and the reverse.
    package let other: String
    /// The folder of the caches of fleets.
    package static let fleet = "fleet"

    /// - Parameter isOfFleet: caches of a fleet's sites are in a folder of their own, which keeps more.
    /// - Returns: `nil` if the user has no cache folder.
    package init?(
      of output: OutputFolder, isOfFleet: Bool,
      environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
      guard let folder = UserCache.folder(environment: environment) else { return nil }
      self.folder = isOfFleet ? folder + "/" + Self.fleet : folder
      self.isOfFleet = isOfFleet
      other = isOfFleet ? folder : folder + "/" + Self.fleet
      let hash = Fingerprint(output.real)
      name = String(hash.high, radix: 36) + String(hash.low, radix: 36)
    }
  }

  package init(
    identity: Fingerprint?, validity: Validity, manifest: Fingerprint, elsewhere: [String],
    theme: String, summary: BuildSummary, records: [Record], names: [Name], blocks: [Fingerprint: KnownBlocks],
    scan: Fingerprint
  ) {
    self.identity = identity
    self.validity = validity
    self.manifest = manifest
    self.elsewhere = elsewhere
    self.theme = theme
    self.summary = summary
    self.records = records
    self.names = names
    self.blocks = blocks
    self.scan = scan
  }
}

extension [BuildCache.Name] {
  /// The content hashes, keyed by input fingerprint.
  package var hashes: [Fingerprint: UInt64] {
    Dictionary(map { ($0.inputs, $0.hash) }, uniquingKeysWith: { first, _ in first })
  }
}
