#if hasFeature(Embedded)

  import Bytes

  extension Array {
    /// Sorts in place, with the sort that the browser module already contains.
    mutating func heapSort(by precedes: (Element, Element) -> Bool) { sort(by: precedes) }
  }

#else

  extension Array {
    /// Sorts in place, not stably. O(n log n) in the worst case too.
    ///
    /// Heapsort (Williams, 1964). The standard library's sort is faster, but costs the browser module three kilobytes
    /// for each element type; this one only sorts what was not written in order.
    mutating func heapSort(by precedes: (Element, Element) -> Bool) {
      var root = count / 2
      while root > 0 {
        root -= 1
        siftDown(root, end: count, by: precedes)
      }
      var end = count
      while end > 1 {
        end -= 1
        swapAt(0, end)
        siftDown(0, end: end, by: precedes)
      }
    }

    /// Moves an element down until none of its children comes after it.
    private mutating func siftDown(_ start: Int, end: Int, by precedes: (Element, Element) -> Bool) {
      var parent = start
      while 2 * parent + 1 < end {
        var child = 2 * parent + 1
        if child + 1 < end, precedes(self[child], self[child + 1]) { child += 1 }
        if !precedes(self[parent], self[child]) { return }
        swapAt(parent, child)
        parent = child
      }
    }
  }

#endif
