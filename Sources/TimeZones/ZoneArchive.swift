import Bytes
import CivilTime

/// Many zones in one compact byte array: sorted names, each distinct set of rules once, and the local time types that
/// all of them share. The whole tz database takes some 90 KB, a tenth of its files.
///
/// The archive stays packed, and each zone is decoded on request.
///
/// Transitions that a zone's POSIX rule reproduces are left out, so a file that spells them out until 2037 and one that
/// does not are archived alike.
///
/// Its bytes (numbers as in `Packing.swift`):
///
/// - `BLZ1`
/// - the number of local time types, and for each: its offset in seconds (signed), 1 for daylight saving time or 0, its
///   abbreviation
/// - the number of rule sets, and each as a text (see `ZoneRules.pack`)
/// - the number of names, sorted by bytes, and for each: the number of bytes shared with the name before, the rest as a
///   text, the number of its rule set
package struct ZoneArchive: Sendable {
  static let mark: StaticString = "BLZ1"

  /// The packed bytes.
  package let bytes: [UInt8]
  private let types: [LocalTimeType]
  /// The range of each rule set in the bytes.
  private let rules: [Range<Int>]
  /// Sorted by bytes.
  package let names: [[UInt8]]
  private let ruleNumbers: [Int]

  /// No zones.
  package init() {
    bytes = []
    types = []
    rules = []
    names = []
    ruleNumbers = []
  }

  /// Reads the tables of an archive; `nil` if the bytes are not an archive. O(bytes), without decoding the rules.
  package init?(_ bytes: [UInt8]) {
    var reader = Unpacker(bytes)
    guard reader.bytes(4).equals(Self.mark) else { return nil }
    var types: [LocalTimeType] = []
    for _ in 0..<reader.count() {
      let offset = UTCOffset(seconds: Int(truncatingIfNeeded: reader.signed()))
      let isDaylight = reader.byte() == 1
      if offset == nil { reader.fail() }
      types.append(
        LocalTimeType(
          offset: offset ?? .utc, isDaylightSaving: isDaylight, abbreviation: reader.text()))
    }
    var rules: [Range<Int>] = []
    for _ in 0..<reader.count() { rules.append(reader.skipText()) }
    var names: [[UInt8]] = []
    var numbers: [Int] = []
    var name: [UInt8] = []
    for _ in 0..<reader.count() {
      name.removeLast(name.count - reader.number(below: name.count + 1))
      name.append(contentsOf: reader.text())
      names.append(name)
      numbers.append(reader.number(below: rules.count))
    }
    guard reader.isSound, reader.isAtEnd else { return nil }
    self.bytes = bytes
    self.types = types
    self.rules = rules
    self.names = names
    ruleNumbers = numbers
  }

  /// The zone of a name, under an identifier; `nil` if there is none or its rules are invalid. O(names + its
  /// transitions).
  package func zone(_ name: [UInt8], identifier: [UInt8]? = nil) -> Zone? {
    guard let index = names.firstIndex(of: name) else { return nil }
    var reader = Unpacker(bytes, in: rules[ruleNumbers[index]])
    guard let rules = ZoneRules(&reader, types) else { return nil }
    return Zone(identifier: identifier ?? name, rules: rules)
  }
}
