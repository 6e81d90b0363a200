import Bytes

/// The bodies of requests. Servers read them with all kinds of parsers, so they are plain: one prefix for each
/// namespace, declared by the root.
enum CalDAVBodies {
  /// What is asked about an address that may be a calendar, a home, a principal or a server, and about the calendars in
  /// a home.
  static let resource: StaticString = """
    <?xml version="1.0" encoding="utf-8"?>
    <D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/" \
    xmlns:A="http://apple.com/ns/ical/"><D:prop><D:resourcetype/><D:displayname/><D:current-user-principal/>\
    <C:calendar-home-set/><C:supported-calendar-component-set/><D:supported-report-set/><D:sync-token/><S:getctag/>\
    <A:calendar-color/><A:calendar-order/></D:prop></D:propfind>
    """

  /// What is asked about the objects of a collection.
  static let objects: StaticString = """
    <?xml version="1.0" encoding="utf-8"?>
    <D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getcontenttype/><D:getetag/></D:prop></D:propfind>
    """

  /// What changed since a state; everything if there is none (RFC 6578, 3.2).
  static func changes(since token: String?, most: Int?) -> [UInt8] {
    var out = [UInt8](
      """
      <?xml version="1.0" encoding="utf-8"?>
      <D:sync-collection xmlns:D="DAV:"><D:sync-token>
      """)
    out.append(xml: token ?? "")
    out.append("</D:sync-token><D:sync-level>1</D:sync-level>")
    if let most {
      out.append("<D:limit><D:nresults>")
      out.append(decimal: most)
      out.append("</D:nresults></D:limit>")
    }
    out.append(
      "<D:prop><D:resourcetype/><D:getcontenttype/><D:getetag/></D:prop></D:sync-collection>")
    return out
  }

  /// Objects by their paths (RFC 4791, 7.9).
  static func objects(_ hrefs: some Sequence<String>) -> [UInt8] {
    var out = [UInt8](
      """
      <?xml version="1.0" encoding="utf-8"?>
      <C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/>\
      <C:calendar-data/></D:prop>
      """)
    for href in hrefs {
      out.append("<D:href>")
      out.append(xml: href)
      out.append("</D:href>")
    }
    out.append("</C:calendar-multiget>")
    return out
  }
}

extension [UInt8] {
  fileprivate mutating func append(xml text: String) {
    for byte in text.utf8 {
      switch byte {
      case .ascii("&"): append("&amp;")
      case .ascii("<"): append("&lt;")
      case .ascii(">"): append("&gt;")
      default: append(byte)
      }
    }
  }
}
