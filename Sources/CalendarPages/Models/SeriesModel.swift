import Bytes
import CivilTime
import Events
import ICalendar
import Mustache
import Settling
import TimeZones

/// The dates of a series on its page. A date says what is different there: it was moved, is at another place, or is
/// cancelled, and has its own title, place, meetings or description.
extension PageModels {
  /// The number of dates that are listed from the shown one on, whatever is said of them; and so many after the month
  /// of the build, whichever of its days is the reader's.
  private static let listedDates = 12
  /// The longest month, in seconds.
  private static let month: Int64 = 31 * 86_400
  /// How many dates before and after the shown one are searched for changed ones; and how many cancelled ones are
  /// listed.
  private static let changedDates = 200

  /// The list of a series' dates: ``nextDates(_:from:)``, which are those of the month of the build and the next dozen
  /// (at most 200), and all others near them at which something is different, so that readers without scripts see it.
  /// - Parameters:
  ///   - page: an index of ``EventPages/events``.
  ///   - shown: the date that the page shows, as an index of the page's occurrences.
  ///   - next: those that are listed whatever is said of them.
  mutating func dates(ofPage page: Int, from shown: Int, _ next: Range<Int>) -> [Value] {
    let all = site.eventPages.occurrences[page]
    let near = max(0, shown - Self.changedDates)..<min(all.count, shown + Self.changedDates)
    var listed = near.filter { index in
      next.contains(index) || isChanged(all[index])
    }.map { all[$0] }
    let window = site.links.window
    listed += site.events.cancelled(of: site.eventPages.events[page], in: site.zone)
      .filter { window.contains(site.firstDay(of: $0)) }.prefix(Self.changedDates)
    listed.sort { $0.start < $1.start }
    var anchors: [[UInt8]] = []
    return listed.map { occurrence in
      let record = date(occurrence)
      var anchor: [UInt8] = []
      let start =
        occurrence.isAllDay
        ? CivilDateTime(site.firstDay(of: occurrence)) : site.zone.wall(at: Instant(clamping: occurrence.start))
      site.eventPages.append(anchorOf: occurrence, at: start, to: &anchor)
      if !anchors.contains(anchor) { model[record, .id] = model.text(anchor) }
      anchors.append(anchor)
      return record.value
    }
  }

  /// The dates of a series that are listed whatever is said of them.
  func nextDates(_ all: [Occurrence], from shown: Int) -> Range<Int> {
    let first = min(shown, max(0, all.count - Self.listedDates))
    var end = min(all.count, first + Self.listedDates)
    let month = site.startOfMonth + Self.month
    let most = site.eventPages.instance == nil ? min(all.count, first + Self.changedDates) : 0
    while end < most, all[end - Self.listedDates].start < month { end += 1 }
    return first..<end
  }

  /// A date of a series, and what is different there.
  mutating func date(_ occurrence: Occurrence) -> Record<OccurrenceField> {
    let record = model.record(OccurrenceField.self)
    model[record, .start] = text { site, out in site.append(start: occurrence, to: &out) }
    model[record, .end] = text { site, out in site.append(end: occurrence, to: &out) }
    model[record, .text] = text { site, out in site.append(whenOf: occurrence, in: site.zone, to: &out) }
    let event = site.events[occurrence.event]
    model[record, .ownWhenText] = ownWhen(event, occurrence)
    model[record, .duration] = duration(occurrence)
    let isCancelled = event.status == .cancelled
    model[record, .isCancelled] = .flag(isCancelled)
    if !isCancelled { model[record, .day] = dayLink(site.firstDay(of: occurrence)) }
    if event.isOverride, event.series >= 0 { setChanges(record, event, isCancelled) }
    return record
  }

  private mutating func setChanges(_ record: Record<OccurrenceField>, _ event: Event, _ isCancelled: Bool) {
    let events = site.events
    let series = events[events.series[Int(event.series)].event]
    var changes: [WordsField] = []
    if isCancelled {
      changes.append(.cancelled)
    } else {
      if event.start != event.recurrenceStart || event.kind != event.recurrenceKind { changes.append(.moved) }
      let place = events.place(of: event)
      if !place.isEmpty, place != events.place(of: series) {
        changes.append(.otherPlace)
        model[record, .place] = model.text(place)
      }
      let title = events.text(event.title, of: event)
      if title != events.text(series.title, of: series) { model[record, .title] = self.title(of: event) }
      if meetings(of: event) != meetings(of: series) {
        model[record, .hasConferences] = .flag(true)
        model[record, .conferences] = model.list(links(.conference, of: event))
      }
    }
    if !changes.isEmpty { model[record, .changes] = model.text(site.sideBySide(changes)) }
    let description = events.text(.description, of: event)
    // A cancelled override often has no description.
    if description != events.text(.description, of: series), !isCancelled || !description.isEmpty {
      model[record, .hasDescription] = .flag(true)
      model[record, .description] = paragraphs(description)
    }
  }

  /// Whether it is listed because something is different there; not if all dates after it are changed too.
  private func isChanged(_ occurrence: Occurrence) -> Bool {
    let event = site.events[occurrence.event]
    return event.isOverride && !event.isThisAndFuture
  }

  private func meetings(of event: Event) -> [[UInt8]] {
    let document = site.events.document(of: event)
    return site.events.addresses(.conference, of: event).map { Array(document.value($0).trimmed) }
  }
}
