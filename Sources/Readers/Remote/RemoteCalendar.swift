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
    String(utf8: name.utf8.map { $0.isLetter || $0.isDigit ? $0.uppercased : .underscore })
  }
}

/// The settings of what is fetched for calendars.
package struct RemoteSettings: Sendable {
  package var calendars: [RemoteCalendar] = []
  /// All of site.yml; `nil` if it can't be understood.
  package var configuration: SiteConfiguration?

  var network: SiteConfiguration.NetworkConfiguration { configuration?.network ?? .init() }
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

/// All remote calendars of a site.
package typealias FetchedCalendars = [RemoteCalendar: RemoteCopy]
