import Bytes
import CivilTime

/// Many zones in one compact run of bytes: names in order, each distinct set of rules once, and the local
/// times that all of them share. The whole tz database takes some 90 KB, a tenth of its files.
///
/// The archive is kept as it came, and a zone decoded when it is asked for.
///
/// Left out of a zone: moves that its rule for the future foretells, so that a file that spells them out
/// until 2037 and one that does not are archived alike.
///
/// Its bytes (numbers as in `Packing.swift`):
///
/// - `BLZ1`
/// - how many local times, and each: its offset in seconds (signed), 1 or 0 as it is daylight saving time
///   or not, its abbreviation
/// - how many sets of rules, and each as a text (see `ZoneRules.pack`)
/// - how many names, in the order of their bytes, and each: how many bytes it shares with the one before,
///   the rest as a text, the number of its rules
package struct ZoneArchive: Sendable {
  static let mark: StaticString = "BLZ1"

  /// As it came.
  package let bytes: [UInt8]
  private let types: [LocalTimeType]
  /// Where in the bytes each set of rules stands.
  private let rules: [Range<Int>]
  /// In the order of their bytes.
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

  /// Reads an archive's tables; `nil` if the bytes are none. O(bytes), without the rules themselves.
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

  /// The zone of a name, under an identifier; `nil` if there is none or its rules make no sense.
  /// O(names + its moves).
  package func zone(_ name: [UInt8], identifier: [UInt8]? = nil) -> Zone? {
    guard let index = names.firstIndex(of: name) else { return nil }
    var reader = Unpacker(bytes, in: rules[ruleNumbers[index]])
    guard let rules = ZoneRules(&reader, types) else { return nil }
    return Zone(identifier: identifier ?? name, rules: rules)
  }
}
