#if hasFeature(Embedded)

  import Bytes

  extension Array {
    /// Sorts in place, by the sort that serves all in the browser.
    mutating func heapSort(by precedes: (Element, Element) -> Bool) { sort(by: precedes) }
  }

#else

  extension Array {
    /// Sorts in place; equal elements may change places. O(n log n), at worst too.
    ///
    /// Heapsort (Williams, 1964). The standard library's sort is faster, but each kind of element costs
    /// the browser module three kilobytes of it; here only what was not written in order is sorted.
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
