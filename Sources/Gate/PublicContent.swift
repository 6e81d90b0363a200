import Bytes
import CalendarPages
import CivilTime
import Events
import Readers
import Settling
import TimeZones

/// Content as a site shows it, without what a policy withholds. Only ``LoadedContent/redacted(for:_:)`` makes one, and
/// planning, rendering and publishing receive nothing else: a build holds the rest as ``GatedContent``.
package struct PublicContent: Sendable {
  /// The settings of site.yml, as they are for the audience.
  package let configuration: SiteConfiguration
  package let notes: [Note]
  /// The text at the foot of every page, as HTML, and the images that it shows.
  package let footer: (html: [UInt8], images: [Note.Image])
  package let store: EventStore
  /// The number of events and series that are not shown, or only as busy time.
  package let withheld: Int
  /// As ``Events/Redaction/origins``.
  package let origins: [Int32]
  /// The least strict level of all of it.
  package let privacy: Privacy
  /// What limits left out of the blocks of busy time.
  package let leftOut: BusyBlocks.LeftOut
  /// Whether it is everything: nothing is withheld, not even a part of an event.
  package let isWhole: Bool

  fileprivate init(
    configuration: SiteConfiguration, notes: [Note], footer: (html: [UInt8], images: [Note.Image]), privacy: Privacy,
    isWhole: Bool, _ redaction: Redaction
  ) {
    self.footer = footer
    self.configuration = configuration
    self.notes = notes
    self.privacy = privacy
    self.isWhole = isWhole
    store = redaction.store
    withheld = redaction.withheld
    origins = redaction.origins
    leftOut = redaction.leftOut
  }
}

/// For whom content is redacted.
package struct Reader: Sendable {
  /// `nil`: everybody.
  package var audience: Audience?
  /// The level of the command line.
  package var bound: Privacy

  package init(audience: Audience? = nil, bound: Privacy = .full) { (self.audience, self.bound) = (audience, bound) }

  /// The least strict level of everything that the reader sees.
  package func privacy(_ configuration: SiteConfiguration) -> Privacy {
    max(configuration.privacy, bound, audience?.privacy ?? .full)
  }

  /// The settings of site.yml as they are for the reader.
  package func settings(_ configuration: SiteConfiguration) -> SiteConfiguration {
    var settings = configuration
    // A forecast reveals the place that it is for.
    if privacy(configuration) != .full { settings.weather = nil }
    settings.isIndexed = audience?.isIndexed ?? settings.isIndexed ?? (privacy(configuration) == .full)
    guard let audience else { return settings }
    if let zones = audience.zones, !zones.isEmpty { settings.zones = zones }
    if let locale = audience.locale { (settings.locale, settings.locales) = (locale, []) }
    if !settings.url.isEmpty { settings.url += Array("\(audience.output)/".utf8) }
    return settings
  }
}

/// The parameters of blocks of busy time.
package struct BusyTime: Sendable {
  /// The word for busy time.
  package var title: [UInt8]
  /// The zone of dates and of times without a zone.
  package var zone: Zone
  package var window: Range<CivilDate>
  /// The days for which busy time is given: the window and ten years before and after it.
  package var days: Range<CivilDate>

  /// The greatest number of blocks: some thirty a day.
  static let mostBlocks = 200_000
  /// Blocks with fewer seconds between them are one: nobody is free for less than a minute.
  private static let shortestGap: Int64 = 60

  package init(title: [UInt8], zone: Zone, window: Range<CivilDate>) {
    self.title = title
    self.zone = zone
    self.window = window
    days = Links.told(around: window)
  }

  fileprivate var blocks: BusyBlocks {
    func seconds(_ days: Range<CivilDate>) -> Range<Int64> {
      func start(_ date: CivilDate) -> Int64 { CivilDateTime(date).instant(at: .utc).secondsSinceEpoch }
      return start(days.lowerBound)..<start(days.upperBound)
    }
    let (all, window, zone) = (seconds(days), seconds(window), zone)
    return BusyBlocks(title: title) { store in
      let found = store.busyTime(from: all.lowerBound, to: all.upperBound, around: window, in: zone)
      let blocks = found.intervals.joined(below: Self.shortestGap)
      let kept = blocks.nearest(to: window, most: Self.mostBlocks)
      return (
        Array(kept),
        BusyBlocks.LeftOut(
          series: found.cut.map { store[$0] }, isFull: found.isFull || kept.count < blocks.count)
      )
    }
  }
}

extension LoadedContent {
  /// What a reader sees.
  /// - Parameter busy: `nil` if blocks of busy time are not wanted.
  package func redacted(for reader: Reader, _ busy: BusyTime?) -> PublicContent {
    let policy = policy(for: reader)
    let redaction = redact(read, under: policy, zones: zones, busy: busy?.blocks)
    let levels = read.levels(under: policy).levels
    let hasFullEvent = Set(fullEvents(levels))
    var hidden: [[UInt8]] = []
    // Only one of several versions of an event is shown, with only that version's text.
    let shown = Set(redaction.origins.map { files[Int(read[$0].document)].path })
    var notes = content.notes.filter { note in
      var isShown = max(policy.site, note.privacy) == .full
      if note.isEvent { isShown = isShown && shown.contains(note.path) }
      // A note on an event would reveal what the event does not, even if the event is missing now: its calendar may
      // come back.
      if case .event(let uid) = note.placement { isShown = isShown && hasFullEvent.contains(uid) }
      if !isShown { hidden.append(note.slug) }
      return isShown
    }
    var footer = content.footer
    if !hidden.isEmpty {
      for index in notes.indices { notes[index].html.dropLinks(toNotes: hidden) }
      footer.html.dropLinks(toNotes: hidden)
      Note.nameAgain(&notes, &footer)
    }
    let isWhole =
      policy.site == .full && policy.calendars.allSatisfy { $0 == .full } && levels.allSatisfy { $0 == .full }
      && hidden.isEmpty
    return PublicContent(
      configuration: reader.settings(content.configuration), notes: notes, footer: footer, privacy: policy.site,
      isWhole: isWhole, redaction)
  }

  /// The levels of site.yml, of the audience and of the command line; the strictest counts.
  package func policy(for reader: Reader) -> PrivacyPolicy {
    var policy = PrivacyPolicy()
    policy.site = reader.privacy(content.configuration)
    policy.calendars = content.calendars.map { calendar in
      if let named = reader.audience?.calendars, !named.contains(where: { $0.equalsIgnoringCase(calendar.name) }) {
        return .hidden
      }
      return calendar.privacy ?? .full
    }
    if let named = reader.audience?.calendars {
      policy.absent = content.calendars.map { calendar in !named.contains { $0.equalsIgnoringCase(calendar.name) } }
    }
    policy.documents = files.map { $0.privacy ?? .full }
    policy.hidesAddresses = !content.configuration.hasMail
    policy.rules = content.configuration.rules.map { PrivacyRule(privacy: $0.privacy, condition: $0.condition) }
    return policy
  }

  /// The UIDs of the events that notes are on and that are shown in full.
  private func fullEvents(_ levels: [Privacy]) -> [[UInt8]] {
    var levelOfUID: [[UInt8]: Privacy] = [:]
    let wanted = Set(
      content.notes.compactMap { note -> [UInt8]? in
        if case .event(let uid) = note.placement { uid } else { nil }
      })
    if wanted.isEmpty { return [] }
    for (index, event) in read.events.enumerated() {
      let uid = read.text(event.uid, of: event)
      if wanted.contains(uid) { levelOfUID[uid] = max(levelOfUID[uid] ?? .full, levels[index]) }
    }
    return wanted.filter { levelOfUID[$0] == .full }
  }
}

extension [UInt8] {
  /// Leaves only the texts of links to notes that are not shown: their addresses tell their names.
  fileprivate mutating func dropLinks(toNotes hidden: [[UInt8]]) {
    for slug in hidden {
      let start = [UInt8]("<a href=\"") + Note.rootMark + [UInt8]("notes/") + slug + [UInt8](".html")
      var out: [UInt8] = []
      var rest = self[...]
      while let found = rest.firstRange(of: start) {
        out += rest[..<found.lowerBound]
        rest = rest[found.upperBound...]
        if let end = rest.firstIndex(of: .greater) { rest = rest[(end + 1)...] }
        if let close = rest.firstRange(of: [UInt8]("</a>")) {
          out += rest[..<close.lowerBound]
          rest = rest[close.upperBound...]
        }
      }
      self = out + rest
    }
  }
}
