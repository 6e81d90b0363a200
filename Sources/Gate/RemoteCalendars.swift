import Bytes
import CalendarPages
import CivilTime
import Events
import Publishing
import Readers
import TimeZones

/// The remote calendars of a build.
package struct RemoteCalendars: Sendable {
  package let fetched: FetchedCalendars
  /// When requests of the build end.
  package let deadline: NetworkDeadline
  /// site.yml as it was before anything was fetched; `nil` if it could not be understood.
  package let configuration: SiteConfiguration?

  /// Fetches what is due.
  package init(
    _ options: ReadingOptions, zones: ZoneTable,
    progress: @Sendable @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(BuildError) {
    let settings = readRemoteSettings(at: options.content, zones: zones)
    deadline = NetworkDeadline()
    configuration = settings.configuration
    fetched = CalendarFetching(settings, options.asking).run(until: deadline.end, progress: progress)
  }
}

extension LoadedContent {
  /// Warnings and errors, but for those of calendars of which the last good copy is shown.
  package var problemCount: Int {
    warnings.count - content.calendars.count { $0.remote.map { $0.hasFailed && $0.hasCopy } ?? false }
  }
}

extension GatedContent {
  /// The number of remote calendars that could not be refreshed, or were never fetched.
  package var unrefreshed: Int { content.calendars.count { $0.remote.map { $0.hasFailed || !$0.hasCopy } ?? false } }

  /// The files of the copies of remote calendars.
  package var copies: [String] { content.calendars.compactMap { $0.remote?.path }.filter { !$0.isEmpty } }

  /// How long the state of the remote calendars stays as it is.
  package func validity(now: Instant) -> Validity {
    var validity = Validity()
    let now = now.secondsSinceEpoch
    for state in content.calendars.compactMap(\.remote) {
      // From then on there is a request, successful or not.
      validity.idle = validity.idle.clamped(to: .min..<state.until)
      guard state.hasCopy else { continue }
      let period = now < state.expires ? Int64.min..<state.expires : state.expires..<Int64.max
      validity.period = validity.period.clamped(to: period)
    }
    return validity
  }

  /// The calendars that are older than they should be, as their readers are told.
  package func stale(for reader: Reader, in store: EventStore, now: Instant) -> [StaleCalendar] {
    let policy = loaded.policy(for: reader)
    var found: [StaleCalendar] = []
    var busy: Int64?
    for (index, calendar) in content.calendars.enumerated() {
      guard let state = calendar.remote, state.isStale(at: now.secondsSinceEpoch) else { continue }
      let privacy = policy.privacy(ofCalendar: index)
      if privacy <= .titles, let place = store.calendars.firstIndex(where: { $0.name == calendar.name }) {
        found.append(StaleCalendar(calendar: place, since: state.fetched))
      } else if privacy == .busy {
        // Busy time must reveal neither calendars nor their number.
        busy = min(busy ?? .max, state.fetched)
      }
    }
    if let busy { found.append(StaleCalendar(calendar: -1, since: busy)) }
    return found
  }

  /// Warnings about copies that are old although nothing failed: no server was asked, or `now` is later.
  package func staleWarnings(now: Instant) -> [String] {
    content.calendars.compactMap { calendar in
      guard let state = calendar.remote, !state.hasFailed, state.isStale(at: now.secondsSinceEpoch) else { return nil }
      return "warning: the calendar \(String(decoding: calendar.name, as: UTF8.self)) is as of "
        + "\(RemoteTime.text(state.fetched)) and has to be fetched again (--refresh)"
    }
  }
}
