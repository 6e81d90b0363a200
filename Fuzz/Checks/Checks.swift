/// # FuzzChecks
///
/// What must hold whatever bytes are read: one check for each form of input. The fuzz targets call a
/// check with bytes that libFuzzer makes up, the tests with those that once broke it.
///
/// Left out: whether what is read is right, which the oracles and the other tests see to.

/// What does not hold, in words.
package struct Violation: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// A form of input: the folder of its fixtures in Tests/Fixtures/fuzz, and its check.
package struct InputForm: Sendable, CustomStringConvertible {
  package let name: String
  package let check: @Sendable ([UInt8]) throws(Violation) -> Void

  package var description: String { name }

  package static let all = [
    InputForm(name: "icalendar", check: checkICalendar),
    InputForm(name: "rrule", check: checkRecurrenceRule),
    InputForm(name: "tzif", check: checkTZif),
    InputForm(name: "posix-tz", check: checkPosixTZ),
    InputForm(name: "mustache", check: checkMustache),
    InputForm(name: "events-json", check: checkEventsFile),
    InputForm(name: "drawing", check: checkDrawing),
  ]
}

/// What a fuzz target does with each input: a violation is a crash, which libFuzzer keeps.
package func fuzz(
  _ data: UnsafePointer<UInt8>?, _ count: Int, _ check: ([UInt8]) throws(Violation) -> Void
) -> CInt {
  do throws(Violation) {
    try check(Array(UnsafeBufferPointer(start: data, count: count)))
  } catch {
    fatalError(error.description)
  }
  return 0
}

func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(message()) }
}

/// Bytes to read in a message.
func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
