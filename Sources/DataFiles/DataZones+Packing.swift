import Bytes
import Events
import TimeZones

extension DataZones {
  /// Unique names for the zones of a store, by their indices.
  static func names(of zones: [Zone]) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var taken: Set<[UInt8]> = []
    for zone in zones {
      var name = zone.identifier
      var number = 1
      // Names are looked up without regard to case.
      while !taken.insert(name.asciiLowercased).inserted {
        number += 1
        name = zone.identifier + " "
        name.append(decimal: number)
      }
      names.append(name)
    }
    return names
  }

  /// - Parameters:
  ///   - store: the store whose zones are packed.
  ///   - others: further zones to pack.
  package init?(of store: EventStore, and others: [Zone]) {
    let all = store.zones + others.filter { !store.zones.contains($0) }
    let names = Self.names(of: all)
    guard let archive = ZoneArchive(ZoneArchive.pack(zip(names, all).map { ($0, $1) })) else { return nil }
    self.init(
      archive: archive,
      aliases: zip(names, all).compactMap { name, zone in name == zone.identifier ? nil : (name, zone.identifier) })
  }
}
