/// Whether what is read may have been written by somebody else, and so has to be understood by its habits, mended,
/// and reported.
///
/// Natively it always may. In the browser the site's own files are all there is to read, until a reader lays a
/// calendar beside them. The module for browsing has no function that says so (``expect()``): then the linker knows
/// that ``isExpected`` is false, and drops all code behind it.
@usableFromInline package enum ForeignInput {
  #if hasFeature(Embedded)

    nonisolated(unsafe) private static var expected = false

    @usableFromInline @inline(__always) package static var isExpected: Bool { expected }

    /// Says that what is read from now on may be anybody's.
    package static func expect() { expected = true }

    /// Forgets that that was said. Only for who said it: see ``expect()``.
    package static func reset() { expected = false }

  #else

    @inlinable @inline(__always) package static var isExpected: Bool { true }

    /// Nothing, where it is always so.
    package static func expect() {}

    /// Nothing either.
    package static func reset() {}

  #endif
}
