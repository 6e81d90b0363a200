import Bytes

/// Reads a calendar in another syntax by itself, as content and answers of servers are read.
/// - Returns: the calendar; its problems; why it is no whole calendar as the answer of a server, `nil` if it is one.
package func readCalendar(
  _ bytes: [UInt8], as syntax: OtherSyntax, path: String
) -> (file: SourceFile, problems: [Problem], flaw: String?) {
  var problems = Problems()
  let file = syntax.row.read(bytes, path, &problems)
  return (file, problems.sorted, syntax.row.flaw(bytes))
}

/// The answer of a CalDAV server by itself: what is said of each resource that has a usable address, as text; or why
/// the answer can't be used.
package func readMultistatus(_ body: [UInt8], at base: String) -> (
  resources: [(address: String, said: String)], refusal: String?
) {
  guard let base = DAVAddress(base) else { return ([], "asked no address") }
  do throws(Multistatus.Refusal) {
    let answer = try Multistatus(reading: body)
    let resources = answer.responses.flatMap { response in
      // A set has no order.
      var plain = response
      plain.conditions = []
      let said = "\(plain) \(response.conditions.sorted())"
      return response.hrefs.compactMap { href in base.resolving(href).map { (address: "\($0)", said: said) } }
    }
    return (resources, nil)
  } catch { return ([], error.reason) }
}

/// An address of a server as this program reads and writes it; `nil` if it is none.
package func readServerAddress(_ address: String) -> String? { DAVAddress(address).map { "\($0)" } }

/// What an answer of an HTTP server is used for, by itself.
package struct AnswerAlone {
  /// Why its body is no whole calendar, in words after "its answer"; `nil` if it is one.
  package let flaw: String?
  /// After how many seconds the calendar wants to be fetched again; `nil` if it does not say.
  package let refresh: Int64?

  package init(body: [UInt8]) {
    flaw = CalendarAnswer.flaw(body)
    refresh = CalendarAnswer.refresh(body)
  }

  /// The new body of an answer, with the components of the old one where they differ in DTSTAMP only.
  package static func keepingStamps(of old: [UInt8], in new: [UInt8]) -> [UInt8] {
    CalendarAnswer.keepingStamps(of: old, in: new)
  }

  /// Whether the body is iCalendar, and none of the other formats.
  package static func isICalendar(_ body: [UInt8]) -> Bool { CalendarFormat(of: body, named: "") == .iCalendar }

  /// The origin of an address of the web; `nil` if it is none that may be requested.
  package static func origin(of address: String) -> String? { WebAddress(address)?.origin }
}

/// Whether a pattern of `site.yml` fits a text.
/// - Parameter isPlain: whether `*` and `?` stand for themselves.
package func fits(_ pattern: String, isPlain: Bool, _ text: [UInt8]) -> Bool {
  TextPattern(pattern, isPlain: isPlain).matches(text)
}

/// A text with the characters that its references of HTML stand for.
package func decodingReferences(_ text: String) -> String {
  String(decoding: HTMLText.decodingReferences(Array(text.utf8)), as: UTF8.self)
}
