import Bytes

/// Finds the calendars that `except` names, and refuses what can't be: an unknown name, a calendar that excepts itself,
/// and a circle, in which the days of each would depend on those of the other.
struct ExceptionNames {
  private var indices: [[UInt8]: Int] = [:]
  private let names: [String]
  /// For each calendar, those on whose days something of it does not take place.
  private var targets: [Set<Int>]

  /// - Returns: whether site.yml has such an error. An event with one is shown without the exception.
  static func resolve(in calendars: inout [CalendarSource], _ problems: inout Problems) -> Bool {
    var names = ExceptionNames(calendars)
    var isBroken = false
    for index in calendars.indices {
      for number in calendars[index].except.indices {
        let exception = calendars[index].except[number]
        switch names.find(exception.name, from: index) {
        case .success(let target): calendars[index].except[number].calendar = target
        case .failure(let refusal):
          problems.add(.error, exception.path, exception.position, refusal.message)
          isBroken = true
        }
      }
      calendars[index].except.removeAll { $0.calendar < 0 }
    }
    for index in calendars.indices {
      for file in calendars[index].files.indices {
        for number in calendars[index].files[file].excepts.indices {
          let except = calendars[index].files[file].excepts[number]
          for name in except.names {
            switch names.find(name, from: index) {
            case .success(let target): calendars[index].files[file].excepts[number].calendars.append(target)
            case .failure(let refusal):
              problems.add(
                .error, calendars[index].files[file].path, except.position,
                refusal.message + "; until then nothing is left out for it")
            }
          }
        }
      }
    }
    return isBroken
  }

  private struct Refusal: Error {
    let message: String
  }

  private init(_ calendars: [CalendarSource]) {
    names = calendars.map { String(utf8: $0.name) }
    targets = calendars.map { _ in [] }
    for (index, calendar) in calendars.enumerated() { indices[calendar.name.asciiLowercased] = index }
  }

  private mutating func find(_ name: [UInt8], from index: Int) -> Result<Int, Refusal> {
    guard let target = indices[name.asciiLowercased] else {
      let mend =
        Text.suggestion(String(utf8: name), in: names) ?? "; the calendars are \(names.joined(separator: ", "))"
      return .failure(Refusal(message: "except names \(Text.quote(name)), and there is no such calendar\(mend)"))
    }
    if target == index {
      return .failure(
        Refusal(
          message: "except names \(Text.quote(name)), the event's own calendar; put the days on which nothing takes "
            + "place into another"))
    }
    if !targets[index].contains(target) {
      if reaches(index, from: target) {
        return .failure(
          Refusal(
            message: "except names \(Text.quote(name)), whose days depend on those of \(Text.quote(names[index])): a "
              + "circle; remove one of the two"))
      }
      targets[index].insert(target)
    }
    return .success(target)
  }

  private func reaches(_ wanted: Int, from start: Int) -> Bool {
    var seen: Set<Int> = []
    var open = [start]
    while let next = open.popLast() {
      if next == wanted { return true }
      if seen.insert(next).inserted { open += targets[next] }
    }
    return false
  }
}
