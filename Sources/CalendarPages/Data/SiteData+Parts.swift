import Bytes
import CivilTime
import Events
import Mustache
import SiteTerms
import TimeZones

// The parts of `data/site.bin`, as they are written and read.

extension Range: Packable where Bound == CivilDate {
  package func pack(to out: inout [UInt8]) {
    lowerBound.pack(to: &out)
    upperBound.pack(to: &out)
  }

  package init(_ reader: inout Unpacker) {
    let first = reader.date() ?? .first
    self = first..<Swift.max(first, reader.date() ?? .first)
  }
}

extension CivilDate {
  fileprivate func pack(to out: inout [UInt8]) { out.pack(signed: Int64(dayNumber)) }
}

extension Unpacker {
  /// A day number; `nil` for none.
  fileprivate mutating func date() -> CivilDate? { CivilDate(dayNumber: Int(truncatingIfNeeded: signed())) }
}

extension CalendarInfo: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(name)
    out.pack(title)
    out.pack(color)
  }

  package init(_ reader: inout Unpacker) {
    self.init(name: reader.text(), title: reader.text(), color: reader.text())
  }
}

extension NotePage: Packable {
  package func pack(to out: inout [UInt8]) {
    // The engine shows titles only of notes that are not events themselves; an empty title marks the others.
    out.pack(isEvent ? [] : title)
    out.pack(slug)
    out.pack(eventUID.isEmpty ? [] : html)
    out.pack(signed: Int64(day?.dayNumber ?? .max))
    out.pack(eventUID)
  }

  package init(_ reader: inout Unpacker) {
    let title = reader.text()
    self.init(
      title: title, slug: reader.text(), html: reader.text(), day: reader.date(), eventUID: reader.text(),
      isEvent: title.isEmpty)
  }
}

extension StaleCalendar: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(signed: Int64(calendar))
    out.pack(signed: since)
  }

  package init(_ reader: inout Unpacker) {
    self.init(calendar: Int(truncatingIfNeeded: reader.signed()), since: reader.signed())
  }
}

extension PublishedZone: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(identifier)
    out.pack(prefix)
    today.pack(to: &out)
  }

  package init(_ reader: inout Unpacker) {
    self.init(identifier: reader.text(), prefix: reader.text(), today: reader.date() ?? .first)
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

extension EventSlugs: Packable {
  package func pack(to out: inout [UInt8]) {
    spelling.pack(to: &out)
    out.pack(named.count)
    for entry in named {
      out.pack(Int(entry.place))
      out.pack(entry.name)
    }
  }

  package init(_ reader: inout Unpacker) {
    let spelling = SlugSpelling(&reader)
    var named: [(place: Int32, name: [UInt8])] = []
    for _ in 0..<reader.count() { named.append((Int32(truncatingIfNeeded: reader.number()), reader.text())) }
    self.init(spelling: spelling, named: named)
  }
}

extension SlugSpelling: Packable {
  package func pack(to out: inout [UInt8]) { out.append(rawValue) }

  package init(_ reader: inout Unpacker) {
    let known = SlugSpelling(rawValue: reader.byte())
    if known == nil { reader.fail() }
    self = known ?? .plain
  }
}

extension Assets: Packable {
  package func pack(to out: inout [UInt8]) { out.pack(paths) }

  package init(_ reader: inout Unpacker) {
    self.init(paths: reader.texts())
    if paths.count != Kind.allCases.count { reader.fail() }
  }
}

extension TemplateSet: Packable {}
