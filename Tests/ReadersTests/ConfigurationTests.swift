import Bytes
import CivilTime
import Events
import SiteTerms
import Testing

@testable import Readers

/// site.yml.
struct ConfigurationTests {
  static func read(_ yaml: String) throws -> Content { try TestContent(["site.yml": yaml]).read() }

  /// Names that differ in punctuation only have one variable, which holds the password of one account.
  @Test(arguments: [
    (
      "{name: a-b, source: 'https://one.example/', user: ann}",
      "{name: a.b, source: 'https://two.example/', user: ann}", true
    ),
    (
      "{name: a-b, source: 'https://one.example/', user: ann}",
      "{name: A_B, source: 'https://one.example/', user: bob}", true
    ),
    (
      "{name: a-b, source: 'https://one.example/x', user: ann}",
      "{name: a.b, source: 'https://one.example/y', user: ann}",
      false
    ),
    ("{name: a-b, source: 'https://one.example/', user: ann}", "{name: a.b, source: 'https://two.example/'}", false),
    (
      "{name: a-b, source: 'https://one.example/', user: ann}", "{name: ab, source: 'https://two.example/', user: ann}",
      false
    ),
  ])
  func passwordsOfTwoAccounts(_ one: String, _ other: String, _ isError: Bool) throws {
    let content = try Self.read("calendars:\n  - \(one)\n  - \(other)\n")
    let errors = content.problems.filter { $0.diagnostic.severity == .error }.map { "\($0)" }
    #expect(content.isConfigurationBroken == isError)
    #expect(errors.count == (isError ? 1 : 0))
    #expect(errors.allSatisfy { $0.contains("site.yml:3:12: error: the password of") && $0.contains("PASSWORD_A_B") })
  }

  // MARK: Valid settings

  @Test func everyKey() throws {
    let site = try Self.read(
      """
      title: Studio </script><img src=x onerror=alert(1)>
      description: >-
        One
        two
      url: https://example.org/calendar
      author: {name: Yara, email: yara@example.com}
      locale: en_gb.UTF-8
      zones: [europe/copenhagen, UTC+8, Z]
      firstWeekday: Sunday
      hourCycle: h12
      window: {before: 3, to: 2028-01-01}
      views: [day, calendar]
      eventPages: false
      weekNumbers: yes
      offline: Remove
      privacy: titles
      weather:
        {provider: Met.no, latitude: 60.3913, longitude: -5.3221, place: Bergen, events: true, units: celsius,
        endpoint: "HTTPS://example.org/v1"}
      calendars:
        - {name: work, title: Work, source: https://example.org/a.ics, color: "#ABC", privacy: busy}
        - {name: Home.2, source: webcal://example.org/b.ics, color: '#2f6fde'}
      """)
    let read = site.configuration
    #expect(!site.isConfigurationBroken)
    #expect(read.exists)
    #expect(String(utf8: read.title) == "Studio </script><img src=x onerror=alert(1)>")
    #expect(String(utf8: read.description) == "One two")
    #expect(String(utf8: read.url) == "https://example.org/calendar/")
    #expect(
      read.author
        == SiteConfiguration.Author(name: Array("Yara".utf8), email: Array("yara@example.com".utf8))
    )
    #expect(read.locale == "en-GB")
    #expect(read.zones.map { String(utf8: $0) } == ["Europe/Copenhagen", "UTC+8", "UTC"])
    #expect(read.firstWeekday == .sunday)
    #expect(read.hourCycle == .h12)
    #expect(
      read.window
        == SiteConfiguration.Window(
          before: 3, after: nil, from: nil, to: CivilDate(year: 2028, month: 1, day: 1)))
    #expect(read.views == ["calendar", "day"])
    #expect(!read.pages.hasEventPages)
    #expect(read.weekNumbers == true)
    #expect(read.offline == .removed)
    #expect(read.privacy == .titles)
    #expect(read.positions["window.before"] == Position(line: 11, column: 10))
    #expect(read.positions["calendars[1].source"] == Position(line: 22, column: 20))
    var weather = WeatherConfiguration(provider: .metNorway)
    weather.place = WeatherPlace(latitude: 6039, longitude: -532)
    weather.placeName = Array("Bergen".utf8)
    weather.hasEventPlaces = true
    weather.units = .celsius
    weather.contact = "https://example.org/calendar/"
    weather.endpoint = "https://example.org/v1"
    #expect(read.weather == weather)
    let calendars = site.calendars
    #expect(calendars.map { String(utf8: $0.name) } == ["work", "Home.2"])
    #expect(calendars.map { String(utf8: $0.color) } == ["#aabbcc", "#2f6fde"])
    #expect(calendars.map(\.privacy) == [.busy, nil])
    #expect(calendars.map(\.origin) == [.remote, .remote])
    #expect(site.problems.map(\.diagnostic.severity) == [.warning, .warning])
    let late = read.problem(.error, at: "url", "late")
    #expect(late.description.hasSuffix("site.yml:5:1: error: late"))
  }

  @Test(arguments: ["", "\n", "# nothing\n", "---\n", "~"])
  func nothing(_ yaml: String) throws {
    let content = try Self.read(yaml)
    #expect(content.problems.isEmpty && !content.isConfigurationBroken)
    #expect(content.configuration.views == SiteConfiguration.viewNames)
    #expect(content.configuration.privacy == .full)
  }

  @Test func noFile() throws {
    let content = try TestContent().read()
    #expect(
      !content.configuration.exists && !content.isConfigurationBroken && content.problems.isEmpty)
    #expect(content.calendars.isEmpty && content.notes.isEmpty)
  }

  @Test func byteOrderMarkAndWindowsLines() throws {
    let content = TestContent()
    content.write(
      [0xEF, 0xBB, 0xBF] + Array("title: a\r\nprivacy: nobody\r\n".utf8), to: "site.yml")
    #expect(
      try content.problems() == [
        "site.yml:2:10: error: privacy is \"nobody\"; write one of full, titles, busy, hidden"
      ])
  }

  @Test(
    arguments: [
      ("en_GB", "en-GB"), ("de", "de"), ("zh-hans-cn", "zh-Hans-CN"), ("ES-419", "es-419"),
      ("fa-IR", "fa-IR"),
      ("de-CH-1996", "de-CH-1996"), ("sl-rozaj-biske", "sl-rozaj-biske"),
      ("ar-EG-u-nu-latn", "ar-EG-u-nu-latn"),
      ("en_US.UTF-8@x", "en-US"), ("C", nil), ("POSIX", nil), ("", nil), ("e n", nil),
      ("en-", nil), ("ukr-", nil), ("_de", nil), ("de--AT", nil), ("en-GB-u", nil),
      ("deu", "de"), ("FRA_ca", "fr-CA"), ("fil", "fil"), ("nor", "no"), ("en-abc", nil), ("tlh\"", nil),
    ] as [(String, String?)])
  func localeTags(_ text: String, _ tag: String?) { #expect(LocaleTag.normalised(text) == tag) }

  // MARK: Invalid settings

  /// A site.yml, its problems, and whether it is broken.
  static let problems: [(yaml: String, problems: [String], isBroken: Bool)] = [
    (
      "tittle: a\nfoo: 1\n",
      [
        #"1:1: warning: unknown key "tittle"; did you mean "title"?"#,
        #"2:1: warning: unknown key "foo"; the keys here are title, description, url, author, locale, locales, "#
          + #"zones, firstWeekday, minimalDays, weekend, workdays, hours, hourCycle, digits, "#
          + #"secondCalendar, window, views, "#
          + #"eventPages, search, weekNumbers, calendars, feeds, feedRefresh, network, weather, "#
          + "offline, followLinks, templates, columns, mail, theme, accent, logo, header, footer, font, privacy, "
          + "rules, audiences, index",
      ], false
    ),
    (
      "name: a\ntimezone: UTC\nlang: de\nbase_url: https://x.org\nweekStart: monday\ntheme: x\n"
        + "calendars:\n  - {id: a, url: 'https://x/a.ics', label: A}\n",
      [
        #"1:1: warning: unknown key "name"; write "title""#,
        #"2:1: warning: unknown key "timezone"; write "zones""#,
        #"3:1: warning: unknown key "lang"; write "locale""#,
        #"4:1: warning: unknown key "base_url"; write "url""#,
        #"5:1: warning: unknown key "weekStart"; write "firstWeekday""#,
        "8:5: error: a calendar has no name; add one, such as name: work",
        "8:5: error: the calendar has no source; write a file, a folder of .ics files or an https: address after "
          + "source:, or leave the key out",
        #"8:6: warning: unknown key "id"; write "name""#,
        #"8:13: warning: unknown key "url"; write "source""#,
        #"8:37: warning: unknown key "label"; write "title""#,
      ], true
    ),
    (
      "visibility: private\n",
      [#"1:1: error: unknown key "visibility"; write "privacy", such as "hidden""#], true
    ),
    (
      "templates: [a]\n", ["1:12: error: templates is a list; write a text"], true
    ),
    (
      "templates: ../../etc\n",
      [
        #"1:12: error: templates is "../../etc"; write the path of a folder in the content folder, or of one beside "#
          + #"it "#
          + "such as ../Templates (the option --templates takes any folder)"
      ], true
    ),
    ("templates: /etc\n", [#"1:12: error: templates is "/etc"; write the path"#], true),
    ("templates: ..\n", [#"1:12: error: templates is ".."; write the path"#], true),
    ("templates: a/../../b\n", [#"1:12: error: templates is "a/../../b"; write the path"#], true),
    // Losing a privacy setting would publish everything.
    ("privcy: busy\n", [#"1:1: error: unknown key "privcy"; did you mean "privacy"?"#], true),
    (
      "privacy:\n", ["1:9: error: privacy is nothing; write one of full, titles, busy, hidden"],
      true
    ),
    (
      "privacy: bussy\n",
      [
        #"1:10: error: privacy is "bussy"; did you mean "busy"? write one of full, titles, busy, hidden"#
      ], true
    ),
    (
      "privacy: [busy]\n",
      ["1:10: error: privacy is a list; write one of full, titles, busy, hidden"], true
    ),
    (
      "title: [a]\ndescription: {a: b}\n",
      [
        "1:8: error: title is a list; write a text",
        "2:14: error: description is a mapping; write a text",
      ], true
    ),
    (
      "title: a\ntitle: b\n",
      [#"2:1: error: the key "title" is written twice, first in line 1; keep one"#], true
    ),
    (
      "url: example.org\n",
      [
        #"1:6: error: url is "example.org"; write the site's whole address, https://example.org/calendar/"#
      ], true
    ),
    (
      "url: https://\n",
      [
        #"1:6: error: url is "https://"; write the site's whole address, https://example.org/calendar/"#
      ], true
    ),
    (
      "url: https://x.org/?a\n",
      [
        #"1:6: error: url is "https://x.org/?a"; write the site's whole address, https://example.org/calendar/"#
      ], true
    ),
    (
      "url: \"https://x.org/\\\"><script>\"\n",
      [
        #"1:6: error: url is "https://x.org/"><script>"; write the site's whole address, https://example.org/calendar/"#
      ], true
    ),
    (
      "author: [a]\n", ["1:9: error: author is a list; write a name, or name: and email: below it"],
      true
    ),
    (
      "author:\n  nam: a\n  email: a\n",
      [
        #"2:3: warning: unknown key "nam"; did you mean "name"?"#,
        #"3:10: error: email is "a"; write an address such as yara@example.com"#,
      ], true
    ),
    (
      "locale: english please\n",
      [
        #"1:9: error: locale is "english please"; write a language tag such as en-GB, de or zh-Hans"#
      ], true
    ),
    (
      "locale: en-UK\n",
      [
        #"1:9: error: locale is "en-UK"; did you mean en-GB, en-CK, en-DK? write a language tag such as en-GB, de "#
          + "or zh-Hans"
      ], true
    ),
    (
      "locale: qq\n",
      [
        #"1:9: error: locale is "qq"; did you mean qu, sq, gaa? write a language tag such as en-GB, de or zh-Hans"#
      ], true
    ),
    (
      "locale: hi-u-nu-zzzz\n",
      [
        #"1:9: error: locale is "hi-u-nu-zzzz"; there is no such numbering system; write one after -nu-, such as "#
          + "latn, deva or arab"
      ], true
    ),
    ("locales: [de, DE, fr]\n", ["1:15: warning: de is listed twice; remove one"], false),
    (
      "locale: de\nlocales: [de, en]\n",
      ["2:1: error: locale and locales exclude each other; write the main language first in locales"], true
    ),
    (
      "minimalDays: 8\n",
      [
        #"1:14: error: minimalDays is "8"; write the fewest days of the new year that week 1 may have, 1 to 7"#
      ], true
    ),
    ("weekend: [friday, saturday]\ndigits: arab\nminimalDays: 1\n", [], false),
    (
      "zones: Shanghai\n",
      [#"1:8: error: "Shanghai" is not a known time zone; did you mean Asia/Shanghai"#], true
    ),
    (
      "zones:\n  - UTC\n  - [a]\n  - utc\n  - UTC+19\n",
      [
        "3:5: error: zones holds a list; write names such as Europe/Berlin or UTC+8",
        #"4:5: warning: the zone "utc" is listed twice; remove one"#,
        #"5:5: error: "UTC+19" is not a known time zone; "#,
      ], true
    ),
    (
      "firstWeekday: mondy\n",
      [
        #"1:15: error: firstWeekday is "mondy"; did you mean "monday"? write one of monday, tuesday, wednesday, "#
          + #"thursday, friday, saturday, sunday"#
      ], true
    ),
    (
      "hourCycle: 24\n",
      [#"1:12: error: hourCycle is "24"; did you mean "h23"? write one of h12, h23"#], true
    ),
    ("eventPages: 3\n", [#"1:13: error: eventPages is "3"; write true or false"#], true),
    (
      "secondCalendar: hebrw\n",
      [
        #"1:17: error: secondCalendar is "hebrw"; did you mean "hebrew"? write one of chinese, hebrew, "#
          + "islamic-umalqura, islamic-civil, persian, japanese, buddhist, ethiopic, indian"
      ], true
    ),
    ("offline: maybe\n", [#"1:10: error: offline is "maybe"; write true, false or remove"#], true),
    (
      "columns: room\n",
      [#"1:10: error: columns is "room"; write one of none, calendar, place, category"#], true
    ),
    ("columns: {order: [a]}\n", ["1:1: error: columns has no by; add by: calendar, by: place or by: category"], true),
    (
      "columns: {by: place, order: a}\n", [#"1:29: error: order is "a"; write a list of names"#], true
    ),
    ("weekNumbers: many\n", [#"1:14: error: weekNumbers is "many"; write true or false"#], true),
    (
      "window: 12\n",
      [
        #"1:9: error: window is "12"; write before: and after: in months, or from: and to: as dates, below it"#
      ], true
    ),
    (
      "window: {before: -1, after: a lot}\n",
      [
        #"1:18: error: before is "-1"; write whole months, 0 to 1200"#,
        #"1:29: error: after is "a lot"; write whole months, 0 to 1200"#,
      ], true
    ),
    (
      "window: {before: 1, from: 2026-01-01, untl: 1}\n",
      [
        "1:10: error: before and from both set the same end of the window; keep one",
        #"1:39: warning: unknown key "untl"; the keys here are before, after, from, to"#,
      ], true
    ),
    (
      "window: {from: 2026-02-30, to: soon}\n",
      [
        #"1:16: error: from is "2026-02-30"; write a date such as 2026-11-20"#,
        #"1:32: error: to is "soon"; write a date such as 2026-11-20"#,
      ], true
    ),
    (
      "window: {from: 2026-02-02, to: 2026-02-02}\n",
      ["1:32: error: window ends on or before the day it begins; to: is the date after the last"],
      true
    ),
    (
      "views: [month, day]\n",
      [#"1:9: error: views is "month"; write one of calendar, agenda, week, day, year"#], true
    ),
    (
      "views: []\n",
      [
        "1:8: error: views is empty; write one of calendar, agenda, week, day, year, or leave it out"
      ], true
    ),
    (
      "audiences: []\n",
      ["1:12: error: audiences is empty; remove it, or add - name: and privacy:"], true
    ),
    ("audiences:\n", ["1:11: error: audiences is nothing; write a list, each with name: and privacy:"], true),
    ("audiences: all\n", [#"1:12: error: audiences is "all"; write a list, each with name: and privacy:"#], true),
    ("audiences:\n  - all\n", [#"2:5: error: one of audiences is "all"; write name: and privacy: for each"#], true),
    ("audiences:\n  - privacy: busy\n", ["2:5: error: an audience has no name; add one, such as name: public"], true),
    (
      "audiences:\n  - {name: '', privacy: busy}\n",
      ["2:5: error: an audience has no name; add one, such as name: public"], true
    ),
    (
      "audiences:\n  - {name: a b, privacy: busy}\n",
      [#"2:12: error: the name "a b" can't name a folder; write letters, digits, -, _ and dots, such as "a-b""#], true
    ),
    (
      "audiences:\n  - {name: a/b, privacy: busy}\n", [#"2:12: error: the name "a/b" can't name a folder"#], true
    ),
    (
      "audiences:\n  - name: a\n",
      [#"2:5: error: the audience "a" has no privacy; add privacy: full, titles, busy or hidden"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: bussy}\n",
      [#"2:24: error: privacy is "bussy"; did you mean "busy"? write one of full, titles, busy, hidden"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy}\n  - {name: A, privacy: full, output: b}\n",
      [#"3:5: error: the name "A" is also used by another audience; each needs its own"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy}\n  - {name: b, privacy: full, output: A}\n",
      [#"3:38: error: the folder "A" holds the site of the audience in line 2, too"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy, output: x/y}\n  - {name: b, privacy: full, output: x}\n",
      [#"3:38: error: the folder "x" holds the site of the audience in line 2, too"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy, output: ../x}\n",
      [#"2:38: error: output is "../x"; write a folder inside of --output, such as a: names of letters"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy, output: /x}\n",
      [#"2:38: error: output is "/x"; write a folder inside of --output"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy, output: x//y}\n",
      [#"2:38: error: output is "x//y"; write a folder inside of --output"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy, output: .x}\n",
      [#"2:38: error: output is ".x"; write a folder inside of --output"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy, calendars: work}\n",
      [#"2:41: error: calendars is "work"; write a list of names: [work, home]"#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy, calendars: [work]}\n",
      [#"2:42: error: there is no calendar "work""#], true
    ),
    (
      "audiences:\n  - {name: a, privacy: busy, index: maybe}\n",
      [#"2:37: error: index is "maybe"; write true or false"#], true
    ),
    // A key that is overlooked could publish more than was meant.
    (
      "audiences:\n  - {name: a, privacy: busy, calendar: [work]}\n",
      [#"2:30: error: unknown key "calendar"; did you mean "calendars"?"#], true
    ),
    // Rules.
    (
      "rules:\n  - {privacy: busy}\n",
      ["2:5: error: a rule says to which events it applies by one of class:, category: and title:; add one"], true
    ),
    (
      "rules:\n  - {privacy: busy, class: private, title: x}\n",
      ["2:37: error: a rule has one of class:, category: and title:; make two rules of it"], true
    ),
    ("rules:\n  - {title: x}\n", ["2:5: error: a rule has no privacy; add privacy: hidden"], true),
    (
      "rules:\n  - {privacy: secret, title: x}\n",
      [#"2:15: error: privacy is "secret"; write one of full, titles, busy, hidden"#], true
    ),
    (
      "rules:\n  - {privacy: busy, class: secret}\n",
      [#"2:28: error: class is "secret"; write one of private, confidential"#], true
    ),
    (
      "rules:\n  - {privacy: busy, title: \(String(repeating: "x", count: TextPattern.lengthLimit + 1))}\n",
      ["2:28: error: title is \(TextPattern.lengthLimit + 1) characters long; write at most"], true
    ),
    // Weather.
    ("weather: off\n", [], false),
    (
      "weather: yes\n",
      [#"1:10: error: weather is "yes"; write provider:, latitude: and longitude: below it, or false"#], true
    ),
    (
      "weather: {}\n", ["1:1: error: weather has no provider; add provider: met.no or provider: open-meteo"], true
    ),
    (
      "weather: {provider: yr, latitude: 1, longitude: 2}\n",
      [#"1:21: error: provider is "yr"; write one of met.no, open-meteo"#], true
    ),
    (
      "weather: {provider: open-meteo}\n",
      ["1:1: error: weather has no place; add latitude: and longitude:, such as 60.39 and 5.32"], true
    ),
    ("weather: {provider: open-meteo, events: yes}\n", [], false),
    (
      "weather: {provider: open-meteo, latitude: 1}\n",
      ["1:33: error: latitude is given alone; add longitude:"], true
    ),
    (
      "weather: {provider: open-meteo, latitude: 91, longitude: east, elevation: 3}\n",
      [
        #"1:43: error: latitude is "91"; write degrees with a point, -90 to 90, north and east positive, such as "#
          + #"60.39"#,
        #"1:58: error: longitude is "east"; write degrees with a point, -180 to 180, north and east positive, such as "#
          + #"60.39"#,
        #"1:64: warning: unknown key "elevation"; the keys here are provider, latitude, longitude, place, events, "#
          + #"units, contact, endpoint"#,
      ], true
    ),
    (
      "weather: {provider: met.no, latitude: 1, longitude: 2}\n",
      [
        "1:1: error: met.no requires contact information; add contact: with a mail address, or the site's url:"
      ], true
    ),
    ("url: https://example.org\nweather: {provider: met.no, latitude: 1, longitude: 2}\n", [], false),
    (
      "weather: {provider: met.no, latitude: 1, longitude: 2, contact: \"a\\nb@c\", endpoint: file:///etc, units: K}\n",
      [
        #"1:65: error: contact is "a b@c"; write a mail or web address, such as ops@example.org"#,
        #"1:85: error: endpoint is "file:///etc"; write the whole address, such as "#
          + #"https://api.example.org/v1/forecast"#,
        #"1:105: error: units is "K"; write one of celsius, fahrenheit"#,
      ], true
    ),
    // Calendars.
    (
      "calendars: a.ics\n",
      [#"1:12: error: calendars is "a.ics"; write a list, each with - name: and source:"#], true
    ),
    (
      "calendars:\n  - a.ics\n",
      [#"2:5: error: a calendar is "a.ics"; write name: and source: for each"#], true
    ),
    (
      "calendars:\n  - {}\n",
      ["2:5: error: a calendar has no name; add one, such as name: work"], true
    ),
    (
      "calendars:\n  - {name: My Work, source: a.ics}\n",
      [
        #"2:12: error: the name "My Work" can't name a file; write "my-work", and what people read as title:"#
      ], true
    ),
    (
      "calendars:\n  - {name: 工作, source: a.ics}\n",
      [
        #"2:12: error: the name "工作" can't name a file; write "2y2fwqje", and what people read as title:"#
      ], true
    ),
    (
      "calendars:\n  - {name: ../x, source: a.ics}\n",
      [
        #"2:12: error: the name "../x" can't name a file; write "x", and what people read as title:"#
      ], true
    ),
    (
      "calendars:\n  - {name: NUL, source: a.ics}\n  - {name: all, source: a.ics}\n",
      [
        #"2:12: error: the name "NUL" can't name a file; write "nul-dryoxqj5", and what people read as title:"#,
        #"3:12: error: the name "all" belongs to the feed of all calendars; choose another"#,
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: x.ics}\n  - {name: A, source: x.ics}\n",
      [
        #"2:23: error: there is no x.ics, so the calendar "a" is empty; add it, or correct the name"#,
        #"3:12: error: the name "A" is also used by the calendar in line 2; each needs its own"#,
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: ../x.ics}\n",
      [
        #"2:23: error: the source "../x.ics" leads out of the content folder; copy it there and write its path from "#
          + #"there, or link it there and set followLinks: true"#
      ], true
    ),
    (
      // The slash and the mark after it are one Character; to the file system it is still a slash.
      "calendars:\n  - {name: a, source: \"../\u{301}x.ics\"}\n",
      [
        "2:23: error: the source \"../\u{301}x.ics\" leads out of the content folder; copy it there and write its path "
          + "from there, or link it there and set followLinks: true"
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: b/../../x.ics}\n",
      [
        #"2:23: error: the source "b/../../x.ics" leads out of the content folder; copy it there and write its path "#
          + #"from there, or link it there and set followLinks: true"#
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: /etc/passwd}\n  - {name: b, source: ~/a.ics}\n",
      [
        #"2:23: error: the source "/etc/passwd" is outside the content folder; copy it there and write its path from "#
          + #"there, or link it there and set followLinks: true"#,
        #"3:23: error: the source "~/a.ics" is outside the content folder; copy it there and write its path from "#
          + #"there, or link it there and set followLinks: true"#,
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: 'ftp://x/a.ics'}\n",
      [
        "2:23: error: source has the scheme ftp:, which is not supported; write https:, webcal: or caldav+https:, "
          + "or a path"
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: 'caldav+https://a.example/', collections: []}\n",
      [
        #"2:23: warning: the calendar "a" is empty, because it was never fetched; build the site, or add --refresh"#,
        "2:65: error: collections is empty; write the names of calendars: [Team, Family], or remove it",
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: 'caldav+https://a.example/', collections: [[b], ' ', ok]}\n",
      [
        #"2:23: warning: the calendar "a" is empty, because it was never fetched; build the site, or add --refresh"#,
        "2:66: error: one of collections is a list; write the names of calendars: [Team, Family]",
        "2:71: error: one of collections is",
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: 'https://a.example/b.ics', collections: [b]}\n",
      [
        #"2:23: warning: the calendar "a" is empty, because it was never fetched; build the site, or add --refresh"#,
        "2:50: warning: collections picks calendars of a CalDAV server, and this source is one calendar; remove it, or",
      ], false
    ),
    (
      "calendars:\n  - {name: a, source: 'caldav+https://ann@a.example/'}\n",
      ["2:23: error: source holds a user name or a password; remove everything up to the @"], true
    ),
    (
      "calendars:\n  - {name: a, source: 'caldav+https:a.example'}\n",
      ["2:23: error: source is not a whole address"], true
    ),
    (
      "calendars:\n  - {name: a, source: ''}\n",
      ["2:23: error: source is empty; write a file, a folder of .ics files or an https: address"],
      true
    ),
    (
      "calendars:\n  - {name: a, source: 'https://x/a.ics', color: red}\n  - name: b\n    source: https://x/b.ics\n"
        + "    color: #2f6fde\n",
      [
        #"2:23: warning: the calendar "a" is empty, because it was never fetched; build the site, or add --refresh"#,
        ##"2:49: error: color is "red"; write "#rgb" or "#rrggbb", in quotes, such as "#2f6fde""##,
        #"4:13: warning: the calendar "b" is empty, because it was never fetched; build the site, or add --refresh"#,
        "5:5: error: color is empty; in YAML # begins a comment, so write it in quotes: \"#2f6fde\"",
      ], true
    ),
    (
      "calendars:\n  - {name: a, source: 'https://x/a.ics', privacy: secret, colour: '#fff'}\n",
      [
        #"2:23: warning: the calendar "a" is empty, because it was never fetched; build the site, or add --refresh"#,
        #"2:51: error: privacy is "secret"; write one of full, titles, busy, hidden"#,
        #"2:59: warning: unknown key "colour"; did you mean "color"?"#,
      ], true
    ),
    // YAML itself.
    ("- a\n", ["1:1: error: settings are written as `key: value`, and this is a list"], true),
    (
      "just words\n",
      [#"1:1: error: settings are written as `key: value`, and this is "just words""#], true
    ),
    (
      "title: a\nfoo\nurl: b\n",
      [
        "2:1: error: this is not YAML: could not find expected ':'; look at the indentation (spaces, no tabs), colons "
          + "and quotes here"
      ], true
    ),
    (
      "title: \"a\nurl: b\n",
      [
        "1:8: error: this is not YAML: found unexpected end of stream; look at the indentation (spaces, no tabs), "
          + "colons and quotes here"
      ], true
    ),
    (
      "title: a\n\turl: b\n",
      [
        "2:1: error: this is not YAML: found a tab character that violates indentation (while scanning a plain scalar "
          + "of line 1)"
      ], true
    ),
    (
      "title: a: b\n",
      ["1:9: error: this is not YAML: mapping values are not allowed in this context"], true
    ),
    ("title: *x\n", ["1:8: error: this is not YAML: found undefined alias"], true),
    (
      "title: a\n---\ntitle: b\n", ["2:1: error: this is not YAML: but found another document"],
      true
    ),
    ("title: a\u{0}b\n", ["1:9: error: YAML forbids this control character; remove it"], true),
    ("title: a\n? [b]\n: c\n", ["2:3: error: a key must be a text, not a list or mapping"], true),
    (
      "title: ü\u{2028}\nprivacy: x\n",
      [#"2:10: error: privacy is "x"; write one of full, titles, busy, hidden"#], true
    ),
    (String(repeating: "[", count: 5_000), ["1:1"], true),
  ]

  @Test(arguments: problems.indices)
  func problem(_ index: Int) throws {
    let (yaml, problems, isBroken) = Self.problems[index]
    let content = TestContent(["site.yml": yaml])
    let read = try content.read()
    let got = read.problems.map { content.relative($0.description) }
    #expect(got.count == problems.count, "\(yaml): \(got)")
    for (got, expected) in zip(got, problems) {
      #expect(got.hasPrefix("site.yml:" + expected), "\(yaml)")
    }
    #expect(read.isConfigurationBroken == isBroken, "\(yaml)")
  }

  @Test func aliasesDoNotMultiply() throws {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...12 {
      yaml +=
        "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    let content = try Self.read(yaml)
    #expect(content.isConfigurationBroken)
    #expect(content.problems.first?.description.contains("more than 100000 values") == true)
  }

  @Test func latin1IsReadAndReported() throws {
    let content = TestContent()
    content.write(Array("title: a".utf8) + [0xE9, 0x0A], to: "site.yml")
    #expect(
      try content.problems() == [
        "site.yml:1:9: note: this is not UTF-8 and is read as Windows-1252 (Latin-1); save the file as UTF-8"
      ])
    #expect(try String(utf8: content.read().configuration.title) == "aé")
  }

  @Test(arguments: [
    (
      "site.yaml",
      "site.yaml:1:1: error: settings are read from site.yml only; rename this file to site.yml, or remove it"
    ),
    (
      "site.yml/a",
      "site.yml:1:1: error: the file can't be read (is a directory); check what it is and its permissions"
    ),
  ]) func anotherNameOrAFolderIsNotOverlooked(_ path: String, _ problem: String) throws {
    let content = TestContent([path: "privacy: busy\n"])
    #expect(try content.problems() == [problem])
    #expect(try content.read().isConfigurationBroken)
  }

  @Test func privacyIsOrdered() {
    #expect(Privacy.allCases.sorted() == [.full, .titles, .busy, .hidden])
  }
}
