import Bytes
import CivilTime
import ICalendar
import TimeZones

/// Resolves the TZIDs of one document and remembers the results: a file names its zone on every line, and code that
/// writes the events again must know how each TZID was understood.
package struct ZoneNames: Sendable {
  /// How a TZID was understood.
  package struct Meaning: Sendable {
    /// An index into ``EventStore/zones``.
    package let zone: UInt16
    /// The VTIMEZONE of the document that defines it; `nil` if the name itself identifies the zone.
    package let definition: Int?

    package init(zone: UInt16, definition: Int?) {
      self.zone = zone
      self.definition = definition
    }
  }

  private var names = NameTable()
  /// The meaning of each of ``names``, by the same index.
  private var meanings: [Meaning?] = []
  private var lastName: [UInt8] = []
  private var last: UInt16?
  /// Names with a VTIMEZONE that can't be read, which has been reported there.
  private var misdefined = ForeignInput.Names()
  /// The document's own zones, found on first use: the first definition of each name, and the first that differs.
  private var defined: (names: NameTable, components: [Int], others: [Int?])?
  /// What ``mostUsed`` has found: a file may have a custom zone at each event.
  private var most: (isKnown: Bool, zone: UInt16?) = (false, nil)
  /// The zone of X-WR-TIMEZONE, in which the document's floating times are read; an index into ``EventStore/zones``.
  package internal(set) var floating: UInt16?

  /// Whether the last unknown name has a VTIMEZONE whose problems have been reported. O(name).
  var isReported: Bool {
    misdefined.contains(lastName)
  }

  /// How a TZID of the document was understood; `nil` if it is unknown, or no event uses it. O(name).
  package func meaning(of name: [UInt8]) -> Meaning? { names.find(name).flatMap { meanings[$0] } }

  /// Drops what is needed only while reading.
  mutating func finish() {
    defined = nil
    lastName = []
  }

  /// The index of the zone that a TZID means; `nil` if it is unknown. In this order:
  ///
  /// 1. an IANA name or an offset,
  /// 2. a vendor's path that ends in an IANA name (`/freeassociation.sourceforge.net/Europe/Berlin`),
  /// 3. a Windows name,
  /// 4. the file's own VTIMEZONE,
  /// 5. a display name of Windows that the table knows: `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`,
  /// 6. an abbreviation that only one zone has: `CEST`,
  /// 7. for a zone that Outlook calls custom and does not define, X-WR-TIMEZONE, otherwise the zone that most times of
  ///    the file are in,
  /// 8. the offset that an unknown display name begins with: `(UTC+01:00) Somewhere`.
  ///
  /// When a name is first resolved in a way that it does not state itself, a diagnostic says so.
  /// - Parameter line: the line of the name.
  mutating func zone(
    _ name: [UInt8], line: UInt32, in document: ICalendarDocument, _ read: inout ReadEvents,
    _ table: borrowing ZoneTable, _ diagnostics: inout Diagnostics
  ) -> UInt16? {
    if name == lastName { return last }
    let meaning: Meaning?
    if let known = names.find(name) {
      meaning = meanings[known]
    } else {
      meaning = self.meaning(name, line, document, &read, table, &diagnostics)
      _ = names.intern(name)
      meanings.append(meaning)
    }
    lastName = name
    last = meaning?.zone
    return last
  }

  private mutating func meaning(
    _ name: [UInt8], _ line: UInt32, _ document: ICalendarDocument, _ read: inout ReadEvents,
    _ table: borrowing ZoneTable, _ diagnostics: inout Diagnostics
  ) -> Meaning? {
    if !ForeignInput.isExpected {
      return table.lookup(name).flatMap { read.store.index(of: $0) }.map { Meaning(zone: $0, definition: nil) }
    }
    let plain = Array(name.trimmed)
    let definition = definition(of: plain, document)
    let common = Self.commonZone(plain, table)
    if ForeignInput.isMended, let definition {
      reportFaults(definition, name, document, isFollowed: common == nil, &diagnostics)
      if common == nil { reportOthers(definition, plain, document, &diagnostics) }
    }
    if let (zone, habit) = common {
      if let definition {
        noteDifference(definition, zone, document, &read, &diagnostics)
      } else if let habit {
        diagnostics.add(.note, line: line, "the zone " + quoted(plain) + habit + "; it is read as " + zone.identifier)
      }
      return read.store.index(of: zone).map { Meaning(zone: $0, definition: nil) }
    }
    if let definition, let zone = document.zone(ofTimeZone: definition, plain) {
      return read.store.index(of: zone).map { Meaning(zone: $0, definition: definition) }
    }
    if ForeignInput.isMended, let index = mendedZone(plain, line, document, &read, table, &diagnostics) {
      return Meaning(zone: index, definition: nil)
    }
    guard let zone = Self.displayedOffset(plain) else { return nil }
    diagnostics.add(
      .note, line: line,
      "the zone " + quoted(plain)
        + " is a Windows display name that the file does not define; it is read as the offset that it begins with, "
        + "all year")
    return read.store.index(of: zone).map { Meaning(zone: $0, definition: nil) }
  }

  /// Whether a name only says that somebody set up a zone in Outlook: `tzone://Microsoft/Custom`, `Customized Time
  /// Zone 1`.
  package static func isCustom(_ name: [UInt8]) -> Bool {
    let name = name.trimmed.asciiLowercased
    return name.hasPrefix("customized time zone") || name.hasPrefix("custom time zone")
      || name.hasPrefix("tzone://microsoft/")
  }

  /// The zone of a name that the file should define and does not, as other programs write it; each is reported.
  private mutating func mendedZone(
    _ plain: [UInt8], _ line: UInt32, _ document: ICalendarDocument, _ read: inout ReadEvents,
    _ table: borrowing ZoneTable, _ diagnostics: inout Diagnostics
  ) -> UInt16? {
    if let zone = table.zone(shownAs: plain) {
      diagnostics.add(
        .note, line: line,
        "the zone " + quoted(plain) + " is a display name of Windows, and the file does not define it; it is read as "
          + zone.identifier)
      return read.store.index(of: zone)
    }
    if let identifier = ZoneAbbreviations.identifier(of: plain), let zone = table.lookup(identifier) {
      diagnostics.add(
        .warning, line: line,
        "the zone " + quoted(plain) + " is an abbreviation, and the file does not define it; it is read as "
          + zone.identifier + "; write that name")
      return read.store.index(of: zone)
    }
    return Self.isCustom(plain) ? customZone(plain, line, document, &read, table, &diagnostics) : nil
  }

  private mutating func customZone(
    _ plain: [UInt8], _ line: UInt32, _ document: ICalendarDocument, _ read: inout ReadEvents,
    _ table: borrowing ZoneTable, _ diagnostics: inout Diagnostics
  ) -> UInt16? {
    guard let index = floating ?? mostUsed(document, &read, table, &diagnostics) else { return nil }
    diagnostics.add(
      .warning, line: line,
      "the zone " + quoted(plain) + " was set up in Outlook, and the file does not define it; it is read as "
        + read.store.zones[Int(index)].identifier + ", "
        + [UInt8](floating == nil ? "the zone of most events of the file" : "the zone of X-WR-TIMEZONE")
        + "; choose a zone of the list in Outlook")
    return index
  }

  /// The zone in which most starts of a file are written; of equally frequent zones, the one named first.
  /// O(properties), once.
  private mutating func mostUsed(
    _ document: ICalendarDocument, _ read: inout ReadEvents, _ table: borrowing ZoneTable,
    _ diagnostics: inout Diagnostics
  ) -> UInt16? {
    if most.isKnown { return most.zone }
    most.isKnown = true
    for (name, line) in document.zoneNamesOfStarts(but: Self.isCustom) where most.zone == nil {
      most.zone = zone(name, line: line, in: document, &read, table, &diagnostics)
    }
    return most.zone
  }

  /// The zone that a TZID means without a look at other events, as ``zone(_:line:in:_:_:_:)`` finds it; `nil` if it
  /// is unknown. O(components).
  package static func zone(
    named name: [UInt8], in document: ICalendarDocument, _ table: borrowing ZoneTable
  ) -> Zone? {
    let plain = Array(name.trimmed)
    if let (zone, _) = commonZone(plain, table) { return zone }
    return document.zone(definedAs: plain) ?? table.zone(shownAs: plain) ?? displayedOffset(plain)
  }

  /// Reports other, differing definitions of a name.
  private func reportOthers(
    _ component: Int, _ plain: [UInt8], _ document: ICalendarDocument, _ diagnostics: inout Diagnostics
  ) {
    guard let defined, let other = defined.names.find(plain).flatMap({ defined.others[$0] }) else { return }
    var message = "the zone " + quoted(plain) + " is defined before, in line "
    message.append(decimal: document.components[component].line)
    message.append(", with other rules; those are used for all of its times")
    diagnostics.add(.warning, line: document.components[other].line, message)
  }

  /// Reports what is missing in a definition, at the place where it belongs.
  /// - Parameter isFollowed: whether the definition is used; otherwise the name identifies the zone.
  private mutating func reportFaults(
    _ component: Int, _ name: [UInt8], _ document: ICalendarDocument, isFollowed: Bool,
    _ diagnostics: inout Diagnostics
  ) {
    let (faults, hasParts) = document.faults(ofTimeZone: component)
    if hasParts, faults.isEmpty { return }
    let isRead = document.zone(ofTimeZone: component, name) != nil || Self.displayedOffset(name) != nil
    if !isRead { misdefined.insert(name) }
    let effect: StaticString =
      !isFollowed
      ? "; the tz database is used" : isRead ? "" : "; times in this zone are read as floating"
    for fault in faults {
      let loss: StaticString = fault.isFatal ? ", so it is left out" : "; TZOFFSETTO is used instead"
      diagnostics.add(
        isFollowed ? .warning : .note, line: fault.line,
        "this part of the VTIMEZONE " + quoted(name) + " has no " + [UInt8](fault.property) + " that can be read"
          + [UInt8](loss) + [UInt8](effect))
    }
    if !hasParts {
      diagnostics.add(
        isFollowed ? .warning : .note, line: document.components[component].line,
        "this VTIMEZONE has neither STANDARD nor DAYLIGHT" + [UInt8](effect))
    }
  }

  /// The zone that a name identifies by itself, and in what way the name differs from the zone's own name, if it does.
  private static func commonZone(_ plain: [UInt8], _ table: borrowing ZoneTable) -> (Zone, habit: StaticString?)? {
    if let zone = table.lookup(plain) {
      let isPlain = zone.identifier == plain || ZoneSpelling.parse(plain) != nil
      return (zone, isPlain ? nil : " is not spelt as in the tz database")
    }
    var rest = plain[...]
    while let slash = rest.firstIndex(of: .slash) {
      rest = rest[(slash + 1)...]
      if rest.contains(.slash) || plain.first == .slash, let zone = table.lookup(Array(rest)) {
        return (zone, " has a vendor's prefix, as used by Evolution and Mozilla, and the file does not define it")
      }
    }
    guard let identifier = WindowsZones.identifier(for: plain), let zone = table.lookup([UInt8](identifier))
    else { return nil }
    return (zone, " is a Windows name, as used by Outlook and Exchange, and the file does not define it")
  }

  /// Reports, once, a definition of a known name that differs from the tz database. The database is used.
  private func noteDifference(
    _ component: Int, _ zone: Zone, _ document: ICalendarDocument, _ read: inout ReadEvents,
    _ diagnostics: inout Diagnostics
  ) {
    // A folder of ten thousand files repeats one definition ten thousand times.
    var key = StableHash()
    key.add(StableHash.of(zone.identifier))
    document.forEachLine(of: component) { key.add(StableHash.of($0)) }
    let differs: Bool
    if let known = read.differingDefinitions.first(where: { $0.hash == key.value }) {
      differs = known.differs
    } else {
      let defined = document.zone(ofTimeZone: component, zone.identifier)
      differs = defined.map { !$0.agreesThroughRecentYears(with: zone) } ?? false
      read.differingDefinitions.append((key.value, differs))
    }
    guard differs else { return }
    diagnostics.add(
      .note, line: document.components[component].line,
      "this VTIMEZONE differs from the tz database's rules for " + Array(zone.identifier) + "; the database is used")
  }

  /// The VTIMEZONE that defines a name.
  private mutating func definition(of plain: [UInt8], _ document: ICalendarDocument) -> Int? {
    if let defined { return defined.names.find(plain).map { defined.components[$0] } }
    var all: (names: NameTable, components: [Int], others: [Int?]) = (NameTable(), [], [])
    for zone in document.definedZones {
      let number = all.names.intern(zone.name)
      if number == all.components.count {
        all.components.append(zone.component)
        all.others.append(nil)
      } else if ForeignInput.isMended, all.others[number] == nil {
        let (used, lines) = (document.lines(of: all.components[number]), document.lines(of: zone.component))
        if !document.text[used].elementsEqual(document.text[lines]) { all.others[number] = zone.component }
      }
    }
    defined = all
    return all.names.find(plain).map { all.components[$0] }
  }

  private static func displayedOffset(_ plain: [UInt8]) -> Zone? {
    guard plain.first == .openParenthesis, let close = plain.firstIndex(of: .closeParenthesis) else { return nil }
    // `(GMT +01:00)`
    let offset = plain[(plain.startIndex + 1)..<close].filter { $0 != .space }
    return ZoneSpelling.parse(Array(offset)).map { Zone(fixed: $0) }
  }
}

extension Zone {
  /// Whether two zones have the same offsets from 2020 to 2037: files tend to define the rules in force when they were
  /// written, without history. O(changes in those years).
  package func agreesThroughRecentYears(with other: Zone) -> Bool {
    guard let first = CivilDate(year: 2020, month: 1, day: 1), let last = CivilDate(year: 2038, month: 1, day: 1)
    else { return true }
    var now = CivilDateTime(first).instant(at: .utc)
    let end = CivilDateTime(last).instant(at: .utc)
    while now < end {
      if offset(at: now) != other.offset(at: now) { return false }
      let mine = nextTransition(after: now)?.instant ?? end
      let theirs = other.nextTransition(after: now)?.instant ?? end
      if mine != theirs { return min(mine, theirs) >= end }
      now = mine
    }
    return true
  }
}
