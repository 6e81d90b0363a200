/// Whether input may come from other programs, and so has to be interpreted leniently, repaired and reported.
///
/// Natively it always may. In the browser, only the site's own files are read until a reader adds a calendar. The
/// module for browsing never calls ``expect()``: the linker then knows that ``isExpected`` is false, and drops all code
/// that it guards.
/// that ``isExpected`` is false, and drops all code behind it.
public enum ForeignInput {
  #if hasFeature(Embedded)

    nonisolated(unsafe) private static var expected = false

    @inline(__always) public static var isExpected: Bool { expected }

    /// Declares that input may come from other programs from now on.
    public static func expect() { expected = true }

    /// Undoes ``expect()``. Only for the code that called it.
    public static func reset() { expected = false }

  #else

    @inlinable @inline(__always) public static var isExpected: Bool { true }

    /// Does nothing: foreign input is always expected.
    public static func expect() {}

    /// Does nothing.
    public static func reset() {}

  #endif
}
