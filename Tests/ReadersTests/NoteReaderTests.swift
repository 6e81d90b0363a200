import Bytes
import CivilTime
import Events
import Foundation
import Testing

@testable import Readers

/// Notes: their kinds, and where they are shown.
struct NoteReaderTests {
  static func note(_ text: String, files: [String: String] = [:]) throws -> (
    note: Note?, content: Content, problems: [String]
  ) {
    let test = TestContent(files.merging(["notes/n.md": text]) { $1 })
    let content = try test.read()
    return (content.note("n"), content, content.problems.map { test.relative($0.description) })
  }

  // MARK: Place and title

  static let places: [(text: String, placement: Note.Placement, position: Position)] = [
    ("Words\n", .page, .start),
    ("---\ntitle: a\n---\n", .page, .start),
    (
      "---\ndate: 2026-11-20\n---\n", .day(CivilDate(year: 2026, month: 11, day: 20)!),
      Position(line: 2, column: 7)
    ),
    (
      "---\ndate: '2026-11-20'\n---\n", .day(CivilDate(year: 2026, month: 11, day: 20)!),
      Position(line: 2, column: 7)
    ),
    (
      "---\n# a comment\n\ndate: \"20261120\"\n---\n",
      .day(CivilDate(year: 2026, month: 11, day: 20)!), Position(line: 4, column: 7)
    ),
    ("---\nevent: a b@c\n---\n", .event(uid: Array("a b@c".utf8)), Position(line: 2, column: 8)),
    ("---\nevent: 17\n---\n", .event(uid: Array("17".utf8)), Position(line: 2, column: 8)),
    (
      "---\nuid: own\nstart: 2026-11-20\n---\n", .event(uid: Array("own".utf8)),
      Position(line: 3, column: 8)
    ),
    (
      "\u{FEFF}---\r\ntitle: a\r\ndate: 2026-11-20\r\n---\r\nWords\r\n",
      .day(CivilDate(year: 2026, month: 11, day: 20)!), Position(line: 3, column: 7)
    ),
    (
      "---  \ndate: 2026-11-20\n...\nWords\n", .day(CivilDate(year: 2026, month: 11, day: 20)!),
      Position(line: 2, column: 7)
    ),
    ("---\n---\nWords\n", .page, .start),
    ("", .page, .start),
  ]

  @Test(arguments: places.indices)
  func place(_ index: Int) throws {
    let (text, placement, position) = Self.places[index]
    let read = try Self.note(text)
    #expect(read.problems == [], "\(text)")
    #expect(read.note?.placement == placement, "\(text)")
    #expect(read.note?.position == position, "\(text)")
  }

  @Test(arguments: [
    (
      "---\ntitle: From above\n---\n# Heading\n", "From above",
      "<h2 id=\"n-heading\">Heading</h2>\n"
    ),
    ("---\ntitle: Heading\n---\n# Heading\n\nx\n", "Heading", "<p>x</p>\n"),
    (
      "# The *first* `one` & only\n\n# Second\n", "The first one & only",
      "<h2 id=\"n-second\">Second</h2>\n"
    ),
    ("x\n\n# Later\n", "Later", "<p>x</p>\n<h2 id=\"n-later\">Later</h2>\n"),
    ("## Not a title\n", "n", "<h2 id=\"n-not-a-title\">Not a title</h2>\n"),
    (
      "### Deep\n#### Deeper\n###### Deepest\n## Up\n", "n",
      "<h2 id=\"n-deep\">Deep</h2>\n<h3 id=\"n-deeper\">Deeper</h3>\n<h4 id=\"n-deepest\">Deepest</h4>\n"
        + "<h2 id=\"n-up\">Up</h2>\n"
    ),
    ("---\ntitle: 2026\n---\n", "2026", ""),
    (
      "---\ntitle: \"</script><img src=x onerror=alert(1)>\"\n---\n",
      "</script><img src=x onerror=alert(1)>", ""
    ),
    ("---\ntitle:\n---\nx", "n", "<p>x</p>\n"),
  ])
  func title(_ text: String, _ title: String, _ html: String) throws {
    let read = try Self.note(text)
    #expect(read.problems == [])
    #expect(read.note.map { String(utf8: $0.title) } == title)
    #expect(read.note?.text == html)
  }

  // MARK: Notes that are events

  @Test func anEventOfItsOwn() throws {
    let read = try Self.note(
      """
      ---
      title: Tidy, all
      start: 2027-01-08T13:00
      end: "2027-01-08T17:00"
      tz: Europe/Copenhagen
      location: {name: Yard, city: Copenhagen, latitude: 55.5, longitude: 12}
      categories: [A, 2]
      status: tentative
      url: https://example.org/
      description: In short
      rrule: FREQ=YEARLY
      exdates: 2028-01-08
      class: private
      ---
      Words
      """)
    #expect(read.problems == [])
    let calendar = try #require(read.content.calendar("notes"))
    #expect(calendar.origin == .notes)
    let event = calendar.files[0].events[0]
    #expect(
      event.dropFirst(2) == [
        "DTSTART;TZID=Europe/Copenhagen:20270108T130000",
        "DTEND;TZID=Europe/Copenhagen:20270108T170000",
        "SUMMARY:Tidy\\, all", "DESCRIPTION:In short\\n\\nWords", "LOCATION:Yard",
        "X-BUSYLIFE-CITY:Copenhagen", "GEO:55.5;12",
        "CATEGORIES:A,2", "STATUS:TENTATIVE", "CLASS:PRIVATE", "URL:https://example.org/",
        "RRULE:FREQ=YEARLY",
        "EXDATE;VALUE=DATE:20280108",
      ])
    let file = calendar.files[0]
    #expect(file.path.hasSuffix("notes/n.md"))
    #expect(file.eventPositions == [Position(line: 3, column: 8)])
    let rule =
      String(utf8: file.iCalendar).components(separatedBy: "\r\n").firstIndex {
        $0.hasPrefix("RRULE")
      }! + 1
    #expect(file.position(of: Position(line: rule, column: 1)) == Position(line: 11, column: 8))
    // The note is on its event.
    #expect(read.note?.placement == .event(uid: Array(event[0].dropFirst(4).utf8)))
    #expect(event[0].hasSuffix("@notes.busylife"))
    #expect(read.note.map { String(utf8: $0.description) } == "In short")
  }

  @Test func aLengthAndAColorOfItsOwn() throws {
    let read = try Self.note(
      "---\ntitle: A\nstart: 2026-11-20T09:00\nduration: 1h30m\ncolor: \"#ABC\"\n---\n")
    #expect(read.problems == [])
    #expect(
      read.content.calendar("notes")?.files[0].events[0].dropFirst(2) == [
        "DTSTART:20261120T090000", "DURATION:PT1H30M", "SUMMARY:A", "X-BUSYLIFE-COLOR:#aabbcc",
      ])
  }

  @Test func theUIDComesFromThePath() throws {
    let one = try Self.note("---\nstart: 2026-11-20\n---\n")
    let other = try Self.note("---\nstart: 2027-11-20T09:00\ntitle: changed\n---\nx")
    #expect(one.note?.placement == other.note?.placement)
  }

  @Test func aCalendarOfItsChoice() throws {
    let site =
      "calendars:\n  - {name: Work, source: w.ics}\n  - {name: notes, source: n.ics, privacy: busy}\n"
    let files = ["site.yml": site, "w.ics": "", "n.ics": ""]
    let work = try Self.note("---\nstart: 2026-11-20\ncalendar: work\n---\n", files: files)
    #expect(work.problems == [] && work.content.calendars.map(\.files.count) == [2, 1])
    let notes = try Self.note("---\nstart: 2026-11-20\n---\n", files: files)
    #expect(notes.problems == [] && notes.content.calendars.map(\.files.count) == [1, 2])
    #expect(notes.content.calendars[1].privacy == .busy)
    let none = try Self.note("---\nstart: 2026-11-20\ncalendar: wrok\n---\n", files: files)
    #expect(
      none.problems == [
        "notes/n.md:3:11: error: there is no calendar \"wrok\"; did you mean \"Work\"?; the note is skipped"
      ])
    #expect(none.note == nil && none.content.calendars.map(\.files.count) == [1, 1])
  }

  // MARK: Problems

  static let problems: [(text: String, problems: [String], isKept: Bool)] = [
    (
      "---\ntitel: a\nfoo: b\n---\n",
      [
        #"2:1: warning: unknown key "titel"; did you mean "title"?"#,
        #"3:1: warning: unknown key "foo"; the keys here are title, "#,
      ], true
    ),
    (
      "---\ncalender: private\n---\n",
      [#"2:1: error: unknown key "calender"; did you mean "calendar"?; the note is skipped"#], false
    ),
    (
      "---\ntitle: a\n",
      [
        "1:1: error: the front matter that begins here has no end; write --- on a line of its own after it; the note "
          + "is skipped"
      ], false
    ),
    (
      "---\ntitle: a: b\n---\n",
      ["2:9: error: this is not YAML: mapping values are not allowed in this context"], false
    ),
    (
      "---\ntitle: a\ntitle: b\n---\n",
      [
        #"3:1: error: the key "title" is written twice, first in line 2; keep one; the note is skipped"#
      ], false
    ),
    (
      "---\n- a\n---\n",
      [
        "2:1: error: front matter is written as `key: value`, and this is a list; the note is skipped"
      ], false
    ),
    (
      "---\ntitle: [a]\n---\n", ["2:8: warning: title is a list and is left out; write a text"],
      true
    ),
    (
      "---\ndate: soon\n---\n",
      [
        #"2:7: error: date is "soon", which is not a date; write 2026-11-20, or start: for a time; the note is skipped"#
      ], false
    ),
    (
      "---\ndate: 2026-11-31\n---\n",
      [
        #"2:7: error: date is "2026-11-31", which is not a date; write 2026-11-20, or start: for a time; the note is "#
          + #"skipped"#
      ], false
    ),
    (
      "---\ndate: [2026-11-30]\n---\n",
      [
        "2:7: error: date is a list, which is not a date; write 2026-11-20, or start: for a time; the note is skipped"
      ], false
    ),
    (
      "---\nevent: [a]\n---\n",
      ["2:8: error: event is a list; write the event's UID; the note is skipped"], false
    ),
    (
      "---\nevent: a\ndate: 2026-11-20\n---\n",
      ["3:1: warning: date is not used, since the note is on an event; remove one of them"], true
    ),
    (
      "---\nstart: 2026-11-20\nevent: a\ndate: 2026-11-20\n---\n",
      [
        "3:1: warning: event is not used, since start makes the note an event; remove one of them",
        "4:1: warning: date is not used, since start makes the note an event; remove one of them",
      ], true
    ),
    (
      "---\nend: 2026-11-20\nlocation: x\n---\n",
      [
        "2:1: warning: end is not used, since only start makes a note an event; add start, or remove end",
        "3:1: warning: location is not used, since only start makes a note an event; add start, or remove location",
      ], true
    ),
    (
      "---\nclass: private\n---\n",
      [
        "2:1: error: class says who sees an event, and this note is not an event; add start, or move the note "
          + "out of notes/; "
          + "the note is skipped"
      ], false
    ),
    (
      "---\nstart: tomorrow\n---\n",
      [
        #"2:8: error: start is "tomorrow", which is not a date or time; write 2026-11-20, 2026-11-20T09:00 or "#
          + #"2026-11-20T09:00:00+01:00; the note is skipped"#
      ], false
    ),
    (
      "---\nstart: 2026-11-20T09:00\nend: 2026-11-20T08:00\n---\n",
      [
        "3:6: error: end is before start; swap them, or correct the wrong one; the note is skipped"
      ], false
    ),
    (
      "---\nstart: 2026-11-20T09:00\ntz: Shanghai\n---\n",
      [#"3:5: error: "Shanghai" is not a known time zone; did you mean Asia/Shanghai"#], false
    ),
    (
      "---\nstart: 2026-11-20\nallDay: maybe\n---\n",
      [#"3:9: error: allDay is "maybe"; write true or false; the note is skipped"#], false
    ),
    (
      "---\nstart: 2026-11-20\nlocation: {nmae: x, latitude: 100, longitude: 0}\n---\n",
      [
        #"3:12: warning: unknown key "nmae"; did you mean "name"?"#,
        #"3:31: warning: latitude is "100" and is left out; write degrees from -90 to 90"#,
      ], true
    ),
    // Names that static site generators and other calendars use for a key.
    (
      "---\ntags: [a]\nsummary: b\npermalink: c\ntimezone: UTC\n---\n",
      [
        #"2:1: warning: unknown key "tags"; write "categories""#,
        #"3:1: warning: unknown key "summary"; write "description""#,
        #"4:1: warning: unknown key "permalink"; write "slug""#,
        #"5:1: warning: unknown key "timezone"; write "tz", such as "Europe/Berlin""#,
      ], true
    ),
    (
      "---\nstart: 2026-11-20\nvisibility: private\n---\n",
      [#"3:1: error: unknown key "visibility"; write "privacy", such as "hidden"; the note is skipped"#], false
    ),
    (
      "---\nstart: 2026-11-20T09:00\nend: 2026-11-20T10:00\nduration: 1h\n---\n",
      ["4:11: error: end and duration both say when the event ends; keep one; the note is skipped"], false
    ),
    (
      "---\nstart: 2026-11-20T09:00\nduration: 90\n---\n",
      [
        #"3:11: error: duration is "90", which is not a duration; write "90m", "1h30m", "2d" or "#
          + #""PT1H30M"; the note is skipped"#
      ],
      false
    ),
    (
      "---\nstart: 2026-11-20T09:00\ncolor: #2f6fde\n---\n",
      [##"3:1: warning: color is empty; in YAML # begins a comment, so write it in quotes: "#2f6fde""##], true
    ),
    (
      "---\nduration: 1h\ncolor: '#fff'\n---\n",
      ["2:1: warning: duration is not used, since only start", "3:1: warning: color is not used, since only start"],
      true
    ),
    (
      "---\nslug: My Page\n---\n",
      [
        #"2:7: warning: slug is "My Page", which is read as "my-page"; write lower-case letters, digits and hyphens"#
      ], false
    ),
  ]

  @Test(arguments: problems.indices)
  func problem(_ index: Int) throws {
    let (text, problems, isKept) = Self.problems[index]
    let read = try Self.note(text)
    #expect(read.problems.count == problems.count, "\(text): \(read.problems)")
    for (got, expected) in zip(read.problems, problems) {
      #expect(got.hasPrefix("notes/n.md:" + expected), "\(text)")
    }
    #expect((read.note != nil) == isKept, "\(text)")
    #expect(!read.content.isConfigurationBroken)
  }

  @Test func bytesThatAreNoTextAreReadOrReplaced() throws {
    let test = TestContent()
    test.write(
      Array("---\ntitle: a\n---\nb".utf8) + [0xFF, 0x00] + Array("c\n".utf8), to: "notes/n.md")
    test.write(Array("---\ntitle: a".utf8) + [0x00] + Array("\n---\n".utf8), to: "notes/z.md")
    #expect(
      try test.problems() == [
        "notes/n.md:4:2: note: this is not UTF-8 and is read as Windows-1252 (Latin-1); save the file as UTF-8",
        "notes/n.md:4:3: warning: a NUL character is read as U+FFFD; remove it",
        "notes/z.md:2:9: warning: a NUL character is read as U+FFFD; remove it",
        "notes/z.md:2:9: error: YAML forbids this control character; remove it; the note is skipped",
      ])
    #expect(try test.read().note("n")?.text == "<p>bÿ\u{FFFD}c</p>\n")
  }

  // MARK: Files and slugs

  @Test func foldersAndNames() throws {
    let test = TestContent([
      "notes/b.md": "", "notes/A.MD": "", "notes/sub/b.md": "", "notes/sub/deep/上海.md": "",
      "notes/index.md": "",
      "notes/x.txt": "", "notes/.hidden.md": "", "notes/con.md": "",
      "notes/wanted.md": "---\nslug: b\n---\n",
      "notes/twice.md": "---\nslug: b\n---\n", "elsewhere.md": "",
    ])
    let content = try test.read()
    let slugs = content.notes.map { "\(test.relative($0.path)) \(String(utf8: $0.slug))" }
    #expect(
      slugs == [
        "notes/A.MD a", "notes/b.md b-7a7zymxk", "notes/con.md con-3yjoavbj",
        "notes/index.md index-pbrwdhza",
        "notes/sub/b.md sub-b", "notes/sub/deep/上海.md sub-deep-fjbyumcg", "notes/twice.md b",
        "notes/wanted.md wanted",
      ])
    #expect(
      content.problems.map { test.relative($0.description) } == [
        #"notes/wanted.md:2:7: warning: the slug "b" is taken by notes/twice.md; choose another"#
      ])
  }

  @Test func whatCantBeReadIsSkipped() throws {
    let test = TestContent(["notes/a.md": "", "notes/b.md/x": ""])
    test.link("notes/c.md", to: "nowhere.md")
    test.link("notes/loop", to: ".")
    let content = try test.read()
    #expect(content.notes.contains { $0.path.hasSuffix("notes/a.md") })
    let problems = content.problems.map { test.relative($0.description) }
    #expect(
      problems.contains(
        "notes/c.md:1:1: error: the note can't be read (no such file or directory); check what it is and its "
          + "permissions"
      ))
    #expect(
      problems.contains(
        "notes/loop:1:1: warning: this link leads to a folder that contains it, and is not followed; remove it"
      ))
    #expect(problems.count == 2)
    #expect(content.notes.count == 1)
  }
}

/// The printed form of problems.
struct ProblemTests {
  @Test func aProblemIsOneLine() throws {
    let test = TestContent(["notes/n.md": "[a](<a%0A%1Bb.md>)\n"])
    test.write(Array("---\nx".utf8), to: "notes/line\nbreak.md")
    #expect(
      try test.problems() == [
        "notes/line break.md:1:1: error: the front matter that begins here has no end; write --- on a line of its own "
          + "after it; the note is skipped",
        "notes/n.md:1:1: warning: there is no note notes/a  b.md; add it, or correct the link",
      ])
  }

  @Test func theOrderIsThatOfPathsAndPlaces() {
    var problems = Problems()
    problems.add(.note, "b", Position(line: 1, column: 2), "3")
    problems.add(.error, "b", Position(line: 1, column: 1), "2")
    problems.add(.warning, "a", Position(line: 9, column: 9), "1")
    problems.add(.warning, "b", Position(line: 1, column: 2), "4")
    #expect(
      problems.sorted.map(\.description) == [
        "a:9:9: warning: 1", "b:1:1: error: 2", "b:1:2: note: 3", "b:1:2: warning: 4",
      ])
  }

  /// A slash and a combining mark are one Character, and two characters to the file system.
  @Test(
    arguments: [
      ("../a.png", "notes/n.md", "a.png"), ("../../a.png", "notes/n.md", nil), ("./b.md", "notes/n.md", "notes/b.md"),
      ("/a.png", "notes/n.md", "a.png"), ("../\u{301}a.png", "notes/n.md", "\u{301}a.png"),
      ("../../\u{301}a.png", "notes/n.md", nil), ("..\u{301}/a.png", "notes/n.md", "notes/..\u{301}/a.png"),
      ("/\u{301}a.png", "notes/n.md", "\u{301}a.png"), ("/../\u{200D}a.png", "notes/n.md", nil),
      ("x/../\u{FE0F}a.png", "notes/\u{301}/n.md", "notes/\u{301}/\u{FE0F}a.png"), ("a\u{0}", "notes/n.md", nil),
      ("../\r\n", "notes/n.md", "\r\n"), ("../a.png", "notes/", "a.png"),
    ] as [(String, String, String?)])
  func pathsPartAtBytes(path: String, source: String, expected: String?) {
    #expect(NoteLinks.resolve(path, in: source).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }
}
