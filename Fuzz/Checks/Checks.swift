/// # FuzzChecks
///
/// Properties that must hold for any input: one check for each format. Fuzz targets call a check with bytes from
/// libFuzzer, tests with inputs that once failed.
///
/// Left out: whether results are correct, which the oracles and other tests check.

/// A violated property, as text.
package struct Violation: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// An input format: the folder of its fixtures in Tests/Fixtures/fuzz, and its check.
package struct InputForm: Sendable, CustomStringConvertible {
  package let name: String
  package let check: @Sendable ([UInt8]) throws(Violation) -> Void

  package var description: String { name }

  package static let all = [
    InputForm(name: "icalendar", check: checkICalendar),
    InputForm(name: "settling", check: checkSettling),
    InputForm(name: "rrule", check: checkRecurrenceRule),
    InputForm(name: "tzif", check: checkTZif),
    InputForm(name: "posix-tz", check: checkPosixTZ),
    InputForm(name: "mustache", check: checkMustache),
    InputForm(name: "events-json", check: checkEventsFile),
    InputForm(name: "drawing", check: checkDrawing),
    InputForm(name: "jcal", check: checkJCal),
    InputForm(name: "xcal", check: checkXCal),
    InputForm(name: "multistatus", check: checkMultistatus),
    InputForm(name: "http-answer", check: checkHTTPAnswer),
    InputForm(name: "search-index", check: checkSearchIndex),
    InputForm(name: "words", check: checkWords),
    InputForm(name: "pattern", check: checkPattern),
    InputForm(name: "change-list", check: checkChangeList),
  ]
}

/// The action of a fuzz target for each input: a violation is a crash, which libFuzzer records.
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

/// Bytes in readable form, for a message.
func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
