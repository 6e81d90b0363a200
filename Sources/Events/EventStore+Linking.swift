import Bytes
import CivilTime
import ICalendar
import TimeZones

/// Two versions of one event, one of which supersedes the other.
public struct Superseded: Sendable {
  /// The superseded version, as an index into the events in reading order.
  public var hidden: Int32
  /// The version that supersedes it, as an index into the events in reading order.
  public var shown: Int32
}

extension EventStore {
  /// See ``ReadEvents/link()``.
  @inline(never) mutating func link() -> [Superseded] {
    byUID = events.map { $0.uidHash }.ranked()
    byUID.removeAll { events[Int($0)].uid.isEmpty }
    var hidden: [Superseded] = []
    var start = 0
    while start < byUID.count {
      var end = start + 1
      while end < byUID.count, self[byUID[end]].uidHash == self[byUID[start]].uidHash { end += 1 }
      if end > start + 1 { link(Array(byUID[start..<end]), &hidden) }
      start = end
    }
    hidden.sort { $0.hidden < $1.hidden }
    return hidden
  }

  /// Links events whose UIDs have the same hash.
  private mutating func link(_ group: [Int32], _ hidden: inout [Superseded]) {
    // Different UIDs with equal 64-bit hashes are very unlikely, but not impossible.
    // Leave out events that were marked as superseded beforehand.
    var rest = group.filter { !self[$0].isSuperseded }
    while let first = rest.first {
      let same = rest.filter { sameUID(self[$0], self[first]) }
      rest.removeAll { sameUID(self[$0], self[first]) }
      supersede(same.filter { !self[$0].isOverride }, &hidden)
      settleOriginals(same)
      supersede(same.filter { self[$0].isOverride }, &hidden)
      // Published files contain no outdated overrides.
      if ForeignInput.isExpected { dropOutdated(same, &hidden) }
      attachOverrides(same.filter { !self[$0].isSuperseded })
    }
  }

  /// - Parameter same: masters with one UID, or overrides with one UID.
  private mutating func supersede(_ same: [Int32], _ hidden: inout [Superseded]) {
    let sorted = same.sorted { left, right in
      let mine = self[left]
      let theirs = self[right]
      if mine.recurrenceKind != theirs.recurrenceKind {
        return mine.recurrenceKind.rawValue < theirs.recurrenceKind.rawValue
      }
      if mine.recurrenceStart != theirs.recurrenceStart { return mine.recurrenceStart < theirs.recurrenceStart }
      return shownBefore(left, right)
    }
    guard var shown = sorted.first else { return }
    var hasRange = self[shown].isThisAndFuture
    for index in sorted.dropFirst() {
      let mine = self[shown]
      let theirs = self[index]
      if mine.recurrenceKind == theirs.recurrenceKind, mine.recurrenceStart == theirs.recurrenceStart {
        // An older RANGE=THISANDFUTURE still applies to the instances after it.
        if theirs.isThisAndFuture, !hasRange {
          hasRange = true
          continue
        }
        self[index].isSuperseded = true
        hidden.append(Superseded(hidden: index, shown: shown))
      } else {
        shown = index
        hasRange = theirs.isThisAndFuture
      }
    }
  }

  /// Drops overrides of instances that a newer version of the series no longer has: the series has a higher SEQUENCE,
  /// and its EXDATE or its end leaves the instance out. If SEQUENCE is equal, the override counts: Apple writes both.
  /// - Parameter same: events with one UID, original starts in the units of the master.
  private mutating func dropOutdated(_ same: [Int32], _ hidden: inout [Superseded]) {
    guard
      let master = same.first(where: { !self[$0].isOverride && !self[$0].isSuperseded }),
      self[master].series >= 0
    else { return }
    let (event, set) = (self[master], series[Int(self[master].series)].set)
    for index in same {
      let override = self[index]
      guard override.isOverride, !override.isSuperseded, !override.isThisAndFuture, override.sequence < event.sequence
      else { continue }
      // Dates and floating times are counted as in UTC.
      let start = Instant(clamping: override.recurrenceStart)
      var instances = set.instances(
        from: start, before: Instant(clamping: override.recurrenceStart + 1),
        in: event.kind == .zoned ? zones[Int(event.zone)] : .utc)
      if instances.next() != nil { continue }
      self[index].isSuperseded = true
      hidden.append(Superseded(hidden: index, shown: master))
    }
  }

  /// Whether the left of two versions of an event supersedes the right one.
  private func shownBefore(_ left: Int32, _ right: Int32) -> Bool {
    let mine = self[left]
    let theirs = self[right]
    if mine.sequence != theirs.sequence { return mine.sequence > theirs.sequence }
    if mine.lastModified != theirs.lastModified { return mine.lastModified > theirs.lastModified }
    return mine.document == theirs.document ? left > right : left < right
  }

  /// Keeps some events, in a given order, and drops the others; a series whose master is dropped gets the index -1 for
  /// it. O(events and overrides).
  /// - Parameter chosen: their indices. With a master, all overrides of its series must be included.
  @inline(never) mutating func take(_ chosen: [Int32]) {
    var numbers = [Int32](repeating: -1, count: events.count)
    for number in chosen.indices { numbers[Int(chosen[number])] = Int32(number) }
    events = chosen.map { self[$0] }
    byUID = byUID.map { numbers[Int($0)] }.filter { $0 >= 0 }
    for index in series.indices { series[index].renumber(numbers) }
  }

  /// Builds the indices that find events: single ones by start, series by expansion. O(n log n).
  mutating func index() {
    var singles: [Int32] = []
    recurring.removeAll()
    for index in events.indices {
      if events[index].series >= 0, !events[index].isOverride {
        recurring.append(Int32(index))
      } else if isShownByItself(Int32(index)) {
        singles.append(Int32(index))
      }
    }
    self.singles = SingleIndex(singles, events)
  }

  /// Whether an event that is not a series' master is shown at its own time.
  package func isShownByItself(_ index: Int32) -> Bool {
    self[index].status != .cancelled && !isReplaced(index)
  }

  /// Whether a RANGE=THISANDFUTURE applies only to later instances, because its own instance has another override.
  private func isReplaced(_ index: Int32) -> Bool {
    let event = self[index]
    guard event.isThisAndFuture, event.series >= 0 else { return false }
    let series = series[Int(event.series)]
    return series.override(of: event.recurrenceStart).map { series.overrides[$0].event != index } ?? false
  }
}
