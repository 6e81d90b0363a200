import Bytes
import CBrowserRuntime
import CalendarPages

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
// The names are in the Makefile (WASM_EXPORTS), which exports them.

/// The one instance. A page calls from a single thread, and no call is made during another.
nonisolated(unsafe) private var engine = Engine()

/// What the last call gave.
nonisolated(unsafe) private var output: [UInt8] = []

/// The code of a call that worked.
private let done: Int32 = 0

// MARK: Memory

/// Gives the address of `count` bytes for the script to fill, to be given back with `busylife_free`; 0
/// where there is no memory. Aligned to 8.
@c(busylife_allocate)
public func busylifeAllocate(_ count: Int) -> UnsafeMutableRawPointer? {
  count < 0 ? nil : runtime_allocate(count)
}

/// Gives back a buffer of `busylife_allocate`; 0 is none.
@c(busylife_free)
public func busylifeFree(_ address: UnsafeMutableRawPointer?) { runtime_free(address) }

/// The address of the output.
@c(busylife_output)
public func busylifeOutput() -> UnsafePointer<UInt8>? {
  // The array stays as it is, and where it is, until the next call.
  output.withUnsafeBufferPointer { $0.baseAddress }
}

/// How many bytes the output has.
@c(busylife_output_count)
public func busylifeOutputCount() -> Int { output.count }

// MARK: The module

/// Gives the version of the product: `0.1.0`.
@c(busylife_version)
public func busylifeVersion() -> Int32 {
  output = [UInt8](Engine.version)
  return done
}

/// Forgets zones, calendars and days, as if the module had just been loaded.
@c(busylife_reset)
public func busylifeReset() -> Int32 {
  engine.reset()
  output = []
  return done
}

/// Gives what was wrong in the file added last, in linking, or in the days asked for last, whichever was
/// called last: a JSON array of objects with `line`, `column`, `severity` and `message`, as `check --format
/// json` prints them of one file. At most 1,000, and one more that says how many there were beyond.
@c(busylife_diagnostics)
public func busylifeDiagnostics() -> Int32 {
  output = engine.diagnostics.json
  return done
}

// MARK: Zones

/// Makes a zone known.
/// - Parameters:
///   - name: its IANA name, `Asia/Kathmandu`.
///   - tzif: its TZif file (RFC 9636).
///
/// Zones have to be known before the files that name them are added.
@c(busylife_add_zone)
public func busylifeAddZone(
  _ name: UnsafePointer<UInt8>?, _ nameCount: Int, _ tzif: UnsafePointer<UInt8>?, _ tzifCount: Int
) -> Int32 {
  call { engine throws(EngineError) in
    try engine.add(zone: bytes(name, nameCount), tzif: bytes(tzif, tzifCount))
    return []
  }
}

/// Chooses the zone of the days that are asked for from now on; UTC until then.
/// - Parameter name: of a known zone, in any case, or an offset: `UTC+8`, `-03:30`.
@c(busylife_set_zone)
public func busylifeSetZone(_ name: UnsafePointer<UInt8>?, _ nameCount: Int) -> Int32 {
  call { engine throws(EngineError) in
    try engine.view(zone: bytes(name, nameCount))
    return []
  }
}

// MARK: Calendars

/// Adds an iCalendar file. What can't be understood in it is left out and listed by
/// `busylife_diagnostics`; that is no error.
/// - Parameters:
///   - calendar: the name of the calendar it belongs to, made when it is first named. Of equal events in
///     two calendars the one of the earlier is shown.
///   - file: its bytes.
@c(busylife_add_file)
public func busylifeAddFile(
  _ calendar: UnsafePointer<UInt8>?, _ calendarCount: Int, _ file: UnsafePointer<UInt8>?,
  _ fileCount: Int
) -> Int32 {
  call { engine throws(EngineError) in
    try engine.add(file: bytes(file, fileCount), toCalendar: bytes(calendar, calendarCount))
    return []
  }
}

/// Brings together events and their instances that were set apart, and hides all but one of equal events.
/// To be called when all files are added, and again when another was.
@c(busylife_link)
public func busylifeLink() -> Int32 {
  call { engine throws(EngineError) in
    engine.link()
    return []
  }
}

// MARK: Days

/// Gives settled days in the chosen zone as JSON, byte by byte what `busylife-gen agenda --format json`
/// prints.
/// - Parameters:
///   - from: the first day, in days since 1970-01-01.
///   - to: the day after the last.
@c(busylife_agenda)
public func busylifeAgenda(_ from: Int32, _ to: Int32) -> Int32 {
  call { engine throws(EngineError) in try engine.agenda(from: Int(from), to: Int(to)) }
}

// MARK: Calls

/// Runs a call and keeps what it gives, bytes or the message of its error.
private func call(_ body: (inout Engine) throws(EngineError) -> [UInt8]) -> Int32 {
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

/// A copy of bytes that the script wrote.
private func bytes(_ address: UnsafePointer<UInt8>?, _ count: Int) throws(EngineError) -> [UInt8] {
  if count == 0 { return [] }
  guard let address, count > 0, runtime_holds(address, count) else {
    throw EngineError(.argument, "the bytes are not within the memory")
  }
  return Array(UnsafeBufferPointer(start: address, count: count))
}
