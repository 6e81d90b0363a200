import Bytes
import ICalendar

/// The text of a file that should be UTF-8 and may not be: invalid bytes are read as in .ics files. Each line is
/// decided by itself, as files are put together from others: if it has more bytes that are not UTF-8 than valid
/// characters beyond ASCII, it is read as Windows-1252, which contains Latin-1; otherwise it is taken for damaged
/// UTF-8.
struct DecodedText {
  /// Valid UTF-8.
  private(set) var text: [UInt8]

  /// Reports the first byte of each kind of lines. O(bytes).
  init(_ file: [UInt8], _ diagnostics: inout Diagnostics) {
    text = file
    if Text.firstInvalid(in: file) == nil { return }
    text = []
    var windows: Int?
    var damaged: Int?
    let hasCharacters = file.withUnsafeBufferPointer { Self.count($0).characters > 0 }
    for line in file.split(separator: .lineFeed, omittingEmptySubsequences: false) {
      if line.startIndex > 0 { text.append(.lineFeed) }
      let found = line.withUnsafeBufferPointer { Self.count($0) }
      guard let first = found.firstBroken.map({ line.startIndex + $0 }) else {
        text += line
        continue
      }
      if found.broken <= found.characters || hasCharacters && found.areCutShort {
        damaged = damaged ?? first
        text += String(decoding: line, as: UTF8.self).utf8
      } else {
        windows = windows ?? first
        appendWindows1252(line)
      }
    }
    if let windows {
      diagnostics.add(
        .note, Position(of: windows, in: file),
        "this is not UTF-8 and is read as Windows-1252 (Latin-1); save the file as UTF-8")
    }
    if let damaged {
      diagnostics.add(
        .warning, Position(of: damaged, in: file), "this is not UTF-8 and is read as U+FFFD; save the file as UTF-8")
    }
  }

  /// What a text has beyond ASCII.
  private struct Found {
    var characters = 0
    /// Bytes that are not UTF-8.
    var broken = 0
    var firstBroken: Int?
    /// Whether each of them begins a character that is cut short.
    var areCutShort = true
  }

  private static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Found {
    var found = Found()
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = Text.sequenceLength(in: bytes, at: index)
      if length > 0 {
        found.characters += 1
        index += length
        continue
      }
      found.broken += 1
      found.firstBroken = found.firstBroken ?? index
      var cut = 1
      if let (length, second) = Text.form(bytes[index]), index + 1 < bytes.count, second.contains(bytes[index + 1]) {
        cut = 2
        while cut < length, index + cut < bytes.count, bytes[index + cut].isUTF8Continuation { cut += 1 }
      }
      if cut == 1 { found.areCutShort = false }
      index += cut
    }
    return found
  }

  private mutating func appendWindows1252(_ line: ArraySlice<UInt8>) {
    let bytes = Array(line)
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let length = buffer[index] < 0x80 ? 1 : Text.sequenceLength(in: buffer, at: index)
        if length == 0 {
          text.append(windows1252: buffer[index])
          index += 1
        } else {
          text += buffer[index..<index + length]
          index += length
        }
      }
    }
  }
}
