import Bytes
import CivilTime
import ICalendar
import TimeZones

/// TZIDs of one document to zones, remembered: a file names its zone on every line.
struct ZoneNames {
  private var known: [[UInt8]: UInt16?] = [:]
  private var lastName: [UInt8] = []
  private var last: UInt16?
  /// The document's own zones, once one is asked for.
  private var defined: [[UInt8]: Int]?

  /// The index of the zone that a TZID means; `nil` if nothing knows it. In this order:
  ///
  /// 1. an IANA name or an offset,
  /// 2. a vendor's path that ends in an IANA name (`/freeassociation.sourceforge.net/Europe/Berlin`),
  /// 3. a Windows name,
  /// 4. the file's own VTIMEZONE,
  /// 5. the offset that a Windows display name begins with: `(UTC+01:00) Amsterdam, Berlin`.
  mutating func zone(
    _ name: [UInt8], in document: ICalendarDocument, _ store: inout EventStore, _ table: borrowing ZoneTable,
    _ diagnostics: inout Diagnostics
  ) -> UInt16? {
    if name == lastName { return last }
    let index: UInt16?
    if let known = known[name] {
      index = known
    } else {
      let zone = Self.commonZone(name, table) ?? ownZone(name, document) ?? Self.displayedOffset(name)
      index = zone.flatMap { store.index(of: $0) }
      known[name] = .some(index)
    }
    lastName = name
    last = index
    return index
  }

  private static func commonZone(_ name: [UInt8], _ table: borrowing ZoneTable) -> Zone? {
    let plain = Array(name.trimmed)
    if let zone = table.lookup(plain) { return zone }
    var rest = plain[...]
    while let slash = rest.firstIndex(of: 0x2F) {
      rest = rest[(slash + 1)...]
      if rest.contains(0x2F) || plain.first == 0x2F, let zone = table.lookup(rest) { return zone }
    }
    if let identifier = WindowsZones.identifier(for: plain) { return table.lookup([UInt8](identifier)) }
    return nil
  }

  private mutating func ownZone(_ name: [UInt8], _ document: ICalendarDocument) -> Zone? {
    if defined == nil {
      var all: [[UInt8]: Int] = [:]
      for zone in document.definedZones where all[zone.name] == nil { all[zone.name] = zone.component }
      defined = all
    }
    let plain = Array(name.trimmed)
    return defined?[plain].flatMap { document.zone(ofTimeZone: $0, plain) }
  }

  private static func displayedOffset(_ name: [UInt8]) -> Zone? {
    let plain = name.trimmed
    guard plain.first == 0x28, let close = plain.firstIndex(of: 0x29) else { return nil }
    return ZoneSpelling.parse(plain[(plain.startIndex + 1)..<close]).map { Zone(fixed: $0) }
  }
}
