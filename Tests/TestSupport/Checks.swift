/// # TestSupport
///
/// Shared by the tests of several modules: checks that name the failing input, repeatable random inputs, and shorthand
/// for calendars and zones.
///
/// Left out: Swift Testing itself, so that this can be an ordinary module. A check throws; the test that called it
/// reports the error.

/// A failed check: what is wrong, and with which inputs.
package struct Failure: Error, CustomStringConvertible {
  package var message: String
  /// The innermost first.
  package var inputs: [String] = []

  package init(_ message: String) { self.message = message }

  package var description: String {
    message + inputs.map { "\n  with \($0)" }.joined()
  }
}

/// Throws if a condition does not hold. The message is made only then.
package func check(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  if !condition { throw Failure(message()) }
}

/// Throws if two values differ, and shows both.
package func checkEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ what: @autoclosure () -> String = "value"
) throws {
  if found != expected {
    throw Failure("\(what()):\n     found \(found)\n  expected \(expected)")
  }
}

/// Calls `body` with each input; a failure names the input.
package func withEvery<Inputs: Sequence>(
  _ label: String, in inputs: Inputs, _ body: (Inputs.Element) throws -> Void
) throws {
  for input in inputs {
    do { try body(input) } catch { throw adding("\(label) \(input)", to: error) }
  }
}

func adding(_ input: String, to error: any Error) -> Failure {
  var failure = error as? Failure ?? Failure("\(error)")
  failure.inputs.append(input)
  return failure
}
