import ICalendar
import TestSupport
import Testing

/// A line with one parameter changed, as feeds write it.
struct SettingParameterTests {
  static let lines: [(line: String, value: String?, changed: String)] = [
    ("DTSTART:20260912T090000", "UTC", "DTSTART;TZID=UTC:20260912T090000"),
    ("DTSTART;TZID=A;X=1:20260912T090000", "UTC", "DTSTART;TZID=UTC;X=1:20260912T090000"),
    ("DTSTART;tzid=A;X=1:20260912T090000", nil, "DTSTART;X=1:20260912T090000"),
    ("DTSTART;X=\"a:b\":20260912T090000", "c:d", "DTSTART;X=\"a:b\";TZID=\"c:d\":20260912T090000"),
    // A quotation mark that is left open would pair with those of the new value.
    ("DTSTART;CN=\"open:20260912", "c:d", "DTSTART;CN=\"open\";TZID=\"c:d\":20260912"),
    ("DTSTART;C\"N=open:20260912", "c:d", "DTSTART;C\"N=open\";TZID=\"c:d\":20260912"),
    ("DTSTART;CN=a\"b;X=1:20260912", "UTC", "DTSTART;CN=a\"b;X=1\";TZID=UTC:20260912"),
  ]

  @Test(arguments: lines) func changed(_ line: String, _ value: String?, _ changed: String) throws {
    let document = inCalendar(line + "\r\n")
    let property = try #require(document.properties.first)
    let written = document.line(property, setting: "TZID", to: value.map { bytes($0) })
    #expect(string(written) == changed)
    let again = inCalendar(changed + "\r\n")
    #expect(messages(again.diagnostics) == [])
    #expect(again.parameter("TZID", of: again.properties[0]).map { string($0) } == value)
    #expect(again.value(again.properties[0]).elementsEqual(document.value(property)))
  }
}
