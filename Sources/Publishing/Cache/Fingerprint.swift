import Bytes
import CXXHash
import Files

/// A hash of 128 bits (XXH3) that identifies equal inputs: among a million files, two different ones have equal hashes
/// once in 10^26 builds. It protects against chance and not against malice. Somebody who wrote two versions of an event
/// with one fingerprint would only achieve that the second version is not shown until something near it changes.
package struct Fingerprint: Hashable, Sendable, BitwiseCopyable {
  package var low: UInt64
  package var high: UInt64
}

extension Fingerprint {
  package init(_ bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_128bits(bytes.baseAddress, bytes.count)
    low = hash.low64
    high = hash.high64
  }

  package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { Fingerprint($0) } }

  package init(_ bytes: ArraySlice<UInt8>) { self = bytes.withUnsafeBytes { Fingerprint($0) } }

  /// The fingerprint of consecutive runs of bytes: that of all of them joined.
  package init(_ runs: [[UInt8]]) {
    if runs.count == 1 {
      self.init(runs[0])
      return
    }
    let state = FingerprintState()
    for run in runs { run.withUnsafeBytes { state.add($0) } }
    self = state.finish()
  }

  package init(_ text: String) {
    var text = text
    self = text.withUTF8 { Fingerprint(UnsafeRawBufferPointer($0)) }
  }

  /// As 32 hexadecimal digits.
  package var hexadecimal: String {
    let digits = [UInt8].written {
      $0.append(hexadecimal: high, width: 16)
      $0.append(hexadecimal: low, width: 16)
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bits are already well mixed.
  package func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

/// The fingerprint of bytes that arrive in parts.
package final class FingerprintState {
  private let state = XXH3_createState()

  package init() { XXH3_128bits_reset(state) }

  deinit { XXH3_freeState(state) }

  package func add(_ part: UnsafeRawBufferPointer) { XXH3_128bits_update(state, part.baseAddress, part.count) }

  package func finish() -> Fingerprint {
    let hash = XXH3_128bits_digest(state)
    return Fingerprint(low: hash.low64, high: hash.high64)
  }
}

/// Collects the inputs of something and gives their fingerprint. Each input has a known length, so that (`ab`, `c`) and
/// (`a`, `bc`) differ.
package struct Ingredients {
  private var words: [UInt64] = []
  private static let most = 8_192

  package init() {}

  package mutating func add(_ value: some FixedWidthInteger) { words.append(UInt64(truncatingIfNeeded: value)) }

  package mutating func add<each Value: FixedWidthInteger>(_ values: repeat each Value) {
    repeat words.append(UInt64(truncatingIfNeeded: each values))
  }

  package mutating func add(_ value: Bool) { words.append(value ? 1 : 0) }

  package mutating func add(_ value: Fingerprint) {
    // Lists of fingerprints may be as long as the content: what is there so far becomes one of them.
    if words.count >= Self.most {
      let all = finish()
      words.append(all.low)
      words.append(all.high)
    }
    words.append(value.low)
    words.append(value.high)
  }

  package mutating func add(_ stamp: FileStamp) { add(stamp.number, stamp.size, stamp.changed) }
  package mutating func add(_ bytes: [UInt8]) { add(Fingerprint(bytes)) }

  package mutating func add(_ bytes: ArraySlice<UInt8>) { add(Fingerprint(bytes)) }

  package mutating func add(_ text: String) { add(Fingerprint(text)) }

  package mutating func add(_ texts: [[UInt8]]) {
    add(texts.count)
    for text in texts { add(text) }
  }

  /// The fingerprint of everything added since the last call.
  package mutating func finish() -> Fingerprint {
    defer { words.removeAll(keepingCapacity: true) }
    return words.withUnsafeBytes { Fingerprint($0) }
  }
}
