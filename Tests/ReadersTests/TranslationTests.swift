import Bytes
import Events
import ICalendar
import TestSupport
import Testing
import TimeZones

@testable import Readers

/// What programs write in ways of their own, as text, links and zones.
struct TranslationTests {
  // MARK: Zones

  @Test(arguments: WindowsDisplayNames.names)
  func displayNames(_ name: String) throws {
    for prefix in ["", "(UTC+01:00) ", "(GMT) ", "(UTC-08.00) ", "GMT+01:00 "] {
      let identifier = try #require(WindowsDisplayNames.identifier(of: bytes(prefix + name)), "\(prefix + name)")
      #expect(TestZones.table.lookup(identifier) != nil)
      #expect(identifier == WindowsDisplayNames.identifier(of: bytes(name)))
    }
  }

  /// A display name begins with the offset of its zone in winter, and no two names of one list are one key.
  @Test(arguments: [
    ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
    ("(utc+01:00)  amsterdam , berlin,bern;rome, stockholm, VIENNA", "Europe/Berlin"),
    ("(GMT+10:00) Canberra, Melbourne, Sydney", "Australia/Sydney"),
    ("\"(UTC+13:00) Nuku'alofa\"", "Pacific/Tongatapu"), ("(UTC+03:00) Moscow, St Petersburg", "Europe/Moscow"),
    ("Pacific Daylight Time", "America/Los_Angeles"), ("tzone://Microsoft/Utc", "Etc/UTC"),
    ("(UTC) Co-ordinated Universal Time", "Etc/UTC"),
  ])
  func displayName(_ name: String, _ identifier: String) {
    #expect(WindowsDisplayNames.identifier(of: bytes(name)).map { string($0) } == identifier)
  }

  @Test(arguments: ["", "(UTC+01:00)", "()", "(UTC+05:00) Atlantis", "Daylight Time", "(", "GMT+01:00", "Eastern"])
  func noDisplayName(_ name: String) { #expect(WindowsDisplayNames.identifier(of: bytes(name)) == nil) }

  /// Names of other languages are told by their cities, or by the two countries.
  @Test(arguments: [
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", "Europe/Amsterdam"),
    ("(UTC+01:00) Sarajevo, Skopje, Warschau, Zagreb", "Europe/Sarajevo"),
    ("(UTC+01:00) Amsterdam, Berlin, Berne, Rome, Stockholm, Vienne", "Europe/Amsterdam"),
    ("(UTC+01:00) Bruxelles, Copenhague, Madrid, Paris", "Europe/Brussels"),
    ("(UTC+01:00) Ámsterdam, Berlín, Berna, Roma, Estocolmo, Viena", "Europe/Amsterdam"),
    ("(UTC+01:00) Sarajewo, Skopie, Warszawa, Zagrzeb", "Europe/Sarajevo"),
    ("(GMT+01:00) Belgrado, Bratislava, Budapest, Lubiana, Praga", "Europe/Belgrade"),
    ("(UTC+00:00) Dublin, Edinburgh, Lissabon, London", "Europe/Dublin"),
    ("(UTC) Dublin, Édimbourg, Lisbonne, Londres", "Europe/Dublin"),
    ("(UTC+01:00) アムステルダム、ベルリン、ベルン、ローマ、ストックホルム、ウィーン", "Europe/Amsterdam"),
    ("(UTC+01:00) 阿姆斯特丹，柏林，伯尔尼，罗马，斯德哥尔摩，维也纳", "Europe/Amsterdam"),
    ("(UTC+09:00) 大阪、札幌、東京", "Asia/Tokyo"), ("(UTC+02:00) Хельсинки, Киев, Рига, София", "Europe/Helsinki"),
    ("(UTC+10:00) Canberra, Melbourne, Sydney (neu)", "Australia/Melbourne"),
    ("(UTC-05:00) Eastern Zeit (USA & Kanada)", "America/New_York"),
    ("(UTC-08:00) Hora del Pacífico (EE. UU. y Canadá)", "America/Los_Angeles"),
    ("(UTC-06:00) Centre (É.-U. et Canada)", "America/Chicago"), ("(UTC-07:00) 山地時間 (米国およびカナダ)", "America/Denver"),
  ])
  func namesOfOtherLanguages(_ name: String, _ identifier: String) throws {
    let zone = try #require(try SystemZones().table.zone(shownAs: bytes(name)))
    #expect(string(zone.identifier) == identifier)
  }

  /// The offset is another, the rules differ, or nothing in it is a city.
  @Test(arguments: [
    "(UTC+02:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", "(UTC+01:00) Berlin, Algier", "(UTC+01:00) Büro",
    "(UTC+02:00) Стамбул", "(UTC-05:00) Kanada", "(UTC-04:00) Atlantik (USA & Kanada)", "Amsterdam, Berlin",
    "(UTC+99:00) Berlin", "(UTC+1:00", "(UTC+01:00) Wir treffen uns in Berlin", "(UTC+02:00) Kairo, Kiew",
  ])
  func namesThatAreNotCertain(_ name: String) throws {
    #expect(try SystemZones().table.zone(shownAs: bytes(name)) == nil)
  }

  // MARK: HTML

  static let texts: [(String, String?)] = [
    ("plain", nil), ("a < b > c", nil), ("<john@example.org>", nil), ("<https://example.org>", nil), ("<b", nil),
    ("a & b", nil), ("<b> alone", nil), ("1 <2> 3", nil), ("<B>bold</B>", "bold"), ("a<BR/>b", "a\nb"),
    ("a<br><br><br><br>b", "a\n\nb"), ("<p>a</p>\n<p>b</p>", "a\n\nb"), ("<div>a</div><div>b</div>", "a\nb"),
    ("x <i>y</i> z", "x y z"), ("<p>a &lt;b&gt; &quot;c&quot;</p>", "a <b> \"c\""), ("a&nbsp;b", "a b"),
    ("<p>&#65;&#x42;&#0;&#1;&bogus;</p>", "AB&#0;&#1;&bogus;"), ("<p>5 &lt 6</p>", "5 &lt 6"),
    ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "• a\n  • b\n• c"),
    ("<ol><li>a<li>b</ol>c", "1. a\n2. b\n\nc"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("<a href=\"https://e.org/x\">x</a>", "x (https://e.org/x)"),
    ("<a href='https://e.org/x'>x</a>", "x (https://e.org/x)"),
    ("<a href=https://e.org/x>x</a>", "x (https://e.org/x)"), ("<a href=\"https://e.org\">e.org</a>", "https://e.org"),
    ("<a href=\"https://e.org\"></a>", "https://e.org"), ("<a href=\"javascript:x\">x</a>", "x"),
    ("<a href=\"java\nscript:x\">x</a>", "x"), ("<a href=\" javascript:x\">x</a>", "x"), ("<a href=\"/x\">x</a>", "x"),
    ("<a href=\"data:text/html,x\">x</a>", "x"), ("<a href=\"https://e.org/&quot;x\">x</a>", "x"),
    ("<a>x</a>", "x"), ("<p>a</a>b</p>", "ab"), ("<script>x</script>a<br>", "a"), ("<style>x<br>", ""),
    ("<!-- x<br>", ""),
    ("<p>a<!-- x -->b</p>", "ab"), ("<p title=\">\">a</p>", "a"), ("<o:p>a</o:p><br>", "a"),
    ("<p>a</p><img src=\"https://e.org/i.png\" onerror=x>", "a"), ("<p>a\tb\nc</p>", "a b\nc"),
    ("<html><body>a\nb<br>c</body></html>", "a b\nc"),
  ]

  @Test(arguments: texts) func html(_ written: String, _ text: String?) {
    #expect(HTMLText.ifWritten(in: bytes(written)).map { string($0) } == text)
  }

  /// Items of lists are indented by up to 62 bytes, which is the most that a tag of eight bytes can become.
  @Test func markupWithoutEndsIsRead() throws {
    for part in ["<a href=\"https://e.org\">", "<ul><li>", "<!--", "<script>", "<", "&", "<a <", "<p title='", "</a>"] {
      let text = "<br>" + String(repeating: part, count: 40_000 / part.utf8.count)
      let plain = try #require(HTMLText.ifWritten(in: bytes("Begin" + text)), "\(part)")
      #expect(plain.starts(with: bytes("Begin")) && plain.count <= 9 * text.utf8.count, "\(part)")
    }
  }

  @Test func anyHTMLBecomesText() throws {
    let parts = [
      "<", ">", "</", "p", "a", " href=", "\"", "'", "br", "ul", "li", "&", "amp;", "#", "x41;", "https://e.org", " ",
      "\n", "é", "!--", "--", "script", "/",
    ]
    try withRandom(2_000) { random in
      let text = (0..<random.int(0...40)).map { _ in parts[random.int(0...parts.count - 1)] }.joined()
      let plain = HTMLText.text(of: bytes(text), keepsBreaks: random.once(in: 2))
      try check(String(validating: plain, as: UTF8.self) != nil, text)
    }
  }

  // MARK: Meetings

  @Test(arguments: [
    ("https://us02web.zoom.us/j/1?pwd=a", "https://us02web.zoom.us/j/1?pwd=a"),
    ("(https://zoom.us/j/1)", "https://zoom.us/j/1"),
    ("x HTTPS://Meet.Google.com/abc-def. y", "HTTPS://Meet.Google.com/abc-def"),
    ("<https://meet.jit.si/Room>", "https://meet.jit.si/Room"),
    ("https://example.org, https://whereby.com/room", "https://whereby.com/room"),
    ("https://acme.webex.com/acme/j.php?MTID=1", "https://acme.webex.com/acme/j.php?MTID=1"),
    ("https://acme.webex.com/meet/ann", "https://acme.webex.com/meet/ann"),
    ("http://zoom.us/j/1", nil), ("https://zoom.us/", nil), ("https://zoom.us", nil), ("https://evilzoom.us/j/1", nil),
    ("https://zoom.us.evil.example/j/1", nil), ("https://evil.example/?https://x", nil), ("zoom.us/j/1", nil),
    ("://", nil), ("", nil),
  ])
  func meeting(_ text: String, _ address: String?) {
    #expect(MeetingLink.first(in: bytes(text)).map { string($0) } == address)
  }

  // MARK: Dates

  /// Where the midnights of a file are: its only VTIMEZONE, X-WR-TIMEZONE, the zone of most events, or nowhere.
  enum Place: String, CaseIterable {
    case definition, name, events, twoDefinitions, nowhere

    func file(_ event: [String], _ zone: String) -> [UInt8] {
      func definition(_ name: String) -> [String] {
        [
          "BEGIN:VTIMEZONE", "TZID:\(name)", "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0000",
          "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE",
        ]
      }
      let other = vevent("UID:o", "DTSTART;TZID=\(zone):20260901T090000")
      return switch self {
      case .definition: calendar([definition(zone), event])
      case .name: calendar([event], properties: ["X-WR-TIMEZONE:\(zone)"])
      case .events:
        calendar([other, vevent("UID:p", "DTSTART;TZID=Asia/Tokyo:20260901T090000"), event, other])
      case .twoDefinitions:
        calendar([definition("Asia/Tokyo"), definition("Etc/UTC"), event], properties: ["X-WR-TIMEZONE:\(zone)"])
      case .nowhere: calendar([event])
      }
    }
  }

  /// A line beside `DTSTART;VALUE=DATE:20260908`, and what becomes of it with a zone and without one.
  @Test(
    arguments: [
      ("W. Europe Standard Time", "RRULE:FREQ=WEEKLY;UNTIL=20260915T220000Z;BYDAY=TU,WE", "20260916", "20260916"),
      ("Europe/Berlin", "RRULE:FREQ=YEARLY;UNTIL=20261121T230000Z", "20261122", "20261122"),
      ("America/New_York", "RRULE:FREQ=DAILY;UNTIL=20260916T040000Z", "20260916", "20260916"),
      ("America/New_York", "RRULE:FREQ=DAILY;UNTIL=20260916T035959Z", "20260915", "20260916"),
      ("Pacific/Auckland", "RRULE:FREQ=DAILY;UNTIL=20260915T120000Z", "20260916", "20260916"),
      ("America/New_York", "RRULE:FREQ=DAILY;UNTIL=20260916T000000Z", "20260916", "20260916"),
      ("Europe/Berlin", "RRULE:FREQ=DAILY;UNTIL=20260915T235959Z", "20260915", "20260915"),
      ("Etc/UTC", "RRULE:FREQ=DAILY;UNTIL=20260915T220000Z", "20260915", "20260916"),
      ("Etc/UTC", "RRULE:FREQ=DAILY;UNTIL=20260915T221000Z", "20260915", "20260915"),
      ("Europe/Berlin", "EXRULE:FREQ=DAILY;UNTIL=20260915T220000Z", "20260916", "20260916"),
      ("Europe/Berlin", "EXDATE:20260915T220000Z,20260922T220000Z", "20260916,20260923", "20260916,20260923"),
      (
        "Europe/Berlin", "RDATE;VALUE=DATE-TIME:20260915T220000Z,20260922T000000", "20260916,20260922",
        "20260916,20260922"
      ),
      ("Europe/Berlin", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260915T220000Z", "20260916", "20260916"),
    ], Place.allCases)
  func instantsBesideDatesAreDates(
    _ mend: (zone: String, line: String, expected: String, bare: String), _ place: Place
  ) {
    let event = vevent("UID:1", "DTSTART;VALUE=DATE:20260908", mend.line)
    let document = ICalendarDocument(parsing: place.file(event, mend.zone))
      .translated(through: 2030, zones: TestZones.table)
    let name = mend.line.prefix { $0 != ":" && $0 != ";" }
    let line = document.properties.map { string(document.line($0)) }.first { $0.hasPrefix(name) } ?? ""
    let dates = line.matches(of: /\d{8}/).map { String($0.output) }.joined(separator: ",")
    #expect(dates == (place == .nowhere ? mend.bare : mend.expected), "\(line)")
    #expect(line.contains("RANGE=THISANDFUTURE") == mend.line.contains("RANGE"))
  }

  /// What a VCALENDAR says ends with it.
  @Test func eachCalendarOfAFileHasItsZone() {
    let event = vevent("UID:1", "DTSTART;VALUE=DATE:20260908", "RRULE:FREQ=DAILY;UNTIL=20260915T220000Z")
    let file =
      calendar([event], properties: ["X-WR-TIMEZONE:Europe/Berlin"])
      + calendar([event], properties: ["X-WR-TIMEZONE:Atlantic/Azores"])
    let document = ICalendarDocument(parsing: file).translated(through: 2030, zones: TestZones.table)
    let rules = document.properties.filter { $0.name == .rrule }.map { string(document.value($0)) }
    #expect(rules == ["FREQ=DAILY;UNTIL=20260916", "FREQ=DAILY;UNTIL=20260915T220000Z"])
  }

  /// Beside times, instants are what RFC 5545 wants.
  @Test func instantsBesideTimesStay() {
    let file = calendar([vevent("UID:1", "DTSTART:20260908T090000Z", "RRULE:FREQ=DAILY;UNTIL=20260915T220000Z")])
    let document = ICalendarDocument(parsing: file)
    #expect(document.translated(through: 2030, zones: TestZones.table).text == document.text)
  }

  /// An instance of times that was made a date: RECURRENCE-ID still names the time.
  @Test func anInstanceOfTimesOnADate() {
    let series = vevent("UID:1", "DTSTART:20260901T100000Z", "RRULE:FREQ=DAILY;COUNT=9")
    let moved = vevent("UID:1", "RECURRENCE-ID:20260902T100000Z", "DTSTART;VALUE=DATE:20260902")
    for events in [[series, moved], [moved, series]] {
      let document = ICalendarDocument(parsing: calendar(events))
      #expect(document.translated(through: 2030, zones: TestZones.table).text == document.text)
    }
    // Without its series, its own date decides.
    let alone = ICalendarDocument(parsing: calendar([moved])).translated(through: 2030, zones: TestZones.table)
    #expect(string(alone.text).contains("RECURRENCE-ID;VALUE=DATE:20260903"))
  }

  /// An instance of dates that was given a time: RECURRENCE-ID still names the date.
  @Test func anInstanceOfDatesWithATime() {
    let override = { (uid: String, id: String) in
      vevent("UID:\(uid)", "DTSTART:20261122T180000Z", "RECURRENCE-ID:\(id)")
    }
    let file = calendar(
      [
        vevent("UID:1", "DTSTART;VALUE=DATE:20261115", "RRULE:FREQ=WEEKLY"),
        vevent("UID:2", "DTSTART:20261115T230000Z", "RRULE:FREQ=WEEKLY"), override("1", "20261121T230000Z"),
        override("2", "20261122T230000Z"), override("3", "20261121T230000Z"),
      ], properties: ["X-WR-TIMEZONE:Europe/Berlin"])
    let document = ICalendarDocument(parsing: file).translated(through: 2030, zones: TestZones.table)
    let lines = document.properties.filter { $0.name == .recurrenceID }.map { string(document.line($0)) }
    #expect(
      lines == [
        "RECURRENCE-ID;VALUE=DATE:20261122", "RECURRENCE-ID:20261122T230000Z", "RECURRENCE-ID:20261121T230000Z",
      ])
  }

  // MARK: Links

  /// What a mail server makes of an address, and the address; `nil` if it stays as it is.
  @Test(
    arguments: [
      (
        "https://eur01.safelinks.protection.outlook.com/"
          + "?url=https%3A%2F%2Fteams.microsoft.com%2Fl%2Fmeetup-join%2Fa%3Fb%3D1&data=05",
        "https://teams.microsoft.com/l/meetup-join/a?b=1"
      ),
      ("https://urldefense.proofpoint.com/v2/url?u=https-3A__zoom.us_j_1-3Fpwd-3Da&d=x", "https://zoom.us/j/1?pwd=a"),
      ("https://urldefense.com/v3/__https://zoom.us/j/1?pwd=a__;!!x$", "https://zoom.us/j/1?pwd=a"),
      ("https://urldefense.com/v3/__https://zoom.us/j/1*a__;Iw!!x$", nil),
      ("https://www.google.com/url?q=https://meet.google.com/abc&sa=D", "https://meet.google.com/abc"),
      ("https://google.com/url?url=https%3A%2F%2Fmeet.google.com%2Fabc", "https://meet.google.com/abc"),
      ("https://www.google.com/url?q=http://meet.google.com/abc", nil),
      ("https://www.google.com/search?q=https://a.org", nil),
      ("https://eur01.safelinks.protection.outlook.com/?url=javascript%3Aalert(1)", nil),
      ("https://eur01.safelinks.protection.outlook.com.example.org/?url=https%3A%2F%2Fa.org", nil),
      ("https://www.google.com/url?q=https://a.org/%22onclick", nil), ("https://example.org/?url=https://a.org", nil),
    ] as [(String, String?)])
  func wrappedLinks(_ written: String, _ inner: String?) {
    #expect(string(WrappedLink.inner(of: bytes(written))) == inner ?? written)
  }

  /// The link to join is the inner one, wherever it stands.
  @Test(arguments: ["LOCATION:", "DESCRIPTION:Join ", "X-GOOGLE-CONFERENCE:"])
  func wrappedMeetings(_ property: String) {
    let wrapped = "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F1"
    let file = calendar([vevent("UID:1", "DTSTART:20261115T230000Z", property + wrapped)])
    let document = ICalendarDocument(parsing: file).translated(through: 2030, zones: TestZones.table)
    let found = document.properties.filter { $0.name == .conference }.map { string(document.value($0)) }
    #expect(found == ["https://zoom.us/j/1"])
  }

  /// Google's block is cut where the link to join is known, whatever stands around it.
  @Test(
    arguments: [
      ("Both books\\n\\n#\\nJoin with Google Meet: https://meet.google.com/abc\\n\\nLearn more\\n#", "Both books"),
      ("<p>Both</p>#<br>Join: https://meet.google.com/abc<br>#", "Both"),
      ("One\\n#\\nhttps://meet.google.com/abc\\n#\\n\\nTwo - three", "One\\n\\nTwo - three"),
      ("#\\nhttps://meet.google.com/abc\\n#", nil),
      ("One\\n#\\nDial: 5\\n#", "One\\n#\\nDial: 5\\n#"),
      ("One\\n#\\nhttps://meet.google.com/abc", "One\\n#\\nhttps://meet.google.com/abc"),
    ] as [(String, String?)])
  func blocksOfMeetings(_ written: String, _ shown: String?) {
    func lines(_ text: String) -> String { text.replacing("#", with: "-::~:~::~:~:~:~:~:~:~::~:~::-") }
    let file = calendar([vevent("UID:1", "DTSTART:20261115T230000Z", "DESCRIPTION:" + lines(written))])
    let document = ICalendarDocument(parsing: file).translated(through: 2030, zones: TestZones.table)
    let found = document.properties.first { $0.name == .description }.map { string(document.value($0)) }
    #expect(found == shown.map(lines))
    #expect(document.properties.contains { $0.name == .conference } == written.contains("meet.google"))
  }

  @Test(arguments: [
    (["X-MICROSOFT-CDO-BUSYSTATUS:FREE"], true), (["X-MICROSOFT-CDO-BUSYSTATUS:BUSY"], false),
    (["TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"], false),
  ])
  func timeThatMicrosoftCallsFree(_ lines: [String], _ isFree: Bool) {
    let file = calendar([vevent(["UID:1", "DTSTART:20261115T230000Z"] + lines)])
    let document = ICalendarDocument(parsing: file).translated(through: 2030, zones: TestZones.table)
    #expect(document.properties.contains { string(document.line($0)) == "TRANSP:TRANSPARENT" } == isFree)
  }

  // MARK: Zones without a definition

  /// What `TZID` is read as, with a warning; `nil` if it is no zone.
  @Test(
    arguments: [
      ("PST", "America/Los_Angeles"), ("cest", "Europe/Berlin"), ("JST", "Asia/Tokyo"), ("\"(GMT +01:00)\"", "+01:00"),
      ("\"(UTC -3)\"", "-03:00"), ("IST", nil), ("XYZ", nil),
    ] as [(String, String?)])
  func abbreviationsOfZones(_ name: String, _ zone: String?) {
    let loaded = Loaded([calendar([vevent("UID:1", "DTSTART;TZID=\(name):20261115T120000")])])
    let event = loaded.read.events[0]
    #expect((event.kind == .zoned) == (zone != nil))
    #expect(messages(loaded.diagnostics).count == 1)
    guard event.kind == .zoned, let zone else { return }
    let offset = Int64(
      [("America/Los_Angeles", -8), ("Europe/Berlin", 1), ("Asia/Tokyo", 9), ("+01:00", 1), ("-03:00", -3)]
        .first { $0.0 == zone }!.1)
    #expect(event.start == event.wallStart - offset * 3_600)
  }

  // MARK: Documents

  /// What is not shown is named, and so are definitions of one zone that differ.
  @Test func whatIsNotShownIsNamed() {
    func task(_ kind: String) -> [String] { ["BEGIN:\(kind)", "UID:1", "END:\(kind)"] }
    let event = vevent("UID:1", "DTSTART:20261115T120000Z")
    let beside = messages(Loaded([calendar([event, task("VTODO"), task("VTODO")])]).diagnostics)
    #expect(beside.count == 1 && beside[0].hasSuffix("note: 2 tasks are not shown"))
    let alone = messages(Loaded([calendar([task("VJOURNAL")])]).diagnostics)
    #expect(alone.count == 1 && alone[0].hasSuffix("warning: 1 journal entry is not shown; the calendar has no events"))
    func zone(_ offset: String) -> [String] {
      ["BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:\(offset)"]
        + ["TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE"]
    }
    let used = vevent("UID:1", "DTSTART;TZID=Ours:20261115T120000")
    #expect(messages(Loaded([calendar([zone("+0100"), zone("+0100"), used])]).diagnostics) == [])
    let twice = messages(Loaded([calendar([zone("+0100"), zone("+0200"), used, used])]).diagnostics)
    #expect(twice.count == 1 && twice[0].contains("the zone \"Ours\" is defined before, in line 4, with other rules"))
  }

  /// Lines that were not translated keep their lines, and problems their places.
  @Test func theRestStaysWhereItIs() throws {
    let file = calendar([
      vevent(
        "UID:1", "DTSTART:20260901T090000Z", "DESCRIPTION:<p>a</p>", "BEGIN:VALARM", "ACTION:DISPLAY", "END:VALARM"),
      vevent("UID:2", "DTSTART:20260902T090000Z", "X-GOOGLE-CONFERENCE:https://meet.google.com/a", "SUMMARY:b"),
      vevent("UID:3", "DTSTART:nonsense"),
    ])
    let document = ICalendarDocument(parsing: file).translated(through: 2030, zones: TestZones.table)
    let lines = document.properties.map { "\($0.line) \(string(document.line($0)))" }
    #expect(lines.contains("7 DESCRIPTION:a"))
    #expect(lines.contains("15 CONFERENCE;VALUE=URI:https://meet.google.com/a"))
    #expect(lines.contains("16 SUMMARY:b"))
    var read = ReadEvents()
    var diagnostics = Diagnostics()
    let index = read.add(calendar: CalendarInfo(name: bytes("a"), title: [], color: []))
    read.add(document, to: index, zones: TestZones.table, diagnostics: &diagnostics)
    let original = Loaded([file])
    #expect(messages(diagnostics) == messages(original.diagnostics))
    #expect(read.events.map { $0.line } == original.read.events.map { $0.line })
    #expect(read.events.map { string(read.text($0.title, of: $0)) } == ["", "b"])
  }

  @Test func aFileWithNothingToTranslateIsTheSame() {
    let file = calendar([vevent("UID:1", "DTSTART:20260901T090000Z", "DESCRIPTION:a < b", "LOCATION:Here")])
    let document = ICalendarDocument(parsing: file)
    let translated = document.translated(through: 2030, zones: TestZones.table)
    #expect(translated.text == document.text && translated.properties.count == document.properties.count)
  }

  /// Google calls an account's own calendar by its mail address.
  @Test(arguments: [
    ("X-WR-CALNAME:ann@example.org", ""), ("NAME: ann.b@mail.example.org ", ""),
    ("X-WR-CALNAME:Ann @ work", "Ann @ work"),
    ("X-WR-CALNAME:ann@home", "ann@home"), ("NAME:@example.org", "@example.org"),
  ])
  func mailAddressesAreNoTitles(_ line: String, _ title: String) {
    var read = ReadEvents()
    var diagnostics = Diagnostics()
    let index = read.add(calendar: CalendarInfo(name: bytes("a"), title: [], color: []))
    read.add(
      ICalendarDocument(parsing: calendar([], properties: [line])), to: index, zones: TestZones.table,
      diagnostics: &diagnostics)
    #expect(string(read.calendars[0].title) == title)
    #expect(
      messages(diagnostics).contains { $0.contains("note: the calendar's name is a mail address") } == title.isEmpty)
  }
}
