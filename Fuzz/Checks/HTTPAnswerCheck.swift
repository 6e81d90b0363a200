import Bytes
import ICalendar
import Readers

/// An answer of an HTTP server: header fields, an empty line, a body, and after a byte 0x1C the body of an earlier
/// answer. No field has a control character; times are not negative; an address that may be requested has an origin
/// that is one; a body that is no whole calendar is refused in one line, and another has components; the body that is
/// kept differs from the new one in DTSTAMP only, and is kept again.
package func checkHTTPAnswer(_ bytes: [UInt8]) throws(Violation) {
  var end = bytes.startIndex
  while end < bytes.endIndex, !bytes[end...].starts(with: [0x0A, 0x0D, 0x0A]) { end += 1 }
  let head = HTTPHead(Array(bytes[..<end]))
  for name in ["etag", "last-modified", "location", "content-type", "retry-after", "cache-control"] {
    guard let value = head[name] else { continue }
    try require(value.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(name) has another character than ASCII has")
    try require(!value.isEmpty && value.utf8.count <= 8_000, "\(name) has \(value.utf8.count) bytes")
  }
  // On 1 March 2026.
  let clock: Int64 = 1_772_323_200
  for seconds in [head.lifetime(clock: clock), head.retryAfter(clock: clock)] {
    try require(seconds ?? 0 >= 0, "a time of \(seconds ?? 0) seconds")
  }
  if let origin = head["location"].flatMap({ AnswerAlone.origin(of: $0) }) {
    try require(AnswerAlone.origin(of: origin) == origin, "\(origin) is not its own origin")
    try require(!origin.contains("@") && origin == origin.lowercased(), "\(origin) is an origin")
  }
  let bodies = bytes[end...].dropFirst(3).split(separator: 0x1C, maxSplits: 1, omittingEmptySubsequences: false)
  guard let body = bodies.first.map({ Array($0) }) else { return }
  try requireCalendar(body)
  if bodies.count == 2 { try requireKept(of: Array(bodies[1]), in: body) }
}

private func requireCalendar(_ body: [UInt8]) throws(Violation) {
  let answer = AnswerAlone(body: body)
  try require(answer.refresh ?? 1 > 0, "fetched again after \(answer.refresh ?? 1) seconds")
  if let flaw = answer.flaw { return try requireOneLine(Array(flaw.utf8)) }
  guard AnswerAlone.isICalendar(body) else { return }
  let document = ICalendarDocument(parsing: body)
  try require(!document.components.isEmpty, "a whole calendar without a component")
}

private func requireKept(of old: [UInt8], in new: [UInt8]) throws(Violation) {
  let kept = AnswerAlone.keepingStamps(of: old, in: new)
  if kept == new || !AnswerAlone.isICalendar(old) || !AnswerAlone.isICalendar(new) {
    return try require(kept == new || kept == old, "neither the old body nor the new one")
  }
  try require(withoutStamps(kept) == withoutStamps(new), "more than DTSTAMP was kept")
  try require(AnswerAlone.keepingStamps(of: kept, in: new) == kept, "it is not kept again")
}

/// The lines without DTSTAMP and what continues it, each ended by LF.
private func withoutStamps(_ body: [UInt8]) -> [ArraySlice<UInt8>] {
  var isStamp = false
  return body.split(separator: 0x0A, omittingEmptySubsequences: false).filter { line in
    if line.first != 0x20, line.first != 0x09 {
      let name = line.prefix(8).asciiUppercased
      isStamp = name.elementsEqual("DTSTAMP:".utf8) || name.elementsEqual("DTSTAMP;".utf8)
    }
    return !isStamp
  }
}
