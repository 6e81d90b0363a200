import Bytes
import CivilTime
import Events
import Readers

/// Remarks of `check` about `except`: what it can't leave out, and what it reveals.
extension LoadedContent {
  /// For each calendar whose days something excepts, at the first place that names it. O(places that name one).
  package func exceptionRemarks() -> [Problem] {
    guard let exceptions else { return [] }
    var found: [Problem] = []
    var seen: Set<Int> = []
    for place in exceptionPlaces() {
      func add(_ severity: Diagnostic.Severity, _ message: String) {
        found.append(
          Problem(
            path: place.path,
            diagnostic: Diagnostic(severity, at: place.position, Array(message.utf8).onOneLine)))
      }
      let name = String(decoding: content.calendars[place.target].name, as: UTF8.self)
      if let told = tellsDays(of: place.target, in: place.owner) {
        add(
          .note,
          "\(told) may not see \(name), but can infer its days from what does not take place on them; to prevent that, "
            + "write single dates (exdates) in place of except")
      }
      guard seen.insert(place.target).inserted, let days = exceptions.found[place.target] else { continue }
      if days.withheld > 0 {
        let events = days.withheld == 1 ? "one all-day event" : "\(days.withheld) all-day events"
        add(
          .note,
          "nobody may see \(events) of \(name) in full, by a rule or their class; so nothing is left out on their "
            + "days, which would reveal them")
      }
      if !days.hasDays, days.withheld == 0 {
        var years: [UInt8] = []
        years.append(iso: exceptions.reach.lowerBound)
        years.append(" to ")
        years.append(iso: exceptions.reach.upperBound.adding(days: -1) ?? exceptions.reach.upperBound)
        add(
          .warning,
          "\(name) has no all-day event from \(String(decoding: years, as: UTF8.self)), so except leaves out nothing; "
            + "events with times do not count")
      }
      if days.recursBeyond {
        var last: [UInt8] = []
        last.append(iso: exceptions.reach.upperBound.adding(days: -1) ?? exceptions.reach.upperBound)
        add(
          .note,
          "\(name) has days that recur; feeds, which have no end, leave out what is on them only until "
            + "\(String(decoding: last, as: UTF8.self)), \(DayExceptions.years) years after the window")
      }
    }
    return found
  }

  /// Where a calendar (`target`) is excepted, by another or by an event of it (`owner`).
  private func exceptionPlaces() -> [(owner: Int, target: Int, path: String, position: Position)] {
    var places: [(owner: Int, target: Int, path: String, position: Position)] = []
    var seen: Set<[Int]> = []
    for (owner, calendar) in content.calendars.enumerated() {
      for exception in calendar.except where seen.insert([owner, exception.calendar]).inserted {
        places.append((owner, exception.calendar, exception.path, exception.position))
      }
    }
    for (document, file) in files.enumerated() where !file.excepts.isEmpty {
      guard let owner = read.events.first(where: { Int($0.document) == document })?.calendar else { continue }
      for except in file.excepts {
        for target in except.calendars where seen.insert([Int(owner), target]).inserted {
          places.append((Int(owner), target, file.path, except.position))
        }
      }
    }
    return places
  }

  /// Who sees the events of a calendar but not those of another; `nil` if nobody does.
  private func tellsDays(of target: Int, in owner: Int) -> String? {
    let audiences: [Audience?] = content.configuration.audiences.isEmpty ? [nil] : content.configuration.audiences
    for audience in audiences {
      let policy = policy(for: Reader(audience: audience))
      if policy.privacy(ofCalendar: owner) < .hidden, policy.privacy(ofCalendar: target) >= .busy,
        policy.privacy(ofCalendar: owner) < policy.privacy(ofCalendar: target)
      {
        return audience.map { "the audience \($0.name)" } ?? "readers"
      }
    }
    return nil
  }
}
