import Bytes
import Files
import Publishing

/// The sites of a fleet that are to be built, without those that would get in the way of others.
///
/// All lines are looked at, also those of other shards: on each machine the same sites are refused.
struct FleetList {
  /// In the order of the list, of one shard.
  private(set) var sites: [FleetSite] = []

  /// Where a path was named.
  private struct Place {
    var line: Int
    var id: String?
  }

  /// - Parameters:
  ///   - bytes: lines of JSON; empty lines count for nothing.
  ///   - shard: chooses sites by id; `nil`: all.
  /// O(lines · depth of paths).
  init(_ bytes: [UInt8], _ shard: Shard?) {
    let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).enumerated()
    var all = lines.filter { !$0.element.allSatisfy { $0 == .space || $0 == .tab || $0 == .carriageReturn } }
      .map { FleetSite($0.element, line: $0.offset + 1) }
    refuseDuplicates(&all)
    refuseOverlaps(&all)
    // A line without an id belongs to the first shard, so that it is reported once.
    sites = all.filter { site in
      guard let shard else { return true }
      return site.id.map { shard.holds($0) } ?? (shard.number == 1)
    }
  }

  private func refuseDuplicates(_ all: inout [FleetSite]) {
    var lines: [String: Int] = [:]
    for index in all.indices {
      guard let id = all[index].id else { continue }
      guard let first = lines[id] else {
        lines[id] = all[index].line
        continue
      }
      all[index].fault = all[index].fault ?? "id \(id): line \(first) has the same; give each site its own"
    }
  }

  /// Refuses outputs that are, hold or lie in the output or the content of another site. Of two equal outputs the first
  /// one counts.
  private func refuseOverlaps(_ all: inout [FleetSite]) {
    let real = all.map { site in
      site.fault == nil ? (OutputFolder.real(site.content), FolderPath.absolute(site.output)) : ("", "")
    }
    var outputs: [String: Int] = [:]
    var contents: [String: Int] = [:]
    for index in all.indices where all[index].fault == nil {
      if contents[real[index].0] == nil { contents[real[index].0] = index }
      guard let first = outputs[real[index].1] else {
        outputs[real[index].1] = index
        continue
      }
      all[index].fault = "output: \(Self.name(all[first])) is built there too; give each site a folder of its own"
    }
    for index in all.indices where all[index].fault == nil {
      let output = real[index].1
      if let other = contents[output] ?? Self.first(above: output, in: contents), other != index {
        all[index].fault = "output: in the content of \(Self.name(all[other])); name a folder elsewhere"
      } else if let other = Self.first(above: output, in: outputs) {
        all[index].fault = "output: in the output of \(Self.name(all[other])); name a folder beside it"
      }
    }
    // A content folder in an output is found from the content's side.
    for index in all.indices where all[index].fault == nil || contents[real[index].0] == index {
      guard !real[index].0.isEmpty, let other = Self.first(above: real[index].0, in: outputs),
        all[other].fault == nil, other != index
      else { continue }
      all[other].fault = "output: the content of \(Self.name(all[index])) is in it; name a folder elsewhere"
    }
  }

  private static func name(_ site: FleetSite) -> String { "\(site.id ?? "") (line \(site.line))" }

  /// The site that has a folder above a path.
  private static func first(above path: String, in folders: [String: Int]) -> Int? {
    var path = Substring(path)
    while let slash = path.utf8.lastIndex(of: 0x2F) {
      path = path[..<slash]
      if let found = folders[String(path)] { return found }
    }
    return nil
  }
}
