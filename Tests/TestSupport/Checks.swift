/// # TestSupport
///
/// What the tests of several modules share: checks that say which input failed, random inputs that
/// can be repeated, and short ways to write calendars and zones down.
///
/// Left out: Swift Testing itself, so that this may be an ordinary module. A check throws; the test
/// that called it reports what was thrown.

/// A check that failed: what is wrong, and with which inputs.
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

/// Calls `body` with each input; a failure says with which.
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
