import Bytes

/// The output of a page: plain memory that grows. An array would check for uniqueness and capacity at each of thousands
/// of appends per page, which took a third of the rendering time.
struct Sink {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// Allocates room for a page of about this size, to be freed with ``free()``.
  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  /// What was written.
  var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  func free() { base.deallocate() }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    memory.update(from: base, count: count)
    base.deallocate()
    base = memory
    capacity = larger
  }

  /// Appends bytes unchanged.
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    append(start, bytes.count, readable: bytes.count)
  }

  /// Appends bytes, possibly reading beyond them.
  /// - Parameter readable: the number of bytes that may be read from the start on.
  @inline(__always)
  mutating func append(_ start: UnsafePointer<UInt8>, _ length: Int, readable: Int) {
    #if !hasFeature(Embedded)
      // Most of a page is short pieces of templates: copying 32 bytes at once is cheaper than a call that depends on
      // the length.
      if length <= 32, readable >= 32 {
        reserve(32)
        let from = UnsafeRawPointer(start)
        let to = UnsafeMutableRawPointer(base + count)
        to.storeBytes(of: from.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
        to.storeBytes(
          of: from.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self), toByteOffset: 16, as: SIMD16<UInt8>.self)
        count += length
        return
      }
    #endif
    reserve(length)
    (base + count).update(from: start, count: length)
    count += length
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends bytes escaped, eight at a time while none of the eight is special.
  mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    // The longest character reference has six bytes.
    reserve(text.count * 6)
    var to = base + count
    var from = start
    let end = start + text.count
    while end - from >= 8 {
      let eight = UnsafeRawPointer(from).loadUnaligned(as: UInt64.self)
      if hasSpecial(eight) {
        for _ in 0..<8 {
          to = put(from.pointee, at: to)
          from += 1
        }
      } else {
        UnsafeMutableRawPointer(to).storeBytes(of: eight, as: UInt64.self)
        to += 8
        from += 8
      }
    }
    while from < end {
      to = put(from.pointee, at: to)
      from += 1
    }
    count = to - base
  }

  @inline(__always)
  private func put(_ byte: UInt8, at place: UnsafeMutablePointer<UInt8>)
    -> UnsafeMutablePointer<UInt8>
  {
    guard isSpecial(byte) else {
      place.pointee = byte
      return place + 1
    }
    let text = reference(byte)
    place.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    return place + text.utf8CodeUnitCount
  }

  /// Whether one of eight bytes is special. Exclusive or with the byte it is compared to gives zero; `&` and `'` differ
  /// in one bit only, as do `<` and `>`, so each pair needs one comparison.
  @inline(__always)
  private func hasSpecial(_ eight: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = eight ^ (ones &* 0x22)
    let ampersand = (eight | ones) ^ (ones &* 0x27)
    let angle = (eight | (ones &* 2)) ^ (ones &* 0x3E)
    let zero =
      ((quote &- ones) & ~quote) | ((ampersand &- ones) & ~ampersand) | ((angle &- ones) & ~angle)
    return zero & (ones &* 0x80) != 0
  }
}
