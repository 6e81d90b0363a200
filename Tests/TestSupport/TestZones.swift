import Foundation
import TimeZones

/// The system's zones: those of TZDIR, otherwise of the usual folder.
package enum TestZones {
  static let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"

  /// A zone of the system, or an offset such as `UTC+8`.
  package static func named(_ name: String) -> Zone {
    guard let zone = table.lookup(bytes(name)) else { fatalError("no zone \(name) in \(folder)") }
    return zone
  }

  /// Every zone of the system, read on first use.
  package static let table: ZoneTable = {
    let prefix = URL(fileURLWithPath: folder).path + "/"
    let known = try? String(contentsOfFile: prefix + "tzdata.zi", encoding: .utf8)
    guard let known else { fatalError("no tzdata.zi in \(folder)") }
    var names: [[UInt8]] = []
    for line in known.split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields[0] == "Z" { names.append(Array(fields[1].utf8)) }
      if fields[0] == "L" { names.append(Array(fields[2].utf8)) }
    }
    return ZoneTable(names: names) { name in
      guard let data = FileManager.default.contents(atPath: prefix + string(name)) else {
        return nil
      }
      return try? Zone(identifier: name, tzif: [UInt8](data))
    }
  }()
}
