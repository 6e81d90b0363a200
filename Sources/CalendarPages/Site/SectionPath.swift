import Bytes
import CivilTime
import Sections

/// The section that a path names, wherever in time it is: `calendar/2041-03.html`.
public enum SectionPath: Sendable {
  case calendar(Month)
  case agenda(Month)
  case week(Week)
  case day(Day)
  case year(Year)

  /// `nil` for a path that is no section's, for a name that is not spelt as pages spell it, and for kinds and days that
  /// the site does not have.
  public init?(_ path: [UInt8], _ links: Links) {
    guard let slash = path.firstIndex(of: 0x2F), path.count > slash + 5, path[(path.count - 5)...].equals(".html"),
      let kind = ViewKind.allCases.first(where: { path[..<slash].equals($0.name) }), links.kinds.contains(kind)
    else { return nil }
    let name = Array(path[(slash + 1)..<(path.count - 5)])
    guard let first = Self.firstDay(name, kind) else { return nil }
    switch kind {
    case .calendar: self = .calendar(Month(first.civilMonth, links.rules))
    case .agenda: self = .agenda(Month(first.civilMonth, links.rules))
    case .week:
      guard let week = Week.containing(first, links.rules) else { return nil }
      self = .week(week)
    case .day:
      guard links.has(Day(first)) else { return nil }
      self = .day(Day(first))
    case .year:
      guard let year = Year(first.year) else { return nil }
      self = .year(year)
    }
    guard self.name == name else { return nil }
  }

  /// A day of the section of a name.
  private static func firstDay(_ name: [UInt8], _ kind: ViewKind) -> CivilDate? {
    var text = name
    switch kind {
    case .calendar, .agenda: text.append("-01")
    case .year: text.append("-01-01")
    case .week, .day: break
    }
    do throws(ISO8601Error) { return try ISO8601.date(text) } catch { return nil }
  }

  public var kind: ViewKind {
    switch self {
    case .calendar: .calendar
    case .agenda: .agenda
    case .week: .week
    case .day: .day
    case .year: .year
    }
  }

  private var name: [UInt8] {
    switch self {
    case .calendar(let section), .agenda(let section): section.name
    case .week(let section): section.name
    case .day(let section): section.name
    case .year(let section): section.name
    }
  }

  /// The days that its page shows, those beside a month in its grid included.
  public var days: Range<CivilDate> {
    switch self {
    case .calendar(let section), .agenda(let section):
      (section.days.lowerBound.adding(days: -7) ?? .first)..<(section.days.upperBound.adding(days: 7) ?? .last)
    case .week(let section): section.days
    case .day(let section): section.days
    case .year(let section): section.days
    }
  }
}
