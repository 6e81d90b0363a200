import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import TimeZones

/// Links that open an event, filled in, in calendar programs of the web. The programs document no parameters; these are
/// what <https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs> has found out.
extension PageModels {
  /// - Parameters:
  ///   - event: the event of the shown date; links that take only one date have its texts.
  ///   - shown: the occurrence that the page shows.
  ///   - master: the event, or the master of its series.
  mutating func programs(for event: Event, _ shown: Occurrence, master: Event, slug: [UInt8]) -> [Value] {
    let site = site
    // An override without a series is no series, and an event whose series has only one date is none either.
    let recurs = shown.recurs && master.series >= 0 && site.events.series[Int(master.series)].recurs
    let series = recurs ? site.onlyRule(of: master) : nil
    let once = LinkSpan(shown, of: event, in: site.zone)
    let whole = series == nil ? event : master
    let google = text { site, out in
      out.append("https://calendar.google.com/calendar/render?action=TEMPLATE&text=")
      out.append(percent: site.title(of: whole), most: LinkLimits.title)
      let span = series?.span ?? once
      out.append("&dates=")
      out.append(span.start, span.form, isBasic: true)
      out.append(ascii: "/")
      out.append(span.end, span.form, isBasic: true)
      if let series {
        out.append("&recur=RRULE%3A")
        out.append(percent: series.rule)
        if !series.zone.isEmpty { out.append("&ctz=") }
        out.append(contentsOf: series.zone)
      }
      out.append(site.linkTexts(of: whole, slug), "&details=", "&location=")
    }
    // The part that is the same for Outlook.com and Microsoft 365. Neither takes a rule.
    var query = [UInt8]("/calendar/0/deeplink/compose?path=/calendar/action/compose&rru=addevent&subject=")
    query.append(percent: site.title(of: event), most: LinkLimits.title)
    query.append("&startdt=")
    query.append(once.start, once.form, isBasic: false)
    query.append("&enddt=")
    query.append(once.end, once.form, isBasic: false)
    if once.form == .date { query.append("&allday=true") }
    query.append(site.linkTexts(of: event, slug), "&body=", "&location=")
    let outlook = text { _, out in
      out.append("https://outlook.live.com")
      out.append(contentsOf: query)
    }
    let office = text { _, out in
      out.append("https://outlook.office.com")
      out.append(contentsOf: query)
    }
    return [
      program(site.words[.googleCalendar], google, isOneDate: recurs && series == nil),
      program([UInt8](ProgramNames.outlook), outlook, isOneDate: recurs),
      program([UInt8](ProgramNames.office), office, isOneDate: recurs),
    ]
  }

  @inline(never) private mutating func program(_ name: [UInt8], _ href: Value, isOneDate: Bool) -> Value {
    let item = model.record(ProgramField.self)
    model[item, .name] = model.text(name)
    model[item, .href] = href
    model[item, .isOneDate] = .flag(isOneDate)
    return item.value
  }
}

/// Names that are the same in all languages.
enum ProgramNames {
  static let outlook: StaticString = "Outlook.com"
  static let office: StaticString = "Microsoft 365"
}

/// The greatest numbers of bytes of text in a link. Programs and servers take addresses of some 8,000 bytes, a byte may
/// take three, and a page has each link three times.
private enum LinkLimits {
  static let title = 200
  static let place = 200
  static let description = 500
}

/// The time of an event, as links write it.
private struct LinkSpan {
  enum Form {
    case date
    /// A local time: that of the reader, or of a zone that the link names.
    case local
    case utc
  }

  var start: CivilDateTime
  /// Exclusive.
  var end: CivilDateTime
  var form: Form

  init(_ start: CivilDateTime, _ end: CivilDateTime, _ form: Form) {
    (self.start, self.end, self.form) = (start, end, form)
  }

  /// - Parameter zone: the page's zone, in which floating times are read.
  init(_ shown: Occurrence, of event: Event, in zone: Zone) {
    if shown.isAllDay {
      self.init(
        CivilDateTime(CivilDate(dayNumber: Int(shown.firstDate)) ?? .first),
        CivilDateTime(CivilDate(dayNumber: Int(shown.endDate)) ?? .last), .date)
      return
    }
    let (zone, form) = event.kind == .floating ? (zone, Form.local) : (.utc, .utc)
    self.init(zone.wall(at: Instant(clamping: shown.start)), zone.wall(at: Instant(clamping: shown.end)), form)
  }
}

extension Array where Element == UInt8 {
  /// Appends a time as `20261103T090000Z`, or as `2026-11-03T09:00:00Z`.
  fileprivate mutating func append(_ time: CivilDateTime, _ form: LinkSpan.Form, isBasic: Bool) {
    switch (form, isBasic) {
    case (.date, true): append(basic: time.date)
    case (.date, false): append(iso: time.date)
    case (_, true): append(basic: time)
    case (_, false): append(iso: time)
    }
    if form == .utc { append(ascii: "Z") }
  }

  /// Appends what an event is about and where it is.
  fileprivate mutating func append(
    _ texts: (about: [UInt8], place: [UInt8]), _ about: StaticString, _ place: StaticString
  ) {
    if !texts.about.isEmpty {
      append(about)
      append(contentsOf: texts.about)
    }
    if !texts.place.isEmpty {
      append(place)
      append(contentsOf: texts.place)
    }
  }
}

extension Site {
  /// The description of an event with the address of its page, and its place; both percent-encoded.
  fileprivate func linkTexts(of event: Event, _ slug: [UInt8]) -> (about: [UInt8], place: [UInt8]) {
    var (about, place): ([UInt8], [UInt8]) = ([], [])
    about.append(percent: events.text(.description, of: event), most: LinkLimits.description)
    if !url.isEmpty {
      if !about.isEmpty { about.append("%0A%0A") }
      about.append(percent: url + "event/" + slug + ".html")
    }
    place.append(percent: events.place(of: event), most: LinkLimits.place)
    return (about, place)
  }

  /// The rule that describes a series alone: one rule of days or longer periods, nothing added, left out or
  /// overridden, in a zone that Google knows; `nil` for any other series.
  fileprivate func onlyRule(of master: Event) -> (rule: [UInt8], span: LinkSpan, zone: [UInt8])? {
    let series = events.series[Int(master.series)]
    let set = series.set
    guard series.overrides.isEmpty, set.rules.count == 1, set.exclusionRules.isEmpty, set.hasAllRules,
      events.property(.rdate, of: master) == nil, events.property(.exdate, of: master) == nil
    else { return nil }
    let rule = set.rules[0]
    guard rule.frequency >= .daily, rule.byHour.isEmpty, rule.byMinute.isEmpty, rule.bySecond.isEmpty,
      rule.count == nil || rule.until == nil
    else { return nil }
    let zone = events.zone(of: master)
    var name: [UInt8] = []
    if master.kind == .zoned {
      if zone.identifier.equals("UTC") { name.append("Etc/") } else if !zone.isNamedByPlace { return nil }
      name += zone.identifier
    }
    func wall(_ time: Int64) -> CivilDateTime {
      master.kind == .zoned ? zone.wall(at: Instant(clamping: time)) : CivilDateTime(wallSeconds: time) ?? .first
    }
    return (
      rule.written(beside: set.start).bytes,
      LinkSpan(wall(master.start), wall(master.end), master.kind == .allDay ? .date : .local), name
    )
  }
}

extension Zone {
  /// Whether it has a name such as `Europe/Berlin`, and not one that a file defines.
  fileprivate var isNamedByPlace: Bool {
    let areas: [StaticString] = [
      "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/",
      "Pacific/",
    ]
    return areas.contains { identifier.hasPrefix($0) }
  }
}
