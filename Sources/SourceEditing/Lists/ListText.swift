import Bytes
import Readers

/// The objects of an events.json and where they are in its bytes.
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
    var members: [Member]

    /// The value that counts for a key; `null` is none.
    func member(_ key: StaticString) -> Member? {
      guard let member = members.last(where: { $0.key.equals(key) }) else { return nil }
      if case .null = member.value.kind { return nil }
      return member
    }
  }

  let bytes: [UInt8]
  /// In the order of the file; what is no object is left out.
  private(set) var objects: [Object] = []
  /// Of the brackets.
  private(set) var opening = 0
  private(set) var closing = 0

  /// - Throws: `impossible` for what is no list of JSON in all its length.
  init(_ bytes: [UInt8], path: String) throws(EditError) {
    self.bytes = bytes
    var failure: String?
    var objects: [Object] = []
    var (opening, closing) = (0, 0)
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      var cursor = PositionCursor(buffer)
      do throws(JSONReader.Failure) {
        _ = reader.next()
        opening = reader.index
        guard reader.take("[") else {
          failure = "\(path):1: this is no list of events; put [ before and ] after"
          return
        }
        while !reader.take("]") {
          let value = try reader.value(depth: 1)
          let end = reader.index
          if case .object(let members) = value.kind {
            let position = cursor.position(of: value.offset)
            objects.append(
              Object(range: value.offset..<end, position: position, members: try Self.members(members, &reader)))
          }
          reader.rewind(to: end)
          let comma = reader.next() == UInt8.ascii(",") ? reader.index : nil
          if reader.takeComma(before: "]") {
            guard reader.next() != UInt8.ascii("]") else {
              failure =
                "\(path):\(cursor.position(of: comma ?? end).line): a comma stands after the last event; remove it "
                  + "first"
              return
            }
          } else if reader.next() != UInt8.ascii("]") {
            failure = "\(path):\(cursor.position(of: reader.index).line): a comma or ] should be here; mend it first"
            return
          }
        }
        closing = reader.index - 1
        if reader.next() != nil {
          failure = "\(path):\(cursor.position(of: reader.index).line): the list ended before this place; mend it first"
        }
      } catch {
        failure = "\(path):\(cursor.position(of: error.offset).line): \(error.message); mend it first"
      }
    }
    if let failure { throw .impossible(failure) }
    self.objects = objects
    (self.opening, self.closing) = (opening, closing)
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

  /// What changes in an object: values in the place of others, `nil` for those that go. What is new comes
  /// after the member that is named, or at the end.
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

  /// An object with some values changed; all other bytes of it stay.
  func rebuilt(_ object: Object, _ changes: Changes) -> [UInt8] {
    guard let first = object.members.first, let last = object.members.last else { return Array(bytes[object.range]) }
    struct Piece {
      var key: [UInt8]
      var bytes: [UInt8]
      /// What parts it from the next.
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
      // The last of all may have gone, and its neighbour be last now; or be followed where it was last.
      if index + 1 < pieces.count { out += piece.separator.isEmpty ? usual : piece.separator }
    }
    return out + bytes[last.range.upperBound..<object.range.upperBound]
  }

  /// What parts an object from the one before it, the comma included.
  private var separator: [UInt8] {
    if objects.count > 1 {
      let gap = Array(bytes[objects[objects.count - 2].range.upperBound..<objects[objects.count - 1].range.lowerBound])
      if gap.count(where: { !$0.isWhitespace }) == 1 { return gap }
    }
    guard let first = objects.first else { return [0x2C] + lineEnd + [0x20, 0x20] }
    let lead = Array(bytes[(opening + 1)..<first.range.lowerBound])
    return [0x2C] + (lead.isEmpty ? [0x20] : lead)
  }

  private var lineEnd: [UInt8] {
    guard let feed = bytes.firstIndex(of: 0x0A) else { return [0x0A] }
    return feed > 0 && bytes[feed - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// Adds an object after another, or as the last.
  /// - Returns: how far behind the place of insertion it begins.
  func insert(_ object: [UInt8], after other: Object?, _ patch: inout Patch) -> Int {
    if let other = other ?? objects.last {
      let separator = separator
      patch.insert(separator + object, at: other.range.upperBound)
      return other.range.upperBound + separator.count
    }
    let lead = lineEnd + [0x20, 0x20]
    patch.replace((opening + 1)..<closing, with: lead + object + lineEnd)
    return opening + 1 + lead.count
  }

  func remove(_ index: Int, _ patch: inout Patch) {
    let range = objects[index].range
    if index + 1 < objects.count {
      patch.remove(range.lowerBound..<objects[index + 1].range.lowerBound)
    } else if index > 0 {
      patch.remove(objects[index - 1].range.upperBound..<range.upperBound)
    } else {
      patch.remove((opening + 1)..<range.upperBound)
    }
  }

  /// A new object in the manner of the last: on one line, or a line a member.
  func object(_ members: [(key: StaticString, value: [UInt8])]) -> [UInt8] {
    var lead: [UInt8] = lineEnd + [0x20, 0x20, 0x20, 0x20]
    var tail: [UInt8] = lineEnd + [0x20, 0x20]
    var colon: [UInt8] = [0x3A, 0x20]
    if let sample = objects.last, let first = sample.members.first, let last = sample.members.last {
      lead = Array(bytes[(sample.range.lowerBound + 1)..<first.keyRange.lowerBound])
      tail = Array(bytes[last.range.upperBound..<(sample.range.upperBound - 1)])
      colon = Array(bytes[first.keyRange.upperBound..<first.range.lowerBound])
    }
    let isOnOneLine = !lead.contains(0x0A)
    var out: [UInt8] = [0x7B] + lead
    for (index, member) in members.enumerated() {
      if index > 0 { out += [0x2C] + (isOnOneLine ? [0x20] : lead) }
      out += Self.string([UInt8](member.key)) + colon + member.value
    }
    return out + tail + [0x7D]
  }

  /// A text as JSON writes it.
  static func string(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x22]
    for byte in text {
      switch byte {
      case 0x22: out.append("\\\"")
      case 0x5C: out.append("\\\\")
      case 0x0A: out.append("\\n")
      case 0x0D: out.append("\\r")
      case 0x09: out.append("\\t")
      case 0..<0x20, 0x7F:
        out.append("\\u")
        out.append(hexadecimal: UInt64(byte), width: 4)
      default: out.append(byte)
      }
    }
    return out + [0x22]
  }
}
