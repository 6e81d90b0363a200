import Bytes
import ICalendar
import TestSupport
import Testing

struct WriterTests {
  /// Unfolded as in RFC 5545, 3.1: CR LF followed by white space is removed wherever it is.
  static func unfolded(_ written: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    while index < written.count {
      let three = written[index...].prefix(3)
      if three.count == 3, three.starts(with: [0x0D, 0x0A]),
        three.last == 0x20 || three.last == 0x09
      {
        index += 3
      } else {
        out.append(written[index])
        index += 1
      }
    }
    return out
  }

  static func physicalLines(_ written: [UInt8]) throws -> [[UInt8]] {
    try check(written.suffix(2) == [0x0D, 0x0A], "it ends with CR LF")
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    for byte in written {
      line.append(byte)
      if line.suffix(2) == [0x0D, 0x0A] {
        lines.append(line.dropLast(2))
        line.removeAll()
      }
    }
    return lines
  }

  static let units = ["a", "é", "茶", "🫖", "aé", "a茶", "🫖é", "茶aa"]

  @Test(arguments: units) func foldingBetweenCharacters(_ unit: String) throws {
    // Every length, and every place of the characters within the line.
    for length in 1...300 {
      var line = bytes("SUMMARY:").prefix(length).map { $0 }
      let rest = String(repeating: unit, count: 300)
      for character in rest {
        if line.count + character.utf8.count > length { break }
        line += Array(character.utf8)
      }
      while line.count < length { line.append(0x2E) }
      var writer = ICalendarWriter()
      writer.line(line)
      try checkEqual(WriterTests.unfolded(writer.bytes), line + [0x0D, 0x0A], "length \(length)")
      let lines = try WriterTests.physicalLines(writer.bytes)
      for (index, physical) in lines.enumerated() {
        try check(physical.count <= 75, "a line of \(physical.count) octets, length \(length)")
        try check(index == lines.count - 1 || physical.count > 71, "a short line, length \(length)")
        try check(
          index == 0 || physical.first == 0x20, "a fold begins with a space, length \(length)")
        try check(
          String(validating: physical, as: UTF8.self) != nil, "a torn character, length \(length)")
      }
      try check(lines.count <= length / 72 + 1, "\(lines.count) lines for \(length) octets")
    }
  }

  @Test func whatIsWrittenIsReadTheSame() throws {
    try withRandom(500) { random in
      var text = ""
      for _ in 0..<random.int(0...200) {
        text += random.pick([
          "a", " ", ",", ";", "\\", "\n", "\"", ":", "\t", "é", "茶", "🫖", "^", "n",
        ])
      }
      var writer = ICalendarWriter()
      writer.line("BEGIN:VCALENDAR")
      writer.property("SUMMARY", text: bytes(text))
      writer.line(
        bytes("X;CN=") + ICalendarWriter.parameterValue(bytes(text))
          + bytes(":" + text.replacing("\n", with: "")))
      writer.line("END:VCALENDAR")
      let document = ICalendarDocument(parsing: writer.bytes)
      try checkEqual(messages(document.diagnostics), [])
      try checkEqual(document.properties.count, 2)
      var read: [UInt8] = []
      read.append(unescaping: document.value(document.properties[0]))
      try checkEqual(string(read), text)
      try checkEqual(string(document.parameter("CN", of: document.properties[1])!), text)
      try checkEqual(string(document.value(document.properties[1])), text.replacing("\n", with: ""))
    }
  }

  @Test func bytesThatAreNoUTF8() throws {
    for length in 60...160 {
      let line = [UInt8](repeating: 0x80, count: length)
      var writer = ICalendarWriter()
      writer.line(line)
      try checkEqual(WriterTests.unfolded(writer.bytes), line + [0x0D, 0x0A])
      for physical in try WriterTests.physicalLines(writer.bytes) {
        try check(physical.count <= 75, "too long")
      }
    }
  }

  static let parameterValues: [(String, String)] = [
    ("Tea", "Tea"), ("A B", "A B"), ("A: B", "\"A: B\""), ("A; B", "\"A; B\""),
    ("A, B", "\"A, B\""),
    ("say \"tea\"", "say ^'tea^'"), ("a^b", "a^^b"), ("one\ntwo", "one^ntwo"),
    ("one\r\ntwo", "one^ntwo"),
    ("", ""), (" a", "\" a\""), ("a ", "\"a \""), ("a\tb", "a\tb"), ("a\u{7F}\u{1B}b", "ab"),
    ("a\\b", "\"a\\b\""),
  ]

  @Test(arguments: parameterValues) func parameterValue(_ text: String, _ expected: String) {
    #expect(string(ICalendarWriter.parameterValue(bytes(text))) == expected)
  }
}
