import Bytes

extension ICalendarDocument {
  /// Lines in place of one property's line.
  package struct Edit: Sendable {
    /// The index of the property.
    package var property: Int
    /// Unfolded lines without line ends; none removes the property.
    package var lines: [[UInt8]]

    package init(property: Int, lines: [[UInt8]]) {
      self.property = property
      self.lines = lines
    }
  }

  /// The document with some lines replaced. New lines have the line number of the one that they replace, so that
  /// problems are still reported where they are in the file. O(bytes).
  /// - Parameters:
  ///   - edits: in ascending order of their properties, at most one for each.
  ///   - remarks: added to the document's diagnostics.
  package func editing(_ edits: [Edit], adding remarks: Diagnostics = Diagnostics()) -> ICalendarDocument {
    var diagnostics = diagnostics
    diagnostics.add(contentsOf: remarks)
    guard !edits.isEmpty else {
      return ICalendarDocument(
        text: text, properties: properties, components: components, diagnostics: diagnostics, folds: folds)
    }
    var written = EditedText(text, properties)
    for edit in edits { written.apply(edit) }
    let (text, properties) = written.finish()
    // Map old property indices and old offsets to new ones.
    let numbers = Shift(edits.map { (Int64($0.property), Int64($0.lines.count) - 1) })
    let offsets = Shift(zip(edits, written.growth).map { (Int64(self.properties[$0.property].start), Int64($1)) })
    var moved = components
    for index in moved.indices {
      moved[index].nameStart = UInt32(truncatingIfNeeded: offsets.moved(Int64(moved[index].nameStart)))
      moved[index].nameEnd = UInt32(truncatingIfNeeded: offsets.moved(Int64(moved[index].nameEnd)))
      let (low, high) = (moved[index].properties.lowerBound, moved[index].properties.upperBound)
      moved[index].properties = Int32(numbers.moved(Int64(low)))..<Int32(numbers.moved(Int64(high)))
    }
    let replaced = Set(edits.map { Int32($0.property) })
    let folds = folds.filter { !replaced.contains($0.property) }.map { fold in
      Folds(property: Int32(numbers.moved(Int64(fold.property))), places: fold.places)
    }
    return ICalendarDocument(
      text: text, properties: properties, components: moved, diagnostics: diagnostics, folds: folds)
  }
}

extension ICalendarDocument {
  /// Properties that may need a translation: vendors' own, rules and exceptions, and texts that may hold markup or
  /// addresses. Nearly all files have few, so that this scan, 8 bytes at a time, is most of the cost. O(bytes of
  /// these texts).
  /// - Parameter vendorLengths: bit n is set if there are vendors' properties with names of n bytes.
  package func translationCandidates(vendorLengths: UInt64) -> [Int] {
    text.withUnsafeBufferPointer { text in
      properties.withUnsafeBufferPointer { properties in
        var found: [Int] = []
        for index in properties.indices {
          let property = properties[index]
          switch property.name {
          case .description, .location:
            if Self.hasMark(text, Int(property.valueStart), Int(property.end)) { found.append(index) }
          case .rrule, .exrule, .rdate, .exdate, .recurrenceID: found.append(index)
          case .other:
            // The length of the name rules out nearly all other properties at once.
            let count = property.nameEnd - property.start
            if count < 64, vendorLengths >> UInt64(count) & 1 == 1, text[Int(property.start)] | 0x20 == 0x78 {
              found.append(index)
            }
          default: continue
          }
        }
        return found
      }
    }
  }

  /// Whether bytes contain `<`, `&` or `/`. x has a zero byte where (x − 0x01…) & ~x & 0x80… is not zero
  /// (Mycroft 1987).
  private static func hasMark(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var index = start
    let raw = UnsafeRawBufferPointer(text)
    while index + 8 <= end {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let marks =
        zeroBytes(word ^ 0x3C3C_3C3C_3C3C_3C3C) | zeroBytes(word ^ 0x2626_2626_2626_2626)
        | zeroBytes(word ^ 0x2F2F_2F2F_2F2F_2F2F)
      if marks != 0 { return true }
      index += 8
    }
    while index < end {
      let byte = text[index]
      if byte == .less || byte == .ampersand || byte == .slash { return true }
      index += 1
    }
    return false
  }

  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}

/// A text and its properties, copied with changes.
private struct EditedText {
  private let source: [UInt8]
  private let properties: [ICalendarDocument.Property]
  private var text: [UInt8] = []
  private var kept: [ICalendarDocument.Property] = []
  /// The first property and the first byte that are not copied yet.
  private var next = 0
  private var copied = 0
  /// By edit: the number of bytes by which it made the text longer.
  private(set) var growth: [Int] = []

  init(_ source: [UInt8], _ properties: [ICalendarDocument.Property]) {
    self.source = source
    self.properties = properties
    text.reserveCapacity(source.count + source.count / 8)
    kept.reserveCapacity(properties.count + 64)
  }

  mutating func apply(_ edit: ICalendarDocument.Edit) {
    let replaced = properties[edit.property]
    copy(before: edit.property, Int(replaced.start))
    let start = text.count
    for (number, line) in edit.lines.enumerated() {
      if number > 0 { text.append(.lineFeed) }
      kept.append(Self.property(line, at: text.count, on: replaced.line))
      text.append(contentsOf: line)
    }
    growth.append(text.count - start - Int(replaced.end - replaced.start))
    next = edit.property + 1
    copied = Int(replaced.end)
  }

  private mutating func copy(before property: Int, _ end: Int) {
    let shift = text.count - copied
    text.append(contentsOf: source[copied..<end])
    for index in next..<property {
      var one = properties[index]
      one.start = UInt32(Int(one.start) + shift)
      one.nameEnd = UInt32(Int(one.nameEnd) + shift)
      one.valueStart = UInt32(Int(one.valueStart) + shift)
      one.end = UInt32(Int(one.end) + shift)
      kept.append(one)
    }
  }

  mutating func finish() -> ([UInt8], [ICalendarDocument.Property]) {
    copy(before: properties.count, source.count)
    return (text, kept)
  }

  /// The property of a well-formed line.
  private static func property(_ line: [UInt8], at start: Int, on number: UInt32) -> ICalendarDocument.Property {
    let nameEnd = line.firstIndex { $0 == .colon || $0 == .semicolon } ?? line.count
    var colon = nameEnd
    var isQuoted = false
    while colon < line.count, isQuoted || line[colon] != .colon {
      if line[colon] == .quote { isQuoted.toggle() }
      colon += 1
    }
    let name = line.withUnsafeBufferPointer { PropertyName(UnsafeBufferPointer(rebasing: $0[..<nameEnd])) }
    return ICalendarDocument.Property(
      name: name, line: number, start: UInt32(start), nameEnd: UInt32(start + nameEnd),
      valueStart: UInt32(start + min(colon + 1, line.count)), end: UInt32(start + line.count))
  }
}

/// Moves the positions that are after insertions.
private struct Shift {
  /// Each place, and the total growth up to and including it; ascending.
  private var places: [(place: Int64, sum: Int64)] = []

  init(_ changes: [(place: Int64, growth: Int64)]) {
    var sum: Int64 = 0
    for change in changes {
      sum += change.growth
      places.append((change.place, sum))
    }
  }

  /// O(log places).
  func moved(_ position: Int64) -> Int64 {
    var (after, end) = (0, places.count)
    while after < end {
      let middle = (after + end) / 2
      if places[middle].place < position { after = middle + 1 } else { end = middle }
    }
    return after == 0 ? position : position + places[after - 1].sum
  }
}
