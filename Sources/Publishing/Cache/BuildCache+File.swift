import Bytes
import Files

/// The file format of a cache: a line that identifies it, a checksum of the rest, the version, the fields in order.
/// Numbers have the machine's byte order, since no other machine reads them.
extension BuildCache {
  /// To be changed whenever the meaning of any field changes.
  private static let version: UInt64 = 8
  private static let magic = Array("busylife-gen build cache\n".utf8)
  /// The number of output folders that are remembered; the one unused for longest is removed first.
  private static let most = 64
  /// The same for sites of fleets.
  private static let mostOfFleet = 100_000

  /// Reads a cache; `nil` if there is none, it is damaged, or it has another version.
  package init?(at place: Place) {
    guard let folder = try? PrivateFolder.open(place.folder, making: false), let bytes = folder.readPrivate(place.name),
      bytes.starts(with: Self.magic)
    else { return nil }
    var reader = Reader(bytes: bytes, offset: Self.magic.count)
    guard let sum = reader.fingerprint(), sum == Fingerprint(bytes[reader.offset...]), reader.number() == Self.version,
      let hasIdentity = reader.number(), let identity = reader.fingerprint(), let period = reader.range(),
      let idle = reader.range(), let manifest = reader.fingerprint(), let elsewhere = reader.texts(),
      let theme = reader.texts()?.first,
      let pages = reader.number(), let events = reader.number(), let withheld = reader.number(),
      let unrefreshed = reader.number(), let problems = reader.number(),
      let warnings = reader.texts(), let scan = reader.fingerprint(), let names = reader.all(Name.self),
      let records = reader.all(Record.self), let blocks = reader.blocks(),
      reader.isAtEnd
    else { return nil }
    var summary = BuildSummary()
    summary.pages = Int(clamping: pages)
    summary.events = Int(clamping: events)
    summary.withheld = Int(clamping: withheld)
    summary.unrefreshed = Int(clamping: unrefreshed)
    summary.problems = Int(clamping: problems)
    summary.warnings = warnings
    self.init(
      identity: hasIdentity == 1 ? identity : nil, validity: Validity(period: period, idle: idle), manifest: manifest,
      elsewhere: elsewhere, theme: theme, summary: summary, records: records, names: names, blocks: blocks, scan: scan)
  }

  /// Nearly the bytes of its file, and not fewer.
  private var size: Int {
    let parts = blocks.values.reduce(0) { size, file in
      file.blocks.reduce(size + 24) { $0 + 32 + $1.notes.count }
    }
    let texts = (elsewhere + [theme] + summary.warnings).reduce(0) { $0 + 8 + $1.utf8.count }
    return records.count * MemoryLayout<Record>.stride + names.count * MemoryLayout<Name>.stride + parts + texts + 1_024
  }

  /// Replaces a cache atomically. If it can't be written, there is none.
  package func write(to place: Place) {
    guard let folder = try? PrivateFolder.open(place.folder, making: true) else { return }
    var bytes = Self.magic
    bytes.reserveCapacity(size)
    // The checksum, once what follows is known.
    bytes.append(fingerprint: Record.unknown)
    let start = bytes.count
    bytes.append(number: Self.version)
    bytes.append(number: identity == nil ? 0 : 1)
    bytes.append(fingerprint: identity ?? Record.unknown)
    for range in [validity.period, validity.idle] {
      bytes.append(number: UInt64(bitPattern: range.lowerBound))
      bytes.append(number: UInt64(bitPattern: range.upperBound))
    }
    bytes.append(fingerprint: manifest)
    bytes.append(texts: elsewhere)
    bytes.append(texts: [theme])
    for figure in [summary.pages, summary.events, summary.withheld, summary.unrefreshed, summary.problems] {
      bytes.append(number: UInt64(figure))
    }
    bytes.append(texts: summary.warnings)
    bytes.append(fingerprint: scan)
    bytes.append(number: UInt64(names.count))
    names.withUnsafeBytes { bytes.append(contentsOf: $0) }
    bytes.append(number: UInt64(records.count))
    records.withUnsafeBytes { bytes.append(contentsOf: $0) }
    bytes.append(blocks: blocks)
    let sum = [UInt8].written { $0.append(fingerprint: Fingerprint(bytes[start...])) }
    bytes.replaceSubrange(start - sum.count..<start, with: sum)
    try? folder.replace(place.name, bytes, mode: 0o600)
    // The other place may have the cache of a site that this one has replaced.
    (try? PrivateFolder.open(place.other, making: false))?.remove(place.name)
    // A fleet prunes its caches once.
    if !place.isOfFleet { folder.removeOldest(beyond: Self.most) }
  }

  /// Removes the caches of sites of fleets that were unused for longest, if there are too many.
  package static func pruneFleet() {
    guard let folder = UserCache.folder(),
      let folder = try? PrivateFolder.open(folder + "/" + Place.fleet, making: false)
    else { return }
    folder.removeOldest(beyond: mostOfFleet)
  }

  /// Removes a cache, so that nothing tells of a site that was removed.
  package static func remove(at place: Place) {
    (try? PrivateFolder.open(place.folder, making: false))?.remove(place.name)
  }

  private struct Reader {
    let bytes: [UInt8]
    var offset: Int

    mutating func number() -> UInt64? {
      guard bytes.count - offset >= 8 else { return nil }
      defer { offset += 8 }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }

    mutating func range() -> Range<Int64>? {
      guard let from = number(), let to = number() else { return nil }
      return Int64(bitPattern: from)..<max(Int64(bitPattern: from), Int64(bitPattern: to))
    }

    mutating func fingerprint() -> Fingerprint? {
      guard let low = number(), let high = number() else { return nil }
      return Fingerprint(low: low, high: high)
    }

    mutating func texts() -> [String]? {
      guard let count = number(), count <= UInt64(bytes.count) else { return nil }
      var all: [String] = []
      for _ in 0..<count {
        guard let length = number(), length <= UInt64(bytes.count - offset) else { return nil }
        all.append(String(decoding: bytes[offset..<offset + Int(length)], as: UTF8.self))
        offset += Int(length)
      }
      return all
    }

    mutating func blocks() -> [Fingerprint: KnownBlocks]? {
      guard let files = number(), files <= UInt64(bytes.count) else { return nil }
      var all: [Fingerprint: KnownBlocks] = [:]
      for _ in 0..<files {
        guard let path = fingerprint(), let count = number(), count <= UInt64(bytes.count) else { return nil }
        var blocks: [KnownBlocks.Block] = []
        for _ in 0..<count {
          guard let inputs = fingerprint(), let count = number(), let notes = number(), count <= UInt64(Int32.max),
            notes <= UInt64(bytes.count - offset)
          else { return nil }
          blocks.append(
            KnownBlocks.Block(
              inputs: inputs, count: Int(count), notes: Array(bytes[offset..<offset + Int(notes)])))
          offset += Int(notes)
        }
        all[path] = KnownBlocks(blocks)
      }
      return all
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// Trivial values, in their memory representation.
    mutating func all<Element: BitwiseCopyable>(_ type: Element.Type) -> [Element]? {
      guard let count = number(), count <= UInt64(bytes.count) else { return nil }
      let size = Int(count) * MemoryLayout<Element>.stride
      guard size <= bytes.count - offset else { return nil }
      defer { offset += size }
      return [Element](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
        bytes.withUnsafeBytes { all in
          UnsafeMutableRawBufferPointer(buffer).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: all[offset..<offset + size]))
        }
        initialized = Int(count)
      }
    }
  }
}

extension Array where Element == UInt8 {
  fileprivate mutating func append(number: UInt64) { Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) } }

  fileprivate mutating func append(fingerprint: Fingerprint) {
    append(number: fingerprint.low)
    append(number: fingerprint.high)
  }

  fileprivate mutating func append(blocks: [Fingerprint: KnownBlocks]) {
    append(number: UInt64(blocks.count))
    for (path, file) in blocks.sorted(by: { ($0.key.high, $0.key.low) < ($1.key.high, $1.key.low) }) {
      append(fingerprint: path)
      append(number: UInt64(file.blocks.count))
      for block in file.blocks {
        append(fingerprint: block.inputs)
        append(number: UInt64(block.count))
        append(number: UInt64(block.notes.count))
        append(contentsOf: block.notes)
      }
    }
  }

  fileprivate mutating func append(texts: [String]) {
    append(number: UInt64(texts.count))
    for text in texts {
      append(number: UInt64(text.utf8.count))
      append(contentsOf: text.utf8)
    }
  }
}
