import CivilTime
import Foundation

/// Bytes in readable form for messages, and the reverse.
package func string(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self)
}

package func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// What a function appends.
package func written(_ append: (inout [UInt8]) -> Void) -> String {
  var out: [UInt8] = []
  append(&out)
  return string(out)
}

/// `2026-11-20`, −9999 to 9999.
package func date(_ written: String) -> CivilDate {
  guard let date = try? ISO8601.date(written.utf8) else { fatalError("no date: \(written)") }
  return date
}

/// `2026-11-20T09:00:00`, or with an offset.
package func wall(_ written: String) -> CivilDateTime {
  guard let read = try? ISO8601.dateTime(written.utf8) else { fatalError("no time: \(written)") }
  return read.dateTime
}

/// `2026-11-20T09:00:00Z`, or with another offset.
package func instant(_ written: String) -> Instant {
  guard let instant = try? ISO8601.instant(written.utf8) else {
    fatalError("no instant: \(written)")
  }
  return instant
}

package func string(_ date: CivilDate) -> String { written { $0.append(iso: date) } }

package func string(_ instant: Instant) -> String { written { $0.append(rfc3339: instant) } }

/// The folder Tests/Fixtures.
package let fixtures = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")

/// A file of Tests/Fixtures.
package func fixture(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: fixtures.appendingPathComponent(path)))
}

/// The rows of a CSV file of Tests/Fixtures, without the first. Quotation marks around a field are removed; no field
/// contains a comma.
package func table(_ path: String) throws -> [[String]] {
  string(try fixture(path)).split(whereSeparator: \.isNewline).dropFirst().map { line in
    line.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: ["\""])
    }
  }
}
