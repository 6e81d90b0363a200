import Files
import Foundation
import Testing

@testable import SourceEditing

@Suite("From old bytes to new ones")
struct FileTests {
  private let folder: String

  init() throws {
    folder = FolderPath.absolute(NSTemporaryDirectory()) + "/busylife-edit-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  @Test("Making, changing and removing a file leaves no other file")
  func inTurn() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.ics"
    let states: [[UInt8]?] = [nil, [1], [1, 2, 3], [], nil]
    for (before, after) in zip(states, states.dropFirst()) {
      try FileEdit(path: path, before: before, after: after).perform()
      #expect(try EditPlace(path).bytes() == after)
      #expect(try names() == (after == nil ? [] : ["a.ics"]))
    }
  }

  @Test(
    "A file with other bytes than those that were read is not written", arguments: [[1], nil] as [[UInt8]?],
    [[2], nil] as [[UInt8]?])
  func changed(_ before: [UInt8]?, _ after: [UInt8]?) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if before == nil, after == nil { return }
    let path = folder + "/a.ics"
    try Data([9]).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: EditError.self) { try FileEdit(path: path, before: before, after: after).perform() }
    #expect(error?.kind == .conflict)
    #expect(try names() == ["a.ics"])
    #expect(try EditPlace(path).bytes() == [9])
  }

  @Test("A file that is read-only or has a second hard link is not written, by undo either")
  func unwritable() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.ics"
    try Data([1]).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o444)
    for after in [[2], nil] as [[UInt8]?] {
      let error = #expect(throws: EditError.self) { try FileEdit(path: path, before: [1], after: after).perform() }
      #expect(error?.kind == .impossible && error?.message.contains("read-only") == true)
    }
    chmod(path, 0o644)
    link(path, folder + "/b.ics")
    for after in [[2], nil] as [[UInt8]?] {
      let error = #expect(throws: EditError.self) { try FileEdit(path: path, before: [1], after: after).perform() }
      #expect(error?.kind == .impossible && error?.message.contains("hard link") == true)
    }
    #expect(try names() == ["a.ics", "b.ics"])
    unlink(folder + "/b.ics")
    try FileEdit(path: path, before: [1], after: [2]).perform()
  }

  @Test("Nothing is written through a symbolic link of the file or of a folder in its path")
  func linked() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    mkdir(folder + "/victim", 0o755)
    try Data([1]).write(to: URL(fileURLWithPath: folder + "/victim/a.ics"))
    symlink("victim/a.ics", folder + "/a.ics")
    symlink("victim", folder + "/inner")
    symlink("nowhere", folder + "/new.ics")
    for path in ["a.ics", "inner/a.ics", "new.ics", "inner/new.ics"] {
      for (before, after) in [([1], [2]), ([1], nil), (nil, [2])] as [([UInt8]?, [UInt8]?)] {
        let edit = FileEdit(path: folder + "/" + path, before: before, after: after)
        let error = #expect(throws: EditError.self) { try edit.perform() }
        #expect(error?.kind == .impossible && error?.message.contains("symbolic link") == true)
      }
    }
    #expect(try names() == ["a.ics", "inner", "new.ics", "victim"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/victim") == ["a.ics"])
    #expect(try EditPlace(folder + "/victim/a.ics").bytes() == [1])
  }

  @Test("An edit waits a limited time for another process's lock")
  func locked() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.ics"
    let other = try EditLock(#require(try FolderPath.open(folder)), patience: .zero)
    let edit = FileEdit(path: path, before: nil, after: [1])
    let error = #expect(throws: EditError.self) { try edit.perform(patience: .milliseconds(60)) }
    #expect(error?.kind == .conflict && error?.message.contains(folder) == true)
    #expect(try names() == [EditLock.name])
    // The holder of the lock releases it in time.
    Thread.detachNewThread {
      usleep(50_000)
      other.release()
    }
    try edit.perform(patience: .seconds(60))
    #expect(try names() == ["a.ics"])
  }

  @Test("The log drops the oldest edits above its limits, but never the newest")
  func undo() {
    var log = UndoLog()
    let edit = FileEdit(path: "a", before: [1], after: [2])
    let ids = (0...UndoLog.limit).map { _ in log.keep([edit]) }
    #expect(log[ids[0]] == nil)
    #expect(ids.dropFirst().allSatisfy { log[$0] == [edit] })
    #expect(Set(ids).count == ids.count)
    let large = log.keep([FileEdit(path: "b", before: nil, after: Array(repeating: 0, count: UndoLog.size + 1))])
    #expect(log[large] != nil)
    #expect(log[ids.last!] == nil)
    log.remove(large)
    #expect(log[large] == nil)
  }

  @Test("A patch applies replacements given in any order")
  func patch() {
    var patch = Patch()
    patch.replace(4..<6, with: [40])
    patch.insert([30], at: 4)
    patch.insert([31], at: 4)
    patch.remove(0..<1)
    #expect(patch.applied(to: Array(0..<8)) == [1, 2, 3, 30, 31, 40, 6, 7])
    #expect(patch.applied(to: Array(0..<8), in: 2..<6) == [2, 3, 30, 31, 40])
  }
}
