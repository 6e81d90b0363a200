import Bytes
import ICalendar

/// The parameters of a property (RFC 5545, 3.2), except those that do not conform.
struct ParameterList {
  private var kept: [(name: ArraySlice<UInt8>, written: ArraySlice<UInt8>, value: [UInt8])] = []
  /// The names of parameters that are left out.
  private var dropped: [[UInt8]] = []
  private(set) var isChanged = false

  /// O(bytes of the parameters).
  init(_ document: ICalendarDocument, _ property: ICalendarDocument.Property, _ form: PropertyForm) {
    if !document.hasParameters(property) { return }
    let value = document.value(property)
    document.forEachParameter(of: property) { name, written, read in
      // If a parameter is repeated, this program reads the first one, and others the last.
      let isKnown = kept.contains { $0.name.equalsIgnoringCase(name) }
      if !isKnown, Self.isStrict(name, written), Self.isSound(name, read, of: form, value) {
        // White space around a name is no part of it, but not all programs know that.
        let isPlain = written.dropFirst(name.count).first == .equals
        if !isPlain { isChanged = true }
        kept.append((name, isPlain ? written : name + written.drop { $0 != .equals }, read))
      } else {
        dropped.append(name.map { $0.uppercased })
        isChanged = true
      }
    }
  }

  /// As they stand between the name and the colon.
  var bytes: [UInt8] { kept.flatMap { [.semicolon] + $0.written } }

  /// The message about the property if only its parameters are changed.
  var remark: [UInt8] {
    let names = dropped.map { quoted($0) }.joined(separator: Array(", ".utf8))
    return dropped.isEmpty
      ? Array("does not have the form of RFC 5545; it is mended".utf8)
      : Array("is read without ".utf8) + names + ", whose value is not allowed there"
  }

  /// The first value of a parameter.
  func value(_ name: StaticString) -> [UInt8]? { kept.first { $0.name.equalsIgnoringCase(name) }?.value }

  /// Changes, adds or removes a parameter.
  mutating func set(_ name: StaticString, to value: [UInt8]?) {
    let place = kept.firstIndex { $0.name.equalsIgnoringCase(name) } ?? kept.endIndex
    if value == nil, place == kept.endIndex { return }
    let known = place..<min(place + 1, kept.endIndex)
    kept.replaceSubrange(
      known,
      with: value.map { value in
        let name = [UInt8](name)
        return [(name[...], (name + [.equals] + ICalendarWriter.parameterValue(value))[...], value)]
      } ?? [])
    isChanged = true
  }

  /// Leaves out a parameter that contradicts the value.
  mutating func drop(_ name: StaticString) {
    set(name, to: nil)
    dropped.append([UInt8](name))
  }

  // MARK: Forms

  /// Whether a parameter is `NAME=value`, or several values, with quotation marks around whole values only (3.1).
  private static func isStrict(_ name: ArraySlice<UInt8>, _ written: ArraySlice<UInt8>) -> Bool {
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isDigit || $0 == .hyphen }),
      let equals = written.firstIndex(of: .equals)
    else { return false }
    var rest = written[equals...]
    // The equals sign, and then each comma.
    repeat {
      rest = rest.dropFirst()
      if rest.first == .quote {
        guard let end = rest.dropFirst().firstIndex(of: .quote) else { return false }
        rest = rest[(end + 1)...]
      } else {
        rest = rest.drop { $0 != .quote && $0 != .comma && $0 != .colon }
      }
    } while rest.first == .comma
    return rest.isEmpty
  }

  /// Whether a parameter has one of the values of its definition, or those that programs make of it.
  private static func isSound(
    _ name: ArraySlice<UInt8>, _ read: [UInt8], of form: PropertyForm, _ value: ArraySlice<UInt8>
  ) -> Bool {
    func isOne(_ words: StaticString...) -> Bool { words.contains { read.equalsIgnoringCase($0) } }
    func isCalled(_ known: StaticString) -> Bool { name.equalsIgnoringCase(known) }
    switch name.count {
    case 3 where isCalled("DIR"): return isAddress(read)
    case 4 where isCalled("RSVP"): return isOne("TRUE", "FALSE")
    case 4 where isCalled("ROLE"): return isToken(read)
    case 4 where isCalled("TZID"): return !read.isEmpty
    case 5 where isCalled("RANGE"): return isOne("THISANDFUTURE", "THISANDPRIOR")
    case 5 where isCalled("VALUE"): return form.allows(type: read, for: value)
    case 6 where isCalled("CUTYPE"), 6 where isCalled("FBTYPE"), 7 where isCalled("RELTYPE"): return isToken(read)
    case 6 where isCalled("ALTREP"), 6 where isCalled("MEMBER"): return isAddress(read)
    case 7 where isCalled("RELATED"): return isOne("START", "END")
    case 7 where isCalled("FMTTYPE"): return read.split(separator: .slash).count == 2 && !read.contains(.space)
    case 7 where isCalled("SENT-BY"): return isAddress(read)
    case 8 where isCalled("PARTSTAT"), 8 where isCalled("LANGUAGE"): return isToken(read)
    case 8 where isCalled("ENCODING"): return form.allows(encoding: read, for: value)
    case 12 where isCalled("DELEGATED-TO"), 14 where isCalled("DELEGATED-FROM"): return isAddress(read)
    default: return true
    }
  }

  /// `x-name` or `iana-token` (3.1).
  private static func isToken(_ text: [UInt8]) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isDigit || $0 == .hyphen || $0 == .underscore }
  }

  private static func isAddress(_ text: [UInt8]) -> Bool { ValueType.uri(text[...]) != nil }
}
