import Files
import Foundation
import Synchronization
import Testing

/// A folder for one test, with what an attacker might put into it.
final class Scene {
  let path: String

  init() {
    path = FolderPath.absolute(NSTemporaryDirectory()) + "/busylife-files-\(UUID().uuidString)"
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var folder: Folder { try! FolderPath.open(path)! }

  func write(_ name: String, _ text: String) {
    let file = path + "/" + name
    try! FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try! Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  func link(_ name: String, to target: String) { #expect(symlink(target, path + "/" + name) == 0) }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  func exists(_ name: String) -> Bool {
    var status = stat()
    return lstat(path + "/" + name, &status) == 0
  }
}

@Suite("An open folder")
struct FolderTests {
  @Test("Many threads that make one folder at the same time all get it")
  func makingTogether() {
    let scene = Scene()
    let failures = Mutex(0)
    for round in 0..<40 {
      let path = scene.path + "/\(round)/cache/remote"
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        if (try? PrivateFolder.open(path, making: true)) == nil { failures.withLock { $0 += 1 } }
      }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  @Test(
    "Names of anything but an entry of the folder are refused", arguments: ["", ".", "..", "a/b", "/a", "../a", "a\0b"])
  func plainNames(_ name: String) {
    let scene = Scene()
    scene.write("a/b", "1")
    let folder = scene.folder
    #expect(throws: FileFailure(folder.path(of: name), .name)) { try folder.folder(name) }
    #expect(throws: FileFailure(folder.path(of: name), .name)) { try folder.write(name, [1]) }
    #expect(throws: FileFailure(folder.path(of: name), .name)) { try folder.move(name, to: folder, "c") }
    #expect(throws: FileFailure(folder.path(of: name), .name)) { try folder.removeTree(name) }
    #expect(folder.read(name) == nil && !folder.remove(name) && !folder.removeFolder(ifEmpty: name))
    #expect(scene.text("a/b") == "1")
  }

  @Test(
    "A symbolic link is not opened as a folder, whatever its target", arguments: ["victim", "nowhere", "self", "file"])
  func links(_ target: String) {
    let scene = Scene()
    scene.write("victim/kept", "1")
    scene.write("file", "2")
    scene.link("self", to: target)
    let failure = FileFailure(scene.path + "/self", .link)
    let folder = scene.folder
    #expect(throws: failure) { try folder.folder("self") }
    #expect(throws: failure) { try folder.makeFolder("self") }
    #expect(throws: failure) { try folder.removeTree("self") }
    #expect(throws: failure) { try FolderTree(folder).makeFolder("self/inner") }
    #expect(throws: failure) { try FolderTree(folder).place("self/kept") }
    #expect(throws: failure) { try FolderPath.open(scene.path + "/self/inner", making: 0o777) }
    #expect(!folder.remove("self") && folder.read("self") == nil)
    #expect(scene.exists("self") && scene.text("victim/kept") == "1" && scene.text("file") == "2")
  }

  @Test("Writing replaces the file at a name, and leaves the targets of its hard and symbolic links as they were")
  func writesAnew() throws {
    let scene = Scene()
    scene.write("victim", "kept")
    #expect(Foundation.link(scene.path + "/victim", scene.path + "/new") == 0)
    scene.link("linked", to: "victim")
    try scene.folder.write("new", Array("1".utf8))
    try scene.folder.write("linked", Array("2".utf8))
    #expect(scene.text("victim") == "kept" && scene.text("new") == "1" && scene.text("linked") == "2")
    #expect(try !scene.folder.writeNew("victim", [1]))
    #expect(scene.text("victim") == "kept")
  }

  @Test("Removing a tree removes links in it, but not their targets")
  func removeTree() throws {
    let scene = Scene()
    scene.write("victim/kept", "1")
    for place in ["tree/a", "tree/b/c/d", "tree/b/1/x", "tree/1", "tree/2/2"] { scene.write(place, "x") }
    scene.link("tree/out", to: "../victim")
    scene.link("tree/b/c/out", to: scene.path + "/victim")
    mkfifo(scene.path + "/tree/b/pipe", 0o600)
    try scene.folder.removeTree("tree")
    #expect(!scene.exists("tree") && scene.text("victim/kept") == "1")
    try scene.folder.removeTree("tree")
  }

  @Test("A tree of 3,000 nested folders is removed")
  func removeDeepTree() throws {
    let scene = Scene()
    var folder = try scene.folder.makeFolder("tree").folder
    for _ in 0..<3_000 { folder = try folder.makeFolder("inner").folder }
    try scene.folder.removeTree("tree")
    #expect(!scene.exists("tree"))
  }

  @Test("An open folder stays the same one after it is renamed")
  func swapped() throws {
    let scene = Scene()
    scene.write("victim/kept", "1")
    let inner = try scene.folder.makeFolder("inner").folder
    rename(scene.path + "/inner", scene.path + "/moved")
    scene.link("inner", to: "victim")
    try inner.write("kept", Array("2".utf8))
    #expect(scene.text("victim/kept") == "1" && scene.text("moved/kept") == "2")
  }

  @Test(
    "Absolute paths, as text",
    arguments: [
      ("/", "/"), ("//a/./b/", "/a/b"), ("/a/../../b", "/b"), ("/a/b/..", "/a"),
    ])
  func absolute(_ path: String, _ expected: String) { #expect(FolderPath.absolute(path) == expected) }

  @Test("A path with `..` opens the folder that it names")
  func up() throws {
    let scene = Scene()
    scene.write("a/b/file", "1")
    #expect(try FolderPath.open(scene.path + "/a/b/../../a")?.kind(of: "b") == .folder)
    #expect(try FolderPath.open(scene.path + "/missing") == nil)
    #expect(throws: FileFailure(scene.path + "/a/b/file", .notAFolder)) {
      try FolderPath.open(scene.path + "/a/b/file")
    }
    var made: [String] = []
    let folder = try FolderPath.open(scene.path + "/c/d", making: 0o777) { made.append($0.path(of: $1)) }
    #expect(folder != nil && made == [scene.path + "/c", scene.path + "/c/d"])
  }
}

@Suite("A folder that is read from")
struct ReadingFolderTests {
  private func scene() -> Scene {
    let scene = Scene()
    scene.write("outside/secret", "secret")
    scene.write("in/a", "a")
    scene.write("in/inner/b", "b")
    for (name, target) in [
      ("within", "inner/b"), ("absolute", scene.path + "/in/a"), ("folder", "inner"), ("up", "inner/../a"),
      ("out", "../outside/secret"), ("outAbsolute", scene.path + "/outside/secret"), ("outFolder", "../outside"),
      ("back", "../in/a"), ("twice", "out"), ("nowhere", "missing"), ("loop", "loop"), ("root", "/"),
      ("inner/out", "../../outside/secret"), ("inner/up", "../a"),
    ] { scene.link("in/" + name, to: target) }
    return scene
  }

  static let kinds: [(path: String, kind: ReadingFolder.Kind, followed: ReadingFolder.Kind, text: String?)] = [
    ("a", .file, .file, "a"), ("inner", .folder, .folder, nil), ("missing", .missing, .missing, nil),
    ("within", .file, .file, "b"), ("absolute", .file, .file, "a"), ("folder", .folder, .folder, nil),
    ("folder/b", .file, .file, "b"), ("folder/../a", .file, .file, "a"), ("up", .file, .file, "a"),
    ("out", .outside, .file, nil), ("outAbsolute", .outside, .file, nil), ("outFolder", .outside, .folder, nil),
    ("outFolder/secret", .outside, .file, nil), ("twice", .outside, .file, nil), ("nowhere", .missing, .missing, nil),
    ("loop", .missing, .missing, nil), ("root", .outside, .folder, nil), ("root/etc", .outside, .folder, nil),
    ("../outside/secret", .outside, .file, nil), ("..", .outside, .folder, nil), ("inner/out", .outside, .file, nil),
    ("inner/up", .file, .file, "a"), ("a/b", .missing, .missing, nil), ("", .folder, .folder, nil),
    // It comes back in, but from outside.
    ("back", .outside, .file, nil),
  ]

  @Test("Links are followed within the folder, and out of it only with followsLinks", arguments: kinds)
  func kind(_ path: String, _ kind: ReadingFolder.Kind, _ followed: ReadingFolder.Kind, _ text: String?) throws {
    let scene = scene()
    var folder = try ReadingFolder(scene.path + "/in")
    #expect(folder.kind(path) == kind)
    #expect((try? folder.bytes(path, limit: 100)).map { String(decoding: $0, as: UTF8.self) } == text)
    if kind == .outside {
      #expect { try folder.names(path) } throws: { ($0 as? FileFailure)?.reason == .outside }
      #expect(folder.identity(path) == nil)
    }
    folder.followsLinks = true
    #expect(folder.kind(path) == followed)
    if followed == .file {
      let secret = try folder.bytes(path, limit: 100)
      #expect(String(decoding: secret, as: UTF8.self) == text ?? (path == "back" ? "a" : "secret"))
      #expect(folder.readOutside == (kind == .outside ? [path] : []))
    }
  }

  @Test("Names are sorted by their bytes, without hidden ones")
  func names() throws {
    let scene = Scene()
    for name in ["b", "B", "ä", ".hidden", "a"] { scene.write(name, "") }
    #expect(try ReadingFolder(scene.path).names("") == ["B", "a", "b", "ä"])
  }

  @Test("Pipes and files larger than the limit are refused")
  func refused() throws {
    let scene = Scene()
    mkfifo(scene.path + "/pipe", 0o600)
    scene.write("long", "12345")
    let folder = try ReadingFolder(scene.path)
    #expect(folder.kind("pipe") == .other)
    #expect(throws: FileFailure(scene.path + "/pipe", .other("is not a regular file"))) {
      try folder.bytes("pipe", limit: 10)
    }
    #expect(throws: FileFailure(scene.path + "/long", .tooLarge(mebibytes: 0))) {
      try folder.bytes("long", limit: 4)
    }
    #expect(try folder.bytes("long", limit: 5).count == 5)
  }
}

@Suite("Locks and private folders")
struct LockTests {
  @Test("A held lock names its holder to others, and its file is removed with it")
  func inTurn() throws {
    let scene = Scene()
    let first = try FileLock(".lock", in: scene.folder, patience: .zero)
    var told: [String] = []
    let error = #expect(throws: FileLock.Failure.self) {
      try FileLock(".lock", in: scene.folder, patience: .milliseconds(50)) { told.append($0) }
    }
    guard case .held(let holder)? = error else { return #expect(Bool(false), "\(error!)") }
    #expect(holder == "process \(getpid())" && told == [holder])
    first.release()
    #expect(!scene.exists(".lock"))
    try FileLock(".lock", in: scene.folder, patience: .zero).release()
  }

  @Test(
    "Only users who can write to the folder can open the lock",
    arguments: [
      (0o755, 0o600), (0o775, 0o660), (0o777, 0o666), (0o1777, 0o600), (0o700, 0o600),
    ] as [(mode_t, mode_t)])
  func mode(_ folder: mode_t, _ expected: mode_t) throws {
    let scene = Scene()
    chmod(scene.path, folder)
    let mask = umask(0)
    defer { umask(mask) }
    // Locks of earlier versions could be opened by everybody who can read.
    scene.write(".lock", "")
    chmod(scene.path + "/.lock", 0o644)
    let lock = try FileLock(".lock", in: scene.folder, patience: .zero)
    defer { lock.release() }
    #expect(scene.folder.status(".lock")!.st_mode & 0o777 == expected)
  }

  @Test("A link, pipe or folder at the lock's name is an error, and is kept")
  func strangers() throws {
    let scene = Scene()
    scene.write("victim", "kept")
    scene.link("link", to: "victim")
    Foundation.link(scene.path + "/victim", scene.path + "/hard")
    mkfifo(scene.path + "/pipe", 0o600)
    mkdir(scene.path + "/folder", 0o700)
    for name in ["link", "hard", "pipe", "folder"] {
      let error = #expect(throws: FileLock.Failure.self) { try FileLock(name, in: scene.folder, patience: .zero) }
      guard case .file(let failure)? = error else { return #expect(Bool(false), "\(error!)") }
      #expect("\(failure)".contains(scene.path + "/" + name))
      #expect(scene.exists(name))
    }
    #expect(scene.text("victim") == "kept")
  }

  @Test("A file is put together from bytes and from ranges of another")
  func copiedParts() throws {
    let scene = Scene()
    scene.write("earlier", "0123456789")
    scene.write("inner/other", "0123456789")
    scene.link("link", to: "earlier")
    let folder = scene.folder
    for name in ["link", "missing", "inner", "inner/other", "..", "inner/../earlier"] {
      #expect(OpenFile(name, in: folder) == nil, "\(name)")
    }
    let earlier = try #require(OpenFile("earlier", in: folder))
    // It stays the same file when its name is given to another.
    scene.write("newer", "no longer")
    #expect(rename(scene.path + "/newer", scene.path + "/earlier") == 0)
    #expect(earlier.bytes(2..<5) == Array("234".utf8) && earlier.bytes(8..<11) == nil)
    var seen: [UInt8] = []
    let stamp = try folder.write("made", [.copied(7..<10), .bytes(Array("ab".utf8)), .copied(0..<2)], from: earlier) {
      seen += $0
    }
    #expect(stamp != nil && scene.text("made") == "789ab01" && seen == Array("789ab01".utf8))
    #expect(try folder.write("short", [.bytes([0x61]), .copied(8..<11)], from: earlier) { _ in } == nil)
    #expect(!scene.exists("short"))
  }

  @Test("A cache folder or file that others can write to is not used")
  func privateFolders() throws {
    let scene = Scene()
    #expect(try PrivateFolder.open(scene.path + "/new/inner", making: false) == nil)
    #expect(try PrivateFolder.open(scene.path + "/new/inner", making: true)?.mode == 0o700)
    for mode in [0o777, 0o770, 0o702] as [mode_t] {
      chmod(scene.path + "/new/inner", mode)
      #expect(throws: FileFailure.self) { try PrivateFolder.open(scene.path + "/new/inner", making: true) }
    }
    chmod(scene.path + "/new/inner", 0o755)
    let folder = try #require(try PrivateFolder.open(scene.path + "/new/inner", making: true))
    scene.write("new/inner/a", "1")
    chmod(scene.path + "/new/inner/a", 0o666)
    #expect(folder.readPrivate("a") == nil)
    chmod(scene.path + "/new/inner/a", 0o644)
    #expect(folder.readPrivate("a") == [0x31])
    // Only root can change owners, and so test this.
    if geteuid() == 0 {
      chown(scene.path + "/new/inner/a", 12_345, 12_345)
      #expect(folder.readPrivate("a") == nil)
      chown(scene.path + "/new/inner", 12_345, 12_345)
      #expect(throws: FileFailure.self) { try PrivateFolder.open(scene.path + "/new/inner", making: true) }
    }
  }
}
