import Bytes
import Foundation
import TimeZones

@testable import Readers

/// The computer's zones, read once.
let testZones = try! SystemZones().table

/// Tests/Fixtures/readers.
let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent()
  .appendingPathComponent("Fixtures/readers").path

/// A content folder that exists during a test.
final class TestContent {
  let path: String

  /// - Parameter files: texts by path below the folder.
  init(_ files: [String: String] = [:]) {
    path = NSTemporaryDirectory() + "readers-" + UUID().uuidString
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { write(Array(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], to name: String) {
    let file = path + "/" + name
    try! FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: Data(bytes))
  }

  func link(_ name: String, to target: String) {
    try! FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  func read() throws -> Content { try readContent(at: path, zones: testZones, pages: Self.pages) }

  /// The pages of a site to which notes may link.
  static let pages = ["index", "today", "subscribe", "embed", "embedding", "beyond", "board", "search", "print"]
    .map { $0 + ".html" }

  /// Problems in their printed form, with paths relative to the folder.
  func problems() throws -> [String] { try read().problems.map { relative($0.description) } }

  func relative(_ text: String) -> String { text.replacingOccurrences(of: path + "/", with: "") }
}

extension Content {
  func calendar(_ name: String) -> CalendarSource? {
    calendars.first { $0.name.elementsEqual(name.utf8) }
  }
  func note(_ slug: String) -> Note? { notes.first { $0.slug.elementsEqual(slug.utf8) } }
}

extension Note {
  var text: String { String(utf8: html) }
}

extension SourceFile {
  /// Unfolded lines between BEGIN:VEVENT and END:VEVENT, event by event.
  var events: [[String]] {
    let text = String(utf8: iCalendar).replacingOccurrences(of: "\r\n ", with: "")
    return text.components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst().map { event in
      event.components(separatedBy: "\r\n").prefix { $0 != "END:VEVENT" }.map { $0 }
    }
  }
}

/// Seeds for a test's rounds. A failure names its round's seed; with that in the environment variable SEED the round is
/// the first.
func testSeeds(_ rounds: Int) -> [UInt64] {
  let given = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
  let first = given ?? UInt64.random(in: 0...UInt64.max)
  return (0..<UInt64(rounds)).map { first &+ $0 }
}
