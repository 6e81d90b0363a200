/// What a component is made of, byte by byte: for telling whether it changed.
extension ICalendarDocument {
  /// The unfolded lines of a component and of those in it, as they stand in the file from the first property to
  /// the last; empty if it has none. O(1).
  package func span(of component: Int) -> ArraySlice<UInt8> {
    let range = propertyRange(component)
    if range.isEmpty { return [] }
    return text[Int(properties[range.lowerBound].start)..<Int(properties[range.upperBound - 1].end)]
  }
}
