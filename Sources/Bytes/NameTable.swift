/// Maps names to small integers, in the order of their first use. An open-addressing table: a dictionary is compiled
/// again for each kind of key and value, which enlarges the browser module, and one keyed by byte arrays needs an array
/// for each look-up.
@usableFromInline package struct NameTable: Sendable {
  @usableFromInline struct Span: Sendable {
    @usableFromInline var start, count: UInt32

    @inlinable init(start: UInt32, count: UInt32) { (self.start, self.count) = (start, count) }
  }

  @usableFromInline var bytes: [UInt8] = []
  @usableFromInline var spans: [Span] = []
  /// The slots, a power of two, each the index of a name or -1; at most half are taken.
  @usableFromInline var places = [Int32](repeating: -1, count: 16)

  package init() {}

  /// The number of names.
  package var count: Int { spans.count }

  /// The bytes of a name.
  package subscript(id: Int) -> [UInt8] {
    let span = spans[id]
    return Array(bytes[Int(span.start)..<Int(span.start) + Int(span.count)])
  }

  /// The number of a name; `nil` if it was never added.
  @inlinable package func find(_ name: some Collection<UInt8>) -> Int? {
    let found = places[place(of: name)]
    return found < 0 ? nil : Int(found)
  }

  /// The number of a name, added if it is new.
  @inlinable package mutating func intern(_ name: some Collection<UInt8>) -> Int {
    let place = place(of: name)
    if places[place] >= 0 { return Int(places[place]) }
    let id = spans.count
    spans.append(Span(start: UInt32(bytes.count), count: UInt32(name.count)))
    bytes.append(contentsOf: name)
    places[place] = Int32(id)
    if spans.count * 2 > places.count { grow() }
    return id
  }

  /// The slot of a name, or the free one where it belongs.
  @inlinable func place(of name: some Collection<UInt8>) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: StableHash.of(name)) & mask
    while places[place] >= 0, !spells(Int(places[place]), name) { place = (place + 1) & mask }
    return place
  }

  @inlinable func spells(_ id: Int, _ name: some Collection<UInt8>) -> Bool {
    let span = spans[id]
    guard Int(span.count) == name.count else { return false }
    var index = Int(span.start)
    for byte in name {
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }

  @usableFromInline mutating func grow() {
    places = [Int32](repeating: -1, count: places.count * 2)
    for id in 0..<spans.count {
      let span = spans[id]
      places[place(of: bytes[Int(span.start)..<Int(span.start) + Int(span.count)])] = Int32(id)
    }
  }
}
