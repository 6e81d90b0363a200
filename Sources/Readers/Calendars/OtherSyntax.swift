import Bytes

/// A way to write a calendar other than iCalendar's. It is read as iCalendar, and never edited. One is a row here:
/// files, folders, archives and answers of servers are read in all of them.
package enum OtherSyntax: CaseIterable {
  /// iCalendar as JSON (RFC 7265) and as XML (RFC 6321).
  case jCal, xCal

  struct Row {
    let name: String
    /// How names of its files end, in lower case.
    let ending: String
    /// Whether the beginning of a file looks like it, without a byte order mark and white space.
    let isMeant: ([UInt8]) -> Bool
    /// Reads a file. The path is for problems.
    let read: (_ bytes: [UInt8], _ path: String, _ problems: inout Problems) -> SourceFile
    /// Why the answer of a server is no whole calendar, in words after "its answer"; `nil` if it is one.
    let flaw: ([UInt8]) -> String?
  }

  /// The one that bytes look like; `nil` if they look like none.
  static func of(_ bytes: [UInt8]) -> OtherSyntax? {
    let start = Array(CalendarFormat.start(of: bytes, most: 4_096))
    return allCases.first { $0.row.isMeant(start) }
  }

  static let names = allCases.map { $0.row.name }.joined(separator: ", ")

  var row: Row {
    switch self {
    case .jCal:
      Row(
        name: "jCal", ending: ".jcal", isMeant: JCalReader.isJCal,
        read: { JCalReader.read($0, path: $1, problems: &$2) }, flaw: JCalReader.flaw)
    case .xCal:
      Row(
        name: "xCal", ending: ".xcs", isMeant: { $0.starts(with: "<".utf8) },
        read: { XCalReader.read($0, path: $1, problems: &$2) }, flaw: XCalReader.flaw)
    }
  }
}
