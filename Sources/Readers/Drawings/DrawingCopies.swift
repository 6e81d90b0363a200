import Bytes

/// Counts the elements of a drawing after each `use` is replaced by its target: ten groups that each use the one before
/// ten times make 10^10 elements, which would hang a browser.
struct DrawingCopies {
  /// An element with an id, or the whole drawing.
  private struct Group {
    /// Elements in it that belong to no inner group.
    var elements = 0
    /// Groups inside it.
    var inner: [Int] = []
    /// Ids that `use` elements in it refer to.
    var uses: [ArraySlice<UInt8>] = []
    var offset: Int
  }

  private var groups = [Group(offset: 0)]
  private var ids: [[UInt8]: Int] = [:]
  /// For each open element, its group.
  private var open: [Int] = []

  /// - Parameter uses: the id that a `use` element refers to.
  mutating func begin(id: [UInt8]?, uses: ArraySlice<UInt8>?, at offset: Int) {
    var group = open.last ?? 0
    // Only the first element with an id counts, as in browsers.
    if let id, ids[id] == nil {
      groups.append(Group(offset: offset))
      groups[group].inner.append(groups.count - 1)
      group = groups.count - 1
      ids[id] = group
    }
    groups[group].elements += 1
    if let uses { groups[group].uses.append(uses) }
    open.append(group)
  }

  mutating func end() { open.removeLast() }

  /// Why the drawing is too expensive; `nil` if it is not. O(elements).
  var problem: Drawing.Refusal? {
    var counted = [Int?](repeating: nil, count: groups.count)
    let count = self.count(0, depth: 0, &counted)
    if count <= Drawing.Limits.copies { return nil }
    // The innermost group that exceeds the limit by itself.
    let place = groups.indices.last { (counted[$0] ?? 0) > Drawing.Limits.copies } ?? 0
    return Drawing.Refusal(
      offset: groups[place].offset,
      message: "with its <use> elements the drawing has more than \(Drawing.Limits.copies) elements, or they refer to "
        + "each other more than \(Drawing.Limits.references) times in a row; use fewer")
  }

  /// - Parameter depth: the number of references followed to reach the group; nesting of elements is bounded
  ///   separately.
  private func count(_ index: Int, depth: Int, _ counted: inout [Int?]) -> Int {
    if let known = counted[index] { return known }
    if depth > Drawing.Limits.references { return Drawing.Limits.copies + 1 }
    // Browsers do not draw a group inside itself.
    counted[index] = 0
    let group = groups[index]
    var sum = group.elements
    for inner in group.inner where sum <= Drawing.Limits.copies { sum += count(inner, depth: depth, &counted) }
    for id in group.uses where sum <= Drawing.Limits.copies {
      if let target = ids[Array(id)] { sum += count(target, depth: depth + 1, &counted) }
    }
    counted[index] = min(sum, Drawing.Limits.copies + 1)
    return sum
  }
}
