import Bytes
import CExpat
import Foundation

/// Parses the body of a WebDAV server's answer with expat.
///
/// Such a body has no document type (RFC 4918 asks for none, and no server writes one): it is refused, and with it all
/// entities that could expand or load something. Elements that are not known are skipped with what they contain.
final class MultistatusReader {
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

  private var parser: XML_Parser!
  private var result = Multistatus()
  private var refusal: Multistatus.Refusal?
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
    parser = XMLParsing.parser(encoding: nil, for: self)
    defer {
      XML_ParserFree(parser)
      parser = nil
    }
    setHandlers()
    var isComplete = true
    // expat counts in CInt.
    body.withUnsafeBytes { bytes in
      var offset = 0
      repeat {
        let count = min(bytes.count - offset, 1 << 20)
        let isLast = offset + count == bytes.count
        let piece = bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
        if XML_Parse(parser, piece, CInt(count), isLast ? 1 : 0) != XML_STATUS_OK {
          isComplete = false
          break
        }
        offset += count
      } while offset < bytes.count
    }
    if let refusal { throw refusal }
    if !isComplete {
      if XML_GetErrorCode(parser) == XML_ERROR_NO_ELEMENTS {
        throw Multistatus.Refusal(reason: body.allSatisfy(\.isWhitespace) ? "is empty" : "is cut off")
      }
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
      throw Multistatus.Refusal(reason: "is not well-formed XML (\(reason))")
    }
    return result
  }

  // MARK: Handlers

  private static func reader(_ data: UnsafeMutableRawPointer?) -> MultistatusReader {
    Unmanaged<MultistatusReader>.fromOpaque(data!).takeUnretainedValue()
  }

  private func setHandlers() {
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        MultistatusReader.reader(data).start(String(cString: name!), attributes!)
      }, { data, name in MultistatusReader.reader(data).end(String(cString: name!)) })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      text!.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        MultistatusReader.reader(data).characters(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, name, _, _, _ in
      MultistatusReader.reader(data).refuseDocumentType(name.map { String(cString: $0) } ?? "")
    }
    // It can't be called after the handler above; this is a second barrier.
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      MultistatusReader.reader(data).refuse("declares entities")
    }
  }

  /// Stops parsing; the first reason counts. Some handlers are still called afterwards.
  private func refuse(_ reason: String) {
    if refusal != nil { return }
    refusal = Multistatus.Refusal(reason: reason)
    XML_StopParser(parser, 0)
  }

  private func refuseDocumentType(_ name: String) {
    refuse(name.lowercased() == "html" ? Self.page : "declares a document type")
  }

  private static let page = "is a page in HTML"

  // MARK: Elements

  private func start(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
    if refusal != nil { return }
    let element = Self.known[name] ?? .other
    if stack.isEmpty {
      switch element {
      case .multistatus, .error: break
      default:
        let local = name.split(separator: "\n").last.map(String.init) ?? name
        return refuse(local.lowercased() == "html" ? Self.page : "begins with the element \(Text.quote(local))")
      }
    }
    elements += 1
    if elements > Multistatus.Limits.elements { return refuse("says more than \(elements - 1) things in one place") }
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
  private static func value(
    of name: String, in attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) -> String? {
    for index in 0..<Multistatus.Limits.attributes {
      guard let key = attributes[2 * index], let value = attributes[2 * index + 1] else { return nil }
      if String(cString: key) == name { return String(cString: value) }
    }
    return nil
  }

  private func characters(_ characters: UnsafeBufferPointer<UInt8>) {
    if refusal != nil { return }
    switch stack.last {
    case nil, .other, .multistatus, .response, .propstat, .prop: return
    default: text += characters
    }
  }

  private func end(_ name: String) {
    if refusal != nil { return }
    guard let element = stack.popLast() else { return }
    let parent = stack.last
    if parent == .error {
      let local = name.split(separator: "\n").last.map(String.init) ?? name
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
