import Bytes

/// Lines and columns of byte offsets that are asked for in rising order, or nearly: each byte is looked
/// at once, where ``Bytes/Position/init(of:in:)`` would begin at the first each time.
package struct PositionCursor {
  private struct Anchor {
    var offset: Int
    var position: Position
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Offsets before it are not asked for any more.
  private var low: Anchor
  /// The last one asked for.
  private var last: Anchor

  /// The bytes must outlive the cursor. A byte order mark takes no column.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8])
    low = Anchor(offset: hasMark ? 3 : 0, position: .start)
    last = low
  }

  /// The place of an offset. O(distance from the one asked for before), or from the last ``settle(at:)``
  /// where it lies behind.
  package mutating func position(of offset: Int) -> Position {
    last = anchor(offset)
    return last.position
  }

  /// The place of an offset after which no earlier one will be asked for.
  mutating func settle(at offset: Int) -> Position {
    low = anchor(offset)
    last = low
    return low.position
  }

  private func anchor(_ offset: Int) -> Anchor {
    var anchor = offset >= last.offset ? last : low
    let end = min(offset, bytes.count)
    while anchor.offset < end {
      let byte = bytes[anchor.offset]
      if byte == 0x0A {
        if anchor.offset == 0 || bytes[anchor.offset - 1] != 0x0D { anchor.position.line += 1 }
        anchor.position.column = 1
      } else if byte == 0x0D {
        anchor.position.line += 1
        anchor.position.column = 1
      } else if !byte.isUTF8Continuation {
        anchor.position.column += 1
      }
      anchor.offset += 1
    }
    return anchor
  }
}
