import Bytes
import CivilTime
import Testing

struct ISO8601Tests {
  /// Each way to write 20 November 2026 and others.
  static let dates: [(String, Int, Int, Int)] = [
    ("2026-11-20", 2026, 11, 20), ("20261120", 2026, 11, 20), ("2026-W47-5", 2026, 11, 20),
    ("2026W475", 2026, 11, 20), ("2026-w47-5", 2026, 11, 20), ("2026-324", 2026, 11, 20),
    ("2026324", 2026, 11, 20), ("+2026-11-20", 2026, 11, 20), ("0000-01-01", 0, 1, 1),
    ("-0001-12-31", -1, 12, 31), ("-9999-01-01", -9999, 1, 1), ("9999-12-31", 9999, 12, 31),
    ("2024-366", 2024, 12, 31), ("2026-001", 2026, 1, 1), ("2020-W53-7", 2021, 1, 3),
    ("2025-W01-1", 2024, 12, 30), ("2024-02-29", 2024, 2, 29),
  ]

  @Test(arguments: dates)
  func date(_ text: String, _ year: Int, _ month: Int, _ day: Int) throws {
    #expect(try ISO8601.date(text.utf8) == CivilDate(year: year, month: month, day: day))
  }

  static let noDates: [(String, ISO8601Error.Reason, Int)] = [
    ("", .form, 0), ("2026", .form, 4), ("202", .form, 3), ("2026-", .form, 5),
    ("2026-11", .form, 7), ("2026-1-1", .form, 6), ("2026-11-2", .form, 9),
    ("2026-1120", .form, 7), ("202611-20", .form, 6), ("2026-11-20 ", .form, 10),
    (" 2026-11-20", .form, 0), ("2026/11/20", .form, 4), ("2026-11-201", .form, 10),
    ("2026-W47", .form, 8), ("2026-W475", .form, 8), ("2026W47-5", .form, 7),
    ("--2026-11-20", .form, 1), ("20261", .form, 5), ("2026\u{2212}11-20", .form, 4),
    ("2026-02-29", .noSuchValue, 0), ("2026-13-01", .noSuchValue, 0),
    ("2026-00-10", .noSuchValue, 0), ("2026-11-00", .noSuchValue, 0),
    ("2026-000", .noSuchValue, 0), ("2026-366", .noSuchValue, 0), ("2026-W54-1", .noSuchValue, 0),
    ("2025-W53-1", .noSuchValue, 0), ("2026-W00-1", .noSuchValue, 0),
    ("2026-W01-0", .noSuchValue, 0), ("2026-W01-8", .noSuchValue, 0),
    ("9999-W52-7", .noSuchValue, 0),
  ]

  @Test(arguments: noDates)
  func noDate(_ text: String, _ reason: ISO8601Error.Reason, _ offset: Int) {
    #expect(Self.refuses(reason, offset) { () throws(ISO8601Error) in _ = try ISO8601.date(text.utf8) })
  }

  static let times: [(String, Int)] = [
    ("09", 32_400), ("09:05", 32_700), ("0905", 32_700), ("09:05:07", 32_707), ("090507", 32_707),
    ("09:05:07.25", 32_707), ("09:05:07,999999999", 32_707), ("00:00:00", 0), ("23:59:59", 86_399),
    ("23:59:60", 86_399), ("235960", 86_399),
  ]

  @Test(arguments: times)
  func time(_ text: String, _ second: Int) throws {
    #expect(try ISO8601.time(text.utf8) == TimeOfDay(secondOfDay: second))
  }

  static let noTimes: [(String, ISO8601Error.Reason, Int)] = [
    ("", .form, 0), ("9", .form, 1), ("9:05", .form, 1), ("09:", .form, 3), ("09:5", .form, 4),
    ("09:05:", .form, 6), ("09:05:7", .form, 7), ("090", .form, 2), ("09050", .form, 4),
    ("09:0507", .form, 5), ("0905:07", .form, 4), ("09:05:07.", .form, 9), ("T09", .form, 0),
    ("09:05Z", .form, 5), ("24:00", .noSuchValue, 0), ("24:00:01", .noSuchValue, 0),
    ("25:00", .noSuchValue, 0), ("09:60", .noSuchValue, 0), ("09:05:61", .noSuchValue, 0),
  ]

  @Test(arguments: noTimes)
  func noTime(_ text: String, _ reason: ISO8601Error.Reason, _ offset: Int) {
    #expect(Self.refuses(reason, offset) { () throws(ISO8601Error) in _ = try ISO8601.time(text.utf8) })
  }

  static let offsets: [(String, Int)] = [
    ("Z", 0), ("z", 0), ("+00:00", 0), ("-00:00", 0), ("+08", 28_800), ("+0800", 28_800),
    ("+08:00", 28_800), ("-03:30", -12_600), ("-03:30:15", -12_615), ("+033015", 12_615),
    ("+18:00", 64_800), ("-18:00", -64_800),
  ]

  @Test(arguments: offsets)
  func offset(_ text: String, _ seconds: Int) throws {
    #expect(try ISO8601.offset(text.utf8) == UTCOffset(seconds: seconds))
  }

  static let noOffsets: [(String, ISO8601Error.Reason, Int)] = [
    ("", .form, 0), ("8", .form, 0), ("+8", .form, 2), ("+080", .form, 3), ("+08:", .form, 4), ("+08:0", .form, 5),
    ("+08:00Z", .form, 6), ("ZZ", .form, 1),
    ("+18:01", .noSuchValue, 0), ("-18:00:01", .noSuchValue, 0), ("+08:60", .noSuchValue, 0),
    ("+08:00:60", .noSuchValue, 0), ("+99", .noSuchValue, 0),
  ]

  @Test(arguments: noOffsets)
  func noOffset(_ text: String, _ reason: ISO8601Error.Reason, _ offset: Int) {
    #expect(Self.refuses(reason, offset) { () throws(ISO8601Error) in _ = try ISO8601.offset(text.utf8) })
  }

  /// Text, seconds on the wall since 1970, offset.
  static let dateTimes: [(String, Int64, Int?)] = [
    ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01T00:00:00", 0, nil),
    ("1970-01-01t01:00:00z", 3600, 0), ("1970-01-01 01:00", 3600, nil),
    ("19700101T010000Z", 3600, 0), ("1970-01-01T24:00:00Z", 86_400, 0),
    ("1970-01-01T24:00", 86_400, nil), ("1969-12-31T23:59:60Z", -1, 0),
    ("1970-01-01T09+08:00", 32_400, 28_800), ("1970-01-01T09:05:07.5-03:30", 32_707, -12_600),
    ("1970-001T0905+08", 32_700, 28_800), ("1970-W01-4T00:00", 0, nil),
  ]

  @Test(arguments: dateTimes)
  func dateTime(_ text: String, _ wall: Int64, _ offset: Int?) throws {
    let read = try ISO8601.dateTime(text.utf8)
    #expect(read.dateTime.wallSeconds == wall)
    #expect(read.offset == offset.flatMap { UTCOffset(seconds: $0) })
    #expect(read.instant?.secondsSinceEpoch == offset.map { wall - Int64($0) })
  }

  static let noDateTimes: [(String, ISO8601Error.Reason, Int)] = [
    ("1970-01-01", .form, 10), ("1970-01-01T", .form, 11), ("1970-01-01_00:00", .form, 10),
    ("1970-01-01T00:00:00 Z", .form, 19), ("1970-01-01T00:00:00Zx", .form, 20),
    ("9999-12-31T24:00", .noSuchValue, 0), ("1970-02-30T00:00", .noSuchValue, 0),
    ("1970-01-01T25:00", .noSuchValue, 11), ("1970-01-01T00:00+19:00", .noSuchValue, 16),
  ]

  @Test(arguments: noDateTimes)
  func noDateTime(_ text: String, _ reason: ISO8601Error.Reason, _ offset: Int) {
    #expect(Self.refuses(reason, offset) { () throws(ISO8601Error) in _ = try ISO8601.dateTime(text.utf8) })
  }

  @Test func instants() throws {
    #expect(
      try ISO8601.instant("2026-11-20T09:05:00+08:00".utf8).secondsSinceEpoch == 1_795_136_700)
    #expect(Self.refuses(.form, 16) { () throws(ISO8601Error) in _ = try ISO8601.instant("2026-11-20T09:05".utf8) })
  }

  @Test func months() throws {
    #expect(try ISO8601.month("2026-11".utf8) == CivilMonth(year: 2026, month: 11))
    #expect(try ISO8601.month("-0001-01".utf8) == CivilMonth(year: -1, month: 1))
    for text in ["2026", "202611", "2026-1", "2026-11-20", "2026-13", "2026-00", ""] {
      #expect(throws: ISO8601Error.self) { try ISO8601.month(text.utf8) }
    }
  }

  @Test func writing() throws {
    func text(_ write: (inout [UInt8]) -> Void) -> String {
      var out: [UInt8] = []
      write(&out)
      return String(decoding: out, as: UTF8.self)
    }
    let instant = try ISO8601.instant("2026-11-20T01:05:09Z".utf8)
    let east = try #require(UTCOffset(seconds: 28_800))
    let odd = try #require(UTCOffset(seconds: -12_615))
    let wall = instant.wall(at: east)
    #expect(text { $0.append(rfc3339: instant) } == "2026-11-20T01:05:09Z")
    #expect(text { $0.append(rfc3339: instant, at: east) } == "2026-11-20T09:05:09+08:00")
    #expect(text { $0.append(rfc3339: instant, at: .utc) } == "2026-11-20T01:05:09+00:00")
    #expect(text { $0.append(rfc3339: instant, at: odd) } == "2026-11-19T21:34:54-03:30:15")
    #expect(text { $0.append(basic: instant) } == "20261120T010509Z")
    #expect(text { $0.append(iso: wall) } == "2026-11-20T09:05:09")
    #expect(text { $0.append(basic: wall) } == "20261120T090509")
    #expect(text { $0.append(iso: wall.date) } == "2026-11-20")
    #expect(text { $0.append(basic: wall.date) } == "20261120")
    #expect(text { $0.append(iso: wall.time) } == "09:05:09")
    #expect(text { $0.append(basic: wall.time) } == "090509")
    #expect(text { $0.append(iso: wall.date.civilMonth) } == "2026-11")
    #expect(text { $0.append(iso: ISOWeek(wall.date)) } == "2026-W47")
    #expect(text { $0.append(basic: odd) } == "-033015")
    #expect(text { $0.append(basic: east) } == "+0800")
    #expect(text { $0.append(iso: CivilDate.first) } == "-9999-01-01")
    #expect(
      text { $0.append(iso: CivilDate(year: 7, month: 1, day: 2).unsafelyUnwrapped) }
        == "0007-01-02")
  }

  /// What is written is read, for every offset and a spread of instants.
  @Test func roundTrips() throws {
    var text: [UInt8] = []
    for seconds in stride(from: -64_800, through: 64_800, by: 17) {
      let offset = try #require(UTCOffset(seconds: seconds))
      text.removeAll()
      text.append(iso: offset)
      #expect(try ISO8601.offset(text) == offset)
      text.removeAll()
      text.append(basic: offset)
      #expect(try ISO8601.offset(text) == offset)
      let instant = Instant(clamping: Int64(seconds) * 1_000_003)
      text.removeAll()
      text.append(rfc3339: instant, at: offset)
      #expect(try ISO8601.instant(text) == instant)
    }
  }

  /// No text traps: all texts of up to four bytes from a revealing alphabet, after each beginning. Each reader accepts
  /// some of them and refuses others.
  @Test func anyText() {
    let alphabet = Array("09-+:TWZ.".utf8)
    var texts: [[UInt8]] = [[]]
    var last = texts
    for _ in 0..<4 {
      last = last.flatMap { text in alphabet.map { text + [$0] } }
      texts += last
    }
    var taken = [0, 0, 0, 0, 0]
    var refused = taken
    for start in ["", "2026", "2026-W", "2026-11-20T", "2026-11-20T09:05", "9999-12-31T23:59:60"] {
      for text in texts {
        let whole = Array(start.utf8) + text
        let isRead = [
          (try? ISO8601.date(whole)) != nil, (try? ISO8601.dateTime(whole)) != nil, (try? ISO8601.time(whole)) != nil,
          (try? ISO8601.offset(whole)) != nil, (try? ISO8601.month(whole)) != nil,
        ]
        for (reader, isRead) in isRead.enumerated() {
          if isRead { taken[reader] += 1 } else { refused[reader] += 1 }
        }
      }
    }
    for reader in taken.indices {
      #expect(taken[reader] > 0 && refused[reader] > 0, "reader \(reader): \(taken[reader]) and \(refused[reader])")
    }
  }

  /// Whether a text is refused for a reason, at an offset.
  static func refuses(
    _ reason: ISO8601Error.Reason, _ offset: Int, _ read: () throws(ISO8601Error) -> Void
  ) -> Bool {
    do throws(ISO8601Error) {
      try read()
      return false
    } catch {
      return error.reason == reason && error.offset == offset
    }
  }
}
