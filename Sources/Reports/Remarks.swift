import Bytes
import CalendarPages
import CivilTime
import Events
import Gate
import ICalendar
import Publishing
import Readers
import Settling
import SiteTerms
import Themes
import TimeZones

extension Problem {
  /// - Parameter line: of ``SourceFile/iCalendar``.
  init(_ severity: Diagnostic.Severity, in file: SourceFile, line: Int, _ message: String) {
    self.init(severity, in: file.path, at: file.position(of: Position(line: line, column: 1)), message)
  }
}

extension ReadingOptions {
  /// The zone that the command names, else the first of site.yml, else this computer's.
  func zone(of settings: SiteConfiguration, _ system: SystemZones) throws(BuildError) -> Zone {
    let configured = settings.zones.first.map { String(decoding: $0, as: UTF8.self) }
    return try Self.zone(zones.first ?? configured ?? "local", system)
  }
}

/// Remarks about content without errors: settings that a build would refuse, and what is probably unintended.
extension LoadedContent {
  /// The content with the remarks that only `check` reports.
  /// - Parameters:
  ///   - templates: the folder of templates that the command names; `nil` if it names none.
  ///   - conflicts: whether different events in one place at one time are among them.
  package func checked(
    _ options: ReadingOptions, templates: String? = nil, conflicts: Bool = false
  ) throws(BuildError) -> LoadedContent {
    adding(
      ThemeLayers.refusals(content.configuration, templates: templates) + staticRefusals()
        + lookRemarks(templates: templates) + unmetExceptions() + unknownColors()
        + slugRemarks() + calendarRemarks() + privacyRemarks() + exceptionRemarks() + wordsRemarks(templates)
        + feedRemarks()
        + LimitWarnings.pages(content.notes)
        + (try eventsOutsideOfWindow(options)) + (conflicts ? try self.conflicts(options) : []))
  }

  // MARK: Names and calendars

  /// Warnings about names of pages that differ from those their events ask for. O(events).
  private func slugRemarks() -> [Problem] {
    let store = unredacted().store
    if !store.events.contains(where: { $0.hasSlug }) { return [] }
    let slugs = EventSlugs(store, SlugSpelling(locale: Array((content.configuration.locale ?? "").utf8)))
    var owners: [[UInt8]: String] = [:]
    var found: [Problem] = []
    for index in store.events.indices where store.events[index].hasSlug {
      let event = store.events[index]
      guard store.master(of: Int32(index)) == index else { continue }
      let file = files[Int(event.document)]
      let wanted = store.chosenSlug(of: event)
      if let wanted, slugs.name(of: event) == wanted {
        owners[wanted] = file.path
        continue
      }
      let owner = wanted.flatMap { owners[$0] }.map { " by an event in \($0)" } ?? " by another event"
      let message =
        wanted.map { "the slug \(String(decoding: quoted($0), as: UTF8.self)) is taken\(owner); choose another" }
        ?? "the slug can't name a page; write lower-case letters, digits and hyphens, at most 80, and no name that "
        + "Windows reserves or that a picture in share/ has"
      found.append(Problem(.warning, in: file, line: Int(event.line), message))
    }
    return found
  }

  /// Warnings about calendars without a source that no event names.
  private func calendarRemarks() -> [Problem] {
    let used = Set(read.events.map { Int($0.calendar) })
    return content.calendars.indices.compactMap { number in
      let calendar = content.calendars[number]
      switch calendar.origin {
      case .events, .named: break
      default: return nil
      }
      guard !used.contains(number), let (index, name) = calendar.entry else { return nil }
      return content.configuration.problem(
        .warning, at: "calendars[\(index)].name",
        "no event is in the calendar \"\(name)\"; add source:, or calendar: \(name) to events and notes")
    }
  }

  // MARK: Words

  /// What is wrong with the words of the languages of the site and its audiences, and which keys English stands in for.
  private func wordsRemarks(_ templates: String?) -> [Problem] {
    let configuration = content.configuration
    let own = configuration.locales + [configuration.locale ?? "en"]
    let locales = (own + configuration.audiences.compactMap { $0.locale }).unique
    guard let layers = try? ThemeLayers(own: ThemeLayers.own(templates, configuration), name: configuration.look.theme),
      let words = try? ThemeContents(layers).words()
    else { return [] }
    let position =
      configuration.positions["locales"] ?? configuration.positions["locale"] ?? .start
    var found: [Problem] = []
    for tag in locales {
      guard let compiled = try? words.compiled(for: tag) else { continue }
      found += compiled.errors
      let missing = compiled.missing
      if missing.isEmpty { continue }
      let named = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
      let text = missing.count == 1 ? "1 text" : "\(missing.count) texts"
      let message = "\(tag): no translation of \(text) of pages: \(named); the command words lists them"
      found.append(Problem(.note, in: configuration.path, at: position, message))
    }
    return found
  }

  // MARK: Exceptions

  /// The greatest number of exceptions that are looked up in their series. Nobody writes more by hand.
  private static let exceptionLimit = 100_000

  /// Notes about exceptions that match no instance of their series, for JSON files and notes, which people write;
  /// programs leave many behind. O(exceptions).
  private func unmetExceptions() -> [Problem] {
    let store = unredacted().store
    var left = Self.exceptionLimit
    var found: [Problem] = []
    for event in store.events where event.series >= 0 && !event.isOverride {
      let file = files[Int(event.document)]
      guard file.eventPositions != nil else { continue }
      let document = store.document(of: event)
      let set = store.series[Int(event.series)].set.withoutExceptions
      var unmet: [ArraySlice<UInt8>] = []
      var line: UInt32 = 0
      document.forEachProperty(of: Int(event.component)) { index in
        let property = document.properties[index]
        guard property.name == .exdate else { return }
        let zone = document.parameter("TZID", of: property).flatMap {
          store.zoneNames[Int(event.document)].meaning(of: $0).map { store.zones[Int($0.zone)] }
        }
        for listed in TimeList(document.value(property)) where left > 0 {
          left -= 1
          guard let time = listed.time.map({ RecurrenceTime($0, in: zone) }), !set.hasInstance(at: time) else {
            continue
          }
          if unmet.isEmpty { line = property.line }
          unmet.append(listed.text)
        }
      }
      guard let first = unmet.first else { continue }
      let more = unmet.count > 1 ? " and \(unmet.count - 1) more" : ""
      found.append(
        Problem(
          .note, in: file, line: Int(line),
          "the event has no instance at the time \(Self.readable(first)) of exdates\(more), so nothing is left out for "
            + "it; correct or remove it"))
    }
    return found
  }

  /// An iCalendar date or time as people write it.
  private static func readable(_ text: ArraySlice<UInt8>) -> String {
    var out: [UInt8] = []
    switch DateOrDateTime(text) {
    case .date(let date): out.append(iso: date)
    case .local(let wall): out.append(iso: wall)
    case .utc(let instant): out.append(rfc3339: instant)
    case nil: out.append(contentsOf: text)
    }
    return String(decoding: out, as: UTF8.self)
  }

  // MARK: Colours

  /// Notes about colours of events in .ics files that CSS does not have: one for each in a file, at the first event
  /// that has it. Readers of JSON files and notes refuse them. O(events that have a colour).
  private func unknownColors() -> [Problem] {
    let store = unredacted().store
    var found: [(document: Int32, written: [UInt8], line: UInt32, count: Int)] = []
    var places: [[UInt8]: Int] = [:]
    for event in store.events where event.hasColor {
      let name = store.text(.xBusyLifeColor, of: event).isEmpty ? PropertyName.color : .xBusyLifeColor
      guard RGB(named: store.color(of: event)) == nil, let property = store.property(name, of: event)
      else { continue }
      let written = store.text(name, of: event)
      let key = Array("\(event.document):".utf8) + written
      if let place = places[key] {
        found[place].count += 1
      } else if !written.isEmpty {
        places[key] = found.count
        found.append((event.document, written, property.line, 1))
      }
    }
    return found.map { document, written, line, count in
      let file = files[Int(document)]
      let text = String(decoding: written, as: UTF8.self)
      let events = count == 1 ? "the event has its" : "\(count) events have their"
      let message =
        "the colour \(String(decoding: quoted(written), as: UTF8.self)) is unknown, so \(events) calendar's colour; "
        + NamedColors.mend(of: text)
      return Problem(.note, in: file, line: Int(line), message)
    }
  }

  // MARK: The window

  /// The zone and the window that site.yml has, whatever zone the command names.
  func siteWindow(_ options: ReadingOptions) throws(BuildError) -> (zone: Zone, window: Range<CivilDate>) {
    var own = options
    own.zones = []
    let zone = try own.zone(of: content.configuration, try ReadingOptions.system())
    return (zone, try own.window(content.configuration.window, now: zone.wall(at: try own.instant()).date))
  }

  /// A note if the window in site.yml shows no day of some events. O(events that overlap it).
  private func eventsOutsideOfWindow(_ options: ReadingOptions) throws(BuildError) -> [Problem] {
    let configured = content.configuration.window
    guard configured.before != nil || configured.after != nil || configured.from != nil || configured.to != nil,
      !content.isConfigurationBroken
    else { return [] }
    let (zone, window) = try siteWindow(options)
    let store = redacted(for: Reader(), nil).store
    var report = ExpansionReport()
    let shown = Set(store.publishedEvents(store.settle(window, in: zone, report: &report).occurrences))
    let all = store.events.indices.filter { !store.events[$0].isOverride && store.events[$0].status != .cancelled }
    let left = all.filter { !shown.contains(Int32($0)) }
    if left.isEmpty { return [] }
    let first = CivilDateTime(window.lowerBound).wallSeconds
    let before = left.count { store.events[$0].wallStart < first }
    var dates: [UInt8] = []
    dates.append(iso: window.lowerBound)
    dates.append(" to ")
    dates.append(iso: window.upperBound.adding(days: -1) ?? window.upperBound)
    let message =
      "the window, \(String(decoding: dates, as: UTF8.self)), leaves out \(left.count) of \(all.count) events: "
      + "\(before) that begin before it, \(left.count - before) after; make it wider if they are to be shown"
    return [content.configuration.problem(.note, at: "window", message)]
  }
}

extension RecurrenceTime {
  /// - Parameter zone: the zone of a local time.
  fileprivate init(_ time: DateOrDateTime, in zone: Zone?) {
    switch time {
    case .date(let date): self = .date(date)
    case .utc(let instant): self = .utc(instant)
    case .local(let wall): self = zone.map { .zoned(wall, $0) } ?? .floating(wall)
    }
  }
}
