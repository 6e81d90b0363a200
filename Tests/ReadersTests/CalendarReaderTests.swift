import Bytes
import Foundation
import Testing

@testable import Readers

/// Which files are calendars, and in which order.
struct CalendarReaderTests {
  static let ics = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"

  static func summary(_ content: Content, _ test: TestContent) -> [String] {
    content.calendars.map { calendar in
      "\(String(utf8: calendar.name)): "
        + calendar.files.map { test.relative($0.path) }.joined(separator: " ")
    }
  }

  @Test func withoutSettingsEveryFileIsACalendar() throws {
    let test = TestContent([
      "work.ics": Self.ics, "Home Stuff.ICS": Self.ics, "events.json": "[]", "other.json": "{",
      "readme.txt": "",
      "team/b.ics": Self.ics, "team/a.Ics": Self.ics, "team/deep/c.ics": Self.ics, "team/x.txt": "",
      "empty/x.txt": "", "notes/n.ics": Self.ics, ".hidden.ics": Self.ics, "all.ics": Self.ics,
    ])
    let content = try test.read()
    #expect(content.problems.isEmpty)
    #expect(
      Self.summary(content, test) == [
        "home-stuff: Home Stuff.ICS", "all-h5mrgiln: all.ics", "events: events.json",
        "team: team/a.Ics team/b.ics",
        "work: work.ics",
      ])
    #expect(content.calendars.allSatisfy { $0.title.isEmpty && $0.privacy == nil })
    #expect(content.calendar("work")?.files[0].iCalendar == Array(Self.ics.utf8))
    #expect(content.calendar("work")?.files[0].eventPositions == nil)
    #expect(content.calendar("events")?.files[0].eventPositions == [])
    #expect(content.calendar("team")?.origin == .folder(test.path + "/team"))
  }

  /// Files beside events.json, and the calendars.
  static let divided: [(files: [String: String], calendars: [String])] = [
    (
      ["events.json": #"[{"startDate":0,"calendar":"Club"},{"startDate":1,"calendar":"Home"}]"#],
      ["club: events.json", "home: events.json"]
    ),
    (
      ["events.json": #"[{"startDate":0,"calendar":"Club"},{"startDate":1}]"#],
      ["events: events.json", "club: events.json"]
    ),
    // A calendar that has a file of its own, and none of its own in the other.
    (["events.json": #"[{"startDate":0,"calendar":"work"}]"#, "work.ics": ics], ["work: work.ics events.json"]),
    (["events.json": #"[{"startDate":0,"calendar":"events"}]"#], ["events: events.json"]),
    (["events.json": "[]", "work.ics": ics], ["events: events.json", "work: work.ics"]),
    // site.yml names it.
    (
      [
        "events.json": #"[{"startDate":0,"calendar":"work"}]"#, "work.ics": ics,
        "site.yml": "calendars: [{name: e, source: events.json}, {name: work, source: work.ics}]",
      ],
      ["e: events.json", "work: work.ics events.json"]
    ),
  ]

  @Test("events.json makes no calendar if all its events name others, unless site.yml lists it", arguments: divided)
  func emptied(files: [String: String], calendars: [String]) throws {
    let test = TestContent(files)
    let content = try test.read()
    #expect(content.problems.isEmpty)
    #expect(Self.summary(content, test) == calendars)
  }

  @Test func equalNamesAreToldApart() throws {
    let test = TestContent(["a.ics": Self.ics, "a/x.ics": Self.ics, "A!.ics": Self.ics])
    let names = try test.read().calendars.map { String(utf8: $0.name) }
    #expect(names.count == 3 && Set(names).count == 3)
    #expect(names[0] == "a")
  }

  @Test func settingsNameTheCalendars() throws {
    let test = TestContent([
      "site.yml": """
      calendars:
        - {name: z, source: team/, title: Team}
        - {name: y, source: ./sub/../work.ics}
        - {name: x, source: more.json}
        - {name: w, source: plain}
      """, "team/b.ics": Self.ics, "team/a.ics": Self.ics, "work.ics": Self.ics, "sub/x": "",
      "more.json": #"[{"startDate":0}]"#, "plain": "\n" + Self.ics, "left-out.ics": Self.ics,
    ])
    // `sub/..` is the folder itself.
    let content = try test.read()
    #expect(
      content.problems.map { test.relative($0.description) } == [
        "left-out.ics:1:1: warning: no calendar of site.yml names this file, so it is not read; add under calendars: - "
          + "{name: left-out, source: left-out.ics}"
      ])
    #expect(
      Self.summary(content, test) == [
        "z: team/a.ics team/b.ics", "y: sub/../work.ics", "x: more.json", "w: plain",
      ])
  }

  static let unnamed = ": warning: no calendar of site.yml names this "

  /// Files, and the reports if site.yml only lists `work.ics` and `team/b.ics`, each as `name: source`.
  static let lying: [(files: [String], lines: [String])] = [
    ([], []),
    (
      ["home.ics", "events.json", "Über uns.ICS"],
      [
        "events.json:1:1\(unnamed)file, so it is not read; add under calendars: - {name: events, source: events.json}",
        "home.ics:1:1\(unnamed)file, so it is not read; add under calendars: - {name: home, source: home.ics}",
        "Über uns.ICS:1:1\(unnamed)file, so it is not read; add under calendars: - {name: uber-uns, source: "
          + "\"Über uns.ICS\"}",
      ]
    ),
    // No reports about files that are not calendars: notes, files published as they are, images, and others.
    (
      [
        "notes/a.ics", "static/b.ics", "static/events.json", "plan.png", "x.png/c.ics", "other.json", "text.txt",
        ".hidden.ics", ".git/d.ics",
      ], []
    ),
    // A folder is one line, and each file beside a listed one is a line.
    (
      ["club/a.ics", "club/b.ics", "club/deep/c.ics", "team/c.ics"],
      [
        "club:1:1\(unnamed)folder, so its 2 .ics files are not read; add under calendars: - {name: club, source: club}",
        "club/deep:1:1\(unnamed)folder, so its .ics file is not read; add under calendars: - {name: deep, source: "
          + "club/deep}",
        "team/c.ics:1:1\(unnamed)file, so it is not read; add under calendars: - {name: c, source: team/c.ics}",
      ]
    ),
    // Names in use, and a name that YAML would read as null.
    (
      ["sub/work.ics/x.ics", "null.ics", "all.ics"],
      [
        "all.ics:1:1\(unnamed)file, so it is not read; add under calendars: - {name: all-h5mrgiln, source: all.ics}",
        "null.ics:1:1\(unnamed)file, so it is not read; add under calendars: - {name: \"null\", source: null.ics}",
      ]
    ),
  ]

  @Test(arguments: lying.indices)
  func whatNoCalendarNamesIsNamed(_ index: Int) throws {
    let (files, lines) = Self.lying[index]
    let test = TestContent([
      "site.yml": "calendars:\n  - {name: work, source: work.ics}\n  - {name: b, source: ./team/../team/b.ics}\n",
      "work.ics": Self.ics, "team/b.ics": Self.ics,
    ])
    for file in files { test.write(Array(file.hasSuffix("json") ? "[]".utf8 : Self.ics.utf8), to: file) }
    #expect(try test.problems() == lines)
    #expect(try test.read().calendars.count == 2)
  }

  @Test func foldersOfManyFilesAreALine() throws {
    let test = TestContent(["site.yml": "calendars:\n  - {name: vdir, source: vdir}\n"])
    for number in 100..<130 {
      test.write(Array(Self.ics.utf8), to: "vdir/\(number).ics")
      test.write(Array(Self.ics.utf8), to: "other/\(number).ics")
      test.write(Array(Self.ics.utf8), to: "\(number).ics")
    }
    let problems = try test.problems()
    #expect(problems.count == 22)
    #expect(
      problems.first { $0.hasPrefix("other:") }?.contains("folder, so its 30 .ics files are not read") == true)
    #expect(
      problems.contains {
        $0.hasSuffix(
          ":1:1: warning: 10 more .ics files in this folder are not read either, since no calendar of site.yml "
            + "names them")
      })
  }

  @Test func linksAndWhatTheyLeadToAreOneFile() throws {
    let test = TestContent([
      "site.yml": "calendars:\n  - {name: a, source: in.ics}\n  - {name: b, source: link}\n", "real.ics": Self.ics,
      "folder/a.ics": Self.ics,
    ])
    test.link("in.ics", to: "real.ics")
    test.link("link", to: "folder")
    test.link("folder/loop", to: "..")
    #expect(try test.problems() == [])
  }

  @Test func settingsThatCantBeReadNameNothing() throws {
    let test = TestContent(["site.yml": "calendars:\n  - {name: a, source: }\n", "a.ics": Self.ics])
    #expect(try test.problems().allSatisfy { $0.hasPrefix("site.yml:") })
  }

  // MARK: Calendars that events name

  @Test func eventsNameTheirCalendars() throws {
    let test = TestContent([
      "events.json": #"[{"startDate":0,"title":"a"},{"startDate":0,"title":"b","calendar":"Team Meetings"},"#
        + #"{"startDate":0,"title":"c","calendar":"HOME"},{"startDate":0,"title":"d","calendar":"team meetings"},"#
        + #"{"startDate":0,"title":"e","calendar":"team-meetings"},{"startDate":0,"title":"f","calendar":" "}]"#,
      "home.ics": Self.ics,
    ])
    let content = try test.read()
    #expect(content.problems.isEmpty)
    func titles(_ calendar: CalendarSource) -> [String] {
      calendar.files.flatMap { file in
        file.events.flatMap { event in event.filter { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) } }
      }
    }
    #expect(content.calendars.map { String(utf8: $0.name) } == ["events", "home", "team-meetings"])
    #expect(content.calendars.map(titles) == [["a", "f"], ["c"], ["b", "d", "e"]])
    #expect(content.calendars.map { String(utf8: $0.title) } == ["", "", "Team Meetings"])
    #expect(content.calendars[2].origin == .events(test.path + "/events.json"))
    // Each event keeps its place in the file.
    #expect(
      content.calendars[2].files.prefix(2).flatMap { $0.eventPositions ?? [] } == [
        Position(line: 1, column: 30), Position(line: 1, column: 131),
      ])
  }

  /// If site.yml lists calendars, and so says who sees what, an unlisted name is a mistake.
  @Test func namesThatSettingsDoNotHaveAreMistakes() throws {
    let test = TestContent([
      "site.yml": "calendars:\n  - {name: work, source: events.json}\n  - {name: home, source: home.ics}\n",
      "home.ics": Self.ics,
      "events.json": #"[{"startDate":0,"calendar":"Work"},{"startDate":0,"calendar":"wrok"},"#
        + #"{"startDate":0,"calendar":"wrok"},{"startDate":0,"calendar":"elsewhere"},{"startDate":0,"calendar":1}]"#,
    ])
    let content = try test.read()
    #expect(
      content.problems.map { test.relative($0.description) } == [
        #"events.json:1:62: error: there is no calendar "wrok"; did you mean "work"?; its 2 events are skipped"#,
        #"events.json:1:130: error: there is no calendar "elsewhere"; the calendars are work, home; add it to "#
          + "calendars: in site.yml, or correct the name; the event is skipped",
        "events.json:1:169: error: calendar is 1; write a text in quotation marks; the event is skipped",
      ])
    #expect(content.calendars.map { $0.files.map { $0.eventPositions?.count ?? 0 } } == [[0, 1], [0]])
  }

  @Test func eventsMakeOnlySoManyCalendars() throws {
    let events = (0..<150).map { #"{"startDate":0,"calendar":"c\#($0)"}"# }.joined(separator: ",")
    let test = TestContent(["events.json": "[\(events),{\"startDate\":0,\"calendar\":\"all\"}]"])
    let content = try test.read()
    // The file itself is no calendar: all its events name others. Of those that are shown, a hundred are kept.
    #expect(content.calendars.count == 150 && content.problems.count == 2)
    for message in [
      #"error: the name "all" belongs to the feed of all calendars; choose another; the event is skipped"#,
      "error: events name more than 100 calendars; of those that are shown the first 100 are kept, and the events of "
        + "the others are left out",
    ] {
      #expect(content.problems.contains { $0.description.hasSuffix(message) })
    }
  }

  @Test func pathsAreAsTyped() throws {
    let test = TestContent(["a.ics": Self.ics])
    let content = try readContent(at: test.path + "//", zones: testZones, pages: [])
    #expect(content.calendars[0].files[0].path == test.path + "/a.ics")
    #expect(try ContentFolder(".").path(of: "site.yml") == "site.yml")
    #expect(try ContentFolder("").path(of: "site.yml") == "site.yml")
    #expect(try ContentFolder("/").path(of: "site.yml") == "/site.yml")
  }

  @Test func whatIsMissingIsNamed() throws {
    let test = TestContent([
      "site.yml": """
      calendars:
        - {name: a, source: studoi.ics}
        - {name: b, source: team/aa.ics}
        - {name: c, source: empty}
        - {name: d, source: text.txt}
      """, "studio.ics": Self.ics, "team/a.ics": Self.ics, "empty/x.txt": "", "text.txt": "Hello",
    ])
    #expect(
      try test.problems()
        == [
          #"site.yml:2:23: error: there is no studoi.ics, so the calendar "a" is empty; did you mean "studio.ics"?"#,
          #"site.yml:3:23: error: there is no team/aa.ics, so the calendar "b" is empty; did you mean "team/a.ics"?"#,
          #"site.yml:4:23: warning: the folder empty contains no .ics file; add some, or remove the calendar"#,
          "studio.ics:1:1: warning: no calendar of site.yml names this file, so it is not read; add under calendars: - "
            + "{name: studio, source: studio.ics}",
          "team/a.ics:1:1: warning: no calendar of site.yml names this file, so it is not read; add under calendars: - "
            + "{name: a-j5ltjl5o, source: team/a.ics}",
          "text.txt:1:1: error: this is not a calendar; a source is an .ics file, jCal, xCal, events in a .json file, "
            + "a .zip of .ics files, or a folder of .ics files",
        ].map { $0 })
    let content = try test.read()
    #expect(!content.isConfigurationBroken)
    #expect(content.calendars.count == 4)
  }

  @Test func whatCantBeReadIsSkipped() throws {
    let test = TestContent(["team/a.ics": Self.ics, "team/b.ics/x": "", "team/d.ics": Self.ics])
    test.link("team/c.ics", to: "nowhere.ics")
    test.link("gone.ics", to: "nowhere.ics")
    mkfifo(test.path + "/team/e.ics", 0o600)
    #expect(
      try test.problems() == [
        "gone.ics:1:1: error: this link leads nowhere; correct or remove it",
        "team/b.ics:1:1: error: the file can't be read (is a directory); check what it is and its permissions",
        "team/c.ics:1:1: error: the file can't be read (no such file or directory); check what it is and its "
          + "permissions",
        "team/e.ics:1:1: error: the file can't be read (is not a regular file); check what it is and its permissions",
      ])
    #expect(try test.read().calendars.first?.files.count == 2)
  }

  @Test func linksOutOfTheFolderAreFollowedWhereThatIsAskedFor() throws {
    let outside = TestContent(["real.ics": Self.ics, "team/a.ics": Self.ics])
    let site =
      "calendars:\n  - {name: a, source: in.ics}\n  - {name: b, source: out.ics}\n  - {name: c, source: team}\n"
    let test = TestContent(["site.yml": site, "real.ics": Self.ics])
    test.link("in.ics", to: "real.ics")
    test.link("out.ics", to: outside.path + "/real.ics")
    test.link("team", to: outside.path + "/team")
    let content = try test.read()
    #expect(content.calendars.map(\.files.count) == [1, 0, 0])
    #expect(content.unreadable.isEmpty && content.outside.isEmpty)
    let problems = content.problems.map(\.description)
    #expect(problems.count == 2)
    #expect(problems.first?.contains(#"site.yml:3:23: error: the source "out.ics" leads out of "#) == true)
    #expect(problems.last?.contains(#"site.yml:4:23: error: the source "team" leads out of "#) == true)
    try "\(site)followLinks: true\n".write(toFile: test.path + "/site.yml", atomically: true, encoding: .utf8)
    let followed = try test.read()
    #expect(followed.calendars.map(\.files.count) == [1, 1, 1])
    #expect(followed.problems.isEmpty)
    #expect(followed.outside == ["out.ics", "team", "team/a.ics"].map { test.path + "/" + $0 })
  }

  @Test func linksOutOfTheFolderAreNamedEachByItself() throws {
    let outside = TestContent(["real.ics": Self.ics, "secret.md": "secret", "inner/b.ics": Self.ics])
    let test = TestContent(["a.ics": Self.ics, "team/x.ics": Self.ics, "notes/a.md": "![x](p.png)"])
    for (name, target) in [
      ("b.ics", "real.ics"), ("inner", "inner"), ("team/c.ics", "real.ics"), ("notes/b.md", "secret.md"),
      ("notes/folder", "inner"), ("notes/p.png", "secret.md"), ("events.json", "real.ics"),
    ] { test.link(name, to: outside.path + "/" + target) }
    let content = try test.read()
    #expect(content.calendars.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "team"])
    #expect(content.calendars.map(\.files.count) == [1, 1] && content.notes.count == 1)
    #expect(content.notes[0].images.isEmpty)
    let named = content.problems.filter { $0.diagnostic.severity == .warning }.map {
      String($0.path.dropFirst(test.path.utf8.count + 1))
    }
    #expect(
      named == [
        "b.ics", "events.json", "inner", "notes/a.md", "notes/b.md", "notes/folder", "notes/p.png", "team/c.ics",
      ])
    #expect(content.problems.allSatisfy { $0.description.contains("followLinks: true") })
  }

  @Test func settingsThatLieElsewhereAreNotRead() throws {
    let outside = TestContent(["site.yml": "privacy: full"])
    let test = TestContent([:])
    test.link("site.yml", to: outside.path + "/site.yml")
    #expect(try test.read().isConfigurationBroken)
  }

  @Test func theFolderItself() throws {
    let test = TestContent(["file": ""])
    #expect(throws: ContentError.missing(folder: test.path + "/nowhere")) {
      try readContent(at: test.path + "/nowhere/", zones: testZones, pages: [])
    }
    #expect(throws: ContentError.notAFolder(path: test.path + "/file")) {
      try readContent(at: test.path + "/file", zones: testZones, pages: [])
    }
    #expect(ContentError.missing(folder: "x").description.hasPrefix("x: there is no such folder; "))
  }

  /// Files are read the same, whatever the order in which they were written.
  @Test func orderOfWritingDoesNotShow() throws {
    let names = ["b.ics", "ä.ics", "A.ics", "a.ics", "10.ics", "9.ics"]
    let one = TestContent(Dictionary(uniqueKeysWithValues: names.map { ($0, Self.ics) }))
    let other = TestContent()
    for name in names.reversed() { other.write(Array(Self.ics.utf8), to: name) }
    #expect(try Self.summary(one.read(), one) == Self.summary(other.read(), other))
  }
}
