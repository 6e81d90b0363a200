/// A set of numbers from 0 to 63, such as the hours of BYHOUR: one machine word.
public struct NumberSet: Hashable, Sendable, Sequence {
  /// Bit `n` represents the number `n`.
  package private(set) var bits: UInt64

  @inlinable package init() { self.init(bits: 0) }

  /// The set whose members are the set bits.
  @usableFromInline package init(bits: UInt64) { self.bits = bits }

  /// Whether the set has no member.
  public var isEmpty: Bool { bits == 0 }
  /// How many members the set has, 0 to 64.
  public var count: Int { bits.nonzeroBitCount }

  /// Whether `number` is a member; numbers outside 0 to 63 never are.
  public func contains(_ number: Int) -> Bool { number >= 0 && number < 64 && bits >> UInt64(number) & 1 == 1 }

  mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }

  /// The members in ascending order.
  public func makeIterator() -> Iterator { Iterator(rest: bits) }

  /// Walks the members in ascending order.
  public struct Iterator: IteratorProtocol, Sendable {
    var rest: UInt64

    /// The next member; `nil` after the last.
    public mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      defer { rest &= rest &- 1 }
      return rest.trailingZeroBitCount
    }
  }
}

extension UInt64 {
  /// The position of the set bit with `rank` set bits below it; it must exist. O(rank).
  func place(ofRank rank: Int) -> Int {
    var rest = self
    for _ in 0..<rank { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }

  /// The number of set bits below `place`, 0 to 64.
  func rank(at place: Int) -> Int { (self & ~(~0 << UInt64(place))).nonzeroBitCount }

  /// The first set bit at `place` or above it, `nil` if there is none.
  func firstSet(from place: Int) -> Int? {
    let rest = self & (~0 << UInt64(place))
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }
}
