import Bytes
import CExpat
import Foundation

/// Parses the body of a WebDAV server's answer with expat.
///
/// Such a body has no document type (RFC 4918 asks for none, and no server writes one): it is refused, and with it all
/// entities that could expand or load something. Elements that are not known are skipped with what they contain.
final class MultistatusReader: XMLReader {
  /// The elements that are read; their names are those of the specifications.
  private enum Element {
    // RFC 4918, with RFC 6578's token.
    case multistatus, response, href, status, propstat, prop, error, syncToken
    case resourceType, collection, displayName, etag, contentType
    // RFC 3253, RFC 5397.
    case supportedReports, supportedReport, report, syncCollection, principal, unauthenticated
    // RFC 4791.
    case calendar, homes, components, component, calendarData
    // Extensions.
    case ctag, color, order, deletedCalendar
    /// Anything else; its content counts only within `error`.
    case other
  }

  private static let dav = "DAV:\n"
  private static let caldav = "urn:ietf:params:xml:ns:caldav\n"
  private static let known: [String: Element] = [
    dav + "multistatus": .multistatus, dav + "response": .response, dav + "href": .href, dav + "status": .status,
    dav + "propstat": .propstat, dav + "prop": .prop, dav + "error": .error, dav + "sync-token": .syncToken,
    dav + "resourcetype": .resourceType, dav + "collection": .collection, dav + "displayname": .displayName,
    dav + "getetag": .etag, dav + "getcontenttype": .contentType, dav + "supported-report-set": .supportedReports,
    dav + "supported-report": .supportedReport, dav + "report": .report, dav + "sync-collection": .syncCollection,
    dav + "current-user-principal": .principal, dav + "unauthenticated": .unauthenticated,
    caldav + "calendar": .calendar, caldav + "calendar-home-set": .homes,
    caldav + "supported-calendar-component-set": .components, caldav + "comp": .component,
    caldav + "calendar-data": .calendarData, "http://calendarserver.org/ns/\ngetctag": .ctag,
    "http://apple.com/ns/ical/\ncalendar-color": .color, "http://apple.com/ns/ical/\ncalendar-order": .order,
    "http://nextcloud.com/ns\ndeleted-calendar": .deletedCalendar,
  ]

  private var result = Multistatus()
  /// The open elements.
  private var stack: [Element] = []
  /// The text of the innermost known element so far.
  private var text: [UInt8] = []
  /// The number of elements since the last resource began.
  private var elements = 0
  private var response: Multistatus.Response?
  private var properties = DAVProperties()
  /// The status of the open `propstat`; `nil` if it has not said one yet.
  private var status: Int?

  func read(_ body: [UInt8]) throws(Multistatus.Refusal) -> Multistatus {
    let malformed = body.withUnsafeBufferPointer { parse($0, encoding: nil, most: 1 << 20) }
    if let refusal { throw Multistatus.Refusal(reason: refusal.message) }
    guard let malformed else { return result }
    if malformed.code == XML_ERROR_NO_ELEMENTS {
      throw Multistatus.Refusal(reason: body.allSatisfy(\.isWhitespace) ? "is empty" : "is cut off")
    }
    throw Multistatus.Refusal(reason: "is not well-formed XML (\(malformed.reason))")
  }

  // MARK: Refusals

  override func documentType(_ name: String, hasSubset: Bool) {
    refuse(name.lowercased() == "html" ? Self.page : "declares a document type")
  }

  override func entity() { refuse("declares entities") }

  private static func local(_ name: String) -> String { name.split(separator: "\n").last.map(String.init) ?? name }

  private static let page = "is a page in HTML"

  // MARK: Elements

  override func start(_ name: UnsafePointer<XML_Char>, _ attributes: Attributes) {
    let name = String(cString: name)
    let element = Self.known[name] ?? .other
    if stack.isEmpty {
      switch element {
      case .multistatus, .error: break
      default:
        let local = Self.local(name)
        return refuse(local.lowercased() == "html" ? Self.page : "begins with the element \(Text.quote(local))")
      }
    }
    elements += 1
    if elements > Multistatus.Limits.elements { return refuse("has more than \(elements - 1) elements for one object") }
    if stack.count == Multistatus.Limits.depth { return refuse("is nested more than \(stack.count) deep") }
    switch (element, stack.last) {
    case (.response, .multistatus):
      if result.responses.count == Multistatus.Limits.responses {
        return refuse("lists more than \(Multistatus.Limits.responses) objects")
      }
      response = Multistatus.Response()
      elements = 0
    case (.propstat, .response):
      properties = DAVProperties()
      status = nil
    case (.components, .prop): properties.components = []
    case (.component, .components):
      if let name = Self.value(of: "name", in: attributes) { properties.components?.append(name.uppercased()) }
    default: break
    }
    stack.append(element)
    text.removeAll(keepingCapacity: true)
  }

  /// The value of an attribute without a namespace.
  private static func value(of name: String, in attributes: Attributes) -> String? {
    for index in 0..<Multistatus.Limits.attributes {
      guard let key = attributes[2 * index], let value = attributes[2 * index + 1] else { return nil }
      if String(cString: key) == name { return String(cString: value) }
    }
    return nil
  }

  override func characters(_ characters: UnsafeBufferPointer<UInt8>) {
    switch stack.last {
    case nil, .other, .multistatus, .response, .propstat, .prop: return
    default: text += characters
    }
  }

  override func end(_ name: UnsafePointer<XML_Char>) {
    guard let element = stack.popLast() else { return }
    let parent = stack.last
    if parent == .error {
      let local = Self.local(String(cString: name))
      if response != nil { response!.conditions.insert(local) } else { result.conditions.insert(local) }
    }
    switch (element, parent) {
    case (.response, .multistatus):
      if let response { result.responses.append(response) }
      response = nil
    case (.href, .response): if let word { response?.hrefs.append(word) }
    case (.status, .response): response?.status = Self.status(word)
    case (.syncToken, .multistatus): result.syncToken = word
    case (.status, .propstat): status = Self.status(word)
    case (.propstat, .response):
      // A status is required; some servers leave out that of a success.
      if (200..<300).contains(status ?? 200) {
        response?.properties.add(properties)
      } else {
        let failed = max(response?.failedStatus ?? 0, status ?? 0)
        response?.failedStatus = failed
      }
    default: property(element, parent)
    }
    text.removeAll(keepingCapacity: true)
  }

  /// Takes the value of a property.
  private func property(_ element: Element, _ parent: Element?) {
    switch (element, parent) {
    case (.displayName, .prop): properties.displayName = word
    case (.etag, .prop): properties.etag = word
    case (.contentType, .prop): properties.contentType = word?.lowercased()
    case (.resourceType, .prop): properties.hasType = true
    case (.collection, .resourceType): properties.isCollection = true
    case (.calendar, .resourceType): properties.isCalendar = true
    case (.deletedCalendar, .resourceType): properties.isDeleted = true
    case (.calendarData, .prop): properties.calendarData = text
    case (.href, .homes): if let word { properties.homes.append(word) }
    case (.href, .principal): properties.principal = word
    case (.unauthenticated, .principal): properties.isUnauthenticated = true
    case (.syncToken, .prop): properties.syncToken = word
    case (.syncCollection, .report): properties.hasSyncReport = true
    case (.ctag, .prop): properties.ctag = word
    case (.color, .prop): properties.color = word
    case (.order, .prop): properties.order = word.flatMap { Int($0) }
    default: break
    }
  }

  /// The text of the element that ends, without white space around it and control characters in it; `nil` if empty. It
  /// may be sent back, and shown.
  private var word: String? {
    let bytes = text.trimmed.onOneLine
    return bytes.isEmpty ? nil : String(utf8: bytes)
  }

  /// The code of a status line: `HTTP/1.1 200 OK`.
  private static func status(_ line: String?) -> Int? {
    guard let parts = line?.split(separator: " "), parts.count >= 2, let code = Int(parts[1]),
      (100..<1_000).contains(code)
    else { return nil }
    return code
  }
}
