import Bytes
import ICalendar
import Readers

/// jCal: see ``check(_:_:)``.
package func checkJCal(_ bytes: [UInt8]) throws(Violation) {
  try check(bytes) { readCalendar($0, as: .jCal, path: "a.jcal") }
}

/// xCal: see ``check(_:_:)``.
package func checkXCal(_ bytes: [UInt8]) throws(Violation) {
  try check(bytes) { readCalendar($0, as: .xCal, path: "a.xcs") }
}

/// A calendar in another syntax: problems point into it; the iCalendar written from it is whole or of components that
/// are reported, has a place in the file for each event, and settles; what is refused as the answer of a server has an
/// error as a file; reading twice gives the same bytes.
private func check(
  _ bytes: [UInt8], _ read: ([UInt8]) -> (file: SourceFile, problems: [Problem], flaw: String?)
) throws(Violation) {
  let (file, problems, flaw) = read(bytes)
  try requireSane(problems.map(\.diagnostic), in: bytes)
  if let flaw { try requireOneLine(Array(flaw.utf8)) }

  let document = ICalendarDocument(parsing: file.iCalendar)
  for diagnostic in document.diagnostics.all {
    let place = Diagnostic(diagnostic.severity, at: file.position(of: diagnostic.position), diagnostic.message)
    try requireSane([place], in: bytes)
  }
  let diagnostics = problems.map(\.diagnostic) + document.diagnostics.all
  let hasError = diagnostics.contains { $0.severity == .error }
  let isBroken = document.components.contains { $0.isBroken }
  try require(hasError || !isBroken, "a component is lost without an error")
  try require(hasError || flaw == nil, "what is refused of a server is read from a file without an error")
  let events = document.components.count { $0.kind == .vevent }
  let positions = file.eventPositions ?? []
  try require(positions.count == events, "\(positions.count) places of \(events) events")
  try requireSettles(document, in: file.iCalendar)
  try require(read(bytes).file.iCalendar == file.iCalendar, "the same file is read in two ways")
}

/// An answer of a CalDAV server: refused with one line, or each address in it reads back the same; reading twice gives
/// the same.
package func checkMultistatus(_ bytes: [UInt8]) throws(Violation) {
  let base = "https://dav.example.org/calendars/ann/"
  let (resources, refusal) = readMultistatus(bytes, at: base)
  if let refusal {
    try requireOneLine(Array(refusal.utf8))
    return try require(resources.isEmpty, "refused and read")
  }
  for resource in resources {
    let again = readServerAddress(resource.address)
    try require(again == resource.address, "\(resource.address) is read again as \(again ?? "none")")
    try requireOneLine(Array(resource.address.utf8))
    let parts = resource.address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let isWeb = parts.count == 3 && ["https:", "http:"].contains(parts[0]) && parts[1].isEmpty
    try require(isWeb && !parts[2].prefix { $0 != "/" }.contains("@"), "another address: \(resource.address)")
  }
  let again = readMultistatus(bytes, at: base)
  let isSame = again.resources.elementsEqual(resources) { $0.address == $1.address && $0.said == $1.said }
  try require(isSame, "the same answer is read in two ways")
}
