import CivilTime
import Foundation
import Testing
import TimeZones

/// Every zone of this machine compared with Python's zoneinfo, from 1800 to 2500: every transition, the offsets around
/// it, the meaning of local times around it, and the first instants of the days around it.
///
/// `Tests/Oracle/zones.py` is run for it; the environment variable ZONES_ORACLE may name a file it wrote.
struct OracleTests {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The peer's results, read once for all parts.
  static let oracle = Result { try Oracle(bytes: load()) }

  static let parts = 4

  @Test(arguments: 0..<parts)
  func everyZoneAgreesWithThePeer(part: Int) throws {
    let oracle = try Self.oracle.get()
    var transitions = 0
    for (place, entry) in oracle.entries.enumerated() where place % Self.parts == part {
      var problems: [String] = []
      switch entry.kind {
      case .link(let target):
        let same = try zoneFile(entry.name) == zoneFile(target)
        if !same { problems.append("is not the same file as \(target)") }
      case .zone(let history):
        problems = try oracle.problems(of: zone(entry.name), against: history)
        transitions += history.count
      case .rule(let history):
        let bytes = Array(entry.name.utf8)
        problems = try oracle.problems(of: Zone(identifier: bytes, posix: bytes), against: history)
        transitions += history.count
      }
      for problem in problems.prefix(4) { Issue.record("\(entry.name): \(problem)") }
    }
    #expect(transitions > 10_000)
  }

  @Test func everyListedZoneIsCompared() throws {
    let oracle = try Self.oracle.get()
    let compared = Set(oracle.entries.map { $0.name })
    let index = try String(contentsOfFile: zoneFolder + "/zone1970.tab", encoding: .utf8)
    let listed = index.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { String($0.split(separator: "\t")[2]) }
    #expect(listed.count > 300)
    for name in listed { #expect(compared.contains(name)) }
  }

  static func load() throws -> [UInt8] {
    if let path = ProcessInfo.processInfo.environment["ZONES_ORACLE"] {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Oracle/zones.py")
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("zones-oracle-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path, file.path]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["PYTHONTZPATH": zoneFolder]) { $1 }
    let errors = Pipe()
    process.standardError = errors
    do {
      try process.run()
      let said = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure(
          description: "the peer could not be asked (python3 3.9 or newer with the zones of "
            + "\(zoneFolder) is needed): \(text(said))")
      }
      return [UInt8](try Data(contentsOf: file))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(description: "python3, whose zoneinfo is the peer, could not be run: \(error)")
    }
  }
}

/// The file that `zones.py` describes.
struct Oracle: Sendable {
  struct History {
    var first: Int64
    var last: Int64
    var initial: Int32
    var count: Int
    /// Where the transitions begin in the file.
    var start: Int
  }
  enum Kind {
    case zone(History)
    case link(String)
    case rule(History)
  }

  let bytes: [UInt8]
  private(set) var entries: [(name: String, kind: Kind)] = []

  static let size = 92

  init(bytes: [UInt8]) throws {
    self.bytes = bytes
    guard bytes.starts(with: "zones-1\n".utf8), bytes.count > 12 else {
      throw OracleTests.Failure(description: "what the peer wrote is not in the form of zones.py")
    }
    var index = 12
    func name() -> String {
      let count = Int(integer(UInt16.self, at: index))
      defer { index += 2 + count }
      return text(bytes[index + 2..<index + 2 + count])
    }
    for _ in 0..<integer(UInt32.self, at: 8) {
      let kind = bytes[index]
      index += 1
      let own = name()
      if kind == 1 {
        entries.append((own, .link(name())))
        continue
      }
      let history = History(
        first: integer(Int64.self, at: index), last: integer(Int64.self, at: index + 8),
        initial: integer(Int32.self, at: index + 16),
        count: Int(integer(UInt32.self, at: index + 20)), start: index + 24)
      index += 24 + history.count * Self.size
      entries.append((own, kind == 0 ? .zone(history) : .rule(history)))
    }
    guard index == bytes.count, entries.count > 300 else {
      throw OracleTests.Failure(description: "what the peer wrote is cut short")
    }
  }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type, at index: Int) -> Value {
    bytes.withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: type))
    }
  }

  func problems(of zone: Zone, against history: History) -> [String] {
    var problems: [String] = []
    func check<Value: Equatable>(_ ours: Value, _ theirs: Value, _ what: @autoclosure () -> String) {
      if ours != theirs { problems.append("\(what()): \(ours), the peer \(theirs)") }
    }
    var cursor = ZoneCursor(zone)
    let first = Instant(secondsSinceEpoch: history.first)!
    check(zone.offset(at: first).seconds, history.initial, "offset at \(history.first)")
    var reached = first
    for place in 0..<history.count {
      let record = history.start + place * Self.size
      let at = integer(Int64.self, at: record)
      func field(_ index: Int) -> Int32 { integer(Int32.self, at: record + 8 + index * 4) }
      let next = zone.nextTransition(after: reached)
      check(next?.instant.secondsSinceEpoch, at, "transition after \(reached.secondsSinceEpoch)")
      if problems.count > 4 { return problems }
      reached = Instant(clamping: at)
      check(next?.before.seconds, field(0), "offset before \(at)")
      check(next?.after.seconds, field(1), "offset after \(at)")
      check(
        zone.previousTransition(before: Instant(clamping: at + 1))?.instant, reached,
        "transition before \(at + 1)")
      for step in 0..<3 {
        let instant = Instant(clamping: at + Int64(step) - 1)
        check(cursor.offset(at: instant).seconds, field(step), "offset at \(at) + \(step - 1)")
      }
      for index in 0..<6 {
        let shown = at + Int64(field(index / 3)) + Int64(index % 3 - 1)
        let (early, late) = zone.resolve(CivilDateTime(wallSeconds: shown)!).pair
        check(early, field(3 + index * 2), "wall \(shown), first")
        check(late, field(4 + index * 2), "wall \(shown), second")
      }
      let today = (at + Int64(field(1))).flooredQuotient(by: 86_400)
      for index in 0..<3 {
        let start = integer(Int64.self, at: record + 68 + index * 8)
        if start == .min { continue }
        let date = CivilDate(dayNumber: Int(today) + index - 1)!
        check(zone.startOfDay(date).secondsSinceEpoch, start, "start of day \(date.dayNumber)")
        check(cursor.startOfDay(date).secondsSinceEpoch, start, "cursor, day \(date.dayNumber)")
      }
    }
    if let next = zone.nextTransition(after: reached),
      next.instant.secondsSinceEpoch < history.last
    {
      problems.append("a transition at \(next.instant.secondsSinceEpoch) that the peer has not")
    }
    return problems
  }
}

extension Int64 {
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension LocalTime {
  /// Python's results with `fold=0` and `fold=1` (PEP 495).
  fileprivate var pair: (Int32, Int32) {
    switch self {
    case .single(let offset): (offset.seconds, offset.seconds)
    case .gap(let before, let after): (before.seconds, after.seconds)
    case .fold(let earlier, let later): (earlier.seconds, later.seconds)
    }
  }
}
