import Bytes
import Events
import TimeZones

/// The zones of a site's events, under names that no two of them share: two files may define one name as
/// two things.
package struct DataZones: Sendable {
  package let archive: ZoneArchive
  /// Names that stand for zones which are called otherwise, and what those are called.
  let aliases: [(name: [UInt8], identifier: [UInt8])]

  init(archive: ZoneArchive, aliases: [(name: [UInt8], identifier: [UInt8])]) {
    self.archive = archive
    self.aliases = aliases
  }

  /// The zone of a name. O(names + its moves).
  package func zone(_ name: [UInt8]) -> Zone? {
    archive.zone(name, identifier: aliases.first { $0.name == name }?.identifier)
  }

  /// What TZIDs of a site's data are looked up in.
  package var table: ZoneTable { ZoneTable(names: archive.names) { zone($0) } }
}
