import Bytes
import CalendarPages
import CivilTime
import ICalendar
import Settling
import TimeZones

/// All that the module holds between two calls: zones, calendars, and what was wrong in them.
struct Engine: ~Copyable {
  /// The product's version, the same as the command's; scripts compare it with the page's.
  static let version: StaticString = "0.1.0"

  private var zones = ZoneTable()
  private var viewing = Zone.utc
  /// The calendars as they were added. Linking changes events, so it works on a copy: files may be
  /// added after it.
  private var added = EventStore()
  private var linked: EventStore?
  /// Bytes of files in ``added``.
  private var size = 0
  /// What was wrong in what was read or settled last.
  private(set) var diagnostics = Diagnostics()

  init() {}

  /// Forgets everything.
  mutating func reset() { self = Engine() }

  // MARK: Zones

  /// Makes a zone known by its IANA name, in place of one of that name that was known before.
  mutating func add(zone identifier: [UInt8], tzif: [UInt8]) throws(EngineError) {
    guard Self.isName(identifier) else {
      throw EngineError(.argument, "a zone's name has 1 to 255 bytes and no control character")
    }
    do throws(TZifError) {
      zones.insert(try Zone(identifier: identifier, tzif: tzif))
    } catch {
      var message = [UInt8]("these bytes are no TZif file; what is wrong stands at byte ")
      message.append(decimal: error.offset)
      throw EngineError(.content, message)
    }
  }

  /// Chooses the zone of the days that are asked for from now on: a known zone's name in any case, or an
  /// offset as `UTC+8`.
  mutating func view(zone name: [UInt8]) throws(EngineError) {
    guard let zone = zones.lookup(name) else {
      throw EngineError(
        .unknownZone, "no zone " + quoted(name) + " is known; add its TZif file first")
    }
    viewing = zone
  }

  // MARK: Calendars

  /// Adds an iCalendar file to the calendar of a name, which is made when it is first named; their
  /// order decides between equal events. Problems in the file are ``diagnostics``.
  mutating func add(file: consuming [UInt8], toCalendar name: [UInt8]) throws(EngineError) {
    guard Self.isName(name) else {
      throw EngineError(.argument, "a calendar's name has 1 to 255 bytes and no control character")
    }
    let count = file.count
    guard count <= EngineLimits.calendars - size else {
      throw EngineError(
        .limit, "the calendars are larger than 32 MiB together; this file is left out")
    }
    let calendar: UInt16
    if let known = added.calendars.firstIndex(where: { $0.name == name }) {
      calendar = UInt16(known)
    } else {
      guard added.calendars.count < EngineLimits.calendarCount else {
        throw EngineError(.limit, "there are more than 1,000 calendars; this file is left out")
      }
      calendar = added.add(calendar: CalendarInfo(name: name, title: [], color: []))
    }
    linked = nil
    size += count
    diagnostics = Diagnostics()
    added.add(
      ICalendarDocument(parsing: file), to: calendar, zones: zones, diagnostics: &diagnostics)
  }

  /// Brings together what belongs together in the calendars that were added. ``diagnostics`` says which
  /// events stand in the place of others.
  mutating func link() {
    var store = added
    diagnostics = Diagnostics()
    for pair in store.link() {
      let hidden = store.events[Int(pair.hidden)]
      let shown = store.events[Int(pair.shown)]
      var message = [UInt8]("this event stands twice; shown is the one of line ")
      message.append(decimal: shown.line)
      message.append(" in calendar ")
      message.append(contentsOf: quoted(store.calendars[Int(shown.calendar)].name))
      diagnostics.add(.note, line: hidden.line, message)
    }
    linked = store
  }

  // MARK: Days

  /// Settles days in the viewing zone, as `agenda --format json` prints them.
  /// - Parameters:
  ///   - from: the first day, in days since 1970-01-01.
  ///   - to: the day after the last.
  mutating func agenda(from: Int, to: Int) throws(EngineError) -> [UInt8] {
    guard let first = CivilDate(dayNumber: from), let end = CivilDate(dayNumber: to), first <= end
    else {
      throw EngineError(
        .argument, "the days are none of the years -9999 to 9999, or end before they begin")
    }
    guard to - from <= EngineLimits.days else {
      throw EngineError(.limit, "more than 4,000 days are asked for at once; ask for fewer")
    }
    guard let linked else {
      throw EngineError(.state, "the calendars are not linked since the last was added")
    }
    var report = ExpansionReport()
    let run = linked.settle(first..<end, in: viewing, report: &report)
    diagnostics = Self.diagnostics(of: report, linked)
    var bytes: [UInt8] = []
    guard
      AgendaJSON(run, of: linked, days: first..<end, in: viewing).append(
        to: &bytes, atMost: EngineLimits.agenda)
    else {
      throw EngineError(.limit, "the days have more than 64 MiB of events; ask for fewer days")
    }
    return bytes
  }

  /// What limits left out of days, in words.
  private static func diagnostics(of report: ExpansionReport, _ store: EventStore) -> Diagnostics {
    var diagnostics = Diagnostics()
    for index in report.truncated {
      diagnostics.add(
        .warning, line: store.events[Int(index)].line,
        "the event has more than 20,000 occurrences in these days; the later ones are left out")
    }
    for index in report.unfinished {
      diagnostics.add(
        .warning, line: store.events[Int(index)].line,
        "the event's rule has its next match too far off to be searched for; occurrences may be missing"
      )
    }
    if report.isFull {
      diagnostics.add(
        .warning, line: 1,
        "there are more than 5 million occurrences in these days; the rest is left out")
    }
    return diagnostics
  }

  /// A name that can be shown: a line of its own, not too long.
  private static func isName(_ bytes: [UInt8]) -> Bool {
    (1...255).contains(bytes.count) && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

/// Limits, each with its reason: the module shares a page's memory, of which WebAssembly has 4 GiB at
/// most and a telephone far less.
enum EngineLimits {
  /// Five times the 20,000 events that the product is measured with. Read, they take up to ten times
  /// their size for a moment.
  static let calendars = 32 << 20
  /// More than anybody can tell apart.
  static let calendarCount = 1_000
  /// Ten years and some weeks: more than any page shows.
  static let days = 4_000
  /// A busy year has one or two of them.
  static let agenda = 64 << 20
}

/// Why a call gave nothing.
struct EngineError: Error {
  /// What scripts decide by. The numbers are the exports' results and never change their meaning.
  enum Code: Int32 {
    /// Bytes outside the memory, an empty name, days that do not exist.
    case argument = 1
    /// The bytes are not of the format they should be.
    case content = 2
    /// The zone's TZif file was not added.
    case unknownZone = 3
    /// A limit of ``EngineLimits``.
    case limit = 4
    /// Something has to be called before.
    case state = 5
  }

  var code: Code
  /// One line of UTF-8.
  var message: [UInt8]

  init(_ code: Code, _ message: [UInt8]) {
    self.code = code
    self.message = message
  }

  init(_ code: Code, _ message: StaticString) { self.init(code, [UInt8](message)) }
}
