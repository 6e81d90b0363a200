#if hasFeature(Embedded)

  /// Sorting in the browser's module. The standard library's sort is compiled anew for each type and
  /// order, some 3 KB at a time; twenty of them were a sixth of the module. Here one merge sort of
  /// places, compiled once, serves all: only the comparison and the gathering are generic. Both sorts
  /// are stable, so both places settle days alike.
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

  /// The places below a count in the order of what they stand for.
  struct Order {
    private(set) var places: [Int32]
    /// Kept, not passed on: a function that takes a closure is compiled anew for each.
    private let precedes: (Int32, Int32) -> Bool

    @inline(never) init(count: Int, precedes: @escaping (Int32, Int32) -> Bool) {
      places = (0..<Int32(count)).map { $0 }
      self.precedes = precedes
    }

    /// O(n log n), O(n) where they are in order.
    @inline(never) mutating func sort() {
      let count = places.count
      var to = places
      var width = 1
      while width < count {
        var low = 0
        while low < count {
          let middle = Swift.min(low + width, count)
          let high = Swift.min(middle + width, count)
          // Runs that follow each other are copied whole.
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
