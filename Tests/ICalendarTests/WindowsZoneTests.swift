import ICalendar
import TestSupport
import Testing
import TimeZones

struct WindowsZoneTests {
  static let pairs = try! table("windows-zones.csv").map { (windows: $0[0], iana: $0[1]) }

  func identifier(_ name: String) -> String? {
    WindowsZones.identifier(for: bytes(name)).map { "\($0)" }
  }

  @Test func allNamesOfTheTable() throws {
    #expect(WindowsZoneTests.pairs.count == 139)
    try withEvery("name", in: WindowsZoneTests.pairs) { pair in
      try checkEqual(identifier(pair.windows), pair.iana)
      try checkEqual(identifier(pair.windows.lowercased()), pair.iana)
      try checkEqual(identifier(pair.windows.uppercased()), pair.iana)
      try checkEqual(identifier("\"\(pair.windows)\""), pair.iana)
      try checkEqual(identifier("'\(pair.windows)'"), pair.iana)
      try checkEqual(identifier(" \(pair.windows) "), pair.iana)
      // As Exchange numbers zones of equal names.
      for number in [1, 2, 10] {
        try checkEqual(identifier("\(pair.windows) \(number)"), pair.iana)
      }
      // The product's own zones know each of them.
      try check(TestZones.table.lookup(bytes(pair.iana)) != nil, "no zone \(pair.iana)")
    }
  }

  @Test(arguments: [
    "", " ", "1", "\"\"", "Standard Time", "Berlin Standard Time", "Europe/Berlin",
    "Tokyo Standard",
    "Tokyo Standard Time X", "Tokyo Standard Time1", "Tokyo Daylight Time", "UTC+", "UTC+99", "ÜTC",
  ])
  func noName(_ name: String) { #expect(identifier(name) == nil) }

  @Test func neighboursInTheTable() throws {
    // What sorts before, between and after its names is not found, and traps nothing.
    try withEvery("name", in: WindowsZoneTests.pairs) { pair in
      for other in [String(pair.windows.dropLast()), pair.windows + "x", "\u{1}" + pair.windows] {
        if !WindowsZoneTests.pairs.contains(where: { $0.windows.lowercased() == other.lowercased() }
        ) {
          let numbered = other.last?.isNumber == true || pair.windows.last?.isNumber == true
          try check(identifier(other) == nil || numbered, other)
        }
      }
    }
  }
}
