import Foundation
import Testing

@testable import PreviewServer

@Suite struct WatchingTests {
  @Test(
    arguments: [
      ("site.yml", .settings), ("events.json", .calendar), ("studio.ics", .calendar),
      ("STUDIO.ICS", .calendar), ("vdir/a/b.ics", .calendar),
      ("notes/about.md", .note), ("notes/2026/about.md", .note),
      ("notes/images/a.svg", .attachment), ("feed.txt", .attachment),
      ("old/site.yml", .attachment), ("readme.md", .attachment), ("notes", .attachment),
      ("14913", .attachment),
      (".site.yml.swp", nil), ("notes/.about.md.swx", nil), ("notes/about.md~", nil),
      ("notes/#about.md#", nil), ("notes/.#about.md", nil),
      ("notes/4913", nil), ("studio.ics.tmp", nil), ("studio.ics.part", nil),
      ("site.yml___jb_tmp___", nil), (".git/index", nil),
      ("notes/.trash/a.md", nil), ("", nil),
    ] as [(String, ChangeKind?)])
  func kindsOfContent(path: String, kind: ChangeKind?) {
    #expect(ChangeKind(path, in: .content) == kind)
  }

  @Test(
    arguments: [
      ("calendar.mustache", .template), ("parts/_cell.mustache", .template),
      ("assets/site.css", .asset), ("assets/icons/app.svg", .asset),
      ("assets/site.css~", nil), ("assets/.site.css.swp", nil), ("README.md", nil), ("assets", nil),
      ("themes/house/assets/theme.css", .asset), ("themes/house/day.mustache", .template), ("themes/x.css", nil),
      ("_cell.mustache.orig", nil), ("words/de.yml", .words), ("themes/house/words/en.yml", .words),
      ("words/old/de.yml", nil), ("de.yml", nil),
    ] as [(String, ChangeKind?)])
  func kindsOfThemes(path: String, kind: ChangeKind?) {
    #expect(ChangeKind(path, in: .theme) == kind)
  }

  @Test func summaries() {
    let change = FileChange(path: "Content/notes/a.md", kind: .note, event: .removed)
    #expect(FileChange.summary(of: [change]) == "note Content/notes/a.md removed")
    #expect(FileChange.summary(of: [change, change]) == "2 files changed")
  }

  /// A folder for a test, gone after it.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "watching-\(UUID().uuidString)"
    ).path
    try FileManager.default.createDirectory(
      atPath: folder + "/notes", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func snapshotsTellWhatChanged() throws {
    try inFolder { folder in
      let watched = [WatchedFolder(folder + "/", .content)]
      try write("a", folder + "/site.yml")
      try write("b", folder + "/notes/b.md")
      try write("c", folder + "/notes/c.md~")
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/notes/round", withDestinationPath: "..")
      let before = FolderSnapshot(watched)
      #expect(Set(before.files.keys) == [folder + "/site.yml", folder + "/notes/b.md"])
      #expect(FolderSnapshot(watched) == before)
      try write("longer", folder + "/site.yml")
      try FileManager.default.moveItem(
        atPath: folder + "/notes/b.md", toPath: folder + "/notes/d.md")
      try write("d", folder + "/notes/.hidden")
      #expect(
        FolderSnapshot(watched).changes(since: before) == [
          FileChange(path: folder + "/notes/b.md", kind: .note, event: .removed),
          FileChange(path: folder + "/notes/d.md", kind: .note, event: .added),
          FileChange(path: folder + "/site.yml", kind: .settings, event: .changed),
        ])
    }
  }

  @Test func aWatcherSeesSavesNewFoldersAndReplacements() throws {
    try inFolder { folder in
      let watcher = Watcher([
        WatchedFolder(folder, .content), WatchedFolder(folder + "/theme-to-come", .theme),
      ])
      try write("a", folder + "/notes/a.md")
      #expect(watcher.next()?.map { $0.event } == [.added])
      // As editors save: a file beside, renamed over the old one.
      try write("ab", folder + "/notes/a.md.tmp")
      #expect(rename(folder + "/notes/a.md.tmp", folder + "/notes/a.md") == 0)
      #expect(
        watcher.next() == [FileChange(path: folder + "/notes/a.md", kind: .note, event: .changed)])
      try FileManager.default.createDirectory(
        atPath: folder + "/new/deep", withIntermediateDirectories: true)
      try write("b", folder + "/new/deep/b.ics")
      #expect(watcher.next()?.map { $0.kind } == [.calendar])
      try write("bc", folder + "/new/deep/b.ics")
      #expect(watcher.next()?.map { $0.event } == [.changed])
      try FileManager.default.createDirectory(
        atPath: folder + "/theme-to-come", withIntermediateDirectories: true)
      try write("c", folder + "/theme-to-come/day.mustache")
      #expect(watcher.next() != nil)
      watcher.stop()
      #expect(watcher.next() == nil)
      #expect(watcher.next() == nil)
    }
  }

  @Test func otherFoldersAreWatchedOnceSettingsNameThem() throws {
    try inFolder { folder in
      for name in ["content", "old", "new"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)/assets", withIntermediateDirectories: true)
        try write(name, "\(folder)/\(name)/assets/site.css")
      }
      let settings = folder + "/content/site.yml"
      try write("old", settings)
      let watcher = Watcher {
        let theme = (try? String(contentsOfFile: settings, encoding: .utf8)) ?? ""
        return [WatchedFolder(folder + "/content", .content), WatchedFolder("\(folder)/\(theme)", .theme)]
      }
      try write("new", settings)
      #expect(watcher.next() == [FileChange(path: settings, kind: .settings, event: .changed)])
      // What the other theme holds is no change; what is saved in it from now on is, and in the old one no more.
      try write("changed", folder + "/old/assets/site.css")
      try write("changed", folder + "/new/assets/site.css")
      #expect(watcher.next() == [FileChange(path: folder + "/new/assets/site.css", kind: .asset, event: .changed)])
    }
  }

  @Test func aLinkedFileIsWatchedWhereItIs() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/content", withIntermediateDirectories: true)
      try write("a", folder + "/elsewhere.ics")
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/content/a.ics", withDestinationPath: "../elsewhere.ics")
      let watcher = Watcher([WatchedFolder(folder + "/content", .content)])
      try write("changed", folder + "/elsewhere.ics")
      #expect(
        watcher.next() == [
          FileChange(path: folder + "/content/a.ics", kind: .calendar, event: .changed)
        ])
    }
  }
}
