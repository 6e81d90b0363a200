import Files
import Foundation
import Publishing
import Readers
import TimeZones

/// `init`: a small site to start with.
package enum NewSite {
  /// What was made.
  package struct Made {
    /// The paths of new files.
    package var paths: [String] = []
    /// A line to add to a site.yml that was already there.
    package var setting: (path: String, line: String)?
  }

  /// Writes a site into a folder. Existing files are never overwritten.
  /// - Parameter theme: the name of a theme to copy; `nil` for none.
  /// - Throws: `usage` if there is no such theme.
  package static func make(in folder: String, theme: String?) throws(BuildError) -> Made {
    if let theme, theme != ThemeLayers.usual, ThemeLayers.folder(of: theme, own: nil) == nil {
      throw .usage("there is no theme \(theme)\(ThemeLayers.mend(theme, own: nil))")
    }
    let tree = try reaching { () throws(FileFailure) in
      guard let root = try FolderPath.open(folder, making: 0o777) else {
        throw FileFailure(folder, .system(ENOENT), "can't be made")
      }
      return FolderTree(root)
    }
    var made = Made()
    func write(_ path: String, _ bytes: [UInt8]) throws(BuildError) {
      let isNew = try reaching { () throws(FileFailure) in
        let (outer, name) = FolderTree.split(path)
        return try tree.makeFolder(outer).writeNew(name, bytes)
      }
      if isNew { made.paths.append(folder + "/" + path) }
    }
    let isNamed = theme != nil && theme != ThemeLayers.usual
    let line = "theme: \(theme ?? "")"
    // A site that is already there gets only the theme.
    let isThere = try reaching { () throws(FileFailure) in
      try tree.place(settings).map { $0.folder.kind(of: $0.name) != nil } ?? false
    }
    for (path, text) in files where theme == nil || !isThere {
      var text = text
      if path == settings {
        if isNamed { text = text.replacing("# theme: paper", with: line) }
        if let zone = ownZone { text = text.replacing("# zones: Europe/Berlin", with: "zones: \(zone)") }
      }
      try write(path, Array(text.utf8))
    }
    if isNamed, !made.paths.contains(folder + "/" + settings) { made.setting = (folder + "/" + settings, line) }
    if let theme {
      guard let usual = Theme.defaultFolder else {
        throw .inputOutput("the default theme is not beside the command; install it with make install")
      }
      let place = isNamed ? "Templates/\(ThemeLayers.themes)/\(theme)/" : "Templates/"
      let source = try ThemeFolder(ThemeLayers.folder(of: theme, own: nil) ?? usual)
      let paths = try source.list()
      for path in paths { try write(place + path, try source.read(path)) }
      try write(place + ThemeRecord.name, try ThemeRecord(of: paths, in: try ThemeFolder(usual)).bytes)
    }
    if made.paths.isEmpty { throw .inputOutput("\(folder): a site is there already; nothing was changed") }
    return made
  }

  /// The zone of this computer; `nil` if it has no name that others know.
  private static var ownZone: String? {
    guard let system = try? SystemZones(), let zone = system.local(), system.zone(named: zone.identifier) == zone else {
      return nil
    }
    return String(decoding: zone.identifier, as: UTF8.self)
  }

  private static let settings = "Content/site.yml"

  private static let files: [(path: String, text: String)] = [
    (
      settings,
      """
      # What the site is called, and who reads it.
      title: My calendar
      description: What is on, and when.
      # Where it will live; feeds, the site map and 404.html need it.
      # url: https://example.org/calendar/
      locale: en
      # The zone of its days and times.
      # zones: Europe/Berlin
      # firstWeekday: monday
      # hourCycle: h23
      # How it looks: see docs/guides/theme.md. Files in Content/static are published as they are.
      # theme: paper
      # accent: "#a4133c"
      # logo: static/logo.svg
      # footer: Run by [the town](https://example.org).
      calendars:
        - name: events
          title: Events
          source: events.json
        - name: home
          title: Home
          source: home.ics

      """
    ),
    (
      ".gitignore",
      """
      # What builds make.
      /Output/
      .*.busylife-staging
      .*.busylife-lock
      # What computers and editors leave behind.
      .DS_Store
      *~
      *.swp

      """
    ),
    (
      "Content/events.json",
      """
      [
        {
          "uid": "first@my-calendar",
          "title": "A first event",
          "start": "\(thisMonth)-15T10:00",
          "end": "\(thisMonth)-15T11:30",
          "location": {"name": "Town hall", "city": "Here"},
          "desc": "Change me in Content/events.json."
        }
      ]

      """
    ),
    (
      "Content/home.ics",
      [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//my calendar//EN", "BEGIN:VEVENT",
        "UID:spring-cleaning@my-calendar",
        "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:\(thisMonth.replacingOccurrences(of: "-", with: ""))20",
        "SUMMARY:A day off", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", "",
      ].joined(separator: "\r\n")
    ),
    (
      "Content/notes/welcome.md",
      """
      ---
      title: Welcome
      ---
      This page is a note: a file of *markdown* in `Content/notes`.

      - With `date: \(thisMonth)-15` in its head it would lie on that day,
      - with `event: first@my-calendar` on that event.

      """
    ),
  ]

  /// Samples are in the current month, so that they show at once.
  private static var thisMonth: String {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month], from: Date())
    return String(format: "%04d-%02d", parts.year ?? 2026, parts.month ?? 1)
  }
}
