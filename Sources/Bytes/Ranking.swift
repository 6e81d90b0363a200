extension Int64 {
  /// An unsigned number with the same order, for ``Swift/Array/ranked()``.
  @inlinable package var rank: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
}

#if !hasFeature(Embedded)
  extension [UInt64] {
    /// The indices of the elements, sorted by element in ascending order, stably. O(n).
    ///
    /// A radix sort by bytes, from the lowest, without the bytes in which all elements agree (Knuth, The Art of
    /// Computer Programming 3, section 5.2.5, algorithm R): several times faster than comparing scattered elements.
    @inline(never) package func ranked() -> [Int32] {
      var from: [(key: UInt64, index: Int32)] = []
      from.reserveCapacity(count)
      var differing: UInt64 = 0
      var isSorted = true
      for (index, key) in enumerated() {
        if let last = from.last {
          differing |= key ^ last.key
          if key < last.key { isSorted = false }
        }
        from.append((key, Int32(index)))
      }
      if !isSorted {
        var to = from
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
          // Where the next element with each byte goes.
          var places = [Int](repeating: 0, count: 257)
          for element in from { places[Int(element.key >> shift & 0xFF) + 1] += 1 }
          for byte in 1...255 { places[byte] += places[byte - 1] }
          for element in from {
            let byte = Int(element.key >> shift & 0xFF)
            to[places[byte]] = element
            places[byte] += 1
          }
          swap(&from, &to)
        }
      }
      return from.map { $0.index }
    }
  }
#endif
