/// The bytes of a component, for detecting whether it has changed.
extension ICalendarDocument {
  /// The unfolded lines of a component and of components within it, from the first property to the last; empty if it
  /// has none. O(1).
  package func span(of component: Int) -> ArraySlice<UInt8> {
    let range = propertyRange(component)
    if range.isEmpty { return [] }
    return text[Int(properties[range.lowerBound].start)..<Int(properties[range.upperBound - 1].end)]
  }
}
