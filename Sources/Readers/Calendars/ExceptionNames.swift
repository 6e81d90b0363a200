import Bytes

/// Finds the calendars that `except` names, and refuses what can't be: an unknown name, a calendar that excepts itself,
/// and a circle, in which the days of each would depend on those of the other.
struct ExceptionNames {
  /// One name in site.yml may stand for several calendars of a server.
  private var indices: [[UInt8]: [Int]] = [:]
  private let names: [String]
  /// The names of servers in site.yml, in lower case: their calendars are known only once they have answered.
  private let servers: [String]
  /// For each calendar, the calendars on whose days some of its events do not take place.
  private var targets: [Set<Int>]

  /// - Parameter servers: the names of servers in site.yml.
  /// - Returns: whether site.yml has such an error. An event with one is shown without the exception.
  static func resolve(in calendars: inout [CalendarSource], servers: [String], _ problems: inout Problems) -> Bool {
    var names = ExceptionNames(calendars, servers)
    var isBroken = false
    for index in calendars.indices {
      // One name may stand for several calendars.
      var found: [CalendarSource.Exception] = []
      for var exception in calendars[index].except {
        do throws(Refusal) {
          for target in try names.find(exception.name, from: index) {
            exception.calendar = target
            found.append(exception)
          }
        } catch {
          problems.add(error.severity, exception.path, exception.position, error.message)
          if !error.isPending { isBroken = true }
        }
      }
      calendars[index].except = found
    }
    for index in calendars.indices {
      for file in calendars[index].files.indices {
        for number in calendars[index].files[file].excepts.indices {
          let except = calendars[index].files[file].excepts[number]
          for name in except.names {
            do throws(Refusal) {
              calendars[index].files[file].excepts[number].calendars += try names.find(name, from: index)
            } catch {
              problems.add(
                error.severity, calendars[index].files[file].path, except.position,
                error.message + "; until then nothing is left out for it")
            }
          }
        }
      }
    }
    return isBroken
  }

  private struct Refusal: Error {
    let message: String
    /// Whether the name may be right once a server has answered.
    var isPending = false
    var severity: Diagnostic.Severity { isPending ? .warning : .error }
  }

  private init(_ calendars: [CalendarSource], _ servers: [String]) {
    self.servers = servers.map { $0.lowercased() }
    names = calendars.map { String(utf8: $0.name) }
    targets = calendars.map { _ in [] }
    for (index, calendar) in calendars.enumerated() {
      indices[calendar.name.asciiLowercased, default: []].append(index)
      guard let entry = calendar.entry.map({ Array($0.name.utf8) }), !entry.equalsIgnoringCase(calendar.name) else {
        continue
      }
      indices[entry.asciiLowercased, default: []].append(index)
    }
  }

  private mutating func find(_ name: [UInt8], from index: Int) throws(Refusal) -> [Int] {
    guard let found = indices[name.asciiLowercased] else {
      let mend =
        Text.suggestion(String(utf8: name), in: names) ?? "; the calendars are \(names.joined(separator: ", "))"
      let lower = String(utf8: name).lowercased()
      throw Refusal(
        message: "except names \(Text.quote(name)), and there is no such calendar\(mend)",
        isPending: servers.contains { lower == $0 || lower.hasPrefix($0 + "-") })
    }
    if found.contains(index) {
      throw Refusal(
        message:
          "except names \(Text.quote(name)), the event's own calendar; put the days on which nothing takes place into "
          + "another calendar")
    }
    for target in found where !targets[index].contains(target) {
      if reaches(index, from: target) {
        throw Refusal(
          message: "except names \(Text.quote(name)), whose days depend on those of \(Text.quote(names[index])): a "
            + "circle; remove one of the two")
      }
      targets[index].insert(target)
    }
    return found
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
