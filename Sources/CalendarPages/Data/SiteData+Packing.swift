import Bytes
import CivilTime
import Events
import Mustache
import Sections
import SiteTerms
import TimeZones

extension SiteData {
  /// The beginning of the file, which identifies the version of its format; to be changed with any part of it.
  static let mark: StaticString = "BLS9"

  /// The file `data/site.bin`: the mark, all fields in order, and a hash of everything before it. O(size).
  package func packed() -> [UInt8] {
    var out = [UInt8](Self.mark)
    out.pack(title)
    out.pack(description)
    out.pack(url)
    locale.pack(to: &out)
    words.pack(to: &out)
    out.append(kinds.bits)
    out.append(hasEventPages ? 1 : 0)
    out.pack(window)
    out.pack(calendars)
    out.pack(notes.count)
    for note in notes {
      // The engine shows titles only of notes that are not events themselves; an empty title marks the others.
      out.pack(note.isEvent ? [] : note.title)
      out.pack(note.slug)
      out.pack(note.eventUID.isEmpty ? [] : note.html)
      out.pack(signed: Int64(note.day?.dayNumber ?? .max))
      out.pack(note.eventUID)
    }
    out.pack(assets.paths)
    out.pack(stale.count)
    for calendar in stale {
      out.pack(signed: Int64(calendar.calendar))
      out.pack(signed: calendar.since)
    }
    out.pack(published.count)
    for zone in published {
      out.pack(zone.identifier)
      out.pack(zone.prefix)
      out.pack(signed: Int64(zone.today.dayNumber))
    }
    out.pack(zones)
    out.pack(world)
    out.pack(files.recurring)
    out.pack(files.months.count)
    for file in files.months {
      out.pack(signed: Int64(file.month.monthNumber))
      out.pack(signed: file.end)
      out.pack(file.path)
    }
    out.append(slugs.spelling.rawValue)
    out.pack(slugs.named.count)
    for entry in slugs.named {
      out.pack(Int(entry.place))
      out.pack(entry.name)
    }
    out.append(weather == nil ? 0 : 1)
    weather?.pack(to: &out)
    out.pack(languages?.all.count ?? 0)
    languages?.pack(to: &out)
    out.pack(feeds.count)
    for feed in feeds {
      out.append(feed.kind.rawValue)
      out.pack(feed.title)
      out.pack(feed.path)
    }
    out.append(columns.kind.rawValue)
    out.pack(columns.order)
    templates.pack(to: &out)
    out.seal()
    return out
  }
}

// Types that other files below `data/` contain too. `Unpacker` has the functions that read them.
extension [UInt8] {
  mutating func pack(_ window: Range<CivilDate>) {
    pack(signed: Int64(window.lowerBound.dayNumber))
    pack(signed: Int64(window.upperBound.dayNumber))
  }

  mutating func pack(_ calendars: [CalendarInfo]) {
    pack(calendars.count)
    for calendar in calendars {
      pack(calendar.name)
      pack(calendar.title)
      pack(calendar.color)
    }
  }

  mutating func pack(_ zones: DataZones) {
    pack(zones.archive.bytes)
    pack(zones.aliases.count)
    for alias in zones.aliases {
      pack(alias.name)
      pack(alias.identifier)
    }
  }
}

extension SiteLanguages {
  /// The packed bytes.
  package var packed: [UInt8] {
    var out: [UInt8] = []
    pack(to: &out)
    return out
  }

  fileprivate func pack(to out: inout [UInt8]) {
    for language in all {
      out.pack(language.tag)
      out.pack(language.name)
      out.pack(language.offer)
      out.append(language.isRightToLeft ? 1 : 0)
      out.pack(language.prefix)
      out.append(language.firstWeekday.rawValue)
    }
    out.pack(own)
    out.pack(url)
    out.pack(script)
    out.pack(stylesheet)
  }
}

extension LocaleTable {
  /// The packed bytes.
  package var packed: [UInt8] {
    var out: [UInt8] = []
    pack(to: &out)
    return out
  }

  fileprivate func pack(to out: inout [UInt8]) {
    out.pack(identifier)
    out.append(
      (isRightToLeft ? 1 : 0) | (hasWeekNumbers ? 0 : 2) | (hasOwnRanges ? 4 : 0) | (second == nil ? 0 : 8)
        | (halfDay == nil ? 0 : 16) | (otherClock == nil ? 0 : 32) | (otherClock?.halfDay == nil ? 0 : 64))
    out.pack(UInt64(zeroDigit))
    out.append(weekRules.firstWeekday.rawValue)
    out.pack(weekRules.minimumDays)
    out.append(weekendDays)
    for names in [months, standaloneMonths, shortMonths, weekdays, shortWeekdays, narrowWeekdays] { out.pack(names) }
    out.pack(amSymbol)
    out.pack(pmSymbol)
    let patterns = [fullDate, longDate, monthAndYear, dayHeading, monthAndDay, shortDay, time, hour]
    let ranges = (hasOwnRanges ? ranges : []) + [halfDay].compactMap { $0 }
    let other = otherClock.map { [$0.time, $0.hour] + ($0.halfDay.map { [$0.first, $0.last] } ?? []) } ?? []
    for pattern in patterns + ranges.flatMap({ [$0.first, $0.last] }) + other {
      out.pack(pattern.fields.count)
      for field in pattern.fields { field.pack(to: &out) }
    }
    second?.pack(to: &out)
  }
}

extension DatePattern.Field {
  fileprivate func pack(to out: inout [UInt8]) {
    switch self {
    case .literal(let text):
      out.append(0)
      out.pack(text)
    case .year: out.append(1)
    case .shortYear: out.append(2)
    case .month(let width, let standalone):
      out.append(standalone ? 4 : 3)
      out.pack(width)
    case .day(let width):
      out.append(5)
      out.pack(width)
    case .weekday(let width):
      out.append(6)
      out.pack(width)
    case .hour(let width, let clock):
      out.append(7)
      out.pack(width)
      out.append(clock.rawValue)
    case .minute: out.append(8)
    case .second: out.append(9)
    case .dayPeriod: out.append(10)
    }
  }
}
