import Bytes
import Readers

/// The objects of an events.json and their positions in its bytes.
struct ListText {
  struct Member {
    var key: [UInt8]
    var keyRange: Range<Int>
    var value: JSONValue
    var range: Range<Int>
  }

  struct Object {
    var range: Range<Int>
    var position: Position
    /// The position of what follows it.
    var end: Position
    var members: [Member]

    /// The value of a key that counts; `nil` for `null`.
    func member(_ key: StaticString) -> Member? {
      guard let member = members.last(where: { $0.key.equals(key) }) else { return nil }
      if case .null = member.value.kind { return nil }
      return member
    }
  }

  let bytes: [UInt8]
  /// In file order.
  private(set) var objects: [Object] = []
  /// The ranges of all values of the list; values that are not objects are kept too.
  private(set) var elements: [Range<Int>] = []
  /// The offset of the opening bracket.
  private(set) var opening = 0
  private(set) var closing = 0

  /// - Throws: `impossible` if the text is not one JSON list.
  init(_ bytes: [UInt8], path: String) throws(EditError) {
    self.bytes = bytes
    var failure: String?
    var objects: [Object] = []
    var elements: [Range<Int>] = []
    var (opening, closing) = (0, 0)
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      var cursor = PositionCursor(buffer)
      do throws(JSONReader.Failure) {
        _ = reader.next()
        opening = reader.index
        guard reader.take("[") else {
          failure = "\(path):1: this is not a list of events; put [ before and ] after"
          return
        }
        while !reader.take("]") {
          let value = try reader.value(depth: 1)
          let end = reader.index
          elements.append(value.offset..<end)
          if case .object(let members) = value.kind {
            let position = cursor.position(of: value.offset)
            objects.append(
              Object(
                range: value.offset..<end, position: position, end: cursor.position(of: end),
                members: try Self.members(members, &reader)))
          }
          reader.rewind(to: end)
          let comma = reader.next() == UInt8.ascii(",") ? reader.index : nil
          if reader.takeComma(before: "]") {
            guard reader.next() != UInt8.ascii("]") else {
              failure =
                "\(path):\(cursor.position(of: comma ?? end).line): there is a comma after the last event; remove it "
                + "first"
              return
            }
          } else if reader.next() != UInt8.ascii("]") {
            failure = "\(path):\(cursor.position(of: reader.index).line): a comma or ] should be here; fix it first"
            return
          }
        }
        closing = reader.index - 1
        if reader.next() != nil {
          failure = "\(path):\(cursor.position(of: reader.index).line): the list ended before this place; fix it first"
        }
      } catch {
        failure = "\(path):\(cursor.position(of: error.offset).line): \(error.message); fix it first"
      }
    }
    if let failure { throw .impossible(failure) }
    (self.objects, self.elements) = (objects, elements)
    (self.opening, self.closing) = (opening, closing)
  }

  /// A member that is an object; `nil` if it is none.
  func object(_ member: Member) -> Object? {
    guard case .object(let inner) = member.value.kind else { return nil }
    let members = bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      return (try? Self.members(inner, &reader)) ?? []
    }
    let position = Position(line: 1, column: 1)
    return Object(range: member.range, position: position, end: position, members: members)
  }

  private static func members(_ members: [JSONValue.Member], _ reader: inout JSONReader) throws(JSONReader.Failure)
    -> [Member]
  {
    var found: [Member] = []
    for member in members {
      reader.rewind(to: member.keyOffset)
      _ = try reader.value(depth: 2)
      let keyEnd = reader.index
      reader.rewind(to: member.value.offset)
      _ = try reader.value(depth: 2)
      found.append(
        Member(
          key: member.key, keyRange: member.keyOffset..<keyEnd, value: member.value,
          range: member.value.offset..<reader.index))
    }
    return found
  }

  // MARK: Writing

  /// The changes of an object: new values for keys, `nil` for those to remove. A new key comes after the given member,
  /// or at the end.
  struct Changes {
    private(set) var values: [(key: StaticString, value: [UInt8]?, after: StaticString?)] = []

    var isEmpty: Bool { values.isEmpty }

    mutating func set(_ key: StaticString, to value: [UInt8]?, after other: StaticString? = nil) {
      values.append((key, value, other))
    }

    mutating func set(_ key: StaticString, text: [UInt8], after other: StaticString? = nil) {
      set(key, to: ListText.string(text), after: other)
    }
  }

  /// An object with some values changed; all its other bytes stay.
  func rebuilt(_ object: Object, _ changes: Changes) -> [UInt8] {
    guard let first = object.members.first, let last = object.members.last else { return Array(bytes[object.range]) }
    struct Piece {
      var key: [UInt8]
      var bytes: [UInt8]
      /// The bytes between it and the next one.
      var separator: [UInt8]
    }
    var pieces: [Piece] = []
    for (index, member) in object.members.enumerated() {
      let next =
        index + 1 < object.members.count ? object.members[index + 1].keyRange.lowerBound : member.range.upperBound
      pieces.append(
        Piece(
          key: member.key, bytes: Array(bytes[member.keyRange.lowerBound..<member.range.upperBound]),
          separator: Array(bytes[member.range.upperBound..<next])))
    }
    let usual = pieces.count > 1 ? pieces[0].separator : [0x2C, 0x20]
    let colon = Array(bytes[first.keyRange.upperBound..<first.range.lowerBound])
    for change in changes.values {
      if let index = object.members.lastIndex(where: { $0.key.equals(change.key) }) {
        guard let value = change.value else {
          pieces.removeAll { $0.key.equals(change.key) }
          continue
        }
        let member = object.members[index]
        guard let place = pieces.lastIndex(where: { $0.key.equals(change.key) }) else { continue }
        pieces[place].bytes = Array(bytes[member.keyRange.lowerBound..<member.range.lowerBound]) + value
      } else if let value = change.value {
        let place = change.after.flatMap { after in pieces.lastIndex { $0.key.equals(after) } } ?? pieces.count - 1
        var piece = Piece(
          key: [UInt8](change.key), bytes: Self.string([UInt8](change.key)) + colon + value, separator: [])
        if pieces.indices.contains(place) {
          piece.separator = pieces[place].separator
          pieces[place].separator = usual
        }
        pieces.insert(piece, at: place + 1)
      }
    }
    var out = Array(bytes[object.range.lowerBound..<first.keyRange.lowerBound])
    for (index, piece) in pieces.enumerated() {
      out += piece.bytes
      // The last member may have been removed, so that its neighbour is last now; or a new one may follow it.
      if index + 1 < pieces.count { out += piece.separator.isEmpty ? usual : piece.separator }
    }
    return out + bytes[last.range.upperBound..<object.range.upperBound]
  }

  /// The bytes between an element and the one before it, including the comma.
  private var separator: [UInt8] {
    guard let first = elements.first, let last = elements.last else { return [.comma] + lineEnd + [0x20, 0x20] }
    if elements.count > 1 {
      return Array(bytes[elements[elements.count - 2].upperBound..<last.lowerBound])
    }
    let lead = Array(bytes[(opening + 1)..<first.lowerBound])
    return [.comma] + (lead.isEmpty ? [.space] : lead)
  }

  private var lineEnd: [UInt8] {
    guard let feed = bytes.firstIndex(of: .lineFeed) else { return [.lineFeed] }
    return feed > 0 && bytes[feed - 1] == .carriageReturn ? [0x0D, 0x0A] : [.lineFeed]
  }

  /// Adds an object after another, or as the last.
  /// - Returns: the distance of its beginning from the insertion point.
  func insert(_ object: [UInt8], after other: Object?, _ patch: inout Patch) -> Int {
    if let end = (other?.range ?? elements.last)?.upperBound {
      let separator = separator
      patch.insert(separator + object, at: end)
      return end + separator.count
    }
    let lead = lineEnd + [0x20, 0x20]
    patch.replace((opening + 1)..<closing, with: lead + object + lineEnd)
    return opening + 1 + lead.count
  }

  /// Removes an object with one comma; everything else in the list stays.
  func remove(_ object: Object, _ patch: inout Patch) {
    guard let index = elements.firstIndex(of: object.range) else { return }
    if index + 1 < elements.count {
      patch.remove(object.range.lowerBound..<elements[index + 1].lowerBound)
    } else if index > 0 {
      patch.remove(elements[index - 1].upperBound..<object.range.upperBound)
    } else {
      patch.remove((opening + 1)..<object.range.upperBound)
    }
  }

  /// A new object in the style of the last: on one line, or one line per member.
  func object(_ members: [(key: StaticString, value: [UInt8])]) -> [UInt8] {
    var lead: [UInt8] = lineEnd + [0x20, 0x20, 0x20, 0x20]
    var tail: [UInt8] = lineEnd + [0x20, 0x20]
    var colon: [UInt8] = [0x3A, 0x20]
    if let sample = objects.last, let first = sample.members.first, let last = sample.members.last {
      lead = Array(bytes[(sample.range.lowerBound + 1)..<first.keyRange.lowerBound])
      tail = Array(bytes[last.range.upperBound..<(sample.range.upperBound - 1)])
      colon = Array(bytes[first.keyRange.upperBound..<first.range.lowerBound])
    }
    let isOnOneLine = !lead.contains(.lineFeed)
    var out: [UInt8] = [.openBrace] + lead
    for (index, member) in members.enumerated() {
      if index > 0 { out += [.comma] + (isOnOneLine ? [.space] : lead) }
      out += Self.string([UInt8](member.key)) + colon + member.value
    }
    return out + tail + [.closeBrace]
  }

  // MARK: Arrays within objects

  /// The values of a member that is an array, as written; for any other member its single value.
  func items(_ member: Member) -> [[UInt8]] { ranges(member).map { Array(bytes[$0]) } }

  private func ranges(_ member: Member) -> [Range<Int>] {
    guard case .array(let values) = member.value.kind else { return [member.range] }
    return bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      return values.compactMap { value in
        reader.rewind(to: value.offset)
        return (try? reader.value(depth: 2)).map { _ in value.offset..<reader.index }
      }
    }
  }

  /// An array in which some values are replaced, removed (`nil`) or appended; the bytes between the others stay. A
  /// single value becomes an array.
  /// - Parameter items: one for each of ``items(_:)``.
  /// - Returns: `nil` if no value is left.
  func array(_ member: Member, _ items: [[UInt8]?], adding new: [UInt8]? = nil) -> [UInt8]? {
    let ranges = ranges(member)
    guard let first = ranges.first, let last = ranges.last else {
      return new.map { [.openBracket] + $0 + [.closeBracket] }
    }
    let isArray = first != member.range
    let head = isArray ? Array(bytes[member.range.lowerBound..<first.lowerBound]) : [.openBracket]
    let gaps = zip(ranges, ranges.dropFirst()).map { Array(bytes[$0.upperBound..<$1.lowerBound]) }
    var out: [UInt8] = []
    for (index, item) in items.enumerated() {
      guard let item else { continue }
      if !out.isEmpty { out += gaps[index - 1] }
      out += item
    }
    if let new {
      // If the first value is on a line of its own, so is a second.
      let usual = gaps.last ?? [.comma] + (head.contains(.lineFeed) ? Array(head.dropFirst()) : [.space])
      out += (out.isEmpty ? [] : usual) + new
    }
    if out.isEmpty { return nil }
    return head + out + (isArray ? Array(bytes[last.upperBound..<member.range.upperBound]) : [.closeBracket])
  }

  /// A text as a JSON string.
  static func string(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [.quote]
    for byte in text {
      switch byte {
      case .quote: out.append("\\\"")
      case .backslash: out.append("\\\\")
      case .lineFeed: out.append("\\n")
      case .carriageReturn: out.append("\\r")
      case .tab: out.append("\\t")
      case 0..<0x20, 0x7F:
        out.append("\\u")
        out.append(hexadecimal: UInt64(byte), width: 4)
      default: out.append(byte)
      }
    }
    return out + [.quote]
  }
}
