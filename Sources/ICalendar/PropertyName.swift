import Bytes

/// The properties that this core interprets (RFC 5545 section 3.8, RFC 7986 section 5, and relevant vendor properties).
/// All others are `.other`: kept and written again, but not interpreted.
public enum PropertyName: UInt8, Sendable {
  case other
  case attach, attendee, calscale, categories, `class`, color, comment, conference, contact, created
  case description, dtend, dtstamp, dtstart, due, duration, exdate, exrule, freebusy, geo, image
  case lastModified, location, method, name, organizer, priority, prodid, rdate, recurrenceID
  case refreshInterval, relatedTo, resources, rrule, sequence, source, status, summary, transp
  case tzid, tzname, tzoffsetfrom, tzoffsetto, uid, url, version
  case xWRCalname, xWRCaldesc, xWRTimezone, xPublishedTTL, xAppleCalendarColor, xMicrosoftAllDay
  /// The event `type` of BusyLife's events.json, an integer.
  case xBusyLifeType
  /// The city of a place, in addition to LOCATION.
  case xBusyLifeCity
  /// An event's colour as in events.json, in a form that COLOR does not allow.
  case xBusyLifeColor
  /// The name of an event's page.
  case xBusyLifeSlug

  /// The property with a name, in any case; O(name).
  init(_ name: UnsafeBufferPointer<UInt8>) {
    self = Self.candidates(count: name.count, first: name.isEmpty ? 0 : name[0].lowercased, name)
  }

  private static func candidates(count: Int, first: UInt8, _ name: UnsafeBufferPointer<UInt8>) -> PropertyName {
    @inline(__always) func pick(_ property: PropertyName, _ text: StaticString) -> PropertyName? {
      name.equalsIgnoringCase(text) ? property : nil
    }
    switch (count, first) {
    case (3, .ascii("u")): return pick(.uid, "UID") ?? pick(.url, "URL") ?? .other
    case (3, .ascii("d")): return pick(.due, "DUE") ?? .other
    case (3, .ascii("g")): return pick(.geo, "GEO") ?? .other
    case (4, .ascii("t")): return pick(.tzid, "TZID") ?? .other
    case (4, .ascii("n")): return pick(.name, "NAME") ?? .other
    case (5, .ascii("d")): return pick(.dtend, "DTEND") ?? .other
    case (5, .ascii("c")): return pick(.class, "CLASS") ?? pick(.color, "COLOR") ?? .other
    case (5, .ascii("r")): return pick(.rrule, "RRULE") ?? pick(.rdate, "RDATE") ?? .other
    case (5, .ascii("i")): return pick(.image, "IMAGE") ?? .other
    case (6, .ascii("s")): return pick(.status, "STATUS") ?? pick(.source, "SOURCE") ?? .other
    case (6, .ascii("t")): return pick(.transp, "TRANSP") ?? pick(.tzname, "TZNAME") ?? .other
    case (6, .ascii("e")): return pick(.exdate, "EXDATE") ?? pick(.exrule, "EXRULE") ?? .other
    case (6, .ascii("a")): return pick(.attach, "ATTACH") ?? .other
    case (6, .ascii("m")): return pick(.method, "METHOD") ?? .other
    case (6, .ascii("p")): return pick(.prodid, "PRODID") ?? .other
    case (7, .ascii("d")): return pick(.dtstart, "DTSTART") ?? pick(.dtstamp, "DTSTAMP") ?? .other
    case (7, .ascii("s")): return pick(.summary, "SUMMARY") ?? .other
    case (7, .ascii("c")):
      return pick(.created, "CREATED") ?? pick(.comment, "COMMENT") ?? pick(.contact, "CONTACT") ?? .other
    case (7, .ascii("v")): return pick(.version, "VERSION") ?? .other
    case (8, .ascii("l")): return pick(.location, "LOCATION") ?? .other
    case (8, .ascii("s")): return pick(.sequence, "SEQUENCE") ?? .other
    case (8, .ascii("d")): return pick(.duration, "DURATION") ?? .other
    case (8, .ascii("a")): return pick(.attendee, "ATTENDEE") ?? .other
    case (8, .ascii("c")): return pick(.calscale, "CALSCALE") ?? .other
    case (8, .ascii("p")): return pick(.priority, "PRIORITY") ?? .other
    case (8, .ascii("f")): return pick(.freebusy, "FREEBUSY") ?? .other
    case (9, .ascii("o")): return pick(.organizer, "ORGANIZER") ?? .other
    case (9, .ascii("r")): return pick(.resources, "RESOURCES") ?? .other
    case (10, .ascii("c")): return pick(.categories, "CATEGORIES") ?? pick(.conference, "CONFERENCE") ?? .other
    case (10, .ascii("r")): return pick(.relatedTo, "RELATED-TO") ?? .other
    case (10, .ascii("t")): return pick(.tzoffsetto, "TZOFFSETTO") ?? .other
    case (11, .ascii("d")): return pick(.description, "DESCRIPTION") ?? .other
    case (12, .ascii("x")): return pick(.xWRCalname, "X-WR-CALNAME") ?? pick(.xWRCaldesc, "X-WR-CALDESC") ?? .other
    case (12, .ascii("t")): return pick(.tzoffsetfrom, "TZOFFSETFROM") ?? .other
    case (13, .ascii("l")): return pick(.lastModified, "LAST-MODIFIED") ?? .other
    case (13, .ascii("r")): return pick(.recurrenceID, "RECURRENCE-ID") ?? .other
    case (13, .ascii("x")): return pick(.xWRTimezone, "X-WR-TIMEZONE") ?? .other
    case (15, .ascii("x")):
      if let slug = pick(.xBusyLifeSlug, "X-BUSYLIFE-SLUG") { return slug }
      return pick(.xPublishedTTL, "X-PUBLISHED-TTL") ?? pick(.xBusyLifeType, "X-BUSYLIFE-TYPE") ?? pick(
        .xBusyLifeCity, "X-BUSYLIFE-CITY") ?? .other
    case (16, .ascii("x")): return pick(.xBusyLifeColor, "X-BUSYLIFE-COLOR") ?? .other
    case (16, .ascii("r")): return pick(.refreshInterval, "REFRESH-INTERVAL") ?? .other
    case (20, .ascii("x")): return pick(.xAppleCalendarColor, "X-APPLE-CALENDAR-COLOR") ?? .other
    case (27, .ascii("x")): return pick(.xMicrosoftAllDay, "X-MICROSOFT-CDO-ALLDAYEVENT") ?? .other
    default: return .other
    }
  }
}

/// The components of RFC 5545 section 3.6; any other (X- or IANA components) is `.other`.
public enum ComponentKind: UInt8, Sendable {
  case other, vcalendar, vevent, vtodo, vjournal, vfreebusy, vtimezone, standard, daylight, valarm

  init(_ name: some Collection<UInt8>) {
    @inline(__always) func pick(_ kind: ComponentKind, _ text: StaticString) -> ComponentKind? {
      name.equalsIgnoringCase(text) ? kind : nil
    }
    // The most frequent names come first.
    self =
      pick(.vevent, "VEVENT") ?? pick(.valarm, "VALARM") ?? pick(.vcalendar, "VCALENDAR") ?? pick(.vtodo, "VTODO")
      ?? pick(.vtimezone, "VTIMEZONE") ?? pick(.standard, "STANDARD") ?? pick(.daylight, "DAYLIGHT")
      ?? pick(.vjournal, "VJOURNAL") ?? pick(.vfreebusy, "VFREEBUSY") ?? .other
  }
}
