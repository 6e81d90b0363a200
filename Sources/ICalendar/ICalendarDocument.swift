import Bytes

/// # ICalendar
///
/// RFC 5545 content lines, components and values, RFC 6868 parameter values and the properties of
/// RFC 7986, read from bytes and written again, and recurrence rules expanded. Tolerant of what is
/// really written, and strict in what it says: each repair is a diagnostic with its line.
///
/// Left out: scheduling (RFC 5546) and alarms, which are carried along unread; and any state beyond
/// one file: which events are the same, and what they mean on a day, is decided by Events and Settling.

/// An iCalendar file, read: its unfolded bytes, and where in them each property and component is.
///
/// The tables are flat and trivial, so that a file of 100,000 events is a handful of allocations.
public struct ICalendarDocument: Sendable {
  /// One content line other than BEGIN and END, as offsets into ``text``.
  public struct Property: Sendable {
    /// Which property it is; ``PropertyName/other`` where the core gives it no meaning.
    public var name: PropertyName
    /// The line in the file on which the property begins, from 1.
    public var line: UInt32
    var start: UInt32
    var nameEnd: UInt32
    /// The first byte after the colon.
    var valueStart: UInt32
    var end: UInt32
  }

  /// A component, in the order of the BEGIN lines. The properties and components within it follow
  /// it directly, so both are ranges.
  public struct Component: Sendable {
    /// Which component it is.
    public var kind: ComponentKind
    /// The line of its BEGIN, from 1.
    public var line: UInt32
    var nameStart: UInt32
    var nameEnd: UInt32
    /// All properties from BEGIN to END, those of components within it included.
    var properties: Range<Int32>
    /// The index after the last component within it.
    var subtreeEnd: Int32
    /// The component it stands in, or -1.
    public var parent: Int32
    /// Whether it is to be skipped: it has no END, or stands too deep.
    public var isBroken: Bool
  }

  /// The file without its folds, line ends kept as they were.
  public let text: [UInt8]
  /// All content lines but BEGIN and END, in the order of the file.
  public let properties: [Property]
  /// In the order of their BEGIN lines.
  public let components: [Component]
  /// What was wrong with lines and components.
  public let diagnostics: Diagnostics

  /// Where rules are folded.
  #if hasFeature(Embedded)
    var folds: [Folds] { [] }
  #else
    let folds: [Folds]
  #endif

  /// Where a line is folded in its file.
  struct Folds: Sendable {
    /// The index of the property.
    var property: Int32
    /// Offsets from the beginning of the unfolded line, in order: of the bytes that begin a physical line.
    var places: [UInt32]
  }

  init(
    text: [UInt8], properties: [Property], components: [Component], diagnostics: Diagnostics, folds: [Folds] = []
  ) {
    self.text = text
    self.properties = properties
    self.components = components
    self.diagnostics = diagnostics
    #if !hasFeature(Embedded)
      self.folds = folds
    #endif
  }

  /// The line and the column in the file of a byte of a rule's value. O(line).
  package func place(of offset: Int, in property: Int) -> (line: UInt32, column: Int) {
    let (first, line) = (properties[property], self.line(properties[property]))
    let end = min(line.endIndex, Int(first.valueStart) + offset)
    #if hasFeature(Embedded)
      return (first.line, line[..<end].count { !$0.isUTF8Continuation } + 1)
    #else
      return place(of: end, in: property, first, line)
    #endif
  }

  private func place(
    of end: Int, in property: Int, _ first: Property, _ line: ArraySlice<UInt8>
  ) -> (line: UInt32, column: Int) {
    var (fold, above) = (0, folds.count)
    while fold < above {
      let middle = (fold + above) / 2
      if Int(folds[middle].property) < property { fold = middle + 1 } else { above = middle }
    }
    let places = fold < folds.count && Int(folds[fold].property) == property ? folds[fold].places : []
    let before = places.count { line.startIndex + Int($0) <= end }
    // A physical line but the first begins with a white space that is none of the property's.
    guard before > 0 else { return (first.line, line[..<end].count { !$0.isUTF8Continuation } + 1) }
    let start = min(end, line.startIndex + Int(places[before - 1]))
    return (first.line + UInt32(before), line[start..<end].count { !$0.isUTF8Continuation } + 2)
  }

  /// A document without a component.
  package static let empty = ICalendarDocument(
    text: [], properties: [], components: [], diagnostics: Diagnostics())

  /// The bytes of a property's value, escapes and all.
  public func value(_ property: Property) -> ArraySlice<UInt8> {
    text[Int(property.valueStart)..<Int(property.end)]
  }

  /// The name as it is written.
  public func name(_ property: Property) -> ArraySlice<UInt8> {
    text[Int(property.start)..<Int(property.nameEnd)]
  }

  /// The whole line: name, parameters and value, unfolded.
  public func line(_ property: Property) -> ArraySlice<UInt8> {
    text[Int(property.start)..<Int(property.end)]
  }

  /// The name of a component as it is written.
  public func name(_ component: Component) -> ArraySlice<UInt8> {
    text[Int(component.nameStart)..<Int(component.nameEnd)]
  }

  /// Calls `body` with the index of each property that stands directly in a component, in the
  /// file's order. O(properties and components within it).
  @inlinable public func forEachProperty(of component: Int, _ body: (Int) -> Void) {
    var property = propertyRange(component).lowerBound
    var child = component + 1
    let childrenEnd = endOfSubtree(component)
    let end = propertyRange(component).upperBound
    while property < end {
      if child < childrenEnd, propertyRange(child).lowerBound == property {
        // A child without properties stands at the same place as the property after it.
        property = propertyRange(child).upperBound
        child = endOfSubtree(child)
      } else {
        body(property)
        property += 1
      }
    }
  }

  /// Calls `body` with each unfolded line of a component and of those in it, but for BEGIN and END.
  package func forEachLine(of component: Int, _ body: (ArraySlice<UInt8>) -> Void) {
    for index in propertyRange(component) { body(line(properties[index])) }
  }

  /// Calls `body` with the index of each component directly within another, in the file's order.
  @inlinable public func forEachChild(of component: Int, _ body: (Int) -> Void) {
    var child = component + 1
    let end = endOfSubtree(component)
    while child < end {
      body(child)
      child = endOfSubtree(child)
    }
  }

  /// The first property of a name that stands directly in a component; `nil` if there is none. O(properties and
  /// components within it).
  public func first(_ name: PropertyName, of component: Int) -> Property? {
    var found: Property?
    forEachProperty(of: component) { if found == nil, properties[$0].name == name { found = properties[$0] } }
    return found
  }

  @usableFromInline func propertyRange(_ component: Int) -> Range<Int> {
    let range = components[component].properties
    return Int(range.lowerBound)..<Int(range.upperBound)
  }

  @usableFromInline func endOfSubtree(_ component: Int) -> Int { Int(components[component].subtreeEnd) }
}
