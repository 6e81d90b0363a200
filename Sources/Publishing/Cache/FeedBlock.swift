import Files

/// A part of a feed's file. If the inputs of a part are those of one that is published, its bytes are taken from there:
/// after a change of one event, only the lines around it are made again.
package struct FeedBlock: Sendable {
  package enum Source: Sendable {
    case made([UInt8])
    /// Bytes of the published file.
    case published(Range<Int>)
  }

  package var source: Source
  /// What the cache remembers of it; `nil` for parts that are always made.
  package var inputs: Fingerprint?
  /// What must be known of the part besides its bytes.
  package var notes: [UInt8]

  package init(source: Source, inputs: Fingerprint? = nil, notes: [UInt8] = []) {
    (self.source, self.inputs, self.notes) = (source, inputs, notes)
  }

  package var count: Int {
    switch source {
    case .made(let bytes): bytes.count
    case .published(let range): range.count
    }
  }

  /// Its bytes; empty if they are in the published file.
  package var made: [UInt8] { if case .made(let bytes) = source { bytes } else { [] } }
}

extension [FeedBlock] {
  /// Whether all parts are in the published file already, and nothing else is. O(bytes that were made).
  package func are(in published: OpenFile) -> Bool {
    var start = 0
    for block in self {
      let range = start..<start + block.count
      switch block.source {
      case .made(let bytes): guard published.bytes(range) == bytes else { return false }
      case .published(let known): guard known == range else { return false }
      }
      start = range.upperBound
    }
    return start == published.stamp.size
  }

  /// The bytes of all parts; `nil` if the published file lacks some. O(bytes).
  package func bytes(with published: OpenFile) -> [UInt8]? {
    var all: [UInt8] = []
    all.reserveCapacity(reduce(0) { $0 + $1.count })
    for block in self {
      switch block.source {
      case .made(let bytes): all += bytes
      case .published(let range):
        guard let bytes = published.bytes(range) else { return nil }
        all += bytes
      }
    }
    return all
  }
}

/// The parts of a published file, as the cache remembers them.
package struct KnownBlocks: Sendable {
  package struct Block: Sendable {
    /// ``BuildCache/Record/unknown`` for parts that are always made.
    package var inputs: Fingerprint
    package var count: Int
    package var notes: [UInt8]
  }

  /// All parts of the file, in order.
  package let blocks: [Block]
  private let places: [Fingerprint: (index: Int, start: Int)]

  /// Nothing is known.
  package static let none = KnownBlocks([Block]())

  /// Whether all parts are always made.
  package var isEmpty: Bool { places.isEmpty }

  package init(_ blocks: [Block]) {
    self.blocks = blocks
    var places: [Fingerprint: (index: Int, start: Int)] = [:]
    places.reserveCapacity(blocks.count)
    var start = 0
    for (index, block) in blocks.enumerated() {
      if block.inputs != BuildCache.Record.unknown { places[block.inputs] = (index, start) }
      start += block.count
    }
    self.places = places
  }

  /// Records, for the next build, a file that consists of these parts.
  package init(_ blocks: [FeedBlock]) {
    self.init(
      blocks.map { Block(inputs: $0.inputs ?? BuildCache.Record.unknown, count: $0.count, notes: $0.notes) })
  }

  /// The published part with some inputs; `nil` if there is none.
  package subscript(inputs: Fingerprint) -> FeedBlock? {
    guard let place = places[inputs] else { return nil }
    let block = blocks[place.index]
    return FeedBlock(
      source: .published(place.start..<place.start + block.count), inputs: inputs, notes: block.notes)
  }
}
