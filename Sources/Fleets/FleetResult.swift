import Bytes
import CalendarPages

/// The result for a site of a fleet.
package struct FleetResult: Sendable {
  /// In one word.
  package enum Outcome: String, Sendable {
    case built, unchanged
    /// Asking again does not help: its content, its options or its line must be mended.
    case content
    /// It may work later: a server that did not answer, another build in the same folder, a full disk.
    case retry
  }

  package var id: String?
  /// Its line in the list.
  package var line: Int
  package var outcome: Outcome
  /// The files of its output and their bytes; `nil` if it was not built.
  package var size: (files: Int, bytes: Int)?
  package var milliseconds = 0
  /// Warnings and errors, one line each.
  package var warnings: [String] = []

  /// The most warnings that are told.
  private static let most = 20

  /// One line of JSON.
  package var json: [UInt8] {
    var out: [UInt8] = []
    out.append("{\"id\":")
    if let id { out.append(json: id.utf8) } else { out.append("null") }
    out.append(",\"result\":\"")
    out.append(contentsOf: outcome.rawValue.utf8)
    out.append("\",\"files\":")
    if let size { out.append(decimal: size.files) } else { out.append("null") }
    out.append(",\"bytes\":")
    if let size { out.append(decimal: size.bytes) } else { out.append("null") }
    out.append(",\"milliseconds\":")
    out.append(decimal: milliseconds)
    out.append(",\"warnings\":")
    let rest = warnings.count - Self.most
    let told = rest > 1 ? warnings.prefix(Self.most) + ["… and \(rest) more"] : warnings
    out.append(jsonTexts: told.map { Array($0.utf8) })
    out.append("}\n")
    return out
  }
}
