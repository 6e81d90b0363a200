import Bytes
import ICalendar
import TestSupport
import Testing

/// Documents without the addresses of people.
struct AddressTests {
  static let lines: [(line: String, expected: String?)] = [
    ("ATTENDEE;CN=Ada:mailto:ada@x.org", "ATTENDEE;CN=Ada:invalid:nomail"),
    ("attendee;cn=\"Ada; B\";X-A=b:mailto:ada@x.org", "attendee;cn=\"Ada; B\":invalid:nomail"),
    ("ORGANIZER;CN=Ada:MAILTO:a@b", "ORGANIZER;CN=Ada:invalid:"),
    ("ATTENDEE;CN=Ada:", nil), ("ATTENDEE;CN=Ada:x@y.org", nil),
    ("ATTENDEE;CN=Ada:x@y.orgs", "ATTENDEE;CN=Ada:invalid:"), ("CALENDAR-ADDRESS:mailto:ada@x.org", nil),
    ("REQUEST-STATUS:2.0;Success;ATTENDEE:MailTo:ada@x.org", nil), ("X-A:ada@x.org", "X-A:ada@x.org"),
    ("X-A;B=\"mailto:a@b\":c", nil),
    ("ATTENDEE;ROLE=CHAIR:mailto:ada@x.org", nil), ("ATTENDEE:mailto:ada@x.org", nil), ("ATTENDEE:", nil),
    ("ATTENDEE;CN=ada@x.org:mailto:ada@x.org", nil), ("ATTENDEE;CN=:mailto:ada@x.org", nil),
    ("ATTENDEE;CN=\"\";CN=ada@x.org:mailto:ada@x.org", nil),
    (
      "ATTENDEE;CN=A;SENT-BY=\"mailto:s@x.org\";DIR=\"ldap://x\";MEMBER=\"mailto:m@x.org\";RSVP=TRUE:urn:uuid:123456",
      "ATTENDEE;CN=A;RSVP=TRUE:invalid:nomail"
    ),
    ("ATTENDEE;CN=\"Ada\"ada@x.org;RSVP=TRUE:mailto:ada@x.org", nil),
    ("SUMMARY:ada@x.org", "SUMMARY:ada@x.org"),
  ]

  @Test(arguments: lines) func aLine(_ line: String, _ expected: String?) throws {
    let document = ICalendarDocument(
      parsing: bytes("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n\(line)\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"))
    let without = document.withoutAddresses()
    let found = without.properties.filter { $0.name != .uid }.map { string(without.line($0)) }.filter { !$0.isEmpty }
    #expect(found == [expected].compactMap { $0 })
    #expect(
      document.hasAddresses == !["SUMMARY", "X-A:ada"].contains(line.prefix(7))
        && without.text.count == document.text.count)
  }

  /// Whoever organises and attends is named once: as a guest if it is a chair.
  @Test(arguments: [
    (";ROLE=CHAIR", ["ATTENDEE;CN=Ida;ROLE=CHAIR:invalid:nomail", "ATTENDEE;CN=Bo:invalid:nomail"]),
    ("", ["ATTENDEE;CN=Bo:invalid:nomail", "ORGANIZER;CN=Ida:invalid:nomail"]),
  ])
  func anOrganiserIsNamedOnce(_ role: String, _ expected: [String]) {
    let document = ICalendarDocument(
      parsing: bytes(
        "BEGIN:VEVENT\nATTENDEE;CN=Ida\(role):mailto:i@x.org\nATTENDEE;CN=Bo:mailto:b@x.org\n"
          + "ORGANIZER;CN=Ida:MAILTO:I@x.org\nEND:VEVENT\n"))
    let without = document.withoutAddresses()
    #expect(without.properties.map { string(without.line($0)) }.filter { !$0.isEmpty } == expected)
  }

  /// Of any text nothing of an address is left, what other properties say stays, and all keep their places.
  @Test func anyText() throws {
    let parts = [
      "ATTENDEE", "ORGANIZER", ";CN=", ";cn=\"", "\"", ":", "mailto:", "t0ken@x.org", "Ada", ";SENT-BY=", "\r\n",
      "\r\n ", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "BEGIN:VALARM\r\n", "END:VALARM\r\n", "UID:1\r\n", "é", "^n", ";",
      ",",
    ]
    try withRandom(3_000) { random in
      let lines = (0..<random.int(0...40)).map { _ in random.pick(parts) }.joined()
      let text = "BEGIN:VCALENDAR\r\n" + lines + "\r\nEND:VCALENDAR\r\n"
      let document = ICalendarDocument(parsing: bytes(text))
      // Of components without an end nothing is published.
      if document.components.contains(where: { $0.isBroken }) { return }
      let without = document.withoutAddresses()
      try checkEqual(without.text.count, document.text.count, "bytes of \(text)")
      for (old, new) in zip(document.properties, without.properties) {
        if old.name == .attendee || old.name == .organizer {
          try check(!string(without.line(new)).contains("t0ken"), text)
        } else if old.name != .other {
          try checkEqual(string(without.line(new)), string(document.line(old)), text)
        }
      }
    }
  }
}
