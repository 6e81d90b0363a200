import Bytes
import CivilTime
import ICalendar
import TimeZones

/// TZIDs of one document to zones, remembered: a file names its zone on every line, and whoever writes its
/// events again must know what was understood.
public struct ZoneNames: Sendable {
  /// How a TZID was read.
  public struct Meaning: Sendable {
    /// An index into ``EventStore/zones``.
    public let zone: UInt16
    /// The VTIMEZONE of the document whose rules it has; `nil` where the name itself says which zone it is.
    public let definition: Int?

    package init(zone: UInt16, definition: Int?) {
      self.zone = zone
      self.definition = definition
    }
  }

  private var known: [[UInt8]: Meaning?] = [:]
  private var lastName: [UInt8] = []
  private var last: UInt16?
  /// The document's own zones, once one is asked for.
  private var defined: [[UInt8]: Int]?
  /// The zone of X-WR-TIMEZONE, in which the document's floating times were read; an index into
  /// ``EventStore/zones``.
  public internal(set) var floating: UInt16?

  /// What a TZID of the document was read as; `nil` if nothing knows it, or no event's time names it. O(name).
  public func meaning(of name: [UInt8]) -> Meaning? { known[name] ?? nil }

  /// Drops what only reading needs.
  mutating func finish() {
    defined = nil
    lastName = []
  }

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
    let meaning: Meaning?
    if let known = known[name] {
      meaning = known
    } else {
      meaning = self.meaning(name, document, &store, table)
      known[name] = .some(meaning)
    }
    lastName = name
    last = meaning?.zone
    return last
  }

  private mutating func meaning(
    _ name: [UInt8], _ document: ICalendarDocument, _ store: inout EventStore, _ table: borrowing ZoneTable
  ) -> Meaning? {
    if let zone = Self.commonZone(name, table) {
      return store.index(of: zone).map { Meaning(zone: $0, definition: nil) }
    }
    if let (zone, component) = ownZone(name, document) {
      return store.index(of: zone).map { Meaning(zone: $0, definition: component) }
    }
    return Self.displayedOffset(name).flatMap { store.index(of: $0) }.map { Meaning(zone: $0, definition: nil) }
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

  private mutating func ownZone(_ name: [UInt8], _ document: ICalendarDocument) -> (Zone, component: Int)? {
    if defined == nil {
      var all: [[UInt8]: Int] = [:]
      for zone in document.definedZones where all[zone.name] == nil { all[zone.name] = zone.component }
      defined = all
    }
    let plain = Array(name.trimmed)
    guard let component = defined?[plain] else { return nil }
    return document.zone(ofTimeZone: component, plain).map { ($0, component) }
  }

  private static func displayedOffset(_ name: [UInt8]) -> Zone? {
    let plain = name.trimmed
    guard plain.first == 0x28, let close = plain.firstIndex(of: 0x29) else { return nil }
    return ZoneSpelling.parse(plain[(plain.startIndex + 1)..<close]).map { Zone(fixed: $0) }
  }
}
