import Bytes

extension ICalendarDocument {
  /// Parses a file. Any bytes give a document: lines and components that can't be understood are skipped and reported.
  /// O(bytes), one pass, unfolding in place.
  ///
  /// - Parameter source: the file's bytes; lines end with CR LF or LF, a byte order mark is skipped, and a fold may be
  ///   within a UTF-8 sequence (RFC 5545, 3.1).
  public init(parsing source: consuming [UInt8]) {
    var parser = ICalendarParser(source.count)
    var text = source
    if text.count > ICalendarLimits.fileSize {
      parser.diagnostics.add(.error, line: 1, "the file is larger than 1 GiB; split it")
      text = []
    }
    let length = text.withUnsafeMutableBufferPointer { parser.parse(UnsafeBufferPointer($0), into: $0, 0..<$0.count) }
    text.removeLast(text.count - length)
    if ForeignInput.isExpected, !parser.flaws.isEmpty {
      if ForeignInput.isMended { parser.decideEncodings() }
      Self.mend(&text, &parser.properties, &parser.components, parser.flaws)
    }
    if ForeignInput.isExpected, parser.components.isEmpty, parser.diagnostics.isEmpty {
      parser.diagnostics.add(.warning, line: 1, "there is no BEGIN:VCALENDAR in the file; is it an iCalendar file?")
    }
    self.init(
      text: text, properties: parser.properties, components: parser.components,
      diagnostics: parser.diagnostics, folds: parser.folds)
  }
}

struct ICalendarParser {
  var properties: [ICalendarDocument.Property] = []
  var components: [ICalendarDocument.Component] = []
  var diagnostics = Diagnostics()
  /// Flaws of the text, in order.
  var flaws: [TextFlaw] = []
  /// The folds within rules, in the order of the properties; only diagnostics of rules have columns. Where input is not
  /// mended there are none, and columns are those of the unfolded line.
  var folds: [ICalendarDocument.Folds] = []
  /// The folds within the line being parsed.
  var foldPlaces: [UInt32] = []
  var reportedControl = false
  var reportedEncoding = false
  /// The lines with bytes that are not UTF-8.
  var brokenLines: [BrokenLine] = []
  /// The number of valid characters beyond ASCII.
  var characters = 0
  /// The open components, outermost first.
  private(set) var open: [Int32] = []
  /// The number of open BEGINs below the deepest level that is parsed.
  private(set) var tooDeep = 0
  /// The number of physical lines parsed, continuation lines included.
  private(set) var lines: UInt32 = 0
  /// Whether the first component stands for a calendar begun in an earlier part of the file.
  private let continues: Bool

  /// - Parameter continues: whether the input continues a calendar after other events.
  init(_ size: Int, continues: Bool = false) {
    self.continues = continues
    // Real calendars have about 25 bytes per line and 300 per event: doubling from here copies little and wastes
    // little.
    properties.reserveCapacity(size / 32)
    components.reserveCapacity(size / 300)
    if continues {
      components.append(
        ICalendarDocument.Component(
          kind: .vcalendar, line: 0, nameStart: 0, nameEnd: 0, properties: 0..<0, subtreeEnd: 1, parent: -1,
          isBroken: false))
      open.append(0)
    }
  }

  /// Parses all lines of a part of `source` into `text`, which may be the same memory: each line moves to the left by
  /// the bytes of the folds before it.
  /// - Parameter isLast: whether the file ends with the part.
  /// - Returns: the number of bytes of the part after unfolding.
  mutating func parse(
    _ source: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>, _ part: Range<Int>,
    isLast: Bool = true
  ) -> Int {
    guard let from = source.baseAddress, let base = text.baseAddress else { return 0 }
    let end = part.upperBound
    var read = part.lowerBound
    var write = read
    var line: UInt32 = 1
    while read < end {
      // A byte order mark, of the file or of one that was appended to it.
      if ForeignInput.isExpected, from[read] == 0xEF, end - read >= 3, from[read + 1] == 0xBB, from[read + 2] == 0xBF {
        read += 3
        continue
      }
      let lineStart = write
      let firstLine = line
      let isPlain = unfoldLine(from, into: base, &read, &write, &line, to: end)
      if write - lineStart > ICalendarLimits.lineLength {
        diagnostics.add(.error, line: firstLine, "a line is longer than 64 MiB and is skipped")
        write = lineStart
      } else if write > lineStart {
        let kept = properties.count + components.count
        parseLine(UnsafePointer(base), lineStart, write, firstLine)
        if !isPlain, properties.count + components.count > kept {
          noteFlaws(base, lineStart, write, firstLine)
        }
        if !foldPlaces.isEmpty, let last = properties.last,
          last.name == .rrule || last.name == .exrule, Int(last.start) == lineStart
        {
          folds.append(ICalendarDocument.Folds(property: Int32(properties.count - 1), places: foldPlaces))
        }
        // Keeps lines separate in the text, for code that reads it.
        if write < read {
          base[write] = .lineFeed
          write += 1
        }
      }
    }
    if isLast { closeAll(at: line) }
    lines = line - 1
    return write - part.lowerBound
  }

  private mutating func parseLine(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ line: UInt32) {
    var cursor = start
    while cursor < end, isNameByte(base[cursor]) { cursor += 1 }
    let nameEnd = cursor
    // Hand-written files often have white space around the name or before the colon.
    while ForeignInput.isExpected, cursor < end, base[cursor] == .space || base[cursor] == .tab { cursor += 1 }
    guard nameEnd > start, cursor < end, base[cursor] == .colon || base[cursor] == .semicolon else {
      reportLine(base, start, end, line)
      noteSkipped(UnsafeBufferPointer(start: base + start, count: nameEnd - start), line)
      return
    }
    // Parameters: a colon within quotes does not end them.
    if base[cursor] == .semicolon {
      var quoted = false
      while cursor < end, quoted || base[cursor] != .colon {
        if base[cursor] == .quote { quoted.toggle() }
        cursor += 1
      }
      if cursor == end {
        if ForeignInput.isExpected, quoted, let colon = colonAfterBrokenQuote(base, nameEnd, end) {
          diagnostics.add(
            .warning, line: line, "a parameter's quotation mark is not closed; read up to the first colon")
          cursor = colon
        } else {
          diagnostics.add(.error, line: line, "a property without a colon and value; the line is skipped")
          noteSkipped(UnsafeBufferPointer(start: base + start, count: nameEnd - start), line)
          return
        }
      }
    }
    let valueStart = cursor + 1
    let name = UnsafeBufferPointer(start: base + start, count: nameEnd - start)
    if name.count == 5, name.equalsIgnoringCase("BEGIN") {
      begin(base, valueStart, end, line)
    } else if name.count == 3, name.equalsIgnoringCase("END") {
      self.end(base, valueStart, end, line)
    } else if tooDeep == 0 {
      if open.isEmpty {
        reportOutside(line)
        return
      }
      let known = PropertyName(name)
      var valueStart = valueStart
      if ForeignInput.isMended, valueStart - nameEnd > 1, end - valueStart > 16,
        let start = timesAfterColon(base, nameEnd, valueStart, end, known)
      {
        valueStart = start
        diagnostics.add(
          .note, line: line, "the parameters contain a colon without quotation marks; read up to the last colon")
      }
      properties.append(
        ICalendarDocument.Property(
          name: known, line: line, start: UInt32(truncatingIfNeeded: start),
          nameEnd: UInt32(truncatingIfNeeded: nameEnd), valueStart: UInt32(truncatingIfNeeded: valueStart),
          end: UInt32(truncatingIfNeeded: end)))
    }
  }

  @inline(__always) func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == .hyphen || byte == .underscore || byte == .dot
  }

  /// Where the times of a property begin if its TZID contains a colon without quotation marks, as in
  /// `DTSTART;TZID=(GMT-05:00) Eastern Time:20260901T090000`; `nil` if the property is not of that form, or if
  /// another parameter contains a colon too. The parameters begin at `nameEnd`; the first colon is before `start`.
  private func timesAfterColon(
    _ base: UnsafePointer<UInt8>, _ nameEnd: Int, _ start: Int, _ end: Int, _ name: PropertyName
  ) -> Int? {
    switch name {
    case .dtstart, .dtend, .recurrenceID, .exdate, .rdate: break
    default: return nil
    }
    func isDate(_ place: Int) -> Bool {
      place + 8 <= end && (place..<place + 8).allSatisfy { base[$0].isDigit }
    }
    guard !isDate(start), let colon = (start..<end).last(where: { base[$0] == .colon }), isDate(colon + 1),
      endsInBareTZID(base, nameEnd, start - 1)
    else { return nil }
    let nextParameter = (start..<colon).first { base[$0] == .semicolon } ?? colon
    return (nextParameter..<colon).contains { base[$0] == .colon } ? nil : colon + 1
  }

  /// Whether the last of these parameters is a TZID whose value does not begin with a quotation mark.
  private func endsInBareTZID(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var last = start
    var quoted = false
    for index in start..<end {
      if base[index] == .quote { quoted.toggle() }
      if base[index] == .semicolon, !quoted { last = index }
    }
    guard let equals = (last..<end).first(where: { base[$0] == .equals }), equals + 1 < end else { return false }
    let name = UnsafeBufferPointer(start: base + last + 1, count: equals - last - 1)
    return name.count == 4 && name.equalsIgnoringCase("TZID") && base[equals + 1] != .quote
  }

  private func colonAfterBrokenQuote(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end {
      if base[index] == .colon { return index }
      index += 1
    }
    return nil
  }

  /// A line that is not a property is skipped, but if its name is CLASS, the component's class counts as unreadable.
  private mutating func noteSkipped(_ name: UnsafeBufferPointer<UInt8>, _ line: UInt32) {
    if ForeignInput.isExpected, tooDeep == 0, let last = open.last, PropertyName(name) == .class {
      components[Int(last)].hasUnreadClass = true
      diagnostics.add(.warning, line: line, "the class can't be read, so the event is private; write CLASS:PUBLIC")
    }
  }

  private mutating func reportLine(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ line: UInt32) {
    if !ForeignInput.isExpected { return }
    let bytes = UnsafeBufferPointer(start: base + start, count: end - start)
    if bytes.allSatisfy({ $0.isWhitespace }) { return }
    if open.isEmpty, tooDeep == 0 {
      reportOutside(line)
      return
    }
    diagnostics.add(
      .warning, line: line,
      "not a property: " + quoted(bytes)
        + " is skipped (a continued line begins with a space, a new one with NAME:)")
  }

  /// Reports text outside of components once, at its first line: a file of another kind would have it on every line.
  private mutating func reportOutside(_ line: UInt32) {
    if !reportedOutside {
      diagnostics.add(.error, line: line, "text outside BEGIN:VCALENDAR is skipped; is this an iCalendar file?")
    }
    reportedOutside = true
  }
  private var reportedOutside = false

  private mutating func begin(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ line: UInt32) {
    let (low, high) = trimmed(base, start, end)
    let kind = ComponentKind(UnsafeBufferPointer(start: base + low, count: high - low))
    if tooDeep > 0 || open.count >= ICalendarLimits.nesting {
      if tooDeep == 0 {
        diagnostics.add(.error, line: line, "components are nested more than 32 deep; the inner ones are skipped")
      }
      tooDeep += 1
      return
    }
    // A VEVENT can't be in a VEVENT, so the one before was cut off.
    if ForeignInput.isExpected, kind == .vevent || kind == .vtodo || kind == .vjournal || kind == .vfreebusy {
      while let last = open.last, components[Int(last)].kind != .vcalendar, components[Int(last)].kind != .other {
        closeBroken(Int(last))
      }
    }
    components.append(
      ICalendarDocument.Component(
        kind: kind, line: line, nameStart: UInt32(truncatingIfNeeded: low),
        nameEnd: UInt32(truncatingIfNeeded: high),
        properties: Int32(properties.count)..<Int32(properties.count),
        subtreeEnd: Int32(components.count + 1), parent: open.last ?? -1, isBroken: false))
    open.append(Int32(components.count - 1))
  }

  private mutating func end(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ line: UInt32) {
    if tooDeep > 0 {
      tooDeep -= 1
      return
    }
    if !ForeignInput.isExpected {
      if let last = open.last { close(Int(last)) }
      return
    }
    let (low, high) = trimmed(base, start, end)
    let name = UnsafeBufferPointer(start: base + low, count: high - low)
    var level = open.count - 1
    while level >= 0 {
      if continues, open[level] == 0 {
        if name.equalsIgnoringCase("VCALENDAR") { break }
        level -= 1
        continue
      }
      let component = components[Int(open[level])]
      let written = UnsafeBufferPointer(
        start: base + Int(component.nameStart), count: Int(component.nameEnd - component.nameStart))
      if written.equalsIgnoringCase(name) { break }
      level -= 1
    }
    guard level >= 0 else {
      diagnostics.add(.warning, line: line, "END:" + quoted(name) + " has no BEGIN and is skipped")
      return
    }
    while open.count > level + 1 { closeBroken(Int(open[open.count - 1])) }
    close(Int(open[level]))
  }

  private mutating func close(_ index: Int) {
    open.removeLast()
    let start = components[index].properties.lowerBound
    components[index].properties = start..<Int32(properties.count)
    components[index].subtreeEnd = Int32(components.count)
  }

  private mutating func closeBroken(_ index: Int) {
    close(index)
    // A calendar without END has complete components; any other component may have lost properties.
    if components[index].kind == .vcalendar {
      diagnostics.add(.warning, line: components[index].line, "VCALENDAR has no END:VCALENDAR; is the file cut off?")
    } else {
      components[index].isBroken = true
      diagnostics.add(
        .error, line: components[index].line,
        "the component begun here has no END and is skipped; is the file cut off?")
    }
  }

  private mutating func closeAll(at line: UInt32) {
    while let last = open.last { closeBroken(Int(last)) }
  }

  private func trimmed(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> (Int, Int) {
    var low = start
    var high = end
    while low < high, base[low].isWhitespace { low += 1 }
    while high > low, base[high - 1].isWhitespace { high -= 1 }
    return (low, high)
  }
}
