import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import SiteTerms

/// The summary of a year: how busy its weeks are, and the total time of each calendar.
extension PageModels {
  /// In the units of the drawings in `_year.mustache`: a week is ten wide, the busiest week sixty high, and the
  /// calendar with the longest time a hundred wide.
  private static let weekWidth = 10, stripHeight = 60, totalWidth = 100
  /// A week with this many minutes has full height if no week is busier: an ordinary working week.
  private static let fullWeek = 40 * 60

  /// The part of a week that is in the year.
  private struct Bar {
    /// The first day of the whole week, after which its page is named.
    let first: CivilDate
    /// The first and the last of its days in the year.
    let from: CivilDate
    var through: CivilDate
    /// The number of its days that exist: zones have skipped some.
    var days = 0
    var minutes = 0
  }

  /// Sets the summary fields of a year. Weeks are counted within the year. O(days and their entries).
  mutating func summarize(_ section: Year, _ record: Record<YearField>) {
    var weeks: [Bar] = []
    var sums = CalendarSums(calendars: site.events.calendars.count)
    var date = section.days.lowerBound
    while date < section.days.upperBound {
      let first = Week.containing(date, site.locale.weekRules)?.firstDay ?? date
      if weeks.last?.first != first { weeks.append(Bar(first: first, from: date, through: date)) }
      weeks[weeks.count - 1].through = date
      if let day = days.day(date) {
        weeks[weeks.count - 1].days += 1
        weeks[weeks.count - 1].minutes += day.busyMinutes
        sums.add(day, site.events)
      }
      guard let next = date.adding(days: 1) else { break }
      date = next
    }
    let total = weeks.reduce(0) { $0 + $1.minutes }
    guard total > 0 else { return }
    model[record, .busyText] = text { site, out in
      site.words.append(.busy, to: &out) { _, out in site.append(minutes: total, to: &out) }
    }
    model[record, .stripWidth] = model.text { $0.append(decimal: weeks.count * Self.weekWidth) }
    let most = weeks.reduce(Self.fullWeek) { max($0, $1.minutes) }
    let bars = model.reserveList(weeks.count)
    for (index, week) in weeks.enumerated() { model[bars, index] = bar(week, at: index, most: most) }
    model[record, .strip] = bars.value

    let seconds = sums.seconds
    let busy = seconds.indices.filter { seconds[$0] >= 60 }.sorted { (-seconds[$0], $0) < (-seconds[$1], $1) }
    let longest = busy.first.map { seconds[$0] } ?? 1
    let totals = model.reserveList(busy.count)
    for (row, calendar) in busy.enumerated() {
      let bar = model.record(YearBarField.self)
      let width = max(1, Int(seconds[calendar] * Int64(Self.totalWidth) / longest))
      model[bar, .width] = model.text { $0.append(decimal: width) }
      model[bar, .colorClass] = shared.colorClasses[calendar]
      model[bar, .label] = shared.calendarTitles[calendar]
      model[bar, .value] = text { site, out in
        site.append(minutes: Int(seconds[calendar] / 60), to: &out)
      }
      model[totals, row] = bar.value
    }
    model[record, .totals] = totals.value
  }

  /// One week of the strip.
  private mutating func bar(_ week: Bar, at index: Int, most: Int) -> Value {
    let bar = model.record(YearBarField.self)
    let height = max(1, week.minutes * Self.stripHeight / most)
    model[bar, .x] = model.text { $0.append(decimal: index * Self.weekWidth + 1) }
    model[bar, .y] = model.text { $0.append(decimal: Self.stripHeight - height) }
    model[bar, .width] = model.text { $0.append(decimal: Self.weekWidth - 2) }
    model[bar, .height] = model.text { $0.append(decimal: height) }
    model[bar, .level] = shared.levels[busyLevel(minutes: week.minutes / max(1, week.days))]
    model[bar, .label] = text { site, out in
      site.locale.append(from: week.from, through: week.through, to: &out)
    }
    model[bar, .value] = text { site, out in site.append(minutes: week.minutes, to: &out) }
    model[bar, .href] = href(.week, week.first)
    return bar.value
  }
}
