import Bytes

/// Why the engine gave nothing.
package struct EngineError: Error {
  /// What scripts decide by. The numbers are the results of the browser module's functions and never change
  /// their meaning.
  package enum Code: Int32, Sendable {
    /// Bytes outside the memory, an empty name, days that do not exist, a path that is no page's, times and instances
    /// of a proposal that its event can't have.
    case argument = 1
    /// The bytes are not of the format they should be, or of another version.
    case content = 2
    /// Nothing that was loaded knows the zone.
    case unknownZone = 3
    /// A limit of ``EngineLimits``.
    case limit = 4
    /// Something has to be loaded before.
    case state = 5
  }

  package var code: Code
  /// One line of UTF-8.
  package var message: [UInt8]

  package init(_ code: Code, _ message: [UInt8]) {
    self.code = code
    self.message = message
  }

  package init(_ code: Code, _ message: StaticString) { self.init(code, [UInt8](message)) }
}

/// Limits, each with its reason: the module shares a page's memory, of which WebAssembly has 4 GiB at
/// most and a telephone far less.
package enum EngineLimits {
  /// Five times the 20,000 events that the product is measured with. Read, they take up to ten times
  /// their size for a moment.
  package static let calendars = 32 << 20
  /// More than anybody can tell apart.
  package static let calendarCount = 1_000
  /// Ten years and some weeks: more than any page shows.
  package static let days = 4_000
  /// Times that are read and written for proposals, in seconds since 1970, 0001-01-02 to 9999-12-30: iCalendar has the
  /// years 1 to 9999, and on the days at their ends some zone's clocks show another year.
  package static let times: ClosedRange<Int64> = -62_135_510_400...253_402_214_399
  /// A busy year has one or two of them.
  package static let agenda = 64 << 20
}
