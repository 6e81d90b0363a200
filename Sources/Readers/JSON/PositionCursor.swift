import Bytes

/// Lines and columns of byte offsets in (nearly) ascending order: each byte is examined once, while
/// ``Bytes/Position/init(of:in:)`` begins at the first byte each time.
package struct PositionCursor {
  private struct Anchor {
    var offset: Int
    var position: Position
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// No offset before it will be requested again.
  private var low: Anchor
  /// The last requested offset.
  private var last: Anchor

  /// The bytes must outlive the cursor. A byte order mark has no column.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    low = Anchor(offset: bytes.markLength, position: .start)
    last = low
  }

  /// The position of an offset. O(distance from the last request), or from the last ``settle(at:)`` if it is earlier.
  package mutating func position(of offset: Int) -> Position {
    last = anchor(offset)
    return last.position
  }

  /// The position of an offset, after which no earlier one will be requested.
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
      if byte == .lineFeed {
        if anchor.offset == 0 || bytes[anchor.offset - 1] != .carriageReturn { anchor.position.line += 1 }
        anchor.position.column = 1
      } else if byte == .carriageReturn {
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
