import Bytes
import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// The result of an edit for a file, before it is verified.
struct EditResult {
  /// The file's new bytes; `nil` if the file is to be removed.
  var bytes: [UInt8]?
  /// A new file beside it, in a folder with one event per file.
  var companion: [UInt8]?
  /// The UID of the edited event at its new time; if the event is removed, the UID that it had.
  var uid: [UInt8]
  /// The UID of the remaining series, if it has changed, as a UID derived from content does; otherwise `nil`.
  var seriesUID: [UInt8]?
  /// What must hold when the new bytes are read.
  var proof = Proof.none
}

/// An occurrence and its series.
struct SeriesPart {
  let store: EventStore
  /// Whether the file also has older versions of the series or of an override.
  private let standsTwice: Bool
  let occurrence: Occurrence
  let event: Event
  /// The master of the series; the occurrence's own event if there is none.
  let master: Event
  /// The zone in which floating times are read.
  let view: Zone

  init(_ occurrence: Occurrence, in source: ReadSource, view: Zone) {
    store = source.store
    self.occurrence = occurrence
    self.view = view
    event = store[occurrence.event]
    master = store[store.master(of: occurrence.event)]
    let uid = store.text(master.uid, of: master)
    standsTwice = source.versions(of: uid).count > store.events.count { [store] in store.text($0.uid, of: $0) == uid }
  }

  var isOrphan: Bool { event.isOverride && master.isOverride }

  /// The zone of the series; `nil` for dates and floating times.
  var zone: Zone? { master.kind == .zoned ? store.zone(of: master) : nil }

  func wall(_ units: Int64) -> CivilDateTime {
    guard let zone else { return CivilDateTime(wallSeconds: units) ?? .first }
    return zone.wall(at: Instant(clamping: units))
  }

  /// The local time that the series has at an original start, also in a gap.
  func nominal(_ original: Int64) -> CivilDateTime { set?.nominal(original) ?? wall(original) }

  func units(_ wall: CivilDateTime) -> Int64 { zone?.instant(of: wall).secondsSinceEpoch ?? wall.wallSeconds }

  /// The occurrence's original start in the form of DTSTART, or an instant if DTSTART has a zone.
  var originalStart: DateOrDateTime {
    switch master.kind {
    case .zoned: .utc(Instant(clamping: occurrence.original))
    case .floating: .local(wall(occurrence.original))
    case .allDay: .date(wall(occurrence.original).date)
    }
  }

  /// The overrides, cancelled ones included.
  var overrides: [Event] {
    guard !isOrphan else { return [] }
    return store.members(of: store.master(of: occurrence.event)).dropFirst().map { store[$0] }
  }

  var set: RecurrenceSet? { master.series >= 0 ? store.series[Int(master.series)].set : nil }

  /// The instant of an original start, for windows.
  func instant(_ units: Int64) -> Instant {
    if zone != nil { return Instant(clamping: units) }
    return view.instant(of: CivilDateTime(wallSeconds: units) ?? .first)
  }

  /// Whether the occurrence is the first instance.
  var isFirst: Bool {
    guard let set else { return true }
    var instances = set.instances(from: .first, before: .last, in: view, limit: 1)
    return instances.next().map { $0.key >= occurrence.original } ?? true
  }

  /// The number of instances of the rule before the occurrence; `nil` if the occurrence is not one of the rule's.
  func rulePlace() -> Int? {
    guard let set else { return nil }
    let plain = RecurrenceSet(start: set.start, rules: set.rules)
    let at = instant(occurrence.original)
    var here = plain.instances(from: at, before: at.adding(seconds: 1), in: view, limit: 1)
    guard here.next()?.key == occurrence.original else { return nil }
    return plain.instances(from: .first, before: at, in: view, limit: 1_000_000).reduce(0) { count, _ in count + 1 }
  }

  /// A span in the units of the series.
  func units(_ span: EventSpan) -> Units { Units(span, isFloating: master.kind == .floating, view) }

  /// The master's times after the series is moved, from an instance on.
  /// - Parameters:
  ///   - start: the original start of that instance.
  ///   - length: in seconds; `nil` keeps the master's.
  /// - Returns: the times, and the local time of the start, which may be in a gap.
  func times(
    from start: Int64, movedBy shift: Shift, length: Int64?
  ) throws(EditError) -> (times: Units, nominal: CivilDateTime) {
    let wall = try shift.moved(nominal(start))
    let moved = units(wall)
    return (Units(kind: master.kind, start: moved, end: moved + (length ?? master.end - master.start)), wall)
  }

  /// How the whole series moves when this occurrence does, and the new length of every instance; `nil` if that does not
  /// change. If the series' local time is in a gap, the page shows the occurrence later; the requested time still
  /// applies to the series.
  func move(from was: EventSpan, to new: EventSpan) -> (shift: Shift, length: Int64?) {
    let (was, new) = (units(was), units(new))
    let old = was.start == occurrence.original ? nominal(was.start) : wall(was.start)
    let seconds = new.start == was.start ? 0 : wall(new.start).wallSeconds - old.wallSeconds
    let length = new.end - new.start
    return (Shift(seconds: seconds, zone: zone), length == was.end - was.start ? nil : length)
  }

  /// Refuses what can't be done to a series as a whole.
  func requirePlain(_ place: String) throws(EditError) {
    if isOrphan {
      throw .impossible(
        "\(place): the series of this instance is not in the file; edit this instance alone (\"this\")")
    }
    if standsTwice {
      throw .impossible("\(place): the event occurs twice in the file; remove one first (check says which)")
    }
    if let set, set.rules.count > 1 || !set.exclusionRules.isEmpty {
      throw .impossible("\(place): the series has several rules; edit this instance alone (\"this\"), or the file")
    }
  }
}
