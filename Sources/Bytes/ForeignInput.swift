/// Whether input may come from other programs, and so has to be interpreted leniently, repaired and reported.
///
/// Natively it always may. In the browser, only the site's own files are read until a reader adds a calendar. The
/// module for browsing never calls ``expect()``: the linker then knows that ``isExpected`` is false, and drops all code
/// that it guards.
@usableFromInline package enum ForeignInput {
  #if hasFeature(Embedded)

    nonisolated(unsafe) private static var expected = false

    @usableFromInline @inline(__always) package static var isExpected: Bool { expected }

    /// Declares that input may come from other programs from now on.
    package static func expect() { expected = true }

    /// Undoes ``expect()``. Only for the code that called it.
    package static func reset() { expected = false }

  #else

    @inlinable @inline(__always) package static var isExpected: Bool { true }

    /// Does nothing: foreign input is always expected.
    package static func expect() {}

    /// Does nothing.
    package static func reset() {}

  #endif
}
