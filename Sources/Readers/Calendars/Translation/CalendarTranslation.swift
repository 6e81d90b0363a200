import Bytes
import CivilTime
import Events
import ICalendar
import TimeZones

extension ICalendarDocument {
  /// The document with the properties and habits of single programs translated to RFC 5545 and RFC 7986, which pages,
  /// feeds and the browser's engine understand:
  ///
  /// - a DESCRIPTION that is HTML becomes text, and loses the block of a meeting that Google adds; X-ALT-DESC becomes a
  ///   DESCRIPTION where there is none,
  /// - X-GOOGLE-CONFERENCE, Microsoft's properties, and addresses in a LOCATION or DESCRIPTION become CONFERENCE,
  /// - X-APPLE-STRUCTURED-LOCATION becomes GEO and LOCATION where there are none,
  /// - X-MICROSOFT-CDO-BUSYSTATUS:FREE becomes TRANSP:TRANSPARENT where there is no TRANSP,
  /// - a rule with RSCALE or SKIP (RFC 7529) becomes RDATEs, and X-BUSYLIFE-RSCALE keeps it,
  /// - beside a DTSTART that is a date, instants in RRULE, EXRULE, RDATE, EXDATE and RECURRENCE-ID become dates.
  ///
  /// What is there already is not changed, but for a DESCRIPTION of HTML, and the vendor's own properties are kept.
  /// O(bytes).
  /// - Parameters:
  ///   - day: the first that is shown: if a rule with RSCALE has very many instances, those before it are left out.
  ///   - year: the last for which instances of rules with RSCALE are listed.
  ///   - zones: where the zone of such a rule's DTSTART is looked up, for its UNTIL.
  ///   - readsHTML: whether a DESCRIPTION may be HTML: not if it was made of text, which may mention tags.
  package func translated(
    since day: CivilDate = .first, through year: Int, zones: ZoneTable, readsHTML: Bool = true
  ) -> ICalendarDocument {
    var translation = CalendarTranslation(document: self, day: day, year: year, zones: zones, readsHTML: readsHTML)
    translation.translate()
    return translation.result
  }
}

private struct CalendarTranslation {
  let document: ICalendarDocument
  let day: CivilDate
  let year: Int
  let zones: ZoneTable
  let readsHTML: Bool
  var edits: [ICalendarDocument.Edit] = []
  /// The index in ``edits`` of a property's edit.
  var places: [Int: Int] = [:]
  /// How many steps the rules with RSCALE may still take.
  var steps = ScaledRule.stepsOfADocument
  var remarks = Diagnostics()
  /// How instants beside dates are read, by the VCALENDAR around them.
  var dates: [Int32: DatesOfInstants] = [:]
  /// By UID, whether a series begins on a date; `nil` before one is asked for.
  var seriesOfDates: [[UInt8]: Bool]?

  var result: ICalendarDocument {
    edits.isEmpty && remarks.isEmpty ? document : document.editing(edits, adding: remarks)
  }

  /// Most files have nothing to translate, and of most others only some events.
  mutating func translate() {
    let candidates = document.translationCandidates(vendorLengths: Vendor.lengths).filter {
      isCandidate(document.properties[$0])
    }
    if candidates.isEmpty { return }
    var next = 0
    for component in document.components.indices {
      guard document.components[component].kind == .vevent, !document.components[component].isBroken else { continue }
      var properties: [Int] = []
      document.forEachProperty(of: component) { properties.append($0) }
      guard let first = properties.first, let last = properties.last else { continue }
      while next < candidates.count, candidates[next] < first { next += 1 }
      if next < candidates.count, candidates[next] <= last {
        translate(properties, of: document.components[component].parent)
      }
    }
    edits.sort { $0.property < $1.property }
  }

  private func isCandidate(_ property: ICalendarDocument.Property) -> Bool {
    switch property.name {
    case .description: HTMLText.mayBeWritten(in: document.value(property)) || hasAddress(property)
    case .location: hasAddress(property)
    case .rrule, .exrule:
      ScaledRule.isScaled(document.value(property)) || Self.hasInstant(document.value(property))
    case .rdate, .exdate, .recurrenceID: Self.hasInstant(document.value(property))
    case .other: Vendor(document.name(property)) != nil
    default: false
    }
  }

  /// Whether a value may have an instant, such as `20260915T220000Z`: nothing else in rules and lists has a Z.
  private static func hasInstant(_ value: ArraySlice<UInt8>) -> Bool { value.contains { $0 | 0x20 == 0x7A } }

  private func hasAddress(_ property: ICalendarDocument.Property) -> Bool {
    let value = document.value(property)
    return value.withContiguousStorageIfAvailable { bytes in
      var index = 3
      while index < bytes.count {
        // Of `://` every third byte is one of the two.
        if bytes[index] == .slash, bytes[index - 1] == .slash, bytes[index - 2] == .colon { return true }
        index += bytes[index] == .slash || bytes[index] == .colon ? 1 : 2
      }
      return false
    } ?? true
  }

  /// The properties of vendors that are understood.
  private enum Vendor {
    case alternativeDescription, conference, structuredLocation, busyStatus

    /// Bit n is set if the name of one has n bytes.
    static let lengths: UInt64 = [10, 19, 26, 27, 32, 33, 37].reduce(0) { $0 | 1 << UInt64($1) }

    init?(_ name: ArraySlice<UInt8>) {
      func isCalled(_ known: StaticString) -> Bool { name.equalsIgnoringCase(known) }
      switch name.count {
      case 10 where isCalled("X-ALT-DESC"): self = .alternativeDescription
      case 19 where isCalled("X-GOOGLE-CONFERENCE"), 32 where isCalled("X-MICROSOFT-SKYPETEAMSMEETINGURL"),
        33 where isCalled("X-MICROSOFT-ONLINEMEETINGCONFLINK"),
        37 where isCalled("X-MICROSOFT-ONLINEMEETINGEXTERNALLINK"):
        self = .conference
      case 26 where isCalled("X-MICROSOFT-CDO-BUSYSTATUS"): self = .busyStatus
      case 27 where isCalled("X-APPLE-STRUCTURED-LOCATION"): self = .structuredLocation
      default: return nil
      }
    }
  }

  // MARK: An event

  /// What is known of an event, and the lines that it gets.
  private struct Findings {
    var description: Int?
    var alternative: Int?
    var location: Int?
    var structured: Int?
    var hasGeo = false
    var hasTransparency = false
    var busyStatus: Int?
    var hasConference = false
    /// Whether a CONFERENCE has an address that can be opened.
    var hasLink = false
    var conferences: [Int] = []
    var rules: [Int] = []
    /// Rules and lists that may have an instant, and whether the event begins on a date.
    var instants: [Int] = []
    var isOfDates = false
    var uid: Int?
    var original: Int?
  }

  private mutating func translate(_ properties: [Int], of calendar: Int32) {
    var found = Findings()
    for index in properties {
      let property = document.properties[index]
      switch property.name {
      case .description: if found.description == nil { found.description = index }
      case .location: if found.location == nil { found.location = index }
      case .geo: found.hasGeo = true
      case .conference:
        found.hasConference = true
        found.hasLink = found.hasLink || address(index) != nil
      case .transp: found.hasTransparency = true
      case .rrule, .exrule:
        if ScaledRule.isScaled(document.value(property)) {
          found.rules.append(index)
        } else {
          found.instants.append(index)
        }
      case .rdate, .exdate: found.instants.append(index)
      case .recurrenceID:
        found.instants.append(index)
        found.original = index
      case .uid: found.uid = index
      case .dtstart:
        if case .date? = DateOrDateTime(document.value(property)) { found.isOfDates = true }
      case .other:
        switch Vendor(document.name(property)) {
        case .alternativeDescription: if found.alternative == nil { found.alternative = index }
        case .conference: found.conferences.append(index)
        case .structuredLocation: if found.structured == nil { found.structured = index }
        case .busyStatus: found.busyStatus = index
        case nil: break
        }
      default: break
      }
    }
    let description = describe(found)
    join(found, description)
    locate(found)
    if let index = found.busyStatus, !found.hasTransparency,
      document.value(document.properties[index]).trimmed.equalsIgnoringCase("FREE")
    {
      add([Array("TRANSP:TRANSPARENT".utf8)], after: index)
    }
    if !found.rules.isEmpty { expand(found.rules, of: properties) }
    if let original = found.original {
      // RECURRENCE-ID stays when an instance is moved from a date to a time or back: the series decides its form.
      if found.uid.flatMap({ isOfDates($0) }) ?? found.isOfDates { writeDates([original], of: calendar) }
    } else if found.isOfDates {
      writeDates(found.instants, of: calendar)
    }
  }

  /// Whether the series of a UID begins on a date; `nil` if the document does not have it.
  private mutating func isOfDates(_ uid: Int) -> Bool? {
    func name(_ property: ICalendarDocument.Property) -> [UInt8] { Array(document.value(property).trimmed) }
    var known = seriesOfDates ?? [:]
    if seriesOfDates == nil {
      for event in document.components.indices {
        guard document.components[event].kind == .vevent, let uid = document.first(.uid, of: event),
          document.first(.recurrenceID, of: event) == nil, let start = document.first(.dtstart, of: event)
        else { continue }
        if case .date? = DateOrDateTime(document.value(start)) {
          known[name(uid)] = true
        } else if known[name(uid)] == nil {
          known[name(uid)] = false
        }
      }
      seriesOfDates = known
    }
    return known[name(document.properties[uid])]
  }

  private mutating func replace(_ index: Int, with lines: [[UInt8]]) {
    if let known = places[index] {
      // The first line is the property's own, which the edit has already.
      edits[known].lines += lines.dropFirst()
    } else {
      places[index] = edits.count
      edits.append(ICalendarDocument.Edit(property: index, lines: lines))
    }
  }

  private mutating func add(_ lines: [[UInt8]], after index: Int) {
    if !lines.isEmpty { replace(index, with: [Array(document.line(document.properties[index]))] + lines) }
  }

  /// The address of a meeting in a property that holds nothing else; `nil` if it can't be opened.
  private func address(_ index: Int) -> [UInt8]? { MeetingLink.address(document.value(document.properties[index])) }

  private func text(_ index: Int) -> [UInt8] { document.value(document.properties[index]).unescapedText }

  // MARK: Descriptions

  /// Makes the description text. Returns it, with the addresses of its links.
  private mutating func describe(_ found: Findings) -> [UInt8] {
    if let index = found.description {
      let written = text(index)
      if written.contains(where: { !$0.isWhitespace }) {
        let plain = readsHTML ? HTMLText.ifWritten(in: written) ?? written : written
        var shown = plain
        // Only if the link to join is known, which the event's page then shows.
        if let (rest, block) = MeetingBlock.cut(from: plain),
          found.hasLink || found.conferences.contains(where: { address($0) != nil })
            || !found.hasConference && MeetingLink.first(in: block) != nil
        {
          shown = rest
        }
        if shown != written {
          let property = document.properties[index]
          let head = Array(document.line(property).dropLast(document.value(property).count))
          replace(index, with: shown.isEmpty ? [] : [head + shown.escapedText])
        }
        return plain
      }
    }
    guard let index = found.alternative else { return [] }
    let plain = HTMLText.text(of: text(index), keepsBreaks: false)
    if plain.isEmpty { return [] }
    let line = Array("DESCRIPTION:".utf8) + plain.escapedText
    // An empty description would be read in place of the new one.
    if let empty = found.description { replace(empty, with: [line]) } else { add([line], after: index) }
    return plain
  }

  // MARK: Meetings

  private mutating func join(_ found: Findings, _ description: [UInt8]) {
    if found.hasConference { return }
    var place: Int?
    var address: [UInt8]?
    for index in found.conferences where address == nil {
      address = MeetingLink.address(document.value(document.properties[index]))
      place = index
    }
    if address == nil, let index = found.location {
      address = MeetingLink.first(in: text(index))
      place = index
    }
    if address == nil {
      address = MeetingLink.first(in: description)
      place = found.description ?? found.alternative
    }
    guard let address, let place else { return }
    add([Array("CONFERENCE;VALUE=URI:".utf8) + address], after: place)
  }

  // MARK: Places

  /// `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="…";X-TITLE="…":geo:52.5,13.4`
  private mutating func locate(_ found: Findings) {
    guard let index = found.structured else { return }
    let property = document.properties[index]
    var lines: [[UInt8]] = []
    let value = document.value(property).trimmed
    if !found.hasGeo, value.prefix(4).equalsIgnoringCase("geo:") {
      let numbers = value.dropFirst(4).prefix { $0 != .semicolon && $0 != .question }.split(separator: .comma)
      if numbers.count >= 2, let latitude = Self.degrees(numbers[0], 90), let longitude = Self.degrees(numbers[1], 180)
      {
        lines.append(Array("GEO:\(latitude);\(longitude)".utf8))
      }
    }
    if found.location == nil {
      let names = [document.parameter("X-TITLE", of: property), document.parameter("X-ADDRESS", of: property)]
      var place: [UInt8] = []
      for case let name? in names {
        // Apple writes line breaks of an address as `\n`.
        let plain = name[...].unescapedText.onOneLine
        if plain.isEmpty || plain == place { continue }
        if !place.isEmpty { place += Array(", ".utf8) }
        place += plain
      }
      if !place.isEmpty { lines.append(Array("LOCATION:".utf8) + place.escapedText) }
    }
    add(lines, after: index)
  }

  private static func degrees(_ written: ArraySlice<UInt8>, _ most: Double) -> String? {
    let text = String(decoding: written.trimmed, as: UTF8.self)
    guard text.utf8.count < 24, text.utf8.allSatisfy({ $0.isDigit || [0x2B, 0x2D, 0x2E].contains($0) }),
      let number = Double(text), abs(number) <= most
    else { return nil }
    return text
  }

  // MARK: Dates

  private mutating func writeDates(_ properties: [Int], of calendar: Int32) {
    for index in properties {
      let property = document.properties[index]
      let value = document.value(property)
      let isRule = property.name == .rrule || property.name == .exrule
      guard Self.hasInstant(value) else { continue }
      let dates = dates[calendar] ?? DatesOfInstants(calendar, of: document, zones)
      self.dates[calendar] = dates
      guard let mended = isRule ? dates.rule(value) : dates.list(value) else { continue }
      let name = Array(document.name(property))
      let range = document.parameter("RANGE", of: property).map { Array(";RANGE=".utf8) + $0 } ?? []
      replace(index, with: [name + range + Array((isRule ? ":" : ";VALUE=DATE:").utf8) + mended.value])
      remarks.add(
        .note, line: property.line,
        name + [.space] + quoted(mended.written) + Array(" is a time beside dates; it is read as ".utf8)
          + mended.read.prefix(64) + Array(", ".utf8) + dates.reason)
    }
  }

  // MARK: Rules

  private mutating func expand(_ rules: [Int], of properties: [Int]) {
    let start = properties.first { document.properties[$0].name == .dtstart }.map { document.properties[$0] }
    guard let start, let first = DateOrDateTime(document.value(start)) else { return }
    let share = min(ScaledRule.stepsOfARule, max(steps / 2, ScaledRule.stepsOfAnEvent))
    var left = share
    defer { steps = max(0, steps - (share - left)) }
    for index in rules {
      let property = document.properties[index]
      let value = document.value(property)
      do throws(ScaledRule.Failure) {
        let rule = try ScaledRule(value)
        // Rules that need no other calendar stay rules.
        if rule.isPlain {
          replace(index, with: [Array(document.name(property)) + [.colon] + rule.plain])
          continue
        }
        let zone = document.parameter("TZID", of: start).flatMap { ZoneNames.zone(named: $0, in: document, zones) }
        let isExclusion = property.name == .exrule
        let instances = try rule.instances(
          from: first, isExclusion: isExclusion, zone: zone, since: day, through: year, left: &left)
        let name: StaticString = isExclusion ? "EXDATE" : "RDATE"
        let head = document.line(start).dropLast(document.value(start).count).dropFirst(document.name(start).count)
        var lines = [Array("X-BUSYLIFE-RSCALE:".utf8) + Array(value.filter { $0 > 0x20 })]
        // A line for each decade's worth, since a line of hundreds of dates is hard to read.
        var rest = instances.values[...]
        while !rest.isEmpty {
          lines.append([UInt8](name) + Array(head) + Array(rest.prefix(10).joined(separator: [.comma])))
          rest = rest.dropFirst(10)
        }
        replace(index, with: lines)
        var message =
          Array(document.name(property)) + [.space] + quoted(value) + Array(" counts in another calendar".utf8)
        if let cut = instances.cut {
          message += Array(" and has more than \(ScaledRule.most) instances; only those from ".utf8)
          message.append(iso: cut.first)
          message += Array(" to ".utf8)
          message.append(iso: cut.last)
          remarks.add(.warning, line: property.line, message + Array(" are listed".utf8))
        } else {
          message += Array(
            (instances.isWhole ? "; its instances are listed" : "; its instances to the end of \(year) are listed")
              .utf8)
          remarks.add(.note, line: property.line, message)
        }
      } catch {
        let message = Array(document.name(property)) + [.space] + quoted(value) + Array(": \(error.reason)".utf8)
        replace(index, with: [])
        remarks.add(.error, line: property.line, message + Array("; the event is shown without it".utf8))
      }
    }
  }
}
