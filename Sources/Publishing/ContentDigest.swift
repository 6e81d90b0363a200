import CNettle

/// The SHA-256 of a file's bytes, by which other programs can check what they hold: manifests and change lists name it.
/// Builds themselves compare by ``Fingerprint``, which takes a twentieth of the time.
package struct ContentDigest: Hashable, Sendable, BitwiseCopyable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Stands for an unknown digest.
  package static let none = ContentDigest(words: (0, 0, 0, 0))

  private init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// The digest of consecutive runs of bytes. O(bytes).
  package init(_ runs: [[UInt8]]) {
    var state = State()
    for run in runs { run.withUnsafeBytes { state.add($0) } }
    self = state.finish()
  }

  /// The digest of bytes that arrive in parts.
  package struct State {
    private var hash = sha256_ctx()

    package init() { nettle_sha256_init(&hash) }

    /// O(bytes).
    package mutating func add(_ part: UnsafeRawBufferPointer) {
      if let start = part.baseAddress {
        nettle_sha256_update(&hash, part.count, start.assumingMemoryBound(to: UInt8.self))
      }
    }

    /// The digest of everything added; to be called once.
    package mutating func finish() -> ContentDigest {
      var words = ContentDigest.none.words
      withUnsafeMutableBytes(of: &words) { bytes in
        busylife_sha256_finish(&hash, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
      }
      return ContentDigest(words: words)
    }
  }

  package init(_ bytes: [UInt8]) { self.init([bytes]) }

  /// Reads 64 hexadecimal digits; `nil` for anything else.
  package init?(hexadecimal digits: ArraySlice<UInt8>) {
    guard digits.count == 64 else { return nil }
    var words = Self.none.words
    let isRead = withUnsafeMutableBytes(of: &words) { bytes in
      var place = digits.startIndex
      for index in 0..<32 {
        guard let high = Self.value(digits[place]), let low = Self.value(digits[place + 1]) else { return false }
        bytes[index] = high << 4 | low
        place += 2
      }
      return true
    }
    guard isRead else { return nil }
    self.words = words
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  package static func == (a: ContentDigest, b: ContentDigest) -> Bool { a.words == b.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension [UInt8] {
  /// Appends a digest as 64 hexadecimal digits.
  package mutating func append(_ digest: ContentDigest) {
    Swift.withUnsafeBytes(of: digest) { bytes in
      for byte in bytes {
        for half in [byte >> 4, byte & 15] { append(half < 10 ? 0x30 + half : 0x61 + half - 10) }
      }
    }
  }
}
