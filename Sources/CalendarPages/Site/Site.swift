import Bytes
import CivilTime
import Mustache
import Sections
import Settling
import TimeZones

/// All that the pages of one site have in common. Made once, then shared by every thread.
public final class Site: Sendable {
  public let title: [UInt8]
  public let description: [UInt8]
  /// Where the site will live, ending in a slash; empty if nobody said.
  public let url: [UInt8]
  public let locale: LocaleTable
  public let words: Words
  public let shapes = Shapes()
  public let links: Links
  public let zone: Zone
  /// When the build takes place: all that "today" means without a script.
  public let now: Instant
  public let events: EventStore
  public let eventPages: EventPages
  public let notes: Notes
  public let assets: Assets
  /// Sentences for the foot of every page.
  public let notices: [[UInt8]]

  public init(
    title: [UInt8], description: [UInt8], url: [UInt8], locale: LocaleTable, words: Words, links: Links, zone: Zone,
    now: Instant, events: EventStore, eventPages: EventPages, notes: Notes, assets: Assets, notices: [[UInt8]]
  ) {
    self.title = title
    self.description = description
    self.url = url
    self.locale = locale
    self.words = words
    self.links = links
    self.zone = zone
    self.now = now
    self.events = events
    self.eventPages = eventPages
    self.notes = notes
    self.assets = assets
    self.notices = notices
  }

  /// The day of the build, in the site's zone.
  public var today: CivilDate { zone.wall(at: now).date }
}

/// Paths of the theme's files from the site's root.
public struct Assets: Sendable {
  public var stylesheet: [UInt8]
  public var grid: [UInt8]
  public var colors: [UInt8]
  public var script: [UInt8]
  public var manifest: [UInt8]
  public var icon: [UInt8]
  public var touchIcon: [UInt8]

  public init(
    stylesheet: [UInt8], grid: [UInt8], colors: [UInt8], script: [UInt8], manifest: [UInt8], icon: [UInt8],
    touchIcon: [UInt8]
  ) {
    self.stylesheet = stylesheet
    self.grid = grid
    self.colors = colors
    self.script = script
    self.manifest = manifest
    self.icon = icon
    self.touchIcon = touchIcon
  }

  /// No files yet.
  public static let none = Assets(
    stylesheet: [], grid: [], colors: [], script: [], manifest: [], icon: [], touchIcon: [])

  /// The same files, seen from a folder below the root: `way` leads back up.
  public func below(_ way: [UInt8]) -> Assets {
    Assets(
      stylesheet: way + stylesheet, grid: way + grid, colors: way + colors, script: way + script,
      manifest: way + manifest, icon: way + icon, touchIcon: way + touchIcon)
  }
}

/// A note as pages show it.
public struct NotePage: Sendable {
  public var title: [UInt8]
  public var slug: [UInt8]
  /// Safe HTML; links to other pages of the site begin with ``rootMark``.
  public var html: [UInt8]
  public var day: CivilDate?
  /// The UID of the event it belongs to; empty if none.
  public var eventUID: [UInt8]
  /// Neither on a day nor on an event.
  public var isPage: Bool { day == nil && eventUID.isEmpty }

  public init(title: [UInt8], slug: [UInt8], html: [UInt8], day: CivilDate?, eventUID: [UInt8]) {
    self.title = title
    self.slug = slug
    self.html = html
    self.day = day
    self.eventUID = eventUID
  }
}

/// All notes, found by day and by event.
public struct Notes: Sendable {
  public let all: [NotePage]
  private let byDay: [CivilDate: [Int]]
  private let byUID: [[UInt8]: [Int]]
  /// Indices of the notes that are pages of their own.
  public let pages: [Int]

  /// O(notes).
  public init(_ notes: [NotePage]) {
    all = notes
    var byDay: [CivilDate: [Int]] = [:]
    var byUID: [[UInt8]: [Int]] = [:]
    var pages: [Int] = []
    for (index, note) in notes.enumerated() {
      if let day = note.day { byDay[day, default: []].append(index) }
      if !note.eventUID.isEmpty { byUID[note.eventUID, default: []].append(index) }
      if note.isPage { pages.append(index) }
    }
    self.byDay = byDay
    self.byUID = byUID
    self.pages = pages
  }

  /// Indices of the notes that lie on a day.
  public func on(_ date: CivilDate) -> [Int] { byDay.isEmpty ? [] : byDay[date] ?? [] }

  /// Indices of the notes on an event.
  public func on(uid: [UInt8]) -> [Int] { byUID.isEmpty ? [] : byUID[uid] ?? [] }
}
