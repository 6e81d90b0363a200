import Bytes
import CivilTime
import Foundation
import Publishing
import Readers
import TimeZones

/// The options that all commands share: what to read, from where, and the current time.
package struct ReadingOptions: Sendable {
  package var content: String
  package var zones: [String]
  package var from: String?
  package var to: String?
  package var now: String?
  /// Replaces the locale of site.yml and of audiences.
  package var locale: String?
  /// When servers of remote calendars are asked.
  package var asking: RemoteRequest.Asking

  package init(
    content: String, zones: [String] = [], from: String? = nil, to: String? = nil, now: String? = nil,
    locale: String? = nil, asking: RemoteRequest.Asking = .never
  ) {
    self.asking = asking
    self.content = content
    self.zones = zones
    self.from = from
    self.to = to
    self.now = now
    self.locale = locale
  }

  /// The tag of `--locale`.
  package func localeTag() throws(BuildError) -> String? {
    guard let locale else { return nil }
    do throws(LocaleTag.Failure) {
      return try LocaleTag.read(locale)
    } catch { throw .usage("--locale \(locale): no such locale; \(error.mend)") }
  }

  /// `--now`, otherwise SOURCE_DATE_EPOCH, otherwise the clock.
  package func instant(environment: [String: String] = ProcessInfo.processInfo.environment) throws(BuildError)
    -> Instant
  {
    if let now {
      guard let read = try? ISO8601.instant(now.utf8) else {
        throw .usage("--now \(now): not an RFC 3339 time; write 2026-11-20T09:00:00Z")
      }
      return read
    }
    if let epoch = environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty {
      guard let seconds = Int64(epoch), let instant = Instant(secondsSinceEpoch: seconds) else {
        throw .usage("SOURCE_DATE_EPOCH=\(epoch): not a count of seconds; unset it or give --now")
      }
      return instant
    }
    return Instant(clamping: Int64(Date().timeIntervalSince1970))
  }

  package func date(_ text: String, _ option: String) throws(BuildError) -> CivilDate {
    guard let date = try? ISO8601.date(text.utf8) else {
      throw .usage("\(option) \(text): not a date; write 2026-11-20")
    }
    return date
  }

  /// The zone of a name or an offset.
  package static func zone(_ name: String, _ system: SystemZones) throws(BuildError) -> Zone {
    if name.lowercased() == "local" {
      guard let zone = system.local() else {
        throw .usage("--tz local: the system's zone can't be determined; set TZ or name a zone")
      }
      return zone
    }
    if let zone = system.zone(named: name) { return zone }
    let near = system.table.nearest(to: Array(name.utf8)).map { String(decoding: $0, as: UTF8.self) }
    let hint =
      near.isEmpty
      ? "write an IANA name such as Europe/Berlin, or an offset such as UTC+8"
      : "did you mean "
        + "\(near.joined(separator: ", "))?"
    throw .usage("--tz \(name): no such zone; \(hint)")
  }

  package static func system() throws(BuildError) -> SystemZones {
    do { return try SystemZones() } catch { throw .inputOutput("\(error)") }
  }

  /// More years than anybody publishes without meaning to.
  private static let mostYears = 200

  /// The published dates: `--from` and `--to`, otherwise site.yml's window, otherwise 12 months before the month of now
  /// and 24 after it. An end that is not given is moved if the window would be empty.
  package func window(_ configured: SiteConfiguration.Window, now: CivilDate) throws(BuildError) -> Range<CivilDate> {
    let month = now.civilMonth
    let before = month.adding(months: -(configured.before ?? 12))?.firstDay ?? .first
    let after = month.adding(months: (configured.after ?? 24) + 1)?.firstDay ?? .last
    var low = configured.from ?? before
    var high = configured.to ?? after
    func end(after low: CivilDate) -> CivilDate { low.civilMonth.adding(months: 25)?.firstDay ?? .last }
    func start(before high: CivilDate) -> CivilDate { high.civilMonth.adding(months: -12)?.firstDay ?? .first }
    if high <= low {
      if configured.to == nil { high = end(after: low) } else if configured.from == nil { low = start(before: high) }
    }
    if let from {
      low = try date(from, "--from")
      if to == nil, high <= low { high = end(after: low) }
    }
    if let to {
      high = try date(to, "--to")
      if from == nil, high <= low { low = start(before: high) }
    }
    let isWritten = (from != nil || configured.from != nil) && (to != nil || configured.to != nil)
    if !isWritten, high.year - low.year > Self.mostYears {
      throw .usage(
        "the window from \(text(low)) to \(text(high)) has \(high.year - low.year) years, and only one of its ends is "
          + "written; write both: --from and --to, or window: {from: …, to: …} in site.yml")
    }
    // A window of site.yml that ends before it begins has been reported at its place.
    if from == nil, to == nil { return low..<max(low, high) }
    guard low <= high else {
      throw .usage("--from \(text(low)) is after --to \(text(high)); swap them (--to is the first day left out)")
    }
    return low..<high
  }

  private func text(_ date: CivilDate) -> String {
    var out: [UInt8] = []
    out.append(iso: date)
    return String(decoding: out, as: UTF8.self)
  }
}
