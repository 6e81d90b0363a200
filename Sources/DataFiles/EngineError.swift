import Bytes

/// Why a call of the engine failed.
package struct EngineError: Error {
  /// Codes that scripts branch on. The numbers are results of the browser module's functions and never change their
  /// meaning.
  package enum Code: Int32, Sendable {
    /// Bytes outside of the memory, an empty name, days that do not exist, a path that is not a page's, or times and
    /// instances of a proposal that its event can't have.
    case argument = 1
    /// The bytes have another format, or another version of it.
    case content = 2
    /// The zone is not in anything loaded so far.
    case unknownZone = 3
    /// A limit of ``EngineLimits``.
    case limit = 4
    /// Something has to be loaded first.
    case state = 5
    /// Only the whole module can do this.
    case whole = 6
  }

  package var code: Code
  /// One line of UTF-8.
  package var message: [UInt8]

  package init(_ code: Code, _ message: [UInt8]) { (self.code, self.message) = (code, message) }

  package init(_ code: Code, _ message: StaticString) { self.init(code, [UInt8](message)) }
}

/// Limits, each with its reason: the module shares a page's memory: WebAssembly allows at most 4 GiB, and a phone has
/// far less.
package enum EngineLimits {
  /// Five times the 20,000 events of the benchmark. While being read, they take up to ten times their size.
  package static let calendars = 32 << 20
  /// More than anybody can distinguish.
  package static let calendarCount = 1_000
  /// Ten years and some weeks: more than any page shows.
  package static let days = 4_000
  /// Times in proposals, in seconds since 1970, 0001-01-02 to 9999-12-30: iCalendar has the years 1 to 9999, and on the
  /// days at their ends some zone's clocks show a year outside of them.
  package static let times: ClosedRange<Int64> = -62_135_510_400...253_402_214_399
  /// A busy year has one or two MiB.
  package static let agenda = 64 << 20
}
