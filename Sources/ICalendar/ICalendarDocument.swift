import Bytes

/// # ICalendar
///
/// RFC 5545 content lines, components and values, RFC 6868 parameter values and the properties of RFC 7986, parsed from
/// bytes and written again, and recurrence rules expanded. The parser accepts what programs really write, and reports
/// each repair with its line.
///
/// Left out: scheduling (RFC 5546) and alarms, which are kept but not interpreted; and state beyond one file: which
/// events are the same, and what they mean on a day, is decided by Events and Settling.

/// A parsed iCalendar file: its unfolded bytes, and where in them each property and component is.
///
/// The tables are flat and of trivial types, so a file of 100,000 events takes a handful of allocations.
public struct ICalendarDocument: Sendable {
  /// One content line other than BEGIN and END, as offsets into ``text``.
  public struct Property: Sendable {
    /// The property; ``PropertyName/other`` if the core does not interpret it.
    public var name: PropertyName
    /// The line of the file on which the property begins, from 1.
    public var line: UInt32
    var start: UInt32
    var nameEnd: UInt32
    /// The first byte after the colon.
    var valueStart: UInt32
    var end: UInt32
  }

  /// A component, in the order of the BEGIN lines. Its properties and the components within it follow it directly, so
  /// both are ranges.
  public struct Component: Sendable {
    /// The kind of component.
    public var kind: ComponentKind
    /// The line of its BEGIN, from 1.
    public var line: UInt32
    var nameStart: UInt32
    var nameEnd: UInt32
    /// All properties between BEGIN and END, including those of nested components.
    var properties: Range<Int32>
    /// The index after its last nested component.
    var subtreeEnd: Int32
    /// The component that contains it, or -1.
    public var parent: Int32
    /// Whether to skip it: it has no END, or is nested too deep.
    public var isBroken: Bool
    /// Whether it has a line that begins with CLASS and is not a property, so that its class is unknown.
    package var hasUnreadClass = false
  }

  /// The unfolded file, with its line endings unchanged.
  public let text: [UInt8]
  /// All content lines but BEGIN and END, in the order of the file.
  public let properties: [Property]
  /// In the order of their BEGIN lines.
  public let components: [Component]
  /// What was wrong with lines and components.
  public let diagnostics: Diagnostics

  /// The folds within recurrence rules.
  let folds: [Folds]

  /// The folds of one line.
  struct Folds: Sendable {
    /// The index of the property.
    var property: Int32
    /// Offsets, in ascending order, from the beginning of the unfolded line: the first byte of each further physical
    /// line.
    var places: [UInt32]
  }

  init(
    text: [UInt8], properties: [Property], components: [Component], diagnostics: Diagnostics, folds: [Folds] = []
  ) {
    self.text = text
    self.properties = properties
    self.components = components
    self.diagnostics = diagnostics
    self.folds = folds
  }

  /// The physical line and column of a byte of a rule's value. O(line).
  package func place(of offset: Int, in property: Int) -> (line: UInt32, column: Int) {
    let (first, line) = (properties[property], self.line(properties[property]))
    let end = min(line.endIndex, Int(first.valueStart) + offset)
    var (fold, above) = (0, folds.count)
    while fold < above {
      let middle = (fold + above) / 2
      if Int(folds[middle].property) < property { fold = middle + 1 } else { above = middle }
    }
    let places = fold < folds.count && Int(folds[fold].property) == property ? folds[fold].places : []
    let before = places.count { line.startIndex + Int($0) <= end }
    // Every physical line but the first begins with a white space character that is not part of the property.
    guard before > 0 else { return (first.line, line[..<end].count { !$0.isUTF8Continuation } + 1) }
    let start = min(end, line.startIndex + Int(places[before - 1]))
    return (first.line + UInt32(before), line[start..<end].count { !$0.isUTF8Continuation } + 2)
  }

  /// A document without components.
  package static let empty = ICalendarDocument(
    text: [], properties: [], components: [], diagnostics: Diagnostics())

  /// The bytes of a property's value, still escaped.
  public func value(_ property: Property) -> ArraySlice<UInt8> {
    text[Int(property.valueStart)..<Int(property.end)]
  }

  /// The name as written.
  public func name(_ property: Property) -> ArraySlice<UInt8> {
    text[Int(property.start)..<Int(property.nameEnd)]
  }

  /// The whole line: name, parameters and value, unfolded.
  public func line(_ property: Property) -> ArraySlice<UInt8> {
    text[Int(property.start)..<Int(property.end)]
  }

  /// The name of a component as written.
  public func name(_ component: Component) -> ArraySlice<UInt8> {
    text[Int(component.nameStart)..<Int(component.nameEnd)]
  }

  /// Calls `body` with the index of each property directly in a component, in file order. O(properties and components
  /// within it).
  @inlinable public func forEachProperty(of component: Int, _ body: (Int) -> Void) {
    var property = propertyRange(component).lowerBound
    var child = component + 1
    let childrenEnd = endOfSubtree(component)
    let end = propertyRange(component).upperBound
    while property < end {
      if child < childrenEnd, propertyRange(child).lowerBound == property {
        // A child without properties has the same position as the property after it.
        property = propertyRange(child).upperBound
        child = endOfSubtree(child)
      } else {
        body(property)
        property += 1
      }
    }
  }

  /// Calls `body` with each unfolded line of a component and of nested ones, except BEGIN and END.
  package func forEachLine(of component: Int, _ body: (ArraySlice<UInt8>) -> Void) {
    for index in propertyRange(component) { body(line(properties[index])) }
  }

  /// The lines of a component and of those within it, in ``text``: from its first property to its last.
  package func lines(of component: Int) -> Range<Int> {
    let range = propertyRange(component)
    return range.isEmpty ? 0..<0 : Int(properties[range.lowerBound].start)..<Int(properties[range.upperBound - 1].end)
  }

  /// Calls `body` with the index of each component directly in another, in file order.
  @inlinable public func forEachChild(of component: Int, _ body: (Int) -> Void) {
    var child = component + 1
    let end = endOfSubtree(component)
    while child < end {
      body(child)
      child = endOfSubtree(child)
    }
  }

  /// The first property of a name directly in a component; `nil` if there is none. O(properties and components within
  /// it).
  public func first(_ name: PropertyName, of component: Int) -> Property? {
    var found: Property?
    forEachProperty(of: component) { if found == nil, properties[$0].name == name { found = properties[$0] } }
    return found
  }

  @usableFromInline func propertyRange(_ component: Int) -> Range<Int> {
    let range = components[component].properties
    return Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// The properties of a component and of those within it, as indices.
  package func properties(within component: Int) -> Range<Int> { propertyRange(component) }

  @usableFromInline func endOfSubtree(_ component: Int) -> Int { Int(components[component].subtreeEnd) }
}
