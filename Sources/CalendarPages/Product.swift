/// The name and version of the command and the browser module.
package enum Product {
  package static let version: StaticString = "0.1.0"
}
