import Bytes
import Foundation
import ICalendar
import Testing

@testable import Readers

/// events.json into VEVENTs.
struct EventsFileTests {
  static func read(_ json: String) -> (events: [[String]], file: SourceFile, problems: [String]) {
    var problems = Problems()
    let file = EventsFile.read(
      Array(json.utf8), path: "events.json", zones: testZones, problems: &problems)
    return (file.file.events, file.file, problems.sorted.map(\.description))
  }

  // MARK: The result of each key

  /// An event's JSON, and the resulting lines except UID and DTSTAMP.
  static let events: [(json: String, lines: [String])] = [
    // BusyLife's own form.
    (
      #"{"startDate":1793745000,"range":5400,"type":2,"title":"Call"}"#,
      ["DTSTART:20261103T223000Z", "DTEND:20261104T000000Z", "SUMMARY:Call", "X-BUSYLIFE-TYPE:2"]
    ),
    (#"{"startDate":0,"range":0}"#, ["DTSTART:19700101T000000Z", "DTEND:19700101T000000Z"]),
    (#"{"startDate":-1.5e0}"#, ["DTSTART:19691231T235958Z"]),
    (
      #"{"startDate":0,"desc":"a, b; c\\d\ne"}"#,
      ["DTSTART:19700101T000000Z", "DESCRIPTION:a\\, b\\; c\\\\d\\ne"]
    ),
    (
      #"{"startDate":0,"location":{"name":"Bench","city":"上海","latitude":31.2352,"longitude":-121.4}}"#,
      ["DTSTART:19700101T000000Z", "LOCATION:Bench", "X-BUSYLIFE-CITY:上海", "GEO:31.2352;-121.4"]
    ),
    (
      #"{"startDate":0,"location":{"city":"Anji"}}"#,
      ["DTSTART:19700101T000000Z", "LOCATION:Anji", "X-BUSYLIFE-CITY:Anji"]
    ),
    (
      #"{"startDate":0,"location":{"latitude":1e1,"longitude":-0.5E+1}}"#,
      ["DTSTART:19700101T000000Z", "GEO:10.000000;-5.000000"]
    ),
    (
      #"{"startDate":0,"location":"Anji, \"mill\""}"#,
      ["DTSTART:19700101T000000Z", "LOCATION:Anji\\, \"mill\""]
    ),
    (
      #"{"startDate":0,"attends":[{"name":"Ada \"L\": "#
        + #"x","email":"ada@x.org","avatar":"https://x/a.png"},{"name":"Bo"},"Cy","d@x.org",{"email":"mailto:e@x.org"}"#
        + #",{}]}"#,
      [
        "DTSTART:19700101T000000Z",
        "ATTENDEE;CN=\"Ada ^'L^': x\";X-BUSYLIFE-AVATAR=\"https://x/a.png\":mailto:ada@x.org",
        "ATTENDEE;CN=Bo:invalid:nomail", "ATTENDEE;CN=Cy:invalid:nomail", "ATTENDEE:mailto:d@x.org",
        "ATTENDEE:mailto:e@x.org",
      ]
    ),
    (
      #"{"startDate":0,"title":null,"desc":null,"location":null,"attends":null,"type":null}"#,
      ["DTSTART:19700101T000000Z"]
    ),
    // Times of the extended form.
    (
      #"{"start":"2026-11-03T09:00:00+08:00","end":"2026-11-03T10:30:00+08:00"}"#,
      ["DTSTART:20261103T010000Z", "DTEND:20261103T023000Z"]
    ),
    (#"{"start":"2026-11-03T09:00Z"}"#, ["DTSTART:20261103T090000Z"]),
    (
      #"{"start":"2026-11-03T09:00","end":"2026-11-03T10:00","tz":"europe/berlin"}"#,
      ["DTSTART;TZID=Europe/Berlin:20261103T090000", "DTEND;TZID=Europe/Berlin:20261103T100000"]
    ),
    (
      #"{"start":"2026-11-03T09:00","tz":"UTC-03:30"}"#,
      ["DTSTART;TZID=\"UTC-03:30\":20261103T090000"]
    ),
    (#"{"start":"2026-11-03T09:00","tz":"UTC"}"#, ["DTSTART:20261103T090000Z"]),
    (
      #"{"start":"2026-11-03T09:00","range":5400}"#,
      ["DTSTART:20261103T090000", "DTEND:20261103T103000"]
    ),
    (#"{"start":"2026-11-03T24:00"}"#, ["DTSTART:20261104T000000"]),
    // An offset and a zone: the instant, as a local time of the zone.
    (
      #"{"start":"2026-11-03T09:00+08:00","end":"2026-11-03T03:00+01:00","tz":"Europe/Berlin"}"#,
      ["DTSTART;TZID=Europe/Berlin:20261103T020000", "DTEND;TZID=Europe/Berlin:20261103T030000"]
    ),
    // The second 02:30 of the night, which a local time can't express.
    (#"{"start":"2026-10-25T02:30+01:00","tz":"Europe/Berlin"}"#, ["DTSTART:20261025T013000Z"]),
    (
      #"{"start":"2026-10-25T01:30","range":7200,"tz":"Europe/Berlin"}"#,
      ["DTSTART;TZID=Europe/Berlin:20261025T013000", "DTEND:20261025T013000Z"]
    ),
    (
      #"{"startDate":1793745000,"range":60,"tz":"Asia/Shanghai"}"#,
      ["DTSTART;TZID=Asia/Shanghai:20261104T063000", "DTEND;TZID=Asia/Shanghai:20261104T063100"]
    ),
    // Lengths, as people write them and as in iCalendar.
    (#"{"start":"2026-11-03T09:00","duration":"90m"}"#, ["DTSTART:20261103T090000", "DURATION:PT1H30M"]),
    (#"{"start":"2026-11-03T09:00","duration":"1h30m"}"#, ["DTSTART:20261103T090000", "DURATION:PT1H30M"]),
    (#"{"start":"2026-11-03T09:00","duration":" 1 hour 30 min "}"#, ["DTSTART:20261103T090000", "DURATION:PT1H30M"]),
    (#"{"start":"2026-11-03T09:00","duration":"PT1H30M"}"#, ["DTSTART:20261103T090000", "DURATION:PT1H30M"]),
    (#"{"start":"2026-11-03T09:00","duration":"pt90m"}"#, ["DTSTART:20261103T090000", "DURATION:PT1H30M"]),
    (#"{"start":"2026-11-03T09:00","duration":"1w2d3h4m5s"}"#, ["DTSTART:20261103T090000", "DURATION:P9DT3H4M5S"]),
    (#"{"start":"2026-11-03T09:00","duration":"36h"}"#, ["DTSTART:20261103T090000", "DURATION:PT36H"]),
    (
      #"{"start":"2026-11-03T09:00","tz":"Europe/Berlin","duration":"1d"}"#,
      ["DTSTART;TZID=Europe/Berlin:20261103T090000", "DURATION:P1D"]
    ),
    (#"{"startDate":0,"duration":"45m","title":"a"}"#, ["DTSTART:19700101T000000Z", "DURATION:PT45M", "SUMMARY:a"]),
    (#"{"start":"2026-11-03","duration":"2d"}"#, ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261105"]),
    (#"{"start":"2026-11-03","duration":"48h"}"#, ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261105"]),
    (#"{"start":"2026-11-03","duration":"P1W"}"#, ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261110"]),
    (##"{"startDate":0,"color":"#ABC"}"##, ["DTSTART:19700101T000000Z", "X-BUSYLIFE-COLOR:#aabbcc"]),
    (#"{"startDate":0,"color":"Tomato"}"#, ["DTSTART:19700101T000000Z", "COLOR:tomato"]),
    (
      ##"{"startDate":0,"color":"#2F6FDE","end":"1970-01-01T01:00Z"}"##,
      ["DTSTART:19700101T000000Z", "DTEND:19700101T010000Z", "X-BUSYLIFE-COLOR:#2f6fde"]
    ),
    // All day.
    (#"{"start":"2026-11-03"}"#, ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261104"]),
    (
      #"{"start":"2026-11-03","end":"2026-11-05","allDay":true}"#,
      ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261105"]
    ),
    (
      #"{"start":"2026-11-03","range":90000}"#,
      ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261105"]
    ),
    (
      #"{"startDate":1793548800,"range":86400,"allDay":true,"tz":"Asia/Shanghai","title":"x"}"#,
      ["DTSTART;VALUE=DATE:20261102", "DTEND;VALUE=DATE:20261103", "SUMMARY:x"]
    ),
    // Recurrence: a rule steps in the offset its start was written with.
    (
      #"{"start":"2026-11-03T02:00+08:00","rrule":"RRULE:FREQ=WEEKLY;BYDAY=TU","exdates":["2026-11-10","#
        + #""2026-11-17T02:00","2026-11-23T18:00Z"]}"#,
      [
        "DTSTART;TZID=UTC+8:20261103T020000", "RRULE:FREQ=WEEKLY;BYDAY=TU",
        "EXDATE;VALUE=DATE:20261110",
        "EXDATE;TZID=UTC+8:20261117T020000,20261124T020000",
      ]
    ),
    (
      #"{"start":"2026-11-03T02:00Z","rrule":"FREQ=DAILY","exdates":"2026-11-04T02:00"}"#,
      ["DTSTART:20261103T020000Z", "RRULE:FREQ=DAILY", "EXDATE:20261104T020000Z"]
    ),
    (
      #"{"start":"2026-11-03","rrule":"FREQ=DAILY","exdates":["2026-11-04T09:00"]}"#,
      [
        "DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261104", "RRULE:FREQ=DAILY",
        "EXDATE;VALUE=DATE:20261104",
      ]
    ),
    (
      #"{"start":"2026-11-03T09:00","rrule":"FREQ=DAILY","exdates":["2026-11-04T09:00"]}"#,
      ["DTSTART:20261103T090000", "RRULE:FREQ=DAILY", "EXDATE:20261104T090000"]
    ),
    // The rest.
    (
      #"{"start":"2026-11-03","end":"2026-11-04","description":"d","status":"Canceled","class":"Private","#
        + #""transp":"transparent","url":"https://x.org/a b?c=\"d\"","categories":["A, B","","C"]}"#,
      [
        "DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261104", "DESCRIPTION:d",
        "CATEGORIES:A\\, B,C",
        "STATUS:CANCELLED", "CLASS:PRIVATE", "TRANSP:TRANSPARENT",
        "URL:https://x.org/a%20b?c=%22d%22",
      ]
    ),
    (
      #"{"start":"2026-11-03","categories":"One"}"#,
      ["DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261104", "CATEGORIES:One"]
    ),
    // No text of content can begin a line of its own.
    (
      #"{"startDate":0,"title":"a\r\nEND:VEVENT\u0000\u2028","attends":[{"name":"x\r\nURL:y","email":"a@b\r\nURL:z"}],"#
        + #""url":"https://x\r\nX:y"}"#,
      [
        "DTSTART:19700101T000000Z", "SUMMARY:a\\nEND:VEVENT\u{2028}",
        "ATTENDEE;CN=\"x^nURL:y\":mailto:a@b%0d%0aURL:z",
        "URL:https://x%0d%0aX:y",
      ]
    ),
    (
      #"{"startDate":0,"title":"</script><img src=x onerror=alert(1)>"}"#,
      ["DTSTART:19700101T000000Z", "SUMMARY:</script><img src=x onerror=alert(1)>"]
    ),
  ]

  @Test(arguments: events.indices)
  func event(_ index: Int) {
    let (json, lines) = Self.events[index]
    let read = Self.read("[\(json)]")
    #expect(read.problems == [], "\(json)")
    #expect(read.events.count == 1, "\(json)")
    let got = read.events.first?.filter {
      !$0.hasPrefix("UID:") && $0 != "DTSTAMP:19700101T000000Z"
    }
    #expect(got == lines, "\(json)")
  }

  // MARK: Problems

  /// The text of the list, its problems, and the titles of the remaining events.
  static let problems: [(json: String, problems: [String], titles: [String])] = [
    (
      #"[{"title":"a"},{"startDate":0,"title":"b"}]"#,
      [
        #"events.json:1:2: error: there is no start; add start, such as "2026-11-20T09:00", or startDate in seconds "#
          + #"since 1970; the event is skipped"#
      ], ["b"]
    ),
    (
      "[{\"title\":\"a\",\n  \"startDate\": \"17\"}]",
      [
        #"events.json:2:16: error: startDate is "17"; write a number of seconds, without quotation marks; the event "#
          + #"is skipped"#
      ], []
    ),
    (
      #"[{"startDate":1e300}]"#,
      [
        "events.json:1:15: error: startDate is 1e300, which is out of range; write whole seconds; the event is skipped"
      ], []
    ),
    (
      #"[{"startDate":999999999999}]"#,
      [
        "events.json:1:15: error: startDate is 999999999999, which is not in the years 1 to 9999; write seconds since "
          + "1970; the event is skipped"
      ], []
    ),
    (
      #"[{"startDate":-99999999999}]"#,
      [
        "events.json:1:15: error: startDate is -99999999999, which is not in the years 1 to 9999; write seconds since "
          + "1970; the event is skipped"
      ], []
    ),
    (
      #"[{"startDate":0,"range":-60}]"#,
      [
        "events.json:1:25: error: range is -60, and an event can't end before it starts; write 0 or more seconds; the "
          + "event is skipped"
      ], []
    ),
    (
      #"[{"startDate":0,"range":9e17},{"start":"9999-12-31T23:00","range":7200}]"#,
      [
        "events.json:1:25: error: the event ends after the year 9999; write a smaller range, in seconds; the event is "
          + "skipped",
        "events.json:1:67: error: the event ends after the year 9999; write a smaller range, in seconds; the event is "
          + "skipped",
      ], []
    ),
    (
      #"[{"startDate":0,"range":true}]"#,
      [
        "events.json:1:25: error: range is true; write a number of seconds, without quotation marks; the event is "
          + "skipped"
      ], []
    ),
    (
      #"[{"start":"2026-13-01"}]"#,
      [
        #"events.json:1:11: error: start is "2026-13-01", which is not a date or time; write 2026-11-20, "#
          + #"2026-11-20T09:00 or 2026-11-20T09:00:00+01:00; the event is skipped"#
      ], []
    ),
    (
      #"[{"start":"2026-02-29T09:00"}]"#,
      [
        #"events.json:1:11: error: start is "2026-02-29T09:00", which is not a date or time; write 2026-11-20, "#
          + #"2026-11-20T09:00 or 2026-11-20T09:00:00+01:00; the event is skipped"#
      ], []
    ),
    (
      #"[{"start":"2026-11-03T09:00","tz":"Europe/Berln"}]"#,
      [
        #"events.json:1:35: error: "Europe/Berln" is not a known time zone; did you mean Europe/Berlin"#
      ], []
    ),
    (
      #"[{"start":"2026-11-03T10:00","end":"2026-11-03T09:00"}]"#,
      [
        "events.json:1:36: error: end is before start; swap them, or correct the wrong one; the event is skipped"
      ], []
    ),
    (
      #"[{"start":"2026-11-03","end":"2026-11-02"}]"#,
      [
        "events.json:1:30: error: end is before start; swap them, or correct the wrong one; the event is skipped"
      ], []
    ),
    (
      #"[{"start":"2026-11-03","end":"2026-11-03","title":"a"}]"#,
      [
        "events.json:1:30: warning: end is the day after the last, but equals start; the event is read as one "
          + "day; remove end, or set it to the next day"
      ], ["a"]
    ),
    (
      #"[{"start":"2026-11-03T09:00","end":"2026-11-04T10:00","allDay":true,"title":"a"}]"#,
      [
        "events.json:1:11: warning: the event is all day, so the time of its start is not used; leave it out",
        "events.json:1:36: warning: the event is all day, so the time of its end is not used; write the day after the "
          + "last",
      ], ["a"]
    ),
    (
      #"[{"start":"2026-11-03","allDay":false,"title":"a"}]"#,
      [
        "events.json:1:33: warning: allDay is false, but start has no time of day; the event is read as all day, give "
          + "start a time such as 2026-11-20T09:00"
      ], ["a"]
    ),
    (
      #"[{"start":"2026-11-03","allDay":"true"}]"#,
      [
        #"events.json:1:33: error: allDay is "true"; write true or false, without quotation marks; the event is "#
          + #"skipped"#
      ], []
    ),
    (
      #"[{"start":"2026-11-03T09:00Z","end":"2026-11-03T10:00","title":"a"}]"#,
      [
        "events.json:1:37: warning: end has no offset and start has one; that of start is used; write both alike"
      ], ["a"]
    ),
    (
      #"[{"start":"2026-11-03T09:00","end":"2026-11-03T10:00Z","title":"a"}]"#,
      [
        "events.json:1:36: warning: end has an offset and start has none; its local time is used; write both "
          + "alike or add tz"
      ], ["a"]
    ),
    (
      #"[{"start":"2026-11-03T09:00","end":"2026-11-04","title":"a"}]"#,
      [
        "events.json:1:36: warning: end is a date and start has a time; the date's first moment is used; give "
          + "end a time such as 2026-11-20T17:00"
      ], ["a"]
    ),
    (
      #"[{"start":"2026-11-03","startDate":0,"title":"a"},{"startDate":0,"range":1,"end":"2026-11-03T09:00Z","#
        + #""title":"b"}]"#,
      [
        "events.json:1:36: warning: start and startDate both say when the event begins; start is used; remove one",
        "events.json:1:74: warning: end and range both say when the event ends; end is used; remove one",
      ], ["a", "b"]
    ),
    (
      #"[{"startDate":0,"title":5},{"startDate":0,"uid":5}]"#,
      [
        "events.json:1:25: error: title is 5; write a text in quotation marks; the event is skipped",
        "events.json:1:49: error: uid is 5; write a text in quotation marks; the event is skipped",
      ], []
    ),
    (
      #"[{"startDate":0,"rrule":"FREQ=DAILY\nATTENDEE:x"}]"#,
      [
        #"events.json:1:25: error: rrule is "FREQ=DAILY ATTENDEE:x"; write one rule such as "FREQ=WEEKLY;BYDAY=TU"; "#
          + #"the event is skipped"#
      ], []
    ),
    (
      #"[{"startDate":0,"exdates":["2026-11-03",7],"title":"a"}]"#,
      [
        #"events.json:1:41: warning: exdates is 7 and is left out; write dates or times such as "2026-11-20""#
      ], ["a"]
    ),
    (
      #"[{"startDate":0,"title":"a","type":"x","desc":1,"url":"javascript:alert(1)","status":"maybe","location":[],"#
        + #""attends":{}}]"#,
      [
        #"events.json:1:36: warning: type is "x" and is left out; write a whole number"#,
        "events.json:1:47: warning: desc is 1 and is left out; write a text in quotation marks",
        #"events.json:1:55: warning: url is "javascript:alert(1)" and is left out; write an address that begins with "#
          + #"https:, http:, mailto:, tel: or geo:"#,
        #"events.json:1:86: warning: status is "maybe" and is left out; write one of confirmed, tentative, cancelled"#,
        "events.json:1:105: warning: location is an array and is left out; write a text, or an object with name, city, "
          + "latitude and longitude",
        #"events.json:1:118: warning: attends is an object and is left out; write a list, such as [{"name": "Ada", "#
          + #""email": "ada@example.org"}]"#,
      ], ["a"]
    ),
    (
      #"[{"startDate":0,"title":"a","location":{"latitude":91,"longitude":0}},{"startDate":0,"title":"b","#
        + #""location":{"latitude":9}}]"#,
      [
        "events.json:1:52: warning: latitude is 91 and is left out; write degrees from -90 to 90",
        "events.json:1:121: warning: a place needs both latitude and longitude; one alone is left out",
      ], ["a", "b"]
    ),
    // A misspelt key must not decide who sees an event.
    (
      #"[{"startDate":0,"title":"a","class":"secret"},{"startDate":0,"title":"b","categories":[1]},{"startDate":0,"#
        + #""title":"c","clas":"private"}]"#,
      [
        #"events.json:1:37: warning: class is "secret" and is read as private; write one of public, private, "#
          + #"confidential"#,
        "events.json:1:88: error: categories is 1; write a text in quotation marks; the event is skipped",
        #"events.json:1:119: error: unknown key "clas"; did you mean "class"?; the event is skipped"#,
      ], ["a"]
    ),
    (
      #"[{"startDate":0,"title":"a","visibility":"private"},{"startDate":0,"title":"b","visibility":"public"},"#
        + #"{"startDate":0,"title":"c","calender":"work"},{"startDate":0,"title":"d"}]"#,
      [
        #"events.json:1:29: error: unknown key "visibility" in 2 events; write "class", such as "private"; these "#
          + "events are skipped",
        #"events.json:1:130: error: unknown key "calender"; did you mean "calendar"?; the event is skipped"#,
      ], ["d"]
    ),
    // Every unknown key is named, once, with the key that is meant.
    (
      #"[{"startDate":0,"titel":"a","id":3,"hairColor":1},{"startDate":0,"titel":"b"}]"#,
      [
        #"events.json:1:17: warning: unknown key "titel" in 2 events; did you mean "title"?"#,
        #"events.json:1:29: warning: unknown key "id"; write "uid""#,
        #"events.json:1:36: warning: unknown key "hairColor"; the keys here are start, end, duration, tz, allDay, "#
          + "title, slug, desc, description, location, attends, url, categories, rrule, exdates, status, class, "
          + "transp, uid, color, calendar, except, startDate, range, type",
      ], ["", ""]
    ),
    (
      #"[{"start":"2026-11-03","repeat":1,"recurrence":1,"timezone":1,"place":1,"colour":1,"summary":1,"name":1,"#
        + #""endDate":1,"end_time":1,"length":1,"Attendees":1,"tags":1,"link":1,"foo":[{}],"avatar":1,"uidd":1}]"#,
      [
        #"events.json:1:24: warning: unknown key "repeat"; write "rrule", such as "FREQ=WEEKLY""#,
        #"events.json:1:35: warning: unknown key "recurrence"; write "rrule", such as "FREQ=WEEKLY""#,
        #"events.json:1:50: warning: unknown key "timezone"; write "tz", such as "Europe/Berlin""#,
        #"events.json:1:63: warning: unknown key "place"; write "location""#,
        #"events.json:1:73: warning: unknown key "colour"; did you mean "color"?"#,
        #"events.json:1:84: warning: unknown key "summary"; write "title""#,
        #"events.json:1:96: warning: unknown key "name"; write "title""#,
        #"events.json:1:105: warning: unknown key "endDate"; write "end""#,
        #"events.json:1:117: warning: unknown key "end_time"; write "end""#,
        #"events.json:1:130: warning: unknown key "length"; write "duration", such as "90m""#,
        #"events.json:1:141: warning: unknown key "Attendees"; write "attends""#,
        #"events.json:1:155: warning: unknown key "tags"; write "categories""#,
        #"events.json:1:164: warning: unknown key "link"; write "url""#,
        #"events.json:1:173: warning: unknown key "foo"; the keys here are "#,
        #"events.json:1:184: warning: unknown key "avatar"; the keys here are "#,
        #"events.json:1:195: warning: unknown key "uidd"; did you mean "uid"?"#,
      ], [""]
    ),
    // Also those within values, once per event.
    (
      #"[{"startDate":0,"attends":[{"nmae":"a"},{"nmae":"b","name":"c"}],"location":{"citty":"d","street":"e"}}]"#,
      [
        #"events.json:1:29: warning: unknown key "nmae"; did you mean "name"?"#,
        #"events.json:1:78: warning: unknown key "citty"; did you mean "city"?"#,
        #"events.json:1:90: warning: unknown key "street"; the keys here are name, city, latitude, longitude"#,
      ], [""]
    ),
    // What says when an event ends.
    (
      #"[{"start":"2026-11-03T09:00","end":"2026-11-03T10:00","duration":"1h"},"#
        + #"{"startDate":0,"range":60,"duration":"1m"},{"start":"2026-11-03","duration":90},"#
        + #"{"start":"2026-11-03","duration":"90"},{"start":"2026-11-03","duration":"1:30"},"#
        + #"{"start":"2026-11-03","duration":"-1h"},{"start":"2026-11-03","duration":"30m1h"},"#
        + #"{"start":"9999-12-31T23:00","duration":"2h"}]"#,
      [
        "events.json:1:66: error: end and duration both say when the event ends; keep one; the event is skipped",
        "events.json:1:109: error: range and duration both say when the event ends; keep one; the event is skipped",
        "events.json:1:148: error: duration is 90; write a text in quotation marks; the event is skipped",
        #"events.json:1:185: error: duration is "90", which is not a duration; write "90m", "1h30m", "#
          + #""2d" or "PT1H30M"; the event is skipped"#,
        #"events.json:1:224: error: duration is "1:30", which is not a duration"#,
        #"events.json:1:265: error: duration is "-1h", which is not a duration"#,
        #"events.json:1:305: error: duration is "30m1h", which is not a duration"#,
        "events.json:1:353: error: the event ends after the year 9999; write a shorter duration; the event is skipped",
      ], []
    ),
    (
      #"[{"start":"2026-11-03","duration":"90m","title":"a"},{"start":"2026-11-03","duration":"36h","title":"b"}]"#,
      [
        "events.json:1:35: warning: the event is all day, so its duration is a day; write whole days, such as \"2d\", "
          + "or "
          + "give start a time",
        "events.json:1:87: warning: the event is all day, so its duration is 2 days; write whole days, such as \"2d\", "
          + "or give start a time",
      ], ["a", "b"]
    ),
    (
      #"[{"start":"2026-11-03T09:00","end":"2026-11-03T09:00","title":"a"},"#
        + #"{"start":"2026-11-03T09:00","duration":"0m","title":"b"}]"#,
      [
        "events.json:1:36: note: end is the same as start, so the event has no length; remove end, or correct it",
        "events.json:1:107: note: duration is 0, so the event has no length; remove it, or correct it",
      ], ["a", "b"]
    ),
    (
      #"[{"startDate":0,"color":"tomatoe","title":"a"},{"startDate":0,"color":7,"title":"b"}]"#,
      [
        #"events.json:1:25: warning: color is "tomatoe" and is left out; did you mean "tomato"?"#,
        ##"events.json:1:71: warning: color is 7 and is left out; write a colour name of CSS such as "tomato", "##
          + ##"or "#rrggbb" such as "#2f6fde""##,
      ], ["a", "b"]
    ),
    (
      #"[{"startDate":0,"title":"a","title":"b"}]"#,
      [
        #"events.json:1:29: warning: the key "title" is written twice; the last one counts, keep one"#,
        "events.json:1:29: error: title is written twice; keep one; the event is skipped",
      ], []
    ),
    (
      #"[1,{"startDate":0,"title":"a"},"x",null,[]]"#,
      [
        "events.json:1:2: error: an event is an object, { … }, and this is 1; it is skipped",
        #"events.json:1:32: error: an event is an object, { … }, and this is "x"; it is skipped"#,
        "events.json:1:36: error: an event is an object, { … }, and this is null; it is skipped",
        "events.json:1:41: error: an event is an object, { … }, and this is an array; it is skipped",
      ], ["a"]
    ),
    // A syntax error ends the reading there.
    (
      "[{\"startDate\":0,\"title\":\"a\"},\n {\"startDate\":0 \"title\":\"b\"},\n {\"startDate\":0,\"title\":\"c\"}]",
      [
        "events.json:2:17: error: a comma or } should be here; the event before this place is kept, what follows is "
          + "skipped"
      ], ["a"]
    ),
    (
      #"[{"startDate":0,"title":"a"},{"startDate":0,"title":"b"},]"#,
      ["events.json:1:57: warning: JSON has no comma after the last value; remove it"], ["a", "b"]
    ),
    (
      #"[{"startDate":0,"title":"a"} {"startDate":0}]"#,
      [
        "events.json:1:30: error: a comma or ] should be here, after an event; the event before this place is kept, "
          + "what follows is skipped"
      ], ["a"]
    ),
    (
      #"[{"startDate":0,"title":"a"}"#,
      [
        "events.json:1:29: error: a comma or ] should be here, after an event; the event before this place is kept, "
          + "what follows is skipped"
      ], ["a"]
    ),
    (
      "[{\"startDate\":0,\"title\":\"a\n\"}]",
      [
        "events.json:1:27: error: a text ends on the line it begins on; close it with a quotation mark, or write \\n "
          + "for a new line; nothing in this file is shown"
      ], []
    ),
    (
      #"[{"startDate":0,"title":"a"}] [1]"#,
      [
        "events.json:1:31: error: the list of events ended before this place; what follows is skipped, move it before ]"
      ], ["a"]
    ),
    (
      #"[] x"#,
      [
        "events.json:1:4: error: the list of events ended before this place; what follows is skipped, move it before ]"
      ], []
    ),
    ("", ["events.json:1:1: error: the file is empty; write [] for no events"], []),
    (" \n ", ["events.json:1:1: error: the file is empty; write [] for no events"], []),
    (
      "\n {\"startDate\":0}",
      ["events.json:2:2: error: events are a list; put [ before and ] after"], []
    ),
    (
      "BEGIN:VCALENDAR",
      ["events.json:1:1: error: the file should begin with [ and end with ], events in between"], []
    ),
    ("[]", [], []),
    (
      "\u{FEFF}[{\"title\":\"a\"}]",
      [
        #"events.json:1:2: error: there is no start; add start, such as "2026-11-20T09:00", or startDate in seconds "#
          + #"since 1970; the event is skipped"#
      ], []
    ),
    (
      "[\r\n{\"ü🌊\":1,\"startDate\":true}]",
      [
        #"events.json:2:2: warning: unknown key "ü🌊"; the keys here are "#,
        "events.json:2:21: error: startDate is true; write a number of seconds, without quotation marks; the event is "
          + "skipped",
      ], []
    ),
    (
      #"[{"startDate":0,"title":"\ud800"}]"#,
      [
        "events.json:1:26: warning: this escape is half of a character and is read as U+FFFD; write both halves, or "
          + "the character itself"
      ], ["\u{FFFD}"]
    ),
  ]

  @Test(arguments: problems.indices)
  func problem(_ index: Int) {
    let (json, problems, titles) = Self.problems[index]
    let read = Self.read(json)
    #expect(read.problems.count == problems.count, "\(json): \(read.problems)")
    // Suggestions for a zone, in the tz database's spelling.
    for (got, expected) in zip(read.problems, problems) {
      #expect(got.hasPrefix(expected), "\(json)")
    }
    #expect(
      read.events.map { event in event.first { $0.hasPrefix("SUMMARY:") }?.dropFirst(8) ?? "" }.map(
        String.init) == titles,
      "\(json)")
  }

  /// As in .ics files: CleaningTests has all cases.
  @Test(
    arguments: [
      ([0xFC], "note", "Windows-1252 (Latin-1)", "ü"), ([0x80], "note", "Windows-1252 (Latin-1)", "€"),
      ([0xC3, 0xA4, 0xFC], "warning", "U+FFFD", "ä\u{FFFD}"),
    ] as [([UInt8], String, String, String)])
  func whatIsNotUTF8IsReadAsInICSFiles(_ bytes: [UInt8], severity: String, reading: String, text: String) {
    var problems = Problems()
    let bytes = Array("[{\"startDate\":0,\n\"title\":\"a".utf8) + bytes + Array("b\"}]".utf8)
    let file = EventsFile.read(bytes, path: "e.json", zones: testZones, problems: &problems).file
    let column = bytes.contains(0xC3) ? 12 : 11
    #expect(
      problems.sorted.map(\.description) == [
        "e.json:2:\(column): \(severity): this is not UTF-8 and is read as \(reading); save the file as UTF-8"
      ])
    #expect(file.events[0].contains("SUMMARY:a\(text)b"))
  }

  @Test func utf16IsNamed() {
    var problems = Problems()
    _ = EventsFile.read(
      [0xFF, 0xFE, 0x5B, 0x00], path: "e.json", zones: testZones, problems: &problems)
    #expect(
      problems.sorted.map(\.description) == [
        "e.json:1:1: error: this is UTF-16; save the file as UTF-8"
      ])
  }

  @Test func oneFileCannotFlood() {
    let read = Self.read("[" + Array(repeating: "7", count: 5_000).joined(separator: ",") + "]")
    #expect(read.problems.count == 1_001)
    #expect(
      read.problems.last?.hasSuffix("note: 4000 more problems in this file are not listed") == true)
  }

  @Test func anUnknownKeyOfAllEventsIsOneLine() {
    let event = #"{"startDate":0,"title":"a","timezone":"UTC"}"#
    let read = Self.read("[" + Array(repeating: event, count: 5_000).joined(separator: ",") + "]")
    #expect(
      read.problems == [
        #"events.json:1:29: warning: unknown key "timezone" in 5000 events; write "tz", such as "Europe/Berlin""#
      ])
    #expect(read.events.count == 5_000)
  }

  /// Edits leave such keys as they are.
  @Test func unknownKeysAreNoProblemOfAFileAlone() {
    let json = #"[{"startDate":0,"timezone":"UTC","calendar":"x"},{"startDate":0,"calendar":"y","foo":1}]"#
    let read = readEvents(Array(json.utf8), path: "e.json", zones: testZones)
    #expect(read.problems.isEmpty && read.file.eventPositions?.count == 2)
  }

  /// Texts of durations, and their days and seconds.
  @Test(
    arguments: [
      ("90m", 0, 5_400), ("1h30m", 0, 5_400), ("1 H 30 Min", 0, 5_400), ("2 days", 2, 0), ("1w", 7, 0), ("0m", 0, 0),
      ("30s", 0, 30), ("1d12h", 1, 43_200), ("P1D", 1, 0), ("+PT5M", 0, 300), ("24h", 0, 86_400),
    ] as [(String, Int, Int64)])
  func durations(_ text: String, _ days: Int, _ seconds: Int64) throws {
    let read = try #require(ICalendarDuration(written: text.utf8))
    #expect(read.days == days && read.seconds == seconds)
    let again = try #require(ICalendarDuration(written: read.written))
    #expect(again.days == days && again.seconds == seconds)
    var line: [UInt8] = []
    line.append(read)
    let iCalendar = try #require(ICalendarDuration(line))
    #expect(iCalendar.days == days && iCalendar.seconds == seconds)
  }

  @Test(
    arguments: [
      "", "90", "m", "h1", "1h 1h", "30m1h", "-5m", "-PT5M", "1.5h", "1:30", "PT", "P1H", "1x", "99999999999m",
      "9999999d", "1h,30m",
    ])
  func noDurations(_ text: String) { #expect(ICalendarDuration(written: text.utf8) == nil) }

  // MARK: Names and places

  @Test func aUIDComesFromTheContent() {
    let a = #"{"startDate":0,"range":60,"title":"a","desc":"x"}"#
    let b = #"{"startDate":0,"range":60,"title":"b"}"#
    func uids(_ json: String) -> [String] { Self.read(json).events.map { $0[0] } }
    let first = uids("[\(a),\(b)]")
    #expect(
      first[0].hasSuffix("@events.json.busylife")
        && first[0].count == "UID:".count + 13 + "@events.json.busylife".count)
    #expect(uids("[\(b),\(a)]") == [first[1], first[0]])
    // Independent of its description, and of the spelling of its time.
    #expect(
      uids(#"[{"start":"1970-01-01T01:00+01:00","range":60.9,"title":"a","desc":"y"}]"#) == [
        first[0]
      ])
    #expect(uids(#"[{"startDate":1,"range":60,"title":"a"}]"#) != [first[0]])
    // Equal events are numbered.
    let twins = uids("[\(a),\(a),\(b),\(a)]")
    #expect(Set(twins).count == 4 && twins[0] == first[0])
    #expect(twins[1] == first[0].replacingOccurrences(of: "@", with: "-2@"))
    #expect(twins[3] == first[0].replacingOccurrences(of: "@", with: "-3@"))
    #expect(uids(#"[{"startDate":0,"uid":" "}]"#)[0].hasSuffix("@events.json.busylife"))
  }

  @Test func linesLeadBackToTheirPlaces() throws {
    let read = Self.read(
      "[\n {\"startDate\": 0, \"title\": \"\(String(repeating: "long ", count: 40))\",\n  \"rrule\": \"FREQ=DAILY\",\n"
        + "  \"exdates\": [\"2026-11-03\"]},\n {\"startDate\": 0}\n]\n"
    )
    #expect(
      read.file.eventPositions == [Position(line: 2, column: 2), Position(line: 5, column: 2)])
    let lines = String(utf8: read.file.iCalendar).components(separatedBy: "\r\n")
    func place(_ prefix: String, _ nth: Int = 0) -> Position {
      let line = lines.indices.filter { lines[$0].hasPrefix(prefix) }[nth] + 1
      return read.file.position(of: Position(line: line, column: 1))
    }
    #expect(place("BEGIN:VEVENT") == Position(line: 2, column: 2))
    #expect(place("SUMMARY") == Position(line: 2, column: 2))
    #expect(place("RRULE") == Position(line: 3, column: 12))
    #expect(place("EXDATE") == Position(line: 4, column: 14))
    #expect(place("BEGIN:VEVENT", 1) == Position(line: 5, column: 2))
    #expect(place("DTSTART", 1) == Position(line: 5, column: 2))
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
  }
}
