/// The name and version of the command and the browser module.
package enum Product {
  @inlinable package static var version: StaticString { "0.1.0" }
}
