/// Sorted numbers, searched in nearly ascending order: EXDATEs beside instances. All look-ups of a window together cost
/// O(log n) plus the numbers passed.
struct SortedKeys: Sendable {
  private let keys: [Int64]
  private var index: Int

  /// - Parameter from: about where the first look-up will be.
  init(_ keys: [Int64], from: Int64) {
    self.keys = keys
    index = keys.firstIndex(from: from)
  }

  mutating func contains(_ key: Int64) -> Bool {
    while index < keys.count, keys[index] < key { index += 1 }
    // After clocks go back, an earlier date may be looked up again.
    while index > 0, keys[index - 1] >= key { index -= 1 }
    return index < keys.count && keys[index] == key
  }
}

extension Array where Element == Int64 {
  /// The index of the first number not below `key`. O(log n).
  func firstIndex(from key: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
