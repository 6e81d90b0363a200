#if hasFeature(Embedded)

  /// Sorting in the browser module. The standard library's sort is compiled again for each type and order, some 3 KB
  /// each time; twenty of them were a sixth of the module. Here one merge sort of indices, compiled once, serves all;
  /// only the comparison and the rearranging are generic. Both sorts are stable, so the host and the browser give the
  /// same order.
  extension Array {
    package mutating func sort(by precedes: (Element, Element) -> Bool) {
      self = sorted(by: precedes)
    }

    package func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
      withoutActuallyEscaping(precedes) { precedes in
        var order = Order(count: count) { precedes(self[Int($0)], self[Int($1)]) }
        order.sort()
        return order.places.map { self[Int($0)] }
      }
    }
  }

  extension ArraySlice {
    package mutating func sort(by precedes: (Element, Element) -> Bool) {
      let copy = Array(self).sorted(by: precedes)
      var place = startIndex
      for element in copy {
        self[place] = element
        place += 1
      }
    }
  }

  extension Sequence {
    package func sorted(by precedes: (Element, Element) -> Bool) -> [Element] { Array(self).sorted(by: precedes) }
  }

  extension Array where Element: Comparable {
    package mutating func sort() { sort(by: <) }
    package func sorted() -> [Element] { sorted(by: <) }
  }

  extension [UInt64] {
    /// The indices of the elements, sorted by element in ascending order, stably. O(n log n): browsers have few.
    @inline(never) package func ranked() -> [Int32] {
      var order = Order(count: count) { self[Int($0)] < self[Int($1)] }
      order.sort()
      return order.places
    }
  }

  /// The indices below a count, to be sorted by the elements they stand for.
  struct Order {
    private(set) var places: [Int32]
    /// Stored, not passed on: a function with a closure parameter is compiled again for each closure.
    private let precedes: (Int32, Int32) -> Bool

    @inline(never) init(count: Int, precedes: @escaping (Int32, Int32) -> Bool) {
      places = (0..<Int32(count)).map { $0 }
      self.precedes = precedes
    }

    /// O(n log n); O(n) if already in order.
    @inline(never) mutating func sort() {
      let count = places.count
      var to = places
      var width = 1
      while width < count {
        var low = 0
        while low < count {
          let middle = Swift.min(low + width, count)
          let high = Swift.min(middle + width, count)
          // Runs already in order are copied whole.
          let isSorted = middle == high || !precedes(places[middle], places[middle - 1])
          var left = low
          var right = middle
          for place in low..<high {
            if isSorted {
              to[place] = places[place]
            } else if left < middle, right == high || !precedes(places[right], places[left]) {
              to[place] = places[left]
              left += 1
            } else {
              to[place] = places[right]
              right += 1
            }
          }
          low = high
        }
        swap(&places, &to)
        width *= 2
      }
    }
  }

#endif
