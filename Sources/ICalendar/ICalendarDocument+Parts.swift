import Bytes

/// Reading one large file on several threads.
extension ICalendarDocument {
  /// Smaller parts are parsed faster than threads wake up.
  static let smallestPart = 131_072

  /// Reads a file like ``init(parsing:)``, but in parts at the same time. If a later part needs a diagnostic or a
  /// repair, the whole file is read again from its beginning. O(bytes).
  /// - Parameters:
  ///   - parts: the greatest number of parts.
  ///   - run: calls `body` with each number below `count`, on several threads, and returns when all calls have
  ///     returned.
  public init(parsing source: [UInt8], parts: Int, run: (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void) {
    let most = source.count > ICalendarLimits.fileSize ? 1 : min(parts, source.count / Self.smallestPart)
    let bounds = [0] + Self.cuts(source, most) + [source.count]
    guard bounds.count > 2 else {
      self.init(parsing: source)
      return
    }
    var joined: Joint?
    let text = [UInt8](unsafeUninitializedCapacity: source.count) { text, count in
      let parsed = source.withUnsafeBufferPointer { Self.parsed($0, into: text, bounds, run) }
      joined = Joint(parsed)
      guard joined != nil, let base = text.baseAddress else { return }
      count = parsed[0].length
      for (index, part) in parsed.enumerated().dropFirst() {
        (base + count).update(from: base + bounds[index], count: part.length)
        joined?.append(part, moved: bounds[index] - count)
        count += part.length
      }
    }
    guard let joined else {
      self.init(parsing: source)
      return
    }
    self.init(
      text: text, properties: joined.properties, components: joined.components, diagnostics: joined.diagnostics,
      folds: joined.folds)
  }

  /// A part of a file, with offsets and lines counted from its own beginning.
  private struct Part {
    var parser: ICalendarParser
    /// The number of bytes that remain after unfolding.
    var length: Int
  }

  private static func parsed(
    _ source: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>, _ bounds: [Int],
    _ run: (Int, @Sendable (Int) -> Void) -> Void
  ) -> [Part] {
    let count = bounds.count - 1
    return [Part](unsafeUninitializedCapacity: count) { parts, made in
      guard let start = parts.baseAddress else { return }
      // Safe because each thread reads and writes only within its own part.
      nonisolated(unsafe) let source = source
      nonisolated(unsafe) let text = text
      nonisolated(unsafe) let first = start
      run(count) { index in
        let range = bounds[index]..<bounds[index + 1]
        // The first parser has room for the whole file, since the other parts are appended to it.
        var parser = ICalendarParser(index == 0 ? source.count : range.count, continues: index > 0)
        let length = parser.parse(source, into: text, range, isLast: index == count - 1)
        (first + index).initialize(to: Part(parser: parser, length: length))
      }
      made = count
    }
  }

  /// Offsets between events that divide the file into about equal parts.
  private static func cuts(_ source: [UInt8], _ parts: Int) -> [Int] {
    var cuts: [Int] = []
    var number = 1
    while number < parts {
      var place = max(source.count / parts * number, cuts.last ?? 0)
      while let next = source[place...].firstIndex(of: .lineFeed) {
        place = next + 1
        var end = next
        while end > 0, source[end - 1] == .carriageReturn { end -= 1 }
        if source[..<end].suffix(11).equals("\nEND:VEVENT"), source[place...].prefix(12).equals("BEGIN:VEVENT") {
          cuts.append(place)
          break
        }
      }
      number += 1
    }
    return cuts
  }

  /// The result of joining parts.
  private struct Joint {
    var properties: [Property]
    var components: [Component]
    let diagnostics: Diagnostics
    private(set) var folds: [Folds]
    private var lines: UInt32
    /// The calendar that continues in the next part.
    private var calendar: Int

    /// Starts with the first part; `nil` if the other parts can't be joined: they do not consist of events of an open
    /// calendar, or need a diagnostic or a repair.
    init?(_ parts: [Part]) {
      for (index, part) in parts.enumerated() {
        let parser = part.parser
        guard parser.flaws.isEmpty, index == 0 || parser.diagnostics.isEmpty else { return nil }
        if index == parts.count - 1 { continue }
        guard parser.tooDeep == 0, parser.open.count == 1, parser.components[Int(parser.open[0])].kind == .vcalendar
        else { return nil }
      }
      let first = parts[0].parser
      // Exactly as many as there will be: a large file's tables are kept as long as its events.
      properties = []
      properties.reserveCapacity(parts.reduce(0) { $0 + $1.parser.properties.count })
      properties += first.properties
      components = []
      components.reserveCapacity(parts.reduce(0) { $0 + $1.parser.components.count })
      components += first.components
      diagnostics = first.diagnostics
      folds = first.folds
      lines = first.lines
      calendar = Int(first.open[0])
    }

    /// - Parameter moved: the number of bytes by which its text was moved to the left since it was parsed.
    mutating func append(_ part: Part, moved: Int) {
      let parser = part.parser
      let back = UInt32(truncatingIfNeeded: moved)
      let firstProperty = Int32(properties.count)
      // The part's first component stands for the open calendar, which already exists here.
      let firstComponent = Int32(components.count) - 1
      for var property in parser.properties {
        property.line += lines
        property.start -= back
        property.nameEnd -= back
        property.valueStart -= back
        property.end -= back
        properties.append(property)
      }
      for var fold in parser.folds {
        fold.property += firstProperty
        folds.append(fold)
      }
      func place(_ component: Int32) -> Int32 { component == 0 ? Int32(calendar) : component + firstComponent }
      for var component in parser.components.dropFirst() {
        component.line += lines
        component.nameStart -= back
        component.nameEnd -= back
        component.properties =
          component.properties.lowerBound + firstProperty..<component.properties.upperBound + firstProperty
        component.subtreeEnd += firstComponent
        if component.parent >= 0 { component.parent = place(component.parent) }
        components.append(component)
      }
      if parser.open.first != 0 {
        let end = parser.components[0]
        components[calendar].properties =
          components[calendar].properties.lowerBound..<end.properties.upperBound + firstProperty
        components[calendar].subtreeEnd = end.subtreeEnd + firstComponent
      }
      lines += parser.lines
      if let open = parser.open.first { calendar = Int(place(open)) }
    }
  }
}
