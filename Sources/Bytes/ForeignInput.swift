/// Whether input may come from other programs, and so has to be interpreted leniently, repaired and reported.
///
/// Natively it always may. In the browser, only the site's own files are read until a reader adds a calendar. The
/// module for browsing never calls ``expect()``: the linker then knows that ``isExpected`` is false, and drops all code
/// that it guards.
@usableFromInline package enum ForeignInput {
  #if hasFeature(Embedded)

    /// Whether everything that the command knows about foreign input is done: each mend, each report, and zones for
    /// all times. Not in a browser, whose modules would be a twentieth larger: there a reader's calendars are read as
    /// RFC 5545 has them, with what most programs do differently. A constant, so that nothing that it guards is in the
    /// modules.
    @inlinable @inline(__always) package static var isMended: Bool { false }

    nonisolated(unsafe) private static var expected = false

    @usableFromInline @inline(__always) package static var isExpected: Bool { expected }

    /// Declares that input may come from other programs from now on.
    package static func expect() { expected = true }

    /// Undoes ``expect()``. Only for the code that called it.
    package static func reset() { expected = false }

    /// Nothing: a browser reports a name each time.
    package struct Names: Sendable {
      package init() {}

      package func contains(_ name: [UInt8]) -> Bool { false }

      @discardableResult package func insert(_ name: [UInt8]) -> Bool { true }
    }

  #else

    /// Foreign input is mended in every way that is known here.
    @inlinable @inline(__always) package static var isMended: Bool { true }

    @inlinable @inline(__always) package static var isExpected: Bool { true }

    /// Does nothing: foreign input is always expected.
    package static func expect() {}

    /// Does nothing.
    package static func reset() {}

    /// Names of which something was reported.
    package struct Names: Sendable {
      private var names: Set<[UInt8]> = []

      package init() {}

      package func contains(_ name: [UInt8]) -> Bool { names.contains(name) }

      /// Adds a name and returns whether it is new.
      @discardableResult package mutating func insert(_ name: [UInt8]) -> Bool { names.insert(name).inserted }
    }

  #endif
}
