import Bytes
import CalendarPages
import CivilTime
import TimeZones

extension PublishedZone: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(identifier)
    out.pack(prefix)
    month.pack(to: &out)
  }

  package init(_ reader: inout Unpacker) {
    self.init(identifier: reader.text(), prefix: reader.text(), month: reader.date() ?? .first)
  }
}

extension DataZones: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(archive.bytes)
    out.pack(aliases.count)
    for alias in aliases {
      out.pack(alias.name)
      out.pack(alias.identifier)
    }
  }

  package init(_ reader: inout Unpacker) {
    let archive = ZoneArchive(reader.text())
    if archive == nil { reader.fail() }
    var aliases: [(name: [UInt8], identifier: [UInt8])] = []
    for _ in 0..<reader.count() { aliases.append((reader.text(), reader.text())) }
    self.init(archive: archive ?? ZoneArchive(), aliases: aliases)
  }
}

extension EventFiles: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(recurring)
    out.pack(months.count)
    for file in months {
      out.pack(signed: Int64(file.month.monthNumber))
      out.pack(signed: file.end)
      out.pack(file.path)
    }
  }

  package init(_ reader: inout Unpacker) {
    self.init(recurring: reader.text(), months: [])
    for _ in 0..<reader.count() {
      let month = CivilMonth(monthNumber: Int(truncatingIfNeeded: reader.signed()))
      let end = reader.signed()
      let path = reader.text()
      if let month { months.append(MonthFile(month: month, end: end, path: path)) }
    }
  }
}
