import ICalendar

/// The index of the first property of each name in an event.
struct EventProperties {
  var dtstart: Int?, dtend: Int?, duration: Int?, uid: Int?, summary: Int?, location: Int?, status: Int?
  var transp: Int?, `class`: Int?, sequence: Int?, lastModified: Int?, recurrenceID: Int?, type: Int?
  var microsoftAllDay: Int?
  /// Whether there is an RRULE, RDATE, EXRULE or EXDATE.
  var hasSeries = false
  /// Whether there is an ORGANIZER or an ATTENDEE.
  var hasPeople = false
  /// Whether there is a colour.
  var hasColor = false

  /// Whether there is a CONFERENCE.
  var hasConference = false

  /// Whether there is an X-BUSYLIFE-CITY.
  var hasCity = false
  /// Whether there is an X-BUSYLIFE-SLUG.
  var hasSlug = false
  /// Whether there is more than one CLASS: only one is allowed, but the strictest counts.
  var hasOtherClasses = false

  mutating func note(_ index: Int, _ name: PropertyName) {
    @inline(__always) func keep(_ slot: inout Int?) { if slot == nil { slot = index } }
    switch name {
    case .dtstart: keep(&dtstart)
    case .dtend: keep(&dtend)
    case .duration: keep(&duration)
    case .uid: keep(&uid)
    case .summary: keep(&summary)
    case .location: keep(&location)
    case .status: keep(&status)
    case .transp: keep(&transp)
    case .class:
      hasOtherClasses = hasOtherClasses || `class` != nil
      keep(&`class`)
    case .sequence: keep(&sequence)
    case .lastModified: keep(&lastModified)
    case .recurrenceID: keep(&recurrenceID)
    case .xBusyLifeType: keep(&type)
    case .xMicrosoftAllDay: keep(&microsoftAllDay)
    case .rrule, .rdate, .exrule, .exdate: hasSeries = true
    case .organizer, .attendee: hasPeople = true
    case .color, .xBusyLifeColor: hasColor = true
    case .conference: hasConference = true
    case .xBusyLifeCity: hasCity = true
    case .xBusyLifeSlug: hasSlug = true
    default: break
    }
  }
}
