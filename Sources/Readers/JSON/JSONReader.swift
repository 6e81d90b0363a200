import Bytes

/// JSON (RFC 8259), parsed from bytes value by value, with the position of each value.
///
/// The toolchain's readers give no positions and build the whole tree first. This one needs only one event of a long
/// file in memory at a time, and keeps everything before a syntax error.
///
/// The syntax is checked strictly. Repaired and reported: invalid UTF-8 and unpaired surrogate escapes become U+FFFD, a
/// comma after the last value is skipped, and of duplicate keys the last one counts.
package struct JSONReader {
  /// Nested arrays and objects. An event is four deep; each level uses the stack.
  static let depthLimit = 64

  /// Why the text is not JSON.
  package struct Failure: Error {
    package var offset: Int
    package var message: String
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The index of the next byte.
  package private(set) var index: Int
  /// The most values that are read. An object that has any counts as eight more, for which it has room.
  package var valueLimit = Int.max
  private var values = 0
  /// In file order; the caller may remove them.
  package var repairs: [(offset: Int, message: String)] = []

  /// The bytes must outlive the reader. A byte order mark is skipped.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    index = bytes.markLength
  }

  /// Moves to the next byte that is not white space; `nil` at the end.
  package mutating func next() -> UInt8? {
    while index < bytes.count {
      switch bytes[index] {
      case .space, .lineFeed, .carriageReturn, .tab: index += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Consumes a byte if it comes next.
  package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next() == UInt8.ascii(scalar) else { return false }
    index += 1
    return true
  }

  /// Consumes a comma; returns false if there is none. A comma after the last value, before `close`, is invalid, but
  /// people leave it behind when they move lines.
  package mutating func takeComma(before close: Unicode.Scalar) -> Bool {
    guard next() == UInt8.ascii(",") else { return false }
    let comma = index
    index += 1
    if next() == UInt8.ascii(close) {
      repair(comma, "JSON has no comma after the last value; remove it")
    }
    return true
  }

  /// Reads a whole value. O(value).
  package mutating func value(depth: Int = 0) throws(Failure) -> JSONValue {
    guard let byte = next() else { throw failure("the text ends where a value should be") }
    let start = index
    values += 1
    if values > valueLimit {
      throw failure("the file has more than \(valueLimit) values; save the calendar as .ics, or divide it")
    }
    switch byte {
    case .ascii("{"): return JSONValue(kind: .object(try object(depth)), offset: start)
    case .ascii("["): return JSONValue(kind: .array(try array(depth)), offset: start)
    case .ascii("\""): return JSONValue(kind: .string(try string()), offset: start)
    case .ascii("-"), 0x30...0x39: return JSONValue(kind: .number(try number()), offset: start)
    default:
      if takeWord("true") { return JSONValue(kind: .flag(true), offset: start) }
      if takeWord("false") { return JSONValue(kind: .flag(false), offset: start) }
      if takeWord("null") { return JSONValue(kind: .null, offset: start) }
      throw failure(Self.mend(of: byte))
    }
  }

  // MARK: For reading strings
  var count: Int { bytes.count }
  subscript(index: Int) -> UInt8 { bytes[index] }
  func slice(_ range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> { bytes[range] }
  func sequenceLength(at index: Int) -> Int { Text.sequenceLength(in: bytes, at: index) }
  mutating func advance(_ bytes: Int) { index += bytes }
  package mutating func rewind(to index: Int) { self.index = index }
  mutating func repair(_ offset: Int, _ message: String) {
    repairs.append((offset, message))
  }

  func failure(_ message: String) -> Failure { Failure(offset: index, message: message) }

  private static func mend(of byte: UInt8) -> String {
    switch byte {
    case .ascii("'"): "JSON has no single quotation marks; write \""
    case .ascii("/"), .ascii("#"): "JSON has no comments; remove this one"
    case .ascii(","), .ascii("]"), .ascii("}"):
      "a value should be here; remove the comma before it, or add what is missing"
    default:
      "a value should be here; texts need quotation marks; only true, false and null have none"
    }
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes[index..<end].equals(word) else { return false }
    if end < bytes.count, bytes[end].isLetter || bytes[end].isDigit { return false }
    index = end
    return true
  }

  // MARK: Arrays and objects

  private mutating func enter(_ depth: Int) throws(Failure) {
    if depth >= Self.depthLimit {
      throw failure("arrays and objects are nested more than \(Self.depthLimit) deep here")
    }
    index += 1
  }

  private mutating func array(_ depth: Int) throws(Failure) -> [JSONValue] {
    try enter(depth)
    if take("]") { return [] }
    var elements: [JSONValue] = []
    while true {
      elements.append(try value(depth: depth + 1))
      let hasComma = takeComma(before: "]")
      if take("]") { return elements }
      if !hasComma { throw failure("a comma or ] should be here") }
    }
  }

  private mutating func object(_ depth: Int) throws(Failure) -> [JSONValue.Member] {
    try enter(depth)
    if take("}") { return [] }
    var members: [JSONValue.Member] = []
    // An event has about as many members: one allocation instead of four.
    members.reserveCapacity(8)
    values += 8
    var keys = KeySet()
    while true {
      guard next() == UInt8.ascii("\"") else {
        throw failure("a key in quotation marks should be here")
      }
      let keyOffset = index
      let key = try key()
      if !keys.insert(key, members) {
        repair(keyOffset, "the key \(Text.quote(key)) is written twice; the last one counts, keep one")
      }
      guard take(":") else {
        throw failure("a colon should be here, after the key \(Text.quote(key))")
      }
      members.append(
        JSONValue.Member(key: key, keyOffset: keyOffset, value: try value(depth: depth + 1)))
      let hasComma = takeComma(before: "}")
      if take("}") { return members }
      if !hasComma { throw failure("a comma or } should be here") }
    }
  }

  /// The keys of one object: compared with each other if there are few, hashed if there are many.
  private struct KeySet {
    private var hashed: Set<[UInt8]> = []

    mutating func insert(_ key: [UInt8], _ members: [JSONValue.Member]) -> Bool {
      if members.count < 16 { return !members.contains { $0.key == key } }
      if hashed.isEmpty { hashed = Set(members.map(\.key)) }
      return hashed.insert(key).inserted
    }
  }

  // MARK: Keys

  /// A cache of keys, indexed by length and end bytes: a file of events has a dozen different keys, and up to a hundred
  /// thousand copies of each.
  private var knownKeys: [[UInt8]] = Array(repeating: [], count: 64)

  private mutating func key() throws(Failure) -> [UInt8] {
    var end = index + 1
    while end < bytes.count, isPlain(end) { end += 1 }
    guard end < bytes.count, end > index + 1, bytes[end] == UInt8.ascii("\"") else {
      return try string()
    }
    let written = bytes[(index + 1)..<end]
    let place = (written.count &* 7 &+ Int(written.first!) &+ Int(written.last!) &* 3) & 63
    index = end + 1
    if !knownKeys[place].elementsEqual(written) { knownKeys[place] = Array(written) }
    return knownKeys[place]
  }

  // MARK: Numbers

  private mutating func number() throws(Failure) -> [UInt8] {
    let start = index
    func digits(_ index: inout Int) -> Int {
      let first = index
      while index < bytes.count, bytes[index].isDigit { index += 1 }
      return index - first
    }
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    if byte(index) == UInt8.ascii("-") { index += 1 }
    if byte(index) == UInt8.ascii("0"), byte(index + 1).isDigit {
      throw failure(
        "a number has no leading zeros; remove them, or put it in quotation marks if it is a text")
    }
    guard digits(&index) > 0 else { throw failure("a digit should be here") }
    if byte(index) == UInt8.ascii(".") {
      index += 1
      guard digits(&index) > 0 else { throw failure("a digit should be here, after the point") }
    }
    if byte(index) | 0x20 == UInt8.ascii("e") {
      index += 1
      if byte(index) == UInt8.ascii("+") || byte(index) == UInt8.ascii("-") { index += 1 }
      guard digits(&index) > 0 else { throw failure("a digit should be here, in the exponent") }
    }
    return Array(bytes[start..<index])
  }
}
