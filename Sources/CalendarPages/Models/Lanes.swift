import Bytes
import Events
import Mustache
import SiteTerms

/// The columns of one day, side by side, each with the events of one calendar, place or category. They are called lanes
/// here, since events that overlap within one have columns again (``GridLayout``).
struct Lanes {
  /// The style sheet's limit: what does not fit shares the last lane.
  static let most = 24

  /// Names in order; the name for events without a place or category is empty, and comes last. Empty if the day is not
  /// divided. Only two of the names that share the last lane are kept: content may have any number.
  var names: [[UInt8]] = []

  var count: Int { min(names.count, Self.most) }

  /// The lane of a name that was added. O(``most``).
  func index(of name: [UInt8]) -> Int {
    var index = 0
    while index < names.count - 1, names[index] != name { index += 1 }
    return min(index, Self.most - 1)
  }

  /// Adds a name at its place. O(``most`` · names in the order).
  mutating func add(_ name: [UInt8], order: [[UInt8]]) {
    for other in names where other == name { return }
    let rank = Self.rank(of: name, order)
    var place = names.count
    names.append(name)
    while place > 0 {
      let otherRank = Self.rank(of: names[place - 1], order)
      if rank > otherRank || rank == otherRank && !Self.precedes(name, names[place - 1]) { break }
      names.swapAt(place, place - 1)
      place -= 1
    }
    if names.count > Self.most + 1 { names.removeLast() }
  }

  private static func rank(of name: [UInt8], _ order: [[UInt8]]) -> Int {
    var rank = 0
    while rank < order.count, order[rank] != name { rank += 1 }
    return name.isEmpty ? .max : rank
  }

  /// Whether a name comes before another: without case, and digits as numbers, "Room 2" before "Room 10".
  static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var (at, other) = (0, 0)
    while at < left.count, other < right.count {
      let (a, b) = (part(of: left, &at), part(of: right, &other))
      if a != b { return a < b }
    }
    return other < right.count
  }

  /// The number or the letter at a place, which moves behind it. Numbers come before letters.
  private static func part(of text: [UInt8], _ place: inout Int) -> UInt64 {
    guard text[place].isDigit else {
      defer { place += 1 }
      return 1 << 63 | UInt64(text[place].lowercased)
    }
    var number: UInt64 = 0
    while place < text.count, text[place].isDigit {
      number = (number &* 10 &+ UInt64(text[place] & 15)) & (1 << 63 - 1)
      place += 1
    }
    return number
  }
}

/// The lanes of a day, and the names by which its events are in them.
struct DividedDay {
  /// Without names if the day is not divided.
  var lanes = Lanes()
  /// The lane names of the events in its hours, and of those above them; only if days may be divided.
  var timed: [[UInt8]] = []
  var whole: [[UInt8]] = []
}

extension PageModels {
  /// Whether days are divided if their events have lane names. A single calendar is nothing to divide by.
  var mayDivide: Bool {
    guard ReadersCustoms.areExpected, isDivided else { return false }
    return site.settings.columns.kind == .calendar
      ? site.events.calendars.count > 1 : site.settings.columns.kind != .none
  }

  /// Divides a day into lanes.
  /// - Parameters:
  ///   - timed: the events in its hours, all of which are in a lane.
  ///   - whole: those above its hours; without a place or category, they are above all lanes.
  ///   - isAlone: whether the day is shown by itself: then known lanes are shown even without events, so that they
  ///     keep their places from day to day.
  @inline(never)
  mutating func divided(_ timed: ArraySlice<DayEvent>, _ whole: ArraySlice<DayEvent>, isAlone: Bool) -> DividedDay {
    var day = DividedDay()
    guard mayDivide, !timed.isEmpty || !whole.isEmpty else { return day }
    let order = shared.laneOrder
    if isAlone { for name in order { day.lanes.add(name, order: order) } }
    for shown in timed { day.timed.append(laneName(of: shown.event)) }
    for name in day.timed { day.lanes.add(name, order: order) }
    for shown in whole { day.whole.append(laneName(of: shown.event)) }
    for name in day.whole where !name.isEmpty { day.lanes.add(name, order: order) }
    if day.lanes.names.count == 1, day.lanes.names[0].isEmpty { day.lanes.names = [] }
    return day
  }

  /// The names of lanes in order: those of site.yml, then the calendars' titles if days are divided by calendar.
  func makeLaneOrder() -> [[UInt8]] {
    var order = site.settings.columns.order
    if site.settings.columns.kind == .calendar {
      for calendar in site.events.calendars { order.append(calendar.shownTitle) }
    }
    return order
  }

  /// The name of the lane of an event: its calendar, place or category; empty if it has none.
  @inline(never)
  mutating func laneName(of event: Event) -> [UInt8] {
    switch site.settings.columns.kind {
    case .none: return []
    case .calendar: return site.events.calendar(of: event).shownTitle
    case .category: return site.events.firstCategory(of: event)
    case .place:
      guard case .text(let start, let count) = place(of: event) else { return [] }
      return Array(model.bytes[Int(start)..<Int(start + count)])
    }
  }

  /// The name of a lane as its head says it.
  mutating func laneTitle(_ name: [UInt8]) -> Value {
    if !name.isEmpty { return model.text(name) }
    return model.text(site.words[site.settings.columns.kind == .place ? .noPlace : .noCategory])
  }

  /// The heads of a day's lanes.
  mutating func laneHeads(_ lanes: Lanes) -> Value {
    let heads = model.reserveList(lanes.count)
    for index in 0..<lanes.count {
      let isLast = index == Lanes.most - 1 && lanes.names.count > Lanes.most
      let item = model.record(CategoryField.self)
      model[item, .name] = isLast ? model.text(site.words[.otherColumns]) : laneTitle(lanes.names[index])
      model[heads, index] = item.value
    }
    return heads.value
  }
}
