import CivilTime
import Events
import ICalendar
import Settling
import TimeZones

/// What is compared when an edit of a series is read back.
enum Proof: Equatable {
  /// Nothing: it is not a series, or was removed as a whole.
  case none
  /// All instances stay; one of them may have become an override.
  case kept
  /// All stay except the one with this original start.
  case without(Int64)
  /// All have moved like the edited one.
  case moved(Shift)
  /// Those from an original start on have moved, to another UID; those before it stay.
  case split(Shift, at: Int64)
  /// Those from an original start on are removed; those before it stay.
  case ended(at: Int64)
}

extension Proof {
  /// The number of instances compared from each starting point: years of a weekly series.
  static let instances = 400

  /// Whether the instances of a series are exactly what the edit was to make of them.
  /// - Parameters:
  ///   - old: the series before the edit.
  ///   - new: the series after it, as read back; `nil` if it is no longer a series.
  ///   - rest: the series that begins with the edited instance, as read back.
  ///   - view: the zone in which dates and floating times are read.
  func holds(_ old: RecurrenceSet, _ new: RecurrenceSet?, rest: RecurrenceSet?, in view: Zone) -> Bool {
    // One more than is compared, since one of them may be excluded.
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
      // Also around this instance, however late it is in the series.
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
  /// The local time of the series at an instance, by its key: in a gap, the skipped time and not the one that is shown.
  func nominal(_ key: Int64) -> CivilDateTime {
    guard case .zoned(let first, let zone) = start else { return CivilDateTime(wallSeconds: key) ?? .first }
    let shown = zone.wall(at: Instant(clamping: key))
    let written = CivilDateTime(shown.date, first.time)
    return zone.instant(of: written).secondsSinceEpoch == key ? written : shown
  }

  /// The instant of an instance, by its key.
  func instant(_ key: Int64, in view: Zone) -> Instant {
    zone == nil ? view.instant(of: CivilDateTime(wallSeconds: key) ?? .first) : Instant(clamping: key)
  }
}

extension EditResult {
  /// Whether the series of an edit reads back as it should.
  /// - Parameters:
  ///   - new: the file, read again.
  ///   - rest: the file with the event of ``uid``, if it is another one.
  func isProven(_ part: SeriesPart, _ new: ReadSource, rest: ReadSource) -> Bool {
    guard let old = part.set else { return true }
    func set(_ source: ReadSource, _ uid: [UInt8]) -> RecurrenceSet? {
      guard let index = source.store.event(uid: uid) else { return nil }
      let series = source.store[index].series
      return series < 0 ? nil : source.store.series[Int(series)].set
    }
    let name = seriesUID ?? part.store.text(part.master.uid, of: part.master)
    return proof.holds(old, set(new, name), rest: set(rest, uid), in: part.view)
  }
  /// Whether each event of a series has the texts that it had, or these with the change, and the part of the series
  /// that is not edited keeps its own.
  func hasTexts(
    _ change: EventTexts, _ scope: EditRequest.Scope, _ part: SeriesPart, _ old: ReadSource, _ new: ReadSource,
    rest: ReadSource
  ) -> Bool {
    let name = part.store.text(part.master.uid, of: part.master)
    let before = old.versions(of: name).map { old.store.texts(of: $0) }
    let after =
      new.versions(of: seriesUID ?? name).map { new.store.texts(of: $0) }
      + rest.versions(of: uid).map { rest.store.texts(of: $0) }
    let series = part.store.texts(of: part.master)
    let allowed =
      before + before.map { change.inherited(by: $0, of: series).applied(to: $0) }
      + [change.applied(to: part.store.texts(of: part.event))]
    guard after.allSatisfy({ allowed.contains($0) }) else { return false }
    let isDivided = part.occurrence.recurs && !part.isOrphan && (scope == .this || uid != seriesUID ?? name)
    guard isDivided, let master = new.store.event(uid: seriesUID ?? name) else { return true }
    return new.store.texts(of: new.store[master]) == series
  }
}
