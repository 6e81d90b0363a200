/// What the manifest of a part of a site says besides its files: which part it is, and of which build.
package struct ShardMark: Sendable, Equatable {
  package var shard: Shard
  /// Equal for all parts of one build, on whatever machine: see ``BuildIdentity/shared(_:now:elsewhere:_:)``.
  package var build: Fingerprint

  package init(_ shard: Shard, of build: Fingerprint) { (self.shard, self.build) = (shard, build) }

  /// Reads ` shard 3/7 0f…`, what follows the version in the first line of a manifest.
  package init?(_ bytes: ArraySlice<UInt8>) {
    let words = bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, words[0] == "shard", let shard = Shard(words[1]), words[2].utf8.count == 32,
      let high = UInt64(words[2].prefix(16), radix: 16), let low = UInt64(words[2].suffix(16), radix: 16)
    else { return nil }
    self.init(shard, of: Fingerprint(low: low, high: high))
  }

  package var text: String { " shard \(shard) \(build.hexadecimal)" }
}
