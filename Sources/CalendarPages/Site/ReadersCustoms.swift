/// Whether pages may be made for a reader's own customs (the first day of weeks, the clock), or with days divided into
/// columns.
///
/// Natively they always may. Few readers and few sites need it, so in the browser only the whole module does it, once
/// ``expect()`` was called. The module for browsing never calls it: the linker then knows that ``areExpected`` is
/// false, and drops all code that it guards (see ``Bytes/ForeignInput``, which does the same for reading).
package enum ReadersCustoms {
  #if hasFeature(Embedded)

    nonisolated(unsafe) private static var expected = false

    @inline(__always) package static var areExpected: Bool { expected }

    package static func expect() { expected = true }

  #else

    @inline(__always) package static var areExpected: Bool { true }

    /// Does nothing: they are always expected.
    package static func expect() {}

  #endif
}
