import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// What is compared when an edit of a series is read back.
enum Proof: Equatable {
  /// It is no series, or gone as a whole.
  case none
  /// All instances stay: one of them only has an event of its own in their place.
  case kept
  /// All stay but the one of an original start.
  case without(Int64)
  /// All moved as the one that was edited.
  case moved(Shift)
  /// Those from an original start on moved so, to another UID; those before it stay.
  case split(Shift, at: Int64)
  /// Those from an original start on are gone; those before it stay.
  case ended(at: Int64)
}

extension Proof {
  /// How many instances are compared from either place on: years of a weekly series.
  static let instances = 400

  /// Whether the instances of a series are exactly what an edit was to make of them.
  /// - Parameters:
  ///   - old: as the series was.
  ///   - new: what was read of it; `nil` if it is no series any more.
  ///   - rest: what was read of the series that begins with the edited instance.
  ///   - view: the zone in which dates and floating times are read.
  func holds(_ old: RecurrenceSet, _ new: RecurrenceSet?, rest: RecurrenceSet?, in view: Zone) -> Bool {
    // One more than is compared, since one of them may be left out.
    func starts(_ set: RecurrenceSet?, from start: Int64? = nil) -> [Int64] {
      let from = start.map { old.instant($0, in: view) } ?? .first
      return set?.instances(from: from, before: .last, in: view, limit: Self.instances + 1).map { $0.key } ?? []
    }
    func areEqual(_ left: [Int64], _ right: [Int64]) -> Bool {
      left.prefix(Self.instances) == right.prefix(Self.instances)
    }
    func moved(_ starts: [Int64], by shift: Shift) -> [Int64]? {
      try? starts.map { start throws(EditError) in
        let wall = try shift.moved(old.nominal(start))
        return old.zone?.instant(of: wall).secondsSinceEpoch ?? wall.wallSeconds
      }.sorted()
    }
    func isEnded(at original: Int64) -> Bool {
      areEqual(starts(old).filter { $0 < original }, starts(new)) && starts(new, from: original).isEmpty
    }
    switch self {
    case .none: return true
    case .kept: return areEqual(starts(old), starts(new))
    case .without(let original):
      // However late in the series it is.
      return areEqual(starts(old).filter { $0 != original }, starts(new))
        && areEqual(starts(old, from: original).filter { $0 != original }, starts(new, from: original))
    case .moved(let shift): return moved(starts(old), by: shift) == starts(new)
    case .split(let shift, let original):
      return isEnded(at: original) && moved(starts(old, from: original), by: shift) == starts(rest)
    case .ended(let original): return isEnded(at: original)
    }
  }
}

extension RecurrenceSet {
  /// What the clock of the series is set to at an instance, by its number: the instance is shown later where clocks
  /// skip that time.
  func nominal(_ key: Int64) -> CivilDateTime {
    guard case .zoned(let first, let zone) = start else { return CivilDateTime(wallSeconds: key) ?? .first }
    let shown = zone.wall(at: Instant(clamping: key))
    let written = CivilDateTime(shown.date, first.time)
    return zone.instant(of: written).secondsSinceEpoch == key ? written : shown
  }

  /// When an instance begins, by its number.
  func instant(_ key: Int64, in view: Zone) -> Instant {
    zone == nil ? view.instant(of: CivilDateTime(wallSeconds: key) ?? .first) : Instant(clamping: key)
  }
}

extension EditResult {
  /// Whether the series of an edit reads as it should.
  /// - Parameters:
  ///   - new: the file, read again.
  ///   - rest: where the event of ``uid`` stands, if in another one.
  func isProven(_ part: SeriesPart, _ new: ReadSource, rest: ReadSource) -> Bool {
    guard let old = part.set else { return true }
    func set(_ source: ReadSource, _ uid: [UInt8]) -> RecurrenceSet? {
      guard let index = source.store.event(uid: uid) else { return nil }
      let series = source.store.events[Int(index)].series
      return series < 0 ? nil : source.store.series[Int(series)].set
    }
    let name = seriesUID ?? part.store.text(part.master.uid, of: part.master)
    return proof.holds(old, set(new, name), rest: set(rest, uid), in: part.view)
  }
}
