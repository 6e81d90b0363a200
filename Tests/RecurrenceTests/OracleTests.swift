import CivilTime
import Foundation
import ICalendar
import Testing

/// Random rules, compared with python-dateutil through Tests/Oracle/rules.py, which also says where the two read RFC
/// 5545 differently and why. `RULES=10000 SEED=1 swift test` runs ten thousand, with a given seed.
@Suite struct OracleTests {
  @Test func `random rules agree with python-dateutil`() throws {
    let count = ruleCount ?? 1_000
    let oracle = try Oracle()
    let lines = try oracle.run(["generate", String(seed), String(count)])
    #expect(lines.count == count)
    var failures = 0
    for line in lines {
      guard let oracleCase = OracleCase(line) else {
        Issue.record("seed \(seed): \(line)")
        continue
      }
      guard !oracleCase.passes, failures < 5 else { continue }
      failures += 1
      let smallest = try shrink(oracleCase, oracle)
      Issue.record(
        """
        seed \(seed): \(smallest.start) \(smallest.rule), from \(smallest.from) before \(smallest.before)
          dateutil: \(smallest.expected.prefix(20))
          here:     \(smallest.found.prefix(20))
          (\(smallest.departures))
        """)
    }
  }

  /// The smallest rule that still fails: parts, list members and numbers are removed while the two still disagree.
  private func shrink(_ failing: OracleCase, _ oracle: Oracle) throws -> OracleCase {
    var smallest = failing
    while true {
      let candidates = smallest.simpler
      let answers = try oracle.run(["answer"], input: candidates.joined(separator: "\n") + "\n")
      guard let next = answers.lazy.compactMap({ OracleCase($0) }).first(where: { !$0.passes }) else { return smallest }
      smallest = next
    }
  }
}

/// One line of the oracle's input.
struct OracleCase {
  let start: String
  let rule: String
  let from: String
  let before: String
  let expected: [String]
  let departures: String

  init?(_ line: String) {
    let fields = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    guard fields.count == 6, !line.hasPrefix("!") else { return nil }
    (start, rule, from, before) = (fields[0], fields[1], fields[2], fields[3])
    expected = fields[4].split(separator: ",").map { String($0) }
    departures = fields[5]
  }

  var found: [String] {
    walls(RecurrenceTests.rule(rule), start, from: wall(from), before: wall(before), most: .max)
  }

  var passes: Bool { found == expected }

  /// Questions about simpler rules.
  var simpler: [String] {
    var rules: [String] = []
    let parts = rule.split(separator: ";").map { String($0) }
    func add(_ index: Int, _ replacement: String?) {
      var changed = parts
      if let replacement { changed[index] = replacement } else { changed.remove(at: index) }
      rules.append(changed.joined(separator: ";"))
    }
    for (index, part) in parts.enumerated() where !part.hasPrefix("FREQ") {
      add(index, nil)
      let name = part.prefix { $0 != "=" }
      let values = part.dropFirst(name.count + 1).split(separator: ",")
      for place in values.indices where values.count > 1 {
        var rest = values
        rest.remove(at: place)
        add(index, "\(name)=\(rest.joined(separator: ","))")
      }
      if let number = Int(part.dropFirst(name.count + 1)), name == "INTERVAL" || name == "COUNT", number > 1 {
        add(index, "\(name)=\(number / 2)")
        add(index, "\(name)=\(number - 1)")
      }
    }
    var questions = rules.map { "\(start)|\($0)|\(from)|\(before)" }
    let first = wall(start)
    if wall(from) != first { questions.append("\(start)|\(rule)|\(text(first))|\(before)") }
    let nearer = CivilDateTime(wallSeconds: (first.wallSeconds + wall(before).wallSeconds) / 2)!
    if nearer > first { questions.append("\(start)|\(rule)|\(from)|\(text(nearer))") }
    return questions
  }
}

/// rules.py as a process.
struct Oracle {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let python: URL
  private let script: URL

  /// - Throws: if there is no Python; tests must fail rather than pass without a comparison.
  init() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    script = root.appending(path: "Tests/Oracle/rules.py")
    let named = ProcessInfo.processInfo.environment["PYTHON"]
    python = named.map { URL(filePath: $0) } ?? root.appending(path: ".venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(
        description: """
          There is no Python at \(python.path) to compare with. `make setup` installs it with \
          python-dateutil; or name one that has python-dateutil by its full path in PYTHON.
          """)
    }
  }

  func run(_ arguments: [String], input: String = "") throws -> [String] {
    // Through a file: a pipe that nobody reads during writing would block both processes.
    let questions = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString)")
    try input.write(to: questions, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: questions) }
    let process = Process()
    process.executableURL = python
    process.arguments = [script.path] + arguments
    process.standardInput = try FileHandle(forReadingFrom: questions)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description:
          "rules.py ended with \(process.terminationStatus); is python-dateutil installed for \(python.path)?")
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { String($0) }
  }
}
