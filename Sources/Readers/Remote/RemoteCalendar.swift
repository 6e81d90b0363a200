import Bytes

/// A calendar of site.yml that is fetched.
package struct RemoteCalendar: Sendable, Hashable {
  package var name: String
  /// http: or https:. It may hold a secret, and is part of no message.
  package var url: String
  /// The account to read it with; `nil` if it needs none, or a token.
  package var user: String?
  /// The age in seconds from which on the server is asked; `nil`: what the calendar says.
  package var refresh: Int64?
  /// Whether the address is one of a CalDAV server, which may have several calendars.
  package var isCalDAV = false
  /// The names of those to read; empty for all.
  package var collections: [String] = []

  /// The host, for messages.
  package var host: String { WebAddress(url)?.shown ?? "its server" }

  /// The last word of the names of its variables: `TEAM_A` for "team-a".
  package var variable: String {
    String(
      decoding: name.utf8.map { $0.isLetter || $0.isDigit ? ($0.isLowercase ? $0 - 0x20 : $0) : UInt8.ascii("_") },
      as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isLowercase: Bool { (UInt8.ascii("a")...UInt8.ascii("z")).contains(self) }
}

/// The settings of what is fetched for calendars.
package struct RemoteSettings: Sendable {
  package var calendars: [RemoteCalendar] = []
  package var access = NetworkAccess()
  /// The greatest time for one calendar.
  package var milliseconds = RemoteLimits.milliseconds
  /// All of site.yml; `nil` if it can't be understood.
  package var configuration: SiteConfiguration?

  package init() {}
}

/// Limits of remote calendars, each with its reason.
package enum RemoteLimits {
  /// A calendar of 64 MiB has some 200,000 events.
  static let bytes = 64 << 20
  /// Slow servers of large calendars need some ten seconds.
  static let milliseconds = 30_000
  /// All requests for the calendars of a CalDAV server: as many as a first synchronisation needs. The build's own end
  /// comes before.
  static let synchronisationMilliseconds = 90_000
  static let connectMilliseconds = 10_000
  /// The shortest interval that a calendar may ask for. The user may ask for a shorter one.
  static let shortest: Int64 = 300
  /// The interval if neither the user nor the calendar states one.
  static let usual: Int64 = 3_600
  /// The range of intervals that the user may state.
  static let refresh: ClosedRange<Int64> = 60...31_536_000
  /// Servers that are asked at the same time. Each needs a thread, which mostly waits.
  static let servers = 16
  /// A password or token in a file.
  static let secretBytes = 64 << 10
}

/// The state of a remote calendar.
package struct FetchedCalendar: Sendable {
  /// The last good answer; `nil` if there has been none.
  package var body: [UInt8]?
  /// When it was last known to be current, and until when that is enough; in seconds since 1970.
  package var fetched: Int64 = 0
  package var expires: Int64 = 0
  /// Until when nothing will be requested.
  package var until: Int64 = 0
  /// Why it could not be refreshed although that was due, and the mend.
  package var failure: String?
  /// The file of its copy; empty if there is no place for one.
  package var path = ""
}

/// All remote calendars of a site.
package struct FetchedCalendars: Sendable {
  package var all: [RemoteCalendar: FetchedCalendar] = [:]

  package init() {}
}
