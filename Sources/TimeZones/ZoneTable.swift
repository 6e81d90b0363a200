import Bytes
import CivilTime

/// Maps names, in any ASCII case, to zones. A value: threads may share it.
///
/// Zones are held in memory or loaded on first use: from the system's files on the host (which caches them); the
/// browser has no loader and inserts what it has fetched.
public struct ZoneTable: Sendable {
  /// Returns the zone of one of ``names``, in that spelling; `nil` if it is not available.
  public typealias Loader = @Sendable (_ name: [UInt8]) -> Zone?

  /// The names that can be looked up, sorted by their bytes; offsets (`UTC+8`) are not listed.
  public private(set) var names: [[UInt8]]
  /// Lower-case names.
  private var keys = NameTable()
  /// By index in ``keys``: the spelling of the name, and the zone if it is in memory.
  private var entries: [(spelling: [UInt8], zone: Zone?)] = []
  private let loader: Loader?
  /// Returns the identifier of the zone that another program calls by a name; `nil` if unknown.
  public typealias Translator = @Sendable (_ name: [UInt8]) -> [UInt8]?
  private let translator: ZoneTranslator

  /// - Parameters:
  ///   - zones: held in memory, under their identifiers.
  ///   - names: the names that the loader can load.
  ///   - loader: reads zones on first use.
  ///   - translator: knows the names that other programs show people; ``lookup(_:)`` does not ask it.
  public init(zones: [Zone] = [], names: [[UInt8]] = [], loader: Loader? = nil, translator: Translator? = nil) {
    self.loader = loader
    self.translator = ZoneTranslator(translator)
    self.names = names
    for name in names { _ = hold(name, nil) }
    for zone in zones where hold(zone.identifier, zone) { self.names.append(zone.identifier) }
    self.names.sort { $0.lexicographicallyPrecedes($1) }
  }

  /// - Returns: whether the name is new.
  private mutating func hold(_ name: [UInt8], _ zone: Zone?) -> Bool {
    let index = keys.intern(name.asciiLowercased)
    if index == entries.count {
      entries.append((name, zone))
      return true
    }
    entries[index] = (name, zone)
    return false
  }

  /// Holds a zone under its identifier, replacing any that is already there. O(names).
  public mutating func insert(_ zone: Zone) {
    if hold(zone.identifier, zone) {
      let place = names.firstIndex { zone.identifier.lexicographicallyPrecedes($0) } ?? names.count
      names.insert(zone.identifier, at: place)
    }
  }

  /// The zone of a name in any case, or of an offset as ``ZoneSpelling/parse(_:)`` reads it; `nil` if there is none.
  /// Zones in memory come first, then offsets, then the loader. O(name).
  public func lookup(_ name: some Collection<UInt8>) -> Zone? {
    let key = name.asciiLowercased
    let known = keys.find(key)
    if let known, let zone = entries[known].zone { return zone }
    if let offset = ZoneSpelling.parse(key) { return offset == .utc ? .utc : Zone(fixed: offset) }
    guard let loader, let known else { return nil }
    return loader(entries[known].spelling)
  }

  /// The zone that another program shows people under a name; `nil` if the table has no such names. O(name).
  public func zone(shownAs name: [UInt8]) -> Zone? { translator.identifier(name).flatMap { lookup($0) } }

  /// The names most similar to an unknown one, best first: those whose last part equals it (`shanghai`, `New York`),
  /// then those a few letters away, then those whose last part is a few letters away. O(names × name).
  public func nearest(to name: some Collection<UInt8>, most: Int = 3) -> [[UInt8]] {
    let wanted = name.map { $0 == .space ? UInt8.ascii("_") : $0.lowercased }
    var found: [[UInt8]] = []
    func add(_ names: some Sequence<[UInt8]>) {
      for name in names where found.count < most && !found.contains(name) { found.append(name) }
    }
    add(names.filter { Self.lastPart($0).equalsIgnoringCase(wanted) })
    if found.count < most { add(Bytes.nearest(wanted, in: names, most: most)) }
    if found.count < most {
      for part in Bytes.nearest(wanted, in: names.map { Array(Self.lastPart($0)) }, most: most) {
        add(names.filter { Self.lastPart($0).elementsEqual(part) })
      }
    }
    return found
  }

  private static func lastPart(_ name: [UInt8]) -> ArraySlice<UInt8> {
    guard let slash = name.lastIndex(of: UInt8.ascii("/")) else { return name[...] }
    return name[(slash + 1)...]
  }
}
