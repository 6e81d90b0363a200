/// Sorted numbers that are asked for members in nearly ascending order: EXDATEs beside instances.
/// All questions of a window together cost O(log n) and the numbers passed by.
struct SortedKeys: Sendable {
  private let keys: [Int64]
  private var index: Int

  /// - Parameter from: the first question will be about this number or so.
  init(_ keys: [Int64], from: Int64) {
    self.keys = keys
    index = keys.firstIndex(from: from)
  }

  mutating func contains(_ key: Int64) -> Bool {
    while index < keys.count, keys[index] < key { index += 1 }
    // Clocks that go back may show an earlier date once more.
    while index > 0, keys[index - 1] >= key { index -= 1 }
    return index < keys.count && keys[index] == key
  }
}

extension Array where Element == Int64 {
  /// The index of the first number not below `key`, in ascending numbers. O(log n).
  func firstIndex(from key: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether no number is below the one before it.
  var isAscending: Bool {
    for index in indices.dropFirst() where self[index] < self[index - 1] { return false }
    return true
  }
}
