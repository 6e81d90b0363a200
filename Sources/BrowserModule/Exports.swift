import Bytes
import CBrowserRuntime
import CalendarPages
import CivilTime

// The calling convention.
//
// Numbers are 32-bit integers. Bytes pass through the module's linear memory, as an address and a
// count. Texts are UTF-8.
//
// In: the script allocates a buffer (`busylife_allocate`), copies bytes into it, passes its address
// and count, and frees it (`busylife_free`) after the call; the module copies what it keeps. A count
// of 0 is an empty text, whatever the address.
//
// Out: a function that is said to give bytes leaves them in the module's own output buffer, at
// `busylife_output` and as many as `busylife_output_count` says. They stay until the next call of any
// other function, which also may grow the memory and so detach earlier views of it. The script copies
// or decodes them and frees nothing.
//
// Results: 0 where all is well, else the number of an `EngineError.Code`, and the output is a message
// in English, one line. Nothing changed then. Whatever bytes come in, a call returns; only when the
// memory runs out does the module stop with a trap, after which the script has to load it anew.
//
// The names are in the Makefile, which exports them: WASM_EXPORTS from the module for browsing, WASM_EXPORTS_WHOLE
// besides from the whole one.

/// The one instance. A page calls from a single thread, and no call is made during another.
nonisolated(unsafe) private var engine = PageEngine()

/// What the last call gave.
nonisolated(unsafe) private var output: [UInt8] = []

/// What a reset has to do once foreign input was expected. The module for browsing never sets it, and so has nothing
/// that writes the flag of ``ForeignInput``: one write, be it of the value that it begins with, and the linker would
/// keep all code for foreign input.
nonisolated(unsafe) private var undoExpectation: (() -> Void)?

/// The code of a call that worked.
private let done: Int32 = 0

// MARK: Memory

/// Gives the address of `count` bytes for the script to fill, to be given back with `busylife_free`; 0
/// where there is no memory. Aligned to 8.
@c(busylife_allocate)
package func busylifeAllocate(_ count: Int) -> UnsafeMutableRawPointer? {
  count < 0 ? nil : runtime_allocate(count)
}

/// Gives back a buffer of `busylife_allocate`; 0 is none.
@c(busylife_free)
package func busylifeFree(_ address: UnsafeMutableRawPointer?) { runtime_free(address) }

/// The address of the output.
@c(busylife_output)
package func busylifeOutput() -> UnsafePointer<UInt8>? {
  // The array stays as it is, and where it is, until the next call.
  output.withUnsafeBufferPointer { $0.baseAddress }
}

/// How many bytes the output has.
@c(busylife_output_count)
package func busylifeOutputCount() -> Int { output.count }

// MARK: The module

/// Gives the version of the product, `0.1.0` for one.
@c(busylife_version)
package func busylifeVersion() -> Int32 {
  output = [UInt8](Product.version)
  return done
}

/// Forgets everything, as if the module had just been loaded.
@c(busylife_reset)
package func busylifeReset() -> Int32 {
  undoExpectation?()
  undoExpectation = nil
  engine = PageEngine()
  output = []
  return done
}

/// Gives what was wrong in the calendar added last or in the days asked for last, whichever was called last: a
/// JSON array of objects with `line`, `column`, `severity` and `message`, as `check --format json` prints them
/// of one file. At most 1,000, and one more that says how many there were beyond. Of days, what limits left out is
/// noted only once a calendar was added.
@c(busylife_diagnostics)
package func busylifeDiagnostics() -> Int32 {
  output = engine.diagnostics.json
  return done
}

// MARK: The site

/// Takes `data/site.bin` and forgets all that was loaded of another site; its first zone is chosen. Gives the path,
/// from the site's root, of the script that the data were made for: where that is another one, the site was built
/// anew with another program, and the page has to be loaded again.
@c(busylife_load_site)
package func busylifeLoadSite(_ file: UnsafePointer<UInt8>?, _ fileCount: Int) -> Int32 {
  call { engine throws(EngineError) in
    try engine.load(site: bytes(file, fileCount))
    return engine.scriptPath
  }
}

/// Takes the archive of all zones and gives nothing.
@c(busylife_load_zones)
package func busylifeLoadZones(_ file: UnsafePointer<UInt8>?, _ fileCount: Int) -> Int32 {
  run { engine throws(EngineError) in try engine.load(world: bytes(file, fileCount)) }
}

/// Gives the path of the archive of all zones, from the site's root; empty where there is none.
@c(busylife_zones_path)
package func busylifeZonesPath() -> Int32 {
  call { engine throws(EngineError) in engine.zonesPath }
}

/// Gives the names of all zones that can be chosen, one a line.
@c(busylife_zones)
package func busylifeZones() -> Int32 {
  call { engine throws(EngineError) in lines(engine.zoneNames) }
}

/// Chooses the zone of the pages and days that are asked for from now on.
/// - Parameter name: of a known zone, in any case, or an offset: `UTC+8`, `-03:30`.
@c(busylife_set_zone)
package func busylifeSetZone(_ name: UnsafePointer<UInt8>?, _ nameCount: Int) -> Int32 {
  run { engine throws(EngineError) in try engine.view(zone: bytes(name, nameCount)) }
}

/// Gives the paths, from the site's root and one a line, of the files that a page needs and that were not added.
/// - Parameter path: `calendar/2041-03.html`; empty for all events.
@c(busylife_needs)
package func busylifeNeeds(_ path: UnsafePointer<UInt8>?, _ pathCount: Int) -> Int32 {
  call { engine throws(EngineError) in lines(engine.needs(try bytes(path, pathCount))) }
}

/// Takes a file of events.
/// - Parameters:
///   - path: as `busylife_needs` gave it.
///   - file: its bytes.
@c(busylife_add_events)
package func busylifeAddEvents(
  _ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ file: UnsafePointer<UInt8>?, _ fileCount: Int
) -> Int32 {
  run { engine throws(EngineError) in try engine.add(file: bytes(path, pathCount), bytes(file, fileCount)) }
}

/// Gives a whole page in the chosen zone: HTML.
/// - Parameters:
///   - path: of a section of any time.
///   - from: the first day of the window that the page should say is published, in days since 1970-01-01; the
///     page is then the one that a build of that window writes.
///   - to: the day after its last; where it is not after `from`, links lead on for ever.
@c(busylife_page)
package func busylifePage(_ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ from: Int32, _ to: Int32) -> Int32 {
  call { engine throws(EngineError) in try engine.sectionPage(bytes(path, pathCount), window: window(from, to)) }
}

/// Gives the page of an event, as `busylife_page` gives those of sections.
@c(busylife_event_page)
package func busylifeEventPage(_ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ from: Int32, _ to: Int32) -> Int32 {
  call { engine throws(EngineError) in try engine.eventPage(bytes(path, pathCount), window: window(from, to)) }
}

private func window(_ from: Int32, _ to: Int32) -> Range<CivilDate>? {
  guard let from = CivilDate(dayNumber: Int(from)), let to = CivilDate(dayNumber: Int(to)), from < to else {
    return nil
  }
  return from..<to
}

// MARK: The reader's calendars

/// Lays an iCalendar file beside the site's events. What can't be understood in it is left out and listed by
/// `busylife_diagnostics`; that is no error. The zones that it names have to be known before.
/// - Parameters:
///   - calendar: the name of the calendar it belongs to, made when it is first named.
///   - file: its bytes.
@c(busylife_add_calendar)
package func busylifeAddCalendar(
  _ calendar: UnsafePointer<UInt8>?, _ calendarCount: Int, _ file: UnsafePointer<UInt8>?, _ fileCount: Int
) -> Int32 {
  run { engine throws(EngineError) in
    ForeignInput.expect()
    undoExpectation = { ForeignInput.reset() }
    try engine.add(calendar: bytes(calendar, calendarCount), bytes(file, fileCount))
  }
}

/// Takes a calendar away again that `busylife_add_calendar` made.
@c(busylife_remove_calendar)
package func busylifeRemoveCalendar(_ calendar: UnsafePointer<UInt8>?, _ calendarCount: Int) -> Int32 {
  run { engine throws(EngineError) in try engine.remove(calendar: bytes(calendar, calendarCount)) }
}

// MARK: Days

/// Gives settled days in the chosen zone as JSON, byte by byte what `busylife-gen agenda --format json`
/// prints.
/// - Parameters:
///   - from: the first day, in days since 1970-01-01.
///   - to: the day after the last.
@c(busylife_agenda)
package func busylifeAgenda(_ from: Int32, _ to: Int32) -> Int32 {
  call { engine throws(EngineError) in try engine.agenda(from: Int(from), to: Int(to)) }
}

/// Gives the free time of settled days in the chosen zone, as `busylife-gen free --format json` prints it.
/// - Parameters:
///   - from: the first day, in days since 1970-01-01.
///   - to: the day after the last.
///   - begin: the first minute of a day that may be free, from midnight by the wall clock.
///   - end: the minute after the last, at most 1440.
///   - minutes: how long it has to be.
///   - notBefore: the instant before which nothing is free, in minutes since 1970-01-01 UTC.
///   - hidden: names of calendars whose events don't count, one a line.
@c(busylife_free_time)
package func busylifeFreeTime(
  _ from: Int32, _ to: Int32, _ begin: Int32, _ end: Int32, _ minutes: Int32, _ notBefore: Int32,
  _ hidden: UnsafePointer<UInt8>?, _ hiddenCount: Int
) -> Int32 {
  call { engine throws(EngineError) in
    return try engine.freeTime(
      from: Int(from), to: Int(to), hours: Int(max(0, begin))..<Int(max(0, begin, end)), minutes: Int(minutes),
      notBefore: Int64(notBefore) * 60, hidden: bytes(hidden, hiddenCount))
  }
}

// MARK: Proposals

/// Gives a time of the chosen zone as RFC 3339 has it, some seconds later.
/// - Parameters:
///   - text: a reading of the zone's clocks, `2026-11-20T09:00`, or an instant of RFC 3339.
///   - seconds: to be added.
@c(busylife_clock)
package func busylifeClock(_ text: UnsafePointer<UInt8>?, _ textCount: Int, _ seconds: Int32) -> Int32 {
  call { engine throws(EngineError) in try engine.clock(bytes(text, textCount), plus: Int(seconds)) }
}

/// Gives what is sent to propose an event or another time for one: JSON, as `PageEngine.propose` says.
/// - Parameters:
///   - isNew: 1 for an event that is not there yet, else 0.
///   - uid: the event's UID.
///   - recurrenceID: the instance's original start as `busylife_agenda` gives it; empty where nothing recurs.
///   - scope: 0 the instance alone, 1 all that follow it too; any other is an error.
///   - start: RFC 3339, or a date.
///   - end: the same, exclusive.
///   - title: of a new event.
///   - stamp: now, in minutes since 1970-01-01 UTC.
@c(busylife_proposal)
package func busylifeProposal(
  _ isNew: Int32, _ uid: UnsafePointer<UInt8>?, _ uidCount: Int,
  _ recurrenceID: UnsafePointer<UInt8>?, _ recurrenceIDCount: Int, _ scope: Int32,
  _ start: UnsafePointer<UInt8>?, _ startCount: Int, _ end: UnsafePointer<UInt8>?, _ endCount: Int,
  _ title: UnsafePointer<UInt8>?, _ titleCount: Int, _ stamp: Int32
) -> Int32 {
  call { engine throws(EngineError) in
    let uid = try bytes(uid, uidCount)
    guard let scope = Proposal.Scope(rawValue: scope) else {
      throw EngineError(.argument, "proposal for " + quoted(uid) + ": scope is neither 0 nor 1")
    }
    let proposal = Proposal(
      uid: uid, recurrenceID: try bytes(recurrenceID, recurrenceIDCount), scope: scope,
      start: try bytes(start, startCount), end: try bytes(end, endCount), title: try bytes(title, titleCount),
      stamp: Instant(clamping: Int64(stamp) * 60))
    return try engine.propose(proposal, isNew: isNew == 1)
  }
}

// MARK: Calls

/// Runs a call and keeps what it gives, bytes or the message of its error.
private func call(_ body: (inout PageEngine) throws(EngineError) -> [UInt8]) -> Int32 {
  // What the last call gave is given up first: it may be large.
  output = []
  do throws(EngineError) {
    output = try body(&engine)
    return done
  } catch {
    output = error.message
    return error.code.rawValue
  }
}

/// Runs a call that gives nothing.
private func run(_ body: (inout PageEngine) throws(EngineError) -> Void) -> Int32 {
  call { engine throws(EngineError) in
    try body(&engine)
    return []
  }
}

/// A copy of bytes that the script wrote.
private func bytes(_ address: UnsafePointer<UInt8>?, _ count: Int) throws(EngineError) -> [UInt8] {
  if count == 0 { return [] }
  guard let address, count > 0, runtime_holds(address, count) else {
    throw EngineError(.argument, "the bytes are not within the memory")
  }
  return Array(UnsafeBufferPointer(start: address, count: count))
}

/// Texts, each on a line of its own.
private func lines(_ texts: [[UInt8]]) -> [UInt8] {
  var out: [UInt8] = []
  for text in texts {
    out.append(contentsOf: text)
    out.append(0x0A)
  }
  return out
}
