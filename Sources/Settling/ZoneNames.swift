import Bytes
import ICalendar
import TimeZones

/// TZIDs of one document to zones, remembered: a file names its zone on every line.
struct ZoneNames {
  private var known: [[UInt8]: UInt16?] = [:]
  private var lastName: [UInt8] = []
  private var last: UInt16?

  /// The index of the zone that a TZID means; `nil` if nothing knows it. In this order: an IANA name
  /// or an offset, a vendor's path that ends in an IANA name (`/freeassociation.sourceforge.net/Europe/Berlin`),
  /// a Windows name, the file's own VTIMEZONE.
  mutating func zone(
    _ name: [UInt8], in document: ICalendarDocument, _ store: inout EventStore, _ table: borrowing ZoneTable,
    _ diagnostics: inout Diagnostics
  ) -> UInt16? {
    if name == lastName { return last }
    let index: UInt16?
    if let known = known[name] {
      index = known
    } else {
      index = Self.zone(name, document, table).map { store.index(of: $0) }
      known[name] = index
    }
    lastName = name
    last = index
    return index
  }

  private static func zone(_ name: [UInt8], _ document: ICalendarDocument, _ table: borrowing ZoneTable) -> Zone? {
    let plain = Array(name.trimmed)
    if let zone = table.lookup(plain) { return zone }
    var rest = plain[...]
    while let slash = rest.firstIndex(of: 0x2F) {
      rest = rest[(slash + 1)...]
      if rest.contains(0x2F), let zone = table.lookup(rest) { return zone }
    }
    if let identifier = WindowsZones.identifier(for: plain) { return table.lookup([UInt8](identifier)) }
    return nil
  }
}
