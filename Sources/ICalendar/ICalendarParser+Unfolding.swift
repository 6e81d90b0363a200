import Bytes

extension ICalendarParser {
  /// Unfolds a line (RFC 5545, 3.1): moves its physical lines from `read` on to `write`. Both are then behind it.
  /// - Parameter line: the number of the physical line at `read`.
  /// - Returns: whether all of its bytes are printable ASCII.
  @inline(__always)
  mutating func unfoldLine(
    _ from: UnsafePointer<UInt8>, into base: UnsafeMutablePointer<UInt8>, _ read: inout Int, _ write: inout Int,
    _ line: inout UInt32, to end: Int
  ) -> Bool {
    var isPlain = true
    let lineStart = write
    if !foldPlaces.isEmpty { foldPlaces.removeAll(keepingCapacity: true) }
    // `nil` until it is asked for.
    var isQuotedPrintable: Bool?
    while true {
      var stop = lineEnd(from, from: read, to: end)
      let next = stop + 1
      // CR LF, or the CR CR LF of a file that was converted twice.
      while stop > read, from[stop - 1] == .carriageReturn { stop -= 1 }
      let count = stop - read
      if ForeignInput.isExpected, isPlain { isPlain = Self.isPlain(from, from: read, to: stop) }
      if base + write != from + read { (base + write).update(from: from + read, count: count) }
      write += count
      read = min(next, end)
      line += 1
      if ForeignInput.isMended, read < end, write > lineStart, base[write - 1] == .equals {
        isQuotedPrintable = isQuotedPrintable ?? Self.isQuotedPrintable(base, lineStart, write)
        if isQuotedPrintable == true, !beginsProperty(from, read, end) {
          // The next line goes on where the equals sign was (RFC 2045, 6.7), in vCalendar 1.0 without a space.
          write -= 1
          continue
        }
      }
      guard read < end, from[read] == .space || from[read] == .tab else { return isPlain }
      read += 1
      if ForeignInput.isMended { foldPlaces.append(UInt32(truncatingIfNeeded: write - lineStart)) }
    }
  }

  /// The offset of the next LF, or `end`. Eight bytes at a time: x has a zero byte where
  /// (x − 0x01…) & ~x & 0x80… is not zero (Mycroft 1987).
  private func lineEnd(_ base: UnsafePointer<UInt8>, from: Int, to end: Int) -> Int {
    var index = from
    let raw = UnsafeRawPointer(base)
    while index + 8 <= end {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      let zero = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zero != 0 { return index + zero.littleEndian.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, base[index] != .lineFeed { index += 1 }
    return index
  }

  /// Whether a line says that its value is in quoted-printable. O(line).
  private static func isQuotedPrintable(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let line = UnsafeBufferPointer(start: base + start, count: end - start)
    return line.prefix { $0 != .colon }.split(separator: .semicolon).contains {
      $0.trimmed.equalsIgnoringCase("ENCODING=QUOTED-PRINTABLE")
    }
  }

  /// Whether a line begins with a property name that this core knows, which never continues a text. CLASS counts
  /// whatever follows it: it withholds events even if its line can't be read. A line that begins with a space is no
  /// property.
  private func beginsProperty(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var start = start
    if base[start] == .space || base[start] == .tab { return false }
    if end - start > 3, base[start] == 0xEF, base[start + 1] == 0xBB, base[start + 2] == 0xBF { start += 3 }
    var stop = start
    while stop < end, isNameByte(base[stop]) { stop += 1 }
    let name = UnsafeBufferPointer(start: base + start, count: stop - start)
    if name.equalsIgnoringCase("CLASS") { return true }
    while stop < end, base[stop] == .space || base[stop] == .tab { stop += 1 }
    guard stop < end, base[stop] == .colon || base[stop] == .semicolon else { return false }
    return PropertyName(name) != .other || name.equalsIgnoringCase("BEGIN") || name.equalsIgnoringCase("END")
  }
}
