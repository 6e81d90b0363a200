/// Suggestions for a misspelt name.
///
/// - Parameters:
///   - name: what was written.
///   - candidates: the names that exist.
///   - most: the greatest number of suggestions.
/// - Returns: the candidates within a third of `name`'s length (at least two edits) by Damerau-Levenshtein distance,
///   ignoring ASCII case, nearest first, ties in the order of the candidates. O(name × candidates' bytes).
package func nearest(
  _ name: some Collection<UInt8>, in candidates: some Sequence<[UInt8]>, most: Int = 3
) -> [[UInt8]] {
  let wanted = name.asciiLowercased
  let limit = max(2, wanted.count / 3)
  var found: [(distance: Int, order: Int, name: [UInt8])] = []
  var order = 0
  for candidate in candidates {
    order += 1
    if abs(candidate.count - wanted.count) > limit { continue }
    let distance = editDistance(wanted, candidate.asciiLowercased)
    if distance <= limit { found.append((distance, order, candidate)) }
  }
  found.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
  return found.prefix(most).map { $0.name }
}

/// The number of single-byte insertions, removals, replacements and swaps of neighbours that turn
/// one text into the other (optimal string alignment).
package func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var before: [Int] = []
  var previous = Array(0...right.count)
  var current = previous
  for row in 0..<left.count {
    current[0] = row + 1
    for column in 0..<right.count {
      let same = left[row] == right[column]
      var best = previous[column] + (same ? 0 : 1)
      best = min(best, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, before[column - 1] + 1)
      }
      current[column + 1] = best
    }
    before = previous
    previous = current
  }
  return previous[right.count]
}
