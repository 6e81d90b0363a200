import Files
import Foundation
import Testing

@testable import SourceEditing

/// Other programs that write the file during an edit, and kills: at every step of an edit, systematically.
@Suite("Others, and kills, at every moment of an edit")
struct MomentTests {
  /// What an edit finds and leaves.
  static let edits: [(before: [UInt8]?, after: [UInt8]?)] = [([1], [2]), ([1], nil), (nil, [2])]

  /// Somebody else's program.
  enum Hand: CaseIterable { case writes, replaces, movesAway }

  struct Saving {
    var moment: FileEdit.Moment
    var hand: Hand
    var bytes: [UInt8]
  }

  /// A folder in which an edit is made while others save.
  private final class Scene {
    let folder: String
    var path: String { folder + "/a.ics" }
    /// What others saved and did not discard themselves.
    var expected: [[UInt8]] = []
    /// The folder as a kill at each step would leave it, and what was saved until then.
    var images: [(moment: FileEdit.Moment, folder: String, expected: [[UInt8]])] = []

    init(_ before: [UInt8]?) throws {
      folder = FolderPath.absolute(NSTemporaryDirectory()) + "/busylife-edit-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if let before { try Data(before).write(to: URL(fileURLWithPath: path)) }
    }

    deinit {
      for path in [folder] + images.map({ $0.folder }) { try? FileManager.default.removeItem(atPath: path) }
    }

    /// - Parameter left: the saves still to be made; an edit need not reach each step.
    func perform(_ edit: FileEdit, _ left: inout [Saving]) -> EditError? {
      do throws(EditError) {
        try edit.perform { moment in
          while let next = left.first, next.moment == moment {
            self.save(next)
            left.removeFirst()
          }
          let image = FolderPath.absolute(NSTemporaryDirectory()) + "/busylife-edit-\(UUID().uuidString)"
          try! FileManager.default.copyItem(atPath: self.folder, toPath: image)
          self.images.append((moment, image, self.expected))
        }
      } catch { return error }
      return nil
    }

    private func save(_ saving: Saving) {
      if saving.hand == .movesAway {
        rename(path, folder + "/a.ics~")
        return
      }
      // A program that has seen a version may discard it by overwriting.
      let now = FileManager.default.contents(atPath: path).map { [UInt8]($0) }
      expected.removeAll { $0 == now }
      switch saving.hand {
      case .writes:
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        write(file, saving.bytes, saving.bytes.count)
        close(file)
      case .replaces, .movesAway:
        try! Data(saving.bytes).write(to: URL(fileURLWithPath: folder + "/new"))
        rename(folder + "/new", path)
      }
      expected.append(saving.bytes)
    }
  }

  /// The visible files of a folder, by name.
  private func visible(_ folder: String) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, [UInt8](FileManager.default.contents(atPath: folder + "/" + $0)!)) })
  }

  private func hidden(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(".") }
  }

  /// The next edits after a kill; the first may report what was found.
  private func goOn(_ folder: String) throws -> [EditError] {
    var said: [EditError] = []
    for number in [UInt8(20), 21] {
      let path = folder + "/a.ics"
      let before = try EditPlace(path).bytes()
      do throws(EditError) {
        try FileEdit(path: path, before: before, after: (before ?? []) + [number]).perform()
      } catch { said.append(error) }
    }
    return said
  }

  /// Checks the state after an edit, and after a kill at each of its steps.
  private func check(_ edit: (before: [UInt8]?, after: [UInt8]?), _ wanted: [Saving]) throws {
    let scene = try Scene(edit.before)
    var left = wanted
    let error = scene.perform(FileEdit(path: scene.path, before: edit.before, after: edit.after), &left)
    let savings = wanted.dropLast(left.count)
    if let error { #expect(error.kind == .conflict) }
    func name(_ moment: FileEdit.Moment?) -> Comment {
      "\(edit) \(savings.map { "\($0.hand) at \($0.moment)" }), \(moment.map { "killed at \($0)" } ?? "to its end")"
    }
    let end = try visible(scene.folder)
    for bytes in scene.expected { #expect(end.values.contains(bytes), name(nil)) }
    if savings.last?.hand == .movesAway, edit.before != nil { #expect(end["a.ics"] == nil, name(nil)) }
    if savings.isEmpty { #expect(error == nil && end["a.ics"] == edit.after && end.count <= 1, name(nil)) }
    #expect(try hidden(scene.folder).isEmpty, name(nil))
    // If a file was set aside under a visible name, the error names it.
    if end.keys.contains(where: { $0.hasPrefix("a.ics.saved-") }) {
      #expect(error?.message.contains("a.ics.saved-") == true, name(nil))
    }

    // The state before anybody saved is covered by another test.
    for image in scene.images where savings.isEmpty || !image.expected.isEmpty {
      if savings.isEmpty {
        let found = try visible(image.folder)["a.ics"]
        #expect(found == edit.before || found == edit.after, name(image.moment))
      }
      let said = try goOn(image.folder)
      let left = try visible(image.folder)
      for bytes in image.expected {
        // The next edit continues from what it has read.
        #expect(left.values.contains { $0.starts(with: bytes) }, name(image.moment))
      }
      #expect(try hidden(image.folder).isEmpty, name(image.moment))
      #expect(said.allSatisfy { $0.kind == .conflict } && said.count < 2, name(image.moment))
      for saved in left.keys where saved.hasPrefix("a.ics.saved-") {
        let isTold = said.contains { $0.message.contains(saved) } || error?.message.contains(saved) == true
        #expect(isTold, name(image.moment))
      }
    }
  }

  @Test("Without other programs, an edit ends with the old or the new file, even if killed")
  func alone() throws { for edit in Self.edits { try check(edit, []) } }

  @Test("A save or a move by another program at any moment is kept", arguments: FileEdit.Moment.allCases, Hand.allCases)
  func once(_ moment: FileEdit.Moment, _ hand: Hand) throws {
    for edit in Self.edits { try check(edit, [Saving(moment: moment, hand: hand, bytes: [9])]) }
  }

  @Test("Two saves by another program are kept", arguments: FileEdit.Moment.allCases, Hand.allCases)
  func twice(_ first: FileEdit.Moment, _ hand: Hand) throws {
    let moments = FileEdit.Moment.allCases
    for second in moments[moments.firstIndex(of: first)!...] {
      let other = hand == .writes ? Hand.replaces : .writes
      for edit in Self.edits {
        try check(
          edit, [Saving(moment: first, hand: hand, bytes: [9]), Saving(moment: second, hand: other, bytes: [8, 8])])
      }
    }
  }

  @Test("Of two saves, the later keeps the name, and the earlier is kept in a visible file")
  func both() throws {
    let scene = try Scene([1])
    var left = [
      Saving(moment: .checked, hand: .replaces, bytes: [9]), Saving(moment: .exchanged, hand: .writes, bytes: [8]),
    ]
    let error = scene.perform(FileEdit(path: scene.path, before: [1], after: [2]), &left)
    #expect(try visible(scene.folder) == ["a.ics": [8], "a.ics.saved-1": [9]])
    #expect(error?.kind == .conflict && error?.message.contains("a.ics.saved-1") == true)
  }

  @Test("After a kill, the next edit gives a file saved meanwhile its name back, and fails with a conflict")
  func back() throws {
    let scene = try Scene([1])
    var left = [Saving(moment: .checked, hand: .replaces, bytes: [9])]
    _ = scene.perform(FileEdit(path: scene.path, before: [1], after: [2]), &left)
    let image = scene.images.first { $0.moment == .exchanged }!.folder
    #expect(try visible(image) == ["a.ics": [2]])
    let edit = FileEdit(path: image + "/a.ics", before: [2], after: [3])
    let error = #expect(throws: EditError.self) { try edit.perform() }
    #expect(error?.kind == .conflict)
    #expect(try visible(image) == ["a.ics": [9]])
    #expect(try hidden(image).isEmpty)
  }

  @Test(
    "A link, folder or pipe put in the file's place keeps the name", arguments: [0, 1, 2])
  func strange(_ kind: Int) throws {
    let scene = try Scene([1])
    let (path, other) = (scene.path, scene.folder + "/other")
    try Data([1]).write(to: URL(fileURLWithPath: other))
    func type() -> UInt32 {
      var status = stat()
      return lstat(path, &status) == 0 ? UInt32(status.st_mode) & UInt32(S_IFMT) : 0
    }
    let error = #expect(throws: EditError.self) {
      try FileEdit(path: path, before: [1], after: [2]).perform { moment in
        guard moment == .checked else { return }
        unlink(path)
        // A link to identical bytes, a folder, and a file on which opening blocks.
        if kind == 0 { symlink("other", path) } else if kind == 1 { mkdir(path, 0o755) } else { mkfifo(path, 0o644) }
      }
    }
    #expect(error?.kind == .conflict)
    #expect(type() == UInt32([S_IFLNK, S_IFDIR, S_IFIFO][kind]))
    #expect(try hidden(scene.folder).isEmpty)
    #expect(try EditPlace(other).bytes() == [1])
  }

  @Test("The error names every file that earlier kills left")
  func several() throws {
    let scene = try Scene([1])
    for name in ["a.ics", "b.ics"] {
      let held = HeldFile(beside: name, in: try EditPlace(scene.path).folder, before: [1], after: [2])
      try Data([9]).write(to: URL(fileURLWithPath: held.path))
    }
    let error = #expect(throws: EditError.self) { try FileEdit(path: scene.path, before: [1], after: [2]).perform() }
    #expect(error?.message.contains("a.ics.saved-1") == true && error?.message.contains("b.ics.saved-1") == true)
    #expect(try visible(scene.folder) == ["a.ics": [1], "a.ics.saved-1": [9], "b.ics.saved-1": [9]])
  }

  @Test("A file left by a kill is kept, whatever the length of its name", arguments: [200, 201, 240, 252])
  func long(_ length: Int) throws {
    let scene = try Scene(nil)
    let name = String(repeating: "n", count: length)
    let path = scene.folder + "/" + name
    try Data([5]).write(to: URL(fileURLWithPath: path))
    let held = HeldFile(beside: name, in: try EditPlace(path).folder, before: [1], after: [2])
    try Data([9]).write(to: URL(fileURLWithPath: held.path))
    let error = #expect(throws: EditError.self) { try FileEdit(path: path, before: [5], after: [6]).perform() }
    #expect(error?.kind == .conflict)
    // If even the visible name would be too long, the file stays hidden, and is reported until somebody takes it.
    #expect(try visible(scene.folder) == (length < 248 ? [name: [5], name + ".saved-1": [9]] : [name: [5]]))
    #expect(try hidden(scene.folder).count == (length < 248 ? 0 : 1))
    if length >= 248 { #expect(error?.message.contains(held.path) == true) }
  }
}
