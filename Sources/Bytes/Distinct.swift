extension Array {
  /// The elements without those that equal an earlier one, in order. O(n log n) comparisons: the list may be hostile,
  /// and of any length.
  ///
  /// - Parameter order: negative, 0 or positive if the left element sorts before, equals, or sorts after the right one.
  package func distinct(_ order: (_ left: Element, _ right: Element) -> Int) -> [Element] {
    if count < 2 { return self }
    let places = (0..<Int32(count)).map { $0 }
    // The sort is stable: see Sorting.swift.
    let sorted = places.sorted { (left: Int32, right: Int32) -> Bool in order(self[Int(left)], self[Int(right)]) < 0 }
    var isAgain = [Bool](repeating: false, count: count)
    for index in 1..<count where order(self[Int(sorted[index - 1])], self[Int(sorted[index])]) == 0 {
      isAgain[Int(sorted[index])] = true
    }
    var all: [Element] = []
    for place in 0..<count where !isAgain[place] { all.append(self[place]) }
    return all
  }
}

extension Sequence where Element: Hashable {
  /// The elements without those that equal an earlier one, in order. O(n), by the elements' own hashes.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// Negative, 0 or positive if the left bytes sort before, equal, or sort after the right ones.
package func byteOrder(_ left: [UInt8], _ right: [UInt8]) -> Int {
  let common = min(left.count, right.count)
  var index = 0
  while index < common {
    if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
    index += 1
  }
  return left.count - right.count
}
