import Bytes

/// Reads a calendar in another syntax by itself, as content and answers of servers are read.
/// - Returns: the calendar; its problems; why it is no whole calendar as the answer of a server, `nil` if it is one.
package func readCalendar(
  jCal bytes: [UInt8], path: String
) -> (file: SourceFile, problems: [Problem], flaw: String?) {
  var problems = Problems()
  let file = JCalReader.read(bytes, path: path, problems: &problems)
  return (file, problems.sorted, JCalReader.flaw(bytes))
}

/// See ``readCalendar(jCal:path:)``.
package func readCalendar(
  xCal bytes: [UInt8], path: String
) -> (file: SourceFile, problems: [Problem], flaw: String?) {
  var problems = Problems()
  let file = XCalReader.read(bytes, path: path, problems: &problems)
  return (file, problems.sorted, XCalReader.flaw(bytes))
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

/// What an address of a server is read as when it is read again; `nil` if it is none.
package func readServerAddress(_ address: String) -> String? { DAVAddress(address).map { "\($0)" } }
