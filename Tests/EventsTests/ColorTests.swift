import Bytes
import Events
import TestSupport
import Testing

/// Colours that events have of their own, as words that are safe in classes.
struct ColorTests {
  @Test(
    arguments: [
      ("COLOR:tomato", "tomato"), ("COLOR:LightGoldenRodYellow", "lightgoldenrodyellow"), ("COLOR: Navy ", "navy"),
      ("COLOR:#2F6FDE", "2f6fde"), ("X-BUSYLIFE-COLOR:#2f6fde", "2f6fde"), ("color:#A1f", "a1f"),
      ("COLOR;X-A=b:red", "red"), ("COLOR:#000000", "000000"), ("COLOR:#123", "123"),
      // No colours, but no harm: the build writes no rule for them.
      ("COLOR:sky", "sky"), ("COLOR:#12345", "12345"), ("COLOR:2f6fde", "2f6fde"),
      // What would not be one class.
      ("COLOR:", ""), ("COLOR:#", ""), ("COLOR:##", ""), ("COLOR:red blue", ""), ("COLOR:red\";}", ""),
      ("COLOR:a-b", ""),
      ("COLOR:rgb(1\\,2\\,3)", ""), ("COLOR:räd", ""), ("COLOR:lightgoldenrodyellows", ""), ("X-COLOR:red", ""),
      ("SUMMARY:red", ""),
    ])
  func colorsAreRead(line: String, color: String) throws {
    let loaded = Loaded(["UID:1", "DTSTART:20261103T090000Z", line])
    let event = try #require(loaded.store.events.first)
    #expect(string(loaded.store.color(of: event)) == color)
  }

  @Test func alarmsHaveNone() throws {
    let loaded = Loaded([
      "UID:1", "DTSTART:20261103T090000Z", "X-BUSYLIFE-COLOR:#010203", "BEGIN:VALARM", "COLOR:blue", "END:VALARM",
    ])
    #expect(string(loaded.store.color(of: loaded.store.events[0])) == "010203")
  }
}
