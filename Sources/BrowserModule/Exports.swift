import Bytes
import CBrowserRuntime
import CalendarPages
import CivilTime
import DataFiles
import Engine
import SiteTerms

// The calling convention.
//
// Numbers are 32-bit integers. Bytes pass through the module's linear memory, as an address and a count. Texts are
// UTF-8.
//
// Input: the script allocates a buffer (`busylife_allocate`), copies bytes into it, passes its address and count, and
// frees it (`busylife_free`) after the call; the module copies what it keeps. A count of 0 is an empty text, whatever
// the address.
//
// Output: a function that returns bytes leaves them in the module's output buffer, at `busylife_output`, with the
// length `busylife_output_count`. They stay until the next call of any other function, which may also grow the memory
// and so detach earlier views of it. The script copies or decodes them and frees nothing.
//
// Results: 0 on success, otherwise the number of an `EngineError.Code`, and the output is a message in English, one
// line. Nothing has changed then. A call returns for any input; the module traps only if memory runs out, after which
// the script has to load it again.
//
// The Makefile exports the functions: WASM_EXPORTS from the module for browsing, and also WASM_EXPORTS_WHOLE from the
// whole one; WASM_EXPORTS_SEARCH from the module for searching.

/// The only instance. A page calls from a single thread, never during another call.
nonisolated(unsafe) private var engine = PageEngine()

/// The output of the last call.
nonisolated(unsafe) var output: [UInt8] = []

/// What a reset must undo once foreign input was expected. The module for browsing never sets it, and so contains no
/// write to ``ForeignInput``'s flag: a single write, even of its initial value, would make the linker keep all code for
/// foreign input.
nonisolated(unsafe) private var undoExpectation: (() -> Void)?

/// The result of a successful call.
let done: Int32 = 0

// MARK: Memory

/// Returns the address of `count` bytes for the script to fill, to be freed with `busylife_free`; 0 if there is no
/// memory. Aligned to 8.
@c(busylife_allocate)
package func busylifeAllocate(_ count: Int) -> UnsafeMutableRawPointer? {
  count < 0 ? nil : runtime_allocate(count)
}

/// Frees a buffer of `busylife_allocate`; 0 does nothing.
@c(busylife_free)
package func busylifeFree(_ address: UnsafeMutableRawPointer?) { runtime_free(address) }

/// The address of the output.
@c(busylife_output)
package func busylifeOutput() -> UnsafePointer<UInt8>? {
  // The array is not changed or moved until the next call.
  output.withUnsafeBufferPointer { $0.baseAddress }
}

/// The number of bytes in the output.
@c(busylife_output_count)
package func busylifeOutputCount() -> Int { output.count }

// MARK: The module

/// Returns the version of the product, such as `0.1.0`.
@c(busylife_version)
package func busylifeVersion() -> Int32 {
  output = [UInt8](Product.version)
  return done
}

/// Resets the module to its initial state.
@c(busylife_reset)
package func busylifeReset() -> Int32 {
  undoExpectation?()
  undoExpectation = nil
  engine = PageEngine()
  output = []
  return done
}

/// Returns the problems of the calendar added last, or of the days requested last, whichever was later: a JSON array of
/// objects with `line`, `column`, `severity` and `message`, as `check --format json` prints them for one file. At most
/// 1,000, followed by one with the number left out. For days, what limits left out is included only once a calendar has
/// been added.
@c(busylife_diagnostics)
package func busylifeDiagnostics() -> Int32 {
  output = engine.diagnostics.json
  return done
}

// MARK: The site

/// Loads `data/site.bin` and forgets everything of another site; its first zone is selected. Returns the path, from the
/// site's root, of the script that the data were made for: if it is another one, the site was rebuilt by another
/// version, and the page has to be reloaded.
@c(busylife_load_site)
package func busylifeLoadSite(_ file: UnsafePointer<UInt8>?, _ fileCount: Int) -> Int32 {
  call { engine throws(EngineError) in
    try engine.load(site: bytes(file, fileCount))
    return engine.scriptPath
  }
}

/// Loads the archive of all zones. Returns nothing.
@c(busylife_load_zones)
package func busylifeLoadZones(_ file: UnsafePointer<UInt8>?, _ fileCount: Int) -> Int32 {
  run { engine throws(EngineError) in try engine.load(world: bytes(file, fileCount)) }
}

/// Returns the path of the archive of all zones, from the site's root; empty if there is none.
@c(busylife_zones_path)
package func busylifeZonesPath() -> Int32 {
  call { engine throws(EngineError) in engine.zonesPath }
}

/// Returns the names of all zones that can be selected, one per line.
@c(busylife_zones)
package func busylifeZones() -> Int32 {
  call { engine throws(EngineError) in lines(engine.zoneNames) }
}

/// Selects the zone of the pages and days requested from now on.
/// - Parameter name: a known zone, in any case, or an offset: `UTC+8`, `-03:30`.
@c(busylife_set_zone)
package func busylifeSetZone(_ name: UnsafePointer<UInt8>?, _ nameCount: Int) -> Int32 {
  run { engine throws(EngineError) in try engine.view(zone: bytes(name, nameCount)) }
}

/// Returns the paths, from the site's root and one per line, of the files that a page needs and that were not added
/// yet.
/// - Parameter path: `calendar/2041-03.html`; empty for all events.
@c(busylife_needs)
package func busylifeNeeds(_ path: UnsafePointer<UInt8>?, _ pathCount: Int) -> Int32 {
  call { engine throws(EngineError) in lines(engine.needs(try bytes(path, pathCount))) }
}

/// Adds a file of events.
/// - Parameters:
///   - path: as returned by `busylife_needs`.
///   - file: its bytes.
@c(busylife_add_events)
package func busylifeAddEvents(
  _ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ file: UnsafePointer<UInt8>?, _ fileCount: Int
) -> Int32 {
  run { engine throws(EngineError) in try engine.add(file: bytes(path, pathCount), bytes(file, fileCount)) }
}

/// Returns a whole page in the selected zone, as HTML.
/// - Parameters:
///   - path: the path of any section.
///   - from: the first day of the published window, in days since 1970-01-01; the page is then the one that a build of
///     that window writes.
///   - to: the day after its last; if it is not after `from`, links have no edge.
@c(busylife_page)
package func busylifePage(_ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ from: Int32, _ to: Int32) -> Int32 {
  call { engine throws(EngineError) in try engine.sectionPage(bytes(path, pathCount), window: window(from, to)) }
}

/// Returns the page of an event, like `busylife_page` for sections.
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

/// Selects how the pages requested from now on are written, until a site is loaded again. Has to be called once before
/// a site is loaded whose days have columns.
/// - Parameters:
///   - first: the first day of weeks, 1 for Monday to 7; 0 for no change.
///   - isOther: 1 for twelve hours where the site has twenty-four, or the reverse; 0 for those of the site.
@c(busylife_read)
package func busylifeRead(_ first: Int32, _ isOther: Int32) -> Int32 {
  engine.read(firstWeekday: UInt8(truncatingIfNeeded: first), isOtherClock: isOther == 1)
  return done
}

// MARK: The reader's calendars

/// Adds an iCalendar file to the site's events. What can't be understood in it is skipped and listed by
/// `busylife_diagnostics`; that is not an error. The zones that it names must be loaded before.
/// - Parameters:
///   - calendar: the name of its calendar, which is made if it is new.
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

/// Removes a calendar that `busylife_add_calendar` made.
@c(busylife_remove_calendar)
package func busylifeRemoveCalendar(_ calendar: UnsafePointer<UInt8>?, _ calendarCount: Int) -> Int32 {
  run { engine throws(EngineError) in try engine.remove(calendar: bytes(calendar, calendarCount)) }
}

// MARK: Days

/// Returns settled days in the selected zone as JSON, with the same bytes as `busylife-gen agenda --format json`.
/// - Parameters:
///   - from: the first day, in days since 1970-01-01.
///   - to: the day after the last.
@c(busylife_agenda)
package func busylifeAgenda(_ from: Int32, _ to: Int32) -> Int32 {
  call { engine throws(EngineError) in try engine.agenda(from: Int(from), to: Int(to)) }
}

/// Returns the free time of settled days in the selected zone, as `busylife-gen free --format json` prints it.
/// - Parameters:
///   - from: the first day, in days since 1970-01-01.
///   - to: the day after the last.
///   - begin: the first minute of a day that may be free, from midnight in wall time.
///   - end: the minute after the last, at most 1440.
///   - minutes: the minimum length.
///   - notBefore: the instant before which nothing is free, in minutes since 1970-01-01 UTC.
///   - hidden: names of calendars whose events are ignored, one per line.
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

/// Returns a time in the selected zone in the form of RFC 3339, after adding seconds.
/// - Parameters:
///   - text: a local time of the zone, `2026-11-20T09:00`, or an instant of RFC 3339.
///   - seconds: the seconds to add.
@c(busylife_clock)
package func busylifeClock(_ text: UnsafePointer<UInt8>?, _ textCount: Int, _ seconds: Int32) -> Int32 {
  call { engine throws(EngineError) in try engine.clock(bytes(text, textCount), plus: Int(seconds)) }
}

/// Returns the proposal of a new event, or of another time for an event, as JSON (`PageEngine.propose`).
/// - Parameters:
///   - isNew: 1 for a new event, otherwise 0.
///   - uid: the event's UID.
///   - recurrenceID: the instance's original start as returned by `busylife_agenda`; empty if the event does not recur.
///   - scope: 0 for the instance alone, 1 for it and all that follow; others are errors.
///   - start: RFC 3339, or a date.
///   - end: the same, exclusive.
///   - title: the title of a new event.
///   - stamp: the current time, in minutes since 1970-01-01 UTC.
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

/// Runs a call and stores its output: bytes, or an error message.
private func call(_ body: (PageEngine) throws(EngineError) -> [UInt8]) -> Int32 {
  // The last output is released first, since it may be large.
  output = []
  do throws(EngineError) {
    output = try body(engine)
    return done
  } catch {
    output = error.message
    return error.code.rawValue
  }
}

/// Runs a call that gives nothing.
private func run(_ body: (PageEngine) throws(EngineError) -> Void) -> Int32 {
  call { engine throws(EngineError) in
    try body(engine)
    return []
  }
}

/// A copy of bytes that the script wrote.
func bytes(_ address: UnsafePointer<UInt8>?, _ count: Int) throws(EngineError) -> [UInt8] {
  if count == 0 { return [] }
  guard let address, count > 0, runtime_holds(address, count) else {
    throw EngineError(.argument, "the bytes are not within the memory")
  }
  return Array(UnsafeBufferPointer(start: address, count: count))
}

/// Texts, one per line.
private func lines(_ texts: [[UInt8]]) -> [UInt8] {
  var out: [UInt8] = []
  for text in texts {
    out.append(contentsOf: text)
    out.append(.lineFeed)
  }
  return out
}
