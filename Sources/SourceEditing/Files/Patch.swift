/// Replacements in a file's bytes, in ranges that do not overlap.
struct Patch {
  private struct Part {
    var range: Range<Int>
    var bytes: [UInt8]
  }

  private var parts: [Part] = []

  var isEmpty: Bool { parts.isEmpty }

  /// Replaces a range. Of several replacements at one offset, the first requested comes first.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    parts.append(Part(range: range, bytes: bytes))
  }

  mutating func insert(_ bytes: [UInt8], at offset: Int) { replace(offset..<offset, with: bytes) }

  mutating func remove(_ range: Range<Int>) { replace(range, with: []) }

  /// The bytes of a part of a source with all replacements applied. O(source + parts).
  func applied(to source: [UInt8], in range: Range<Int>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(range.count + 256)
    var offset = range.lowerBound
    let inside = parts.enumerated().filter {
      range.lowerBound <= $0.element.range.lowerBound && $0.element.range.upperBound <= range.upperBound
    }
    // What is inserted at the beginning of a range comes before what replaces the range.
    for (_, part) in inside.sorted(by: {
      ($0.element.range.lowerBound, $0.element.range.isEmpty ? 0 : 1, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.isEmpty ? 0 : 1, $1.offset)
    }) {
      precondition(part.range.lowerBound >= offset, "replacements overlap")
      out.append(contentsOf: source[offset..<part.range.lowerBound])
      out.append(contentsOf: part.bytes)
      offset = part.range.upperBound
    }
    out.append(contentsOf: source[offset..<range.upperBound])
    return out
  }

  func applied(to source: [UInt8]) -> [UInt8] { applied(to: source, in: source.indices) }
}
