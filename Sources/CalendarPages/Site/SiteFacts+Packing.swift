import Bytes
import CivilTime
import Events
import Mustache
import SiteTerms

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
  package func pack(to out: inout [UInt8]) { out.pack(signed: Int64(dayNumber)) }
}

extension Unpacker {
  /// A day number; `nil` for none.
  package mutating func date() -> CivilDate? { CivilDate(dayNumber: Int(truncatingIfNeeded: signed())) }
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
