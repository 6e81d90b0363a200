import Bytes
import CalendarPages
import CivilTime
import Events
import Feeds
import Gate
import Publishing
import Readers
import Settling
import Themes
import TimeZones

/// Settled days in the output formats of `agenda`.
package struct AgendaReport {
  package let store: EventStore
  package let zone: Zone
  package let days: Range<CivilDate>
  package let run: SettledRun
  /// What limits left out, one line each.
  package let warnings: [String]
  /// The locale in which it is printed.
  let locale: LocaleTable
  let words: Words

  /// What is reported.
  package enum View: Sendable {
    /// Everything: it is for the owner.
    case owner
    /// What the site shows, at most at a level (`nil`: `full`), or what an audience sees of it.
    case published(privacy: String?, audience: String?)
  }

  /// - Parameter ahead: the number of days from today, if the options name no dates; `nil` for the days of the site's
  ///   window from today on, or for all of a window that does not contain today.
  package init(
    _ loaded: LoadedContent, _ options: ReadingOptions, _ view: View, ahead: Int? = nil
  ) throws(BuildError) {
    let system = try ReadingOptions.system()
    var reader = Reader()
    var isWhole = true
    if case .published(let level, let name) = view {
      reader = Reader(audience: try loaded.audience(named: name), bound: try Reader.level(level))
      isWhole = false
    }
    // Under a setting that can't be understood, too much would be told.
    if !isWhole { try loaded.requireReadable() }
    let settings = isWhole ? loaded.content.configuration : reader.settings(loaded.content.configuration)
    zone = try options.zone(of: settings, system)
    let now = try options.instant()
    let today = zone.wall(at: now).date
    if let ahead, options.from == nil, options.to == nil {
      days = today..<(today.adding(days: ahead) ?? .last)
    } else {
      let window = try options.window(settings.window, now: today)
      days = options.from == nil && window.contains(today) ? today..<window.upperBound : window
    }
    let tag = try options.localeTag() ?? settings.locale
    // The default has always been British dates.
    locale = SystemLocale.table(tag ?? "en-GB", SystemLocale.Customs(settings))
    let own = ThemeLayers.own(nil, settings)
    // A theme that does not exist stops builds; here only its words would count.
    let layers =
      if let found = try? ThemeLayers(own: own, name: settings.look.theme) {
        found
      } else {
        try ThemeLayers(own: own, name: nil)
      }
    words = try ThemeContents(layers).words().compiled(for: tag ?? "en").words
    var report = ExpansionReport()
    if isWhole {
      store = loaded.unredacted().store
      run = store.settle(days, in: zone, report: &report)
      warnings = LimitWarnings.lines(report, of: loaded) { [store] in store[$0] }
      return
    }
    let published = loaded.redacted(for: reader, BusyTime(title: words[.more], zone: zone, window: days))
    store = published.store
    run = store.settle(days, in: zone, report: &report)
    warnings = LimitWarnings.lines(report, of: loaded, in: published)
  }

  /// A line that says how many of the events are not public: what is printed may be sent on. Empty if all are.
  /// - Parameter loaded: the content, all of which was reported.
  package func notPublic(_ loaded: LoadedContent) -> [String] {
    let levels = loaded.read.levels(under: loaded.policy(for: Reader())).levels
    let events = Set(run.occurrences.map { store.master(of: $0.event) })
    let count = events.count { levels[Int(store[$0].place)] > .full }
    if count == 0 { return [] }
    return [
      "\(count) of these \(events.count) events \(count == 1 ? "is" : "are") not public; --privacy full prints what "
        + "the site shows"
    ]
  }

  /// The days as JSON, in the form of ``Feeds/AgendaJSON``.
  package func json() -> [UInt8] {
    .written { AgendaJSON(run, of: store, days: days, in: zone).append(to: &$0) }
  }

  /// For people: a line per day, a line per event.
  package func text() -> [UInt8] {
    var out: [UInt8] = []
    for index in run.days.indices {
      let entries = run.entries(ofDay: index)
      if entries.isEmpty { continue }
      if !out.isEmpty { out.append(ascii: "\n") }
      locale.append(run.days[index], locale.dates.full, to: &out)
      out.append(ascii: "\n")
      for entry in entries {
        let occurrence = run.occurrences[Int(entry.occurrence)]
        let event = store[occurrence.event]
        out.append("  ")
        append(timesOf: occurrence, entry.part, to: &out)
        out.append("  ")
        let title = store.text(event.title, of: event)
        out.append(printable: title.isEmpty ? words[.untitled] : title)
        if event.status == .tentative { out.append(contentsOf: [UInt8](" (") + words[.isTentative] + [UInt8](")")) }
        // Busy time has no calendar.
        let calendars = ([event.calendar] + store.others(of: event)).map { store.calendars[Int($0)].name }
        if !calendars[0].isEmpty {
          out.append("  [")
          out.append(contentsOf: calendars.joined(separator: [UInt8](", ")))
          out.append("]")
        }
        out.append("\n")
      }
    }
    if out.isEmpty { append(.noEventsBetween, to: &out) }
    return out
  }

  /// Appends a line about what these days do not have.
  func append(_ sentence: Sentence, to out: inout [UInt8]) {
    words.append(sentence, to: &out) { place, out in
      out.append(iso: place == .from ? days.lowerBound : days.upperBound)
    }
    out.append(ascii: "\n")
  }

  /// Appends a time in the digits of the language, on the 24-hour clock in every language: columns have one width.
  func append(hour: Int, minute: Int, to out: inout [UInt8]) {
    locale.append(hour, width: 2, to: &out)
    out.append(ascii: ":")
    locale.append(minute, width: 2, to: &out)
  }

  private func append(timesOf occurrence: Occurrence, _ part: DayPart, to out: inout [UInt8]) {
    func time(_ seconds: Int64) {
      let wall = zone.wall(at: Instant(clamping: seconds)).time
      append(hour: wall.hour, minute: wall.minute, to: &out)
    }
    if occurrence.isAllDay || part == .middle {
      // As wide as two times and a hyphen.
      let word = words[.wholeDay]
      let width = WordsParts(String(decoding: word, as: UTF8.self)).columns
      return out.append(contentsOf: word + Array(repeating: .space, count: max(0, 11 - width)))
    }
    if part == .last { out.append("     ") } else { time(occurrence.start) }
    out.append(ascii: "-")
    if part == .first { out.append("     ") } else { time(occurrence.end) }
  }

  /// The events with an occurrence in the range, as an iCalendar file.
  package func iCalendar() -> [UInt8] {
    var feed = ICalendarFeed(store)
    for index in store.publishedEvents(run.occurrences) { feed.add(index) }
    return feed.finish(ICalendarFeed.Head(name: words[.agenda]))
  }
}

extension Array where Element == UInt8 {
  /// Appends text for a terminal: control characters in content, C1 (U+0080 to U+009F) included, could control it and
  /// become spaces.
  mutating func append(printable text: [UInt8]) {
    var previous: UInt8 = 0
    for byte in text {
      if byte < 0x20 || byte == 0x7F {
        append(.space)
      } else if previous == 0xC2, byte < 0xA0 {
        self[count - 1] = .space
      } else {
        append(byte)
      }
      previous = byte
    }
  }
}
