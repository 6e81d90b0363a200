import Bytes
import Events
import TimeZones

/// The zones of a site's events under unique names: two files may define one name as two different zones.
package struct DataZones: Sendable {
  package let archive: ZoneArchive
  /// Names in the archive that differ from their zone's identifier, with that identifier.
  let aliases: [(name: [UInt8], identifier: [UInt8])]

  init(archive: ZoneArchive, aliases: [(name: [UInt8], identifier: [UInt8])]) {
    self.archive = archive
    self.aliases = aliases
  }

  /// The zone of a name. O(names + its transitions).
  package func zone(_ name: [UInt8]) -> Zone? {
    archive.zone(name, identifier: aliases.first { $0.name == name }?.identifier)
  }

  /// Resolves the TZIDs of a site's data.
  package var table: ZoneTable { ZoneTable(names: archive.names) { zone($0) } }
}
