import Bytes
import CalendarPages
import CivilTime
import Events
import Settling
import SiteTerms
import TimeZones

/// The results of a query as JSON:
/// `{"count":12,"isMore":false,"groups":[{"heading":"Friday, 20 November 2026","date":"2026-11-20","href":"day/…",
/// "isPast":false,"results":[…]}]}`. `count` is the number of all; `isMore` says that there are further ones, not
/// counted. A result has `href`, `title`, `place` and `excerpt`, each a list of texts of which every second is marked;
/// `start`, `end` (RFC 3339, or dates), `time` for people, `calendar`, its title, and `color`, its class. Paths are
/// from the root of the zone's site.
extension SearchEngine {
  func answer(
    _ results: [SearchResult], count: Int, isMore: Bool, _ query: SearchQuery, _ directory: SearchDirectory
  ) -> [UInt8] {
    let marks = terms.query(query.text)
    var out = [UInt8]("{\"count\":")
    out.append(decimal: count)
    out.append(isMore ? ",\"isMore\":true" : ",\"isMore\":false")
    out.append(",\"groups\":[")
    var last: SearchResult?
    for result in results {
      let isNew =
        if let last {
          last.isPast != result.isPast || last.isTimeless != result.isTimeless || last.firstDate != result.firstDate
        } else { true }
      if isNew {
        out.append(last == nil ? "{" : "]},{")
        appendHead(result, directory, to: &out)
      } else {
        out.append(ascii: ",")
      }
      append(result, marks, directory, to: &out)
      last = result
    }
    out.append(last == nil ? "]}" : "]}]}")
    return out
  }

  /// Appends the heading of a day.
  private func appendHead(_ result: SearchResult, _ directory: SearchDirectory, to out: inout [UInt8]) {
    out.append("\"isPast\":")
    out.append(result.isPast ? "true" : "false")
    if !result.isTimeless, let date = CivilDate(dayNumber: Int(result.firstDate)) {
      var text: [UInt8] = []
      text.append(iso: date)
      field("date", text, to: &out)
      text = []
      directory.locale.append(date, directory.locale.dates.full, to: &text)
      field("heading", text, to: &out)
      field("href", dayPath(date, directory), to: &out)
    }
    out.append(",\"results\":[")
  }

  private func append(
    _ result: SearchResult, _ marks: SearchWords, _ directory: SearchDirectory, to out: inout [UInt8]
  ) {
    let entry = result.entry
    out.append("{\"kind\":")
    out.append(entry.kind == .note ? "\"note\"" : entry.kind == .series ? "\"series\"" : "\"event\"")
    field("href", path(result, directory), to: &out)
    let (title, place) = (result.title ?? entry.title, result.place ?? entry.place)
    appendMarked("title", title.isEmpty ? directory.words[.untitled] : title, marks, to: &out)
    if !place.isEmpty { appendMarked("place", place, marks, to: &out) }
    if !entry.excerpt.isEmpty { appendMarked("excerpt", entry.excerpt, marks, to: &out) }
    if entry.isTentative { out.append(",\"isTentative\":true") }
    if let index = directory.calendars.firstIndex(where: { $0.name == entry.calendar }) {
      let calendar = directory.calendars[index]
      field("calendar", calendar.shownTitle, to: &out)
      var color = [UInt8]("c")
      color.append(decimal: index % Palette.classes)
      field("color", color, to: &out)
    }
    if !result.isTimeless {
      var (start, end, time): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
      if result.isAllDay {
        start.append(iso: CivilDate(dayNumber: Int(result.firstDate)) ?? .first)
        end.append(iso: CivilDate(dayNumber: Int(result.lastDate) + 1) ?? .last)
      } else {
        let (from, to) = (Instant(clamping: result.start), Instant(clamping: result.end))
        start.append(rfc3339: from, at: zone.offset(at: from))
        end.append(rfc3339: to, at: zone.offset(at: to))
      }
      appendTime(result, directory, to: &time)
      field("start", start, to: &out)
      field("end", end, to: &out)
      field("time", time, to: &out)
    }
    out.append("}")
  }

  private func field(_ name: StaticString, _ text: [UInt8], to out: inout [UInt8]) {
    out.append(",\"")
    out.append(name)
    out.append("\":")
    out.append(json: text)
  }

  // MARK: Times

  /// Appends the time of a result under the heading of its first day: "09:00 – 10:30", "All day", or both ends of what
  /// lasts several days.
  private func appendTime(_ result: SearchResult, _ directory: SearchDirectory, to out: inout [UInt8]) {
    let (locale, words) = (directory.locale, directory.words)
    guard let first = CivilDate(dayNumber: Int(result.firstDate)),
      let last = CivilDate(dayNumber: Int(result.lastDate))
    else { return }
    if result.isAllDay {
      if first == last { return out.append(contentsOf: words[.allDay]) }
      return locale.append(from: first, through: last, to: &out)
    }
    let start = zone.wall(at: Instant(clamping: result.start))
    let end = zone.wall(at: Instant(clamping: result.end))
    if result.end <= result.start { return locale.append(start.time, to: &out) }
    if first == last { return locale.append(from: start.time, to: end.time, words, to: &out) }
    words.append(.times, to: &out) { place, out in
      let time = place == .start ? start : end
      locale.append(time.date, locale.dates.shortDay, to: &out)
      out.append(ascii: " ")
      locale.append(time.time, to: &out)
    }
  }

  // MARK: Paths

  private func dayPath(_ date: CivilDate, _ directory: SearchDirectory) -> [UInt8] {
    let links = Links(
      window: directory.window, kinds: directory.kinds, rules: directory.locale.weekRules,
      skipped: siteZone.skippedDates)
    var path: [UInt8] = []
    links.append(.day, date, root: [], to: &path)
    return path
  }

  /// The page of an event if it has one, otherwise of its day.
  private func path(_ result: SearchResult, _ directory: SearchDirectory) -> [UInt8] {
    let entry = result.entry
    var path: [UInt8] = []
    if entry.kind == .note {
      path.append("notes/")
      path.append(contentsOf: entry.data)
      path.append(".html")
      return path
    }
    if directory.hasEventPages, isInWindow(result, directory) {
      path.append("event/")
      if entry.name.isEmpty {
        EventSlug.append(
          title: entry.title, hash: entry.hash, full: false, spelling: directory.spelling, to: &path)
      } else {
        path += entry.name
      }
      path.append(".html")
      if entry.kind == .series {
        path.append("#")
        appendAnchor(result, to: &path)
      }
      return path
    }
    return dayPath(CivilDate(dayNumber: Int(result.firstDate)) ?? .first, directory)
  }

  /// Appends which date of its series a result is, as its page names it.
  private func appendAnchor(_ result: SearchResult, to out: inout [UInt8]) {
    if result.isAllDay { return out.append(iso: CivilDate(dayNumber: Int(result.firstDate)) ?? .first) }
    let start = siteZone.wall(at: Instant(clamping: result.start))
    let midnight = result.start - Int64(start.time.secondOfDay)
    let store = series.first { $0.item == result.entry.item }?.store
    let isFirst = store.map { store in
      let master = store.master(of: Int32(store.events.firstIndex { !$0.isOverride } ?? 0))
      return !store.occurrences(of: master, from: midnight, to: result.start, in: siteZone).contains {
        $0.start >= midnight && $0.start < result.start
      }
    }
    EventPages.append(anchor: start, isFirst: isFirst ?? true, to: &out)
  }

  /// Whether any of its occurrences is in the window of the page's zone.
  private func isInWindow(_ result: SearchResult, _ directory: SearchDirectory) -> Bool {
    let start = siteZone.startOfDay(directory.window.lowerBound).secondsSinceEpoch
    let end = siteZone.startOfDay(directory.window.upperBound).secondsSinceEpoch
    if result.entry.kind == .series {
      guard let store = series.first(where: { $0.item == result.entry.item })?.store, !store.events.isEmpty else {
        return false
      }
      let master = store.master(of: Int32(store.events.firstIndex { !$0.isOverride } ?? 0))
      return !store.occurrences(of: master, from: start, to: end, in: siteZone).isEmpty
    }
    if result.isAllDay {
      return result.lastDate >= directory.window.lowerBound.dayNumber
        && result.firstDate < directory.window.upperBound.dayNumber
    }
    return result.start < end && (result.end > start || result.start >= start)
  }

  // MARK: Marks

  private func appendMarked(
    _ name: StaticString, _ text: [UInt8], _ marks: SearchWords, to out: inout [UInt8]
  ) {
    out.append(",\"")
    out.append(name)
    out.append("\":[")
    var start = 0
    for range in terms.ranges(of: marks, in: text) {
      out.append(json: text[start..<range.lowerBound])
      out.append(ascii: ",")
      out.append(json: text[range])
      out.append(ascii: ",")
      start = range.upperBound
    }
    out.append(json: text[start...])
    out.append("]")
  }
}
