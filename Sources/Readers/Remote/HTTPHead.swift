import Bytes
import CivilTime

/// The header fields of an answer.
package struct HTTPHead: Sendable {
  private var fields: [(name: String, value: String)] = []

  /// - Parameter bytes: a status line and header fields, one per line. Other lines are skipped.
  package init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: .lineFeed) {
      guard let colon = line.firstIndex(of: .colon) else { continue }
      // The value may be sent back later: no control characters, only ASCII.
      let value = line[line.index(after: colon)...].trimmed.filter { (0x20..<0x7F).contains($0) }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      fields.append((name, String(decoding: value, as: UTF8.self)))
    }
  }

  /// The last value of a field, by its name in lower case; `nil` if there is none or it exceeds 1,000 bytes, or for an
  /// address the limit of ``WebAddress``.
  package subscript(_ name: String) -> String? {
    let most = name == "location" ? WebAddress.byteLimit : 1_000
    return fields.last { $0.name == name }.flatMap { $0.value.utf8.count > most || $0.value.isEmpty ? nil : $0.value }
  }

  /// The lifetime in seconds that the answer states (RFC 9111, 4.2.1): `max-age`, otherwise the difference of `Expires`
  /// and `Date`, both by the server's clock; `nil` if none is stated.
  /// - Parameter clock: the time at which the answer arrived, for a server that sends no `Date`.
  package func lifetime(clock: Int64) -> Int64? {
    for part in (self["cache-control"] ?? "").lowercased().split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
      if words.first == "no-store" || words.first == "no-cache" { return 0 }
      if words.count == 2, words[0] == "max-age", let seconds = Int64(words[1].prefix { $0.isNumber }) {
        return seconds
      }
    }
    guard let expires = self["expires"] else { return nil }
    // "0" and other invalid dates mean that it has expired.
    guard let end = HTTPDate.seconds(expires) else { return 0 }
    return max(0, end - (self["date"].flatMap(HTTPDate.seconds) ?? clock))
  }

  /// The number of seconds to wait before the next request; `nil` if not stated.
  package func retryAfter(clock: Int64) -> Int64? {
    guard let value = self["retry-after"] else { return nil }
    if let seconds = Int64(value) { return max(0, seconds) }
    return HTTPDate.seconds(value).map { max(0, $0 - (self["date"].flatMap(HTTPDate.seconds) ?? clock)) }
  }
}

/// HTTP dates.
enum HTTPDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Parses `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7), the only form that may be sent, to seconds since 1970;
  /// `nil` for any other text.
  static func seconds(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
      let month = months.firstIndex(of: parts[2].lowercased()),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    return Int64(date.dayNumber) * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
  }
}
