/// What the command and the browser module say of themselves.
package enum Product {
  package static let version: StaticString = "0.1.0"
}
