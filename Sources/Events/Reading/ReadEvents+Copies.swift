import ICalendar

/// Events that several calendars have: the same UID in each. In the browser, they are known from the site's data.
extension ReadEvents {
  /// Records at each event that is shown which other calendars have it too: those with a master of its UID, or, if no
  /// calendar has one, with any event of it. To be called after ``link()``. O(events that share a UID).
  package mutating func noteCopies() { noteCopies(without: []) }

  /// - Parameter left: by index, whether an event does not exist for the reader; empty if all events exist.
  fileprivate mutating func noteCopies(without left: [Bool]) {
    for group in store.groups() {
      let group = left.isEmpty ? group : group.filter { !left[Int($0)] }
      let calendars = store.calendarsWithCopies(group)
      for index in group where !store[index].isSuperseded {
        let own = store[index].calendar
        store.setOthers(calendars.count > 1 ? calendars.filter { $0 != own } : [], of: Int(index))
      }
    }
  }

  /// The events for a reader who does not have some calendars. If another calendar has a copy of an event, the copies
  /// in absent calendars do not exist: they supersede nothing, their levels do not count, and their calendars are not
  /// named. A part of another calendar's event, such as an override, still counts, or the event would show what the
  /// part hides. O(events that share a UID); O(n log n) if there are such copies.
  package func chosen(under policy: PrivacyPolicy) -> ReadEvents {
    guard policy.absent.contains(true) else { return self }
    var left: [Bool] = []
    for group in store.groups() {
      let masters = group.filter { !store[$0].isOverride }
      let absent = Set(masters.map { store[$0].calendar }.filter { policy.isAbsent($0) })
      if absent.isEmpty || masters.allSatisfy({ absent.contains(store[$0].calendar) }) { continue }
      if left.isEmpty { left = [Bool](repeating: false, count: store.events.count) }
      for index in group where absent.contains(store[index].calendar) { left[Int(index)] = true }
    }
    if left.isEmpty { return self }
    var read = self
    read.store.unlink(without: left)
    read.link()
    read.noteCopies(without: left)
    return read
  }

  /// The series of a master.
  package func series(of event: Event) -> Series { store.series[Int(event.series)] }

  /// Leaves out instances of a series. O(times).
  /// - Parameter index: its master.
  package mutating func exclude(_ times: [RecurrenceTime], from index: Int32) {
    let series = Int(store[index].series)
    for time in times { store.series[series].set.exclude(time) }
    store.series[series].set.sort()
  }

  /// The strictest level that any event with the same UID has by itself, superseded copies in other calendars
  /// included; what decided it, and the event that has it.
  /// - Parameter index: an event that is shown.
  package func verdict(
    on index: Int32, under policy: PrivacyPolicy
  ) -> (privacy: Privacy, reason: PrivacyPolicy.Reason, event: Event) {
    let store = chosen(under: policy).store
    let event = store[index]
    let first = policy.verdict(on: event, in: store)
    var decider = (first.privacy, first.reason, event)
    func decide(_ event: Event, _ verdict: PrivacyPolicy.Verdict) {
      if verdict.privacy > decider.0 { decider = (verdict.privacy, verdict.reason, event) }
    }
    var shown = ShownVersions()
    store.forEachEvent(sharingUIDOf: event) { other in
      if !store.events[other].isSuperseded { shown.insert(store.events[other]) }
    }
    store.forEachEvent(sharingUIDOf: event) { other in
      if store.events[other].isSuperseded, !store.isCopy(other, besides: shown, under: policy) { return }
      decide(store.events[other], policy.verdict(on: store.events[other], in: store))
    }
    let kin = kin(of: Int(index), in: store)
    for other in kin { decide(store.events[other], policy.verdict(on: store.events[other], in: store)) }
    forEachUnread(under: policy, in: store) { other, verdict in
      if other.uid.isEmpty { return }
      if store.sameUID(other, event) || kin.contains(where: { store.sameUID(other, store.events[$0]) }) {
        decide(other, verdict)
      }
    }
    return decider
  }

  /// The event with the same UID that a reader is shown in place of an event: for a series the master; `nil` if there
  /// is none.
  package func shown(for index: Int32, under policy: PrivacyPolicy) -> Int32? {
    let read = chosen(under: policy)
    if !read.store[index].isSuperseded { return index }
    var found: Int32?
    read.store.forEachEvent(sharingUIDOf: read.store[index]) { other in
      let event = read.store.events[other]
      if !event.isSuperseded, found == nil || !event.isOverride { found = Int32(other) }
    }
    return found
  }
}

extension EventStore {
  /// The events of each UID that several events share, in order of the UIDs' hashes; superseded ones included.
  fileprivate func groups() -> [[Int32]] {
    var groups: [[Int32]] = []
    var start = 0
    while start < byUID.count {
      var end = start + 1
      while end < byUID.count, self[byUID[end]].uidHash == self[byUID[start]].uidHash { end += 1 }
      var rest = end > start + 1 ? Array(byUID[start..<end]) : []
      while let first = rest.first {
        // Different UIDs with equal hashes are very unlikely, but not impossible.
        let same = rest.filter { sameUID(self[$0], self[first]) }
        rest.removeAll { sameUID(self[$0], self[first]) }
        if same.count > 1 { groups.append(same) }
      }
      start = end
    }
    return groups
  }

  /// The calendars that have a master of a UID, or if there is no master, any event of it; in order.
  /// - Parameter group: all events with its UID.
  fileprivate func calendarsWithCopies(_ group: [Int32]) -> [UInt16] {
    let masters = group.filter { !self[$0].isOverride }
    return Set((masters.isEmpty ? group : masters).map { self[$0].calendar }).sorted()
  }

  /// Forgets what ``link()`` found out.
  /// - Parameter left: by index, whether an event is not to be linked.
  fileprivate mutating func unlink(without left: [Bool]) {
    for index in events.indices {
      events[index].isSuperseded = left[index]
      events[index].others = 0
      if events[index].isOverride { events[index].series = -1 }
    }
    for index in series.indices { series[index].forgetOverrides() }
  }

  /// By index, whether an event is a superseded copy of another calendar, and not an older version in the same.
  /// O(events).
  func copies(under policy: PrivacyPolicy) -> [Bool] {
    let none = ShownVersions()
    var copies = events.indices.map { events[$0].isSuperseded && isCopy($0, besides: none, under: policy) }
    for group in groups() {
      var shown = ShownVersions()
      for index in group where !self[index].isSuperseded { shown.insert(self[index]) }
      for index in group.map({ Int($0) }) where copies[index] {
        copies[index] = isCopy(index, besides: shown, under: policy)
      }
    }
    return copies
  }

  /// - Parameters:
  ///   - index: a superseded event.
  ///   - shown: the events with its UID that are not superseded.
  fileprivate func isCopy(_ index: Int, besides shown: ShownVersions, under policy: PrivacyPolicy) -> Bool {
    !policy.isAbsent(events[index].calendar) && !shown.hasNewer(than: events[index])
  }
}

/// The events with one UID that are shown.
private struct ShownVersions {
  /// What an event is a version of: in one calendar, a series or single event, or one of its instances.
  private struct Subject: Hashable {
    let calendar: UInt16
    let isOverride: Bool
    let kind: TimeKind
    let start: Int64

    init(_ event: Event) {
      (calendar, isOverride) = (event.calendar, event.isOverride)
      (kind, start) = event.isOverride ? (event.recurrenceKind, event.recurrenceStart) : (.zoned, 0)
    }
  }
  private var subjects: Set<Subject> = []
  /// The SEQUENCE of the master, by calendar.
  private var masters: [UInt16: Int32] = [:]

  mutating func insert(_ event: Event) {
    subjects.insert(Subject(event))
    if !event.isOverride { masters[event.calendar] = max(masters[event.calendar] ?? .min, event.sequence) }
  }

  /// Whether the same calendar has a newer version of a superseded event: one of the same subject or, for an
  /// instance, a newer series, which no longer has it. An instance and its series are not versions of each other: a
  /// calendar may have both, and another calendar may supersede its copy of one of them.
  func hasNewer(than event: Event) -> Bool {
    if subjects.contains(Subject(event)) { return true }
    return event.isOverride && masters[event.calendar].map { $0 > event.sequence } ?? false
  }
}
