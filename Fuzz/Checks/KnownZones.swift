import TimeZones

/// The zones that inputs may name: few, and the same on every machine, so that an input means the same
/// everywhere.
let knownZones = ZoneTable(zones: [
  zone("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"),
  zone("America/New_York", "EST5EDT,M3.2.0,M11.1.0"),
  // Half an hour of daylight saving time, south of the equator.
  zone("Australia/Lord_Howe", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"),
  // Changes at midnight, so that one day has no first hour.
  zone("America/Asuncion", "<-04>4<-03>,M10.1.0/0,M3.4.0/0"),
  zone("Asia/Shanghai", "CST-8"),
])

let berlin = knownZones.lookup("Europe/Berlin".utf8)!
let asuncion = knownZones.lookup("America/Asuncion".utf8)!

private func zone(_ name: String, _ posix: String) -> Zone {
  guard let zone = try? Zone(identifier: Array(name.utf8), posix: posix.utf8) else {
    fatalError("no TZ string: \(posix)")
  }
  return zone
}
