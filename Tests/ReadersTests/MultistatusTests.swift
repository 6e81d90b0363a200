import Bytes
import Testing

@testable import Readers

/// Answers of WebDAV servers.
struct MultistatusTests {
  private static func read(_ text: String) throws -> Multistatus { try Multistatus(reading: Array(text.utf8)) }

  private static func refusal(_ text: String) -> String? {
    do throws(Multistatus.Refusal) {
      _ = try Multistatus(reading: Array(text.utf8))
      return nil
    } catch { return error.reason }
  }

  /// An answer about one resource with properties in the prefixes of ``open``.
  private static let open = """
    <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/" \
    xmlns:A="http://apple.com/ns/ical/">
    """

  private static func properties(_ text: String, status: String = "HTTP/1.1 200 OK") throws -> DAVProperties {
    try read(
      open + "<D:response><D:href>/a/</D:href><D:propstat><D:prop>\(text)</D:prop><D:status>\(status)</D:status>"
        + "</D:propstat></D:response></D:multistatus>"
    ).responses[0].properties
  }

  @Test func aCollectionIsDescribed() throws {
    let found = try Self.properties(
      """
      <D:resourcetype> <D:collection/><C:calendar/> </D:resourcetype><D:displayname> Team &amp; Gäste
      </D:displayname><A:calendar-color symbolic-color="custom">#FF2968FF</A:calendar-color>
      <A:calendar-order>3</A:calendar-order><S:getctag>"7"</S:getctag><D:sync-token>http://x/7</D:sync-token>
      <C:supported-calendar-component-set><C:comp name="VEVENT"/><C:comp name="vtodo"/>
      </C:supported-calendar-component-set><D:supported-report-set><D:supported-report><D:report>
      <D:sync-collection/></D:report></D:supported-report></D:supported-report-set>
      <D:current-user-principal><D:href>/p/me/</D:href></D:current-user-principal>
      <C:calendar-home-set><D:href>/h/1/</D:href><D:href>/h/2/</D:href></C:calendar-home-set>
      """)
    #expect(found.isCollection && found.isCalendar && found.isCalendarOfEvents && found.hasSyncReport)
    #expect(found.displayName == "Team & Gäste")
    #expect(CalDAVCollection.color(found.color) == Array("#ff2968".utf8))
    #expect(found.order == 3)
    #expect(found.ctag == "\"7\"")
    #expect(found.syncToken == "http://x/7")
    #expect(found.components == ["VEVENT", "VTODO"])
    #expect(found.principal == "/p/me/")
    #expect(found.homes == ["/h/1/", "/h/2/"])
  }

  @Test(arguments: [
    ("<C:calendar xmlns:C='urn:ietf:params:xml:ns:caldav'/>", true), ("<calendar xmlns='DAV:'/>", false),
    ("<C:calendar xmlns:C='urn:ietf:params:xml:ns:carddav'/>", false), ("<c:calendar xmlns:c='x'/>", false),
    ("<calendar xmlns='urn:ietf:params:xml:ns:caldav'/>", true), ("<D:calendar/>", false),
  ])
  func namesCountWithTheirNamespaces(type: String, isCalendar: Bool) throws {
    #expect(try Self.properties("<D:resourcetype>\(type)</D:resourcetype>").isCalendar == isCalendar)
  }

  @Test func calendarsOfOtherThingsAreNotOfEvents() throws {
    let calendar = "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>"
    func isOfEvents(_ more: String) throws -> Bool { try Self.properties(calendar + more).isCalendarOfEvents }
    let set = "supported-calendar-component-set"
    #expect(try isOfEvents(""))
    #expect(try !isOfEvents("<C:\(set)/>"))
    #expect(try !isOfEvents("<C:\(set)><C:comp name='VTODO'/></C:\(set)>"))
    #expect(try isOfEvents("<C:\(set)><C:comp name='VTODO'/><C:comp name='VEVENT'/></C:\(set)>"))
  }

  @Test func onlyPropertiesThatWereFoundCount() throws {
    let answer = try Self.read(
      """
      <multistatus xmlns="DAV:"><response><href>
      /a.ics </href><propstat><status>HTTP/1.1 404 Not Found</status><prop><displayname>no</displayname></prop>
      </propstat><propstat><prop><getetag>"1"</getetag></prop><status>HTTP/2 200</status></propstat></response>
      <response><href>/b.ics</href><status>HTTP/1.1 404 Not Found</status></response>
      <response><href>/c.ics</href><href>/d.ics</href><status>HTTP/1.1 404</status></response>
      <response><href>/e.ics</href><propstat><prop><getetag>"e"</getetag></prop></propstat></response>
      <response><href>/</href><status>HTTP/1.1 507 Insufficient Storage</status>
      <error><number-of-matches-within-limits/></error></response><sync-token>t</sync-token></multistatus>
      """)
    #expect(answer.responses.map(\.hrefs) == [["/a.ics"], ["/b.ics"], ["/c.ics", "/d.ics"], ["/e.ics"], ["/"]])
    #expect(answer.responses.map(\.status) == [nil, 404, 404, nil, 507])
    #expect(answer.responses[0].properties.displayName == nil)
    #expect(answer.responses[0].properties.etag == "\"1\"")
    #expect(answer.responses[0].failedStatus == 404)
    #expect(answer.responses[3].properties.etag == "\"e\"")
    #expect(answer.responses[4].conditions == ["number-of-matches-within-limits"])
    #expect(answer.syncToken == "t")
  }

  @Test func dataKeepTheirBytes() throws {
    let found = try Self.properties(
      "<C:calendar-data>BEGIN:VCALENDAR&#13;\n a&lt;&#xe4;<![CDATA[<b>&amp;]]>\nEND\t</C:calendar-data>")
    #expect(String(utf8: found.calendarData ?? []) == "BEGIN:VCALENDAR\r\n a<ä<b>&amp;\nEND\t")
  }

  @Test func otherEncodingsAreRead() throws {
    let text = "<?xml version='1.0' encoding='ISO-8859-1'?><multistatus xmlns='DAV:'><sync-token>\u{FC}"
    var bytes = text.unicodeScalars.map { UInt8($0.value) }
    bytes += "</sync-token></multistatus>".utf8
    #expect(try Multistatus(reading: bytes).syncToken == "ü")
  }

  @Test func conditionsOfAnErrorAreRead() throws {
    let answer = try Self.read(
      "<d:error xmlns:d='DAV:' xmlns:s='x'><d:valid-sync-token/><s:message>x</s:message></d:error>")
    #expect(answer.conditions == ["valid-sync-token", "message"])
    #expect(answer.responses.isEmpty)
  }

  @Test(arguments: [
    ("", "is empty"), (" \n", "is empty"), ("<multistatus xmlns='DAV:'><response>", "is cut off"),
    ("<multistatus xmlns='DAV:'></response>", "is not well-formed XML (mismatched tag)"),
    ("<!DOCTYPE html><html></html>", "is a page in HTML"), ("<html><body><p>x</body></html>", "is a page in HTML"),
    ("<multistatus/>", "begins with the element \"multistatus\""),
    ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "declares a document type"),
    ("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", "declares a document type"),
    ("<multistatus xmlns='DAV:'>&x;</multistatus>", "is not well-formed XML (undefined entity)"),
  ])
  func otherAnswersAreRefused(text: String, reason: String) { #expect(Self.refusal(text) == reason) }

  @Test func limitsHold() {
    let deep = String(repeating: "<D:a>", count: 100) + String(repeating: "</D:a>", count: 100)
    #expect(Self.refusal(Self.open + deep + "</D:multistatus>") == "is nested more than 64 deep")
    let wide = String(repeating: "<D:a/>", count: 10_001)
    #expect(
      Self.refusal(Self.open + "<D:response>\(wide)</D:response></D:multistatus>")
        == "has more than 10000 elements for one object")
    let many = String(repeating: "<D:response/>", count: 100_001)
    #expect(Self.refusal(Self.open + many + "</D:multistatus>") == "lists more than 100000 objects")
    // An element may be within the depth and still not belong where it is.
    #expect(Self.refusal(Self.open + "<D:href>x</D:href><D:status>y</D:status></D:multistatus>") == nil)
  }
}
