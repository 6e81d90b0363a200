import Bytes

/// Bytes that no text may contain: a control character (RFC 5545, 3.1, allows only the tab; HTML and XML forbid them
/// too) or a noncharacter, or bytes that are not UTF-8.
struct TextFlaw {
  var offset: UInt32
  /// In bytes. If they are not UTF-8, more than 1 means a character that is cut short.
  var length: UInt8
  /// Control characters and noncharacters are removed, invalid UTF-8 is read as Windows-1252 or replaced by U+FFFD.
  var isControl: Bool
  var isWindows1252 = false
}

/// A line with bytes that are not UTF-8.
struct BrokenLine {
  let line: UInt32
  /// Indices of its flaws.
  let flaws: Range<Int>
  /// The number of its valid characters beyond ASCII.
  let characters: Int
}

extension ICalendarParser {
  /// Whether all bytes are printable ASCII, as on most lines, tested eight at a time. Borrows and carries only affect
  /// bytes above the lowest flawed one, so its highest bit is set in any case.
  static func isPlain(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
    if end - start < 8 {
      var index = start
      while index < end {
        if base[index] &- 0x20 > 0x5E { return false }
        index += 1
      }
      return true
    }
    let raw = UnsafeRawPointer(base)
    var index = start
    while index < end {
      let word = raw.loadUnaligned(fromByteOffset: min(index, end - 8), as: UInt64.self)
      let flaws = word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101)
      if flaws & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    return true
  }

  /// Records each flaw of an unfolded line.
  mutating func noteFlaws(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ line: UInt32) {
    let (before, known) = (flaws.count, characters)
    var isBroken = false
    defer {
      if isBroken {
        brokenLines.append(BrokenLine(line: line, flaws: before..<flaws.count, characters: characters - known))
      }
    }
    var index = start
    while index < end {
      let byte = base[index]
      if byte >= .space && byte < 0x7F || byte == .tab {
        index += 1
        continue
      }
      let (length, kind) = Self.character(base, at: index, end)
      if kind != .text {
        let isControl = kind == .control
        flaws.append(
          TextFlaw(
            offset: UInt32(truncatingIfNeeded: index), length: UInt8(length), isControl: isControl))
        isBroken = isBroken || !isControl
        report(isControl, line)
      }
      if kind == .text { characters += 1 }
      index += length
    }
  }

  /// Reports the first flaw of each kind: a file may have one on every line.
  private mutating func report(_ isControl: Bool, _ line: UInt32) {
    if isControl, !reportedControl {
      reportedControl = true
      diagnostics.add(
        .warning, line: line, "control characters or U+FFFE, here for the first time, are left out; remove them")
    }
    if ForeignInput.isMended || isControl || reportedEncoding { return }
    reportedEncoding = true
    diagnostics.add(
      .warning, line: line,
      "bytes that are not UTF-8, here for the first time, are read as U+FFFD; save the file as UTF-8")
  }

  /// Decides for each broken line whether it is Windows-1252 (which contains Latin-1) or damaged UTF-8, and reports
  /// both. It is damaged UTF-8 if it has at least as many valid characters beyond ASCII as broken ones, or if all
  /// broken ones are cut short and the file has valid ones. A Windows-1252 letter between letters is never valid
  /// UTF-8.
  mutating func decideEncodings() {
    var lines: (windows: [UInt32], damaged: [UInt32]) = ([], [])
    for broken in brokenLines {
      let breaks = broken.flaws.filter { !flaws[$0].isControl }
      let isCutShort = characters > 0 && breaks.allSatisfy { flaws[$0].length > 1 }
      if breaks.count <= broken.characters || isCutShort {
        lines.damaged.append(broken.line)
      } else {
        lines.windows.append(broken.line)
        for index in breaks { flaws[index].isWindows1252 = true }
      }
    }
    report(.note, lines.windows, "Windows-1252 (Latin-1)")
    report(.warning, lines.damaged, "U+FFFD; save the file as UTF-8")
  }

  private mutating func report(_ severity: Diagnostic.Severity, _ lines: [UInt32], _ reading: StaticString) {
    guard let first = lines.first else { return }
    var message = [UInt8]("bytes that are not UTF-8, here")
    for (index, line) in lines.prefix(5).enumerated().dropFirst() {
      message.append(index == 1 ? (lines.count == 2 ? " and in line " : " and in lines ") : ", ")
      message.append(decimal: line)
    }
    if lines.count > 5 {
      message.append(" and ")
      message.append(decimal: lines.count - 5)
      message.append(" more")
    }
    message.append(", are read as ")
    message.append(reading)
    diagnostics.add(severity, line: first, message)
  }

  private enum CharacterKind { case text, control, broken }

  /// The length of the character at an offset, or of its valid part (RFC 3629: no surrogates, no overlong forms,
  /// nothing above U+10FFFF), and its kind.
  private static func character(
    _ base: UnsafePointer<UInt8>, at index: Int, _ end: Int
  ) -> (length: Int, kind: CharacterKind) {
    let first = base[index]
    if first < 0x80 { return (1, first < 0x20 || first == 0x7F ? .control : .text) }
    let second: ClosedRange<UInt8>
    let length: Int
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return (1, .broken)
    }
    var count = 1
    while count < length, index + count < end,
      count == 1 ? second.contains(base[index + 1]) : base[index + count].isUTF8Continuation
    {
      count += 1
    }
    if count < length { return (count, .broken) }
    // U+0080 to U+009F are control characters; U+FFFE and U+FFFF are noncharacters, which XML forbids.
    if first == 0xC2, base[index + 1] < 0xA0 { return (2, .control) }
    if first == 0xEF, base[index + 1] == 0xBF, base[index + 2] >= 0xBE { return (3, .control) }
    return (length, .text)
  }
}

extension ICalendarDocument {
  /// Repairs the flaws of a text and shifts all offsets into it. O(text); called only for files with flaws.
  static func mend(
    _ text: inout [UInt8], _ properties: inout [Property], _ components: inout [Component],
    _ flaws: [TextFlaw]
  ) {
    var mended: [UInt8] = []
    mended.reserveCapacity(text.count + flaws.count * 2)
    var copied = 0
    var lengths: [Int] = []
    for flaw in flaws {
      mended.append(contentsOf: text[copied..<Int(flaw.offset)])
      copied = Int(flaw.offset) + Int(flaw.length)
      let start = mended.count
      if flaw.isWindows1252 {
        for byte in text[Int(flaw.offset)..<copied] { mended.append(windows1252: byte) }
        lengths.append(mended.count - start)
        continue
      }
      if !flaw.isControl { mended.append("\u{FFFD}") }
      lengths.append(mended.count - start)
    }
    mended.append(contentsOf: text[copied...])
    text = mended

    var shift = FlawShift(flaws: flaws, lengths: lengths)
    for index in properties.indices {
      properties[index].start = shift.moved(properties[index].start)
      properties[index].nameEnd = shift.moved(properties[index].nameEnd)
      properties[index].valueStart = shift.moved(properties[index].valueStart)
      properties[index].end = shift.moved(properties[index].end)
    }
    shift = FlawShift(flaws: flaws, lengths: lengths)
    for index in components.indices {
      components[index].nameStart = shift.moved(components[index].nameStart)
      components[index].nameEnd = shift.moved(components[index].nameEnd)
    }
  }
}

/// Maps offsets to their places after flaws have been repaired; offsets must ascend.
private struct FlawShift {
  let flaws: [TextFlaw]
  /// The length in bytes of each flaw's replacement.
  let lengths: [Int]
  private var next = 0
  private var shift: Int64 = 0

  init(flaws: [TextFlaw], lengths: [Int]) {
    self.flaws = flaws
    self.lengths = lengths
  }

  mutating func moved(_ offset: UInt32) -> UInt32 {
    while next < flaws.count, flaws[next].offset < offset {
      shift += Int64(lengths[next]) - Int64(flaws[next].length)
      next += 1
    }
    return UInt32(truncatingIfNeeded: Int64(offset) + shift)
  }
}

extension [UInt8] {
  /// Appends the character of a Windows-1252 byte (WHATWG's Encoding Standard) as UTF-8. Only 0x80 to 0x9F differ
  /// from Latin-1; five of them have no character.
  package mutating func append(windows1252 byte: UInt8) {
    let high: [Unicode.Scalar] = [
      "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}",
      "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
    ]
    let scalar = 0x80...0x9F ~= byte ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
    append(contentsOf: UTF8.encode(scalar)!)
  }
}
