/// How often grams of four bytes occur in a sample, roughly: a text is best found by some that are rare there.
struct CommonGrams {
  private static let width = 4
  private static let power = 18

  private var counts = [UInt8](repeating: 0, count: 1 << Self.power)

  /// - Parameter texts: some of them are part of the sample too, so that few share the window by which they are found.
  init(_ sample: [UInt8], _ texts: some Collection<TextScanner.Text>) {
    sample.withUnsafeBytes { add($0) }
    for text in texts.prefix(1_000) {
      text.bytes.withUnsafeBytes { add($0) }
      if text.isTitle { for slug in TextForm.slugs(text.bytes) { slug.bytes.withUnsafeBytes { add($0) } } }
    }
  }

  private mutating func add(_ sample: UnsafeRawBufferPointer) {
    for offset in 0..<max(0, sample.count &- Self.width &+ 1) {
      let place = Self.place(Self.gram(sample, offset))
      if counts[place] < .max { counts[place] &+= 1 }
    }
  }

  /// A gram, regardless of ASCII case.
  @inline(__always) private static func gram(_ text: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    text.loadUnaligned(fromByteOffset: offset, as: UInt32.self) | 0x2020_2020
  }

  /// The place of its count.
  @inline(__always) private static func place(_ gram: UInt32) -> Int {
    Int(truncatingIfNeeded: (gram &* 0x9E37_79B1) &>> UInt32(32 &- power))
  }

  /// The count of a gram. Pages are full of numbers, more than a sample tells.
  @inline(__always) private func count(_ gram: UInt32) -> Int {
    Int(counts[Self.place(gram)]) &+ (gram & 0xF0F0_F0F0 == 0x3030_3030 ? 192 : 0)
  }

  /// The offset of the window of a text whose grams are the rarest, all counted together. O(text).
  /// - Parameter window: its length, at least four and at most that of the text.
  func rarest(of text: ArraySlice<UInt8>, window: Int) -> Int {
    text.withUnsafeBytes { text in
      var best = (offset: 0, count: Int.max)
      var count = 0
      for end in Self.width...text.count {
        count &+= self.count(Self.gram(text, end &- Self.width))
        let start = end &- window
        if start < 0 { continue }
        if count < best.count { best = (start, count) }
        count &-= self.count(Self.gram(text, start))
      }
      return best.offset
    }
  }
}
