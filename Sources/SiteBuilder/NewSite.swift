import Files
import Foundation

/// `init`: a small site to start with.
package enum NewSite {
  /// Writes a site into a folder. Existing files are never overwritten.
  /// - Returns: the paths of new files.
  package static func make(in folder: String, theme: Bool) throws(BuildError) -> [String] {
    let tree = try reaching { () throws(FileFailure) in
      guard let root = try FolderPath.open(folder, making: 0o777) else {
        throw FileFailure(folder, .system(ENOENT), "can't be made")
      }
      return FolderTree(root)
    }
    var made: [String] = []
    func write(_ path: String, _ bytes: [UInt8]) throws(BuildError) {
      let isNew = try reaching { () throws(FileFailure) in
        let (outer, name) = FolderTree.split(path)
        return try tree.makeFolder(outer).writeNew(name, bytes)
      }
      if isNew { made.append(folder + "/" + path) }
    }
    for (path, text) in files { try write(path, Array(text.utf8)) }
    if theme {
      guard let path = Theme.defaultFolder else {
        throw .inputOutput("the default theme is not beside the command; install it with make install")
      }
      let source = try ThemeFolder(path)
      for path in try source.list() { try write("Templates/" + path, try source.read(path)) }
    }
    if made.isEmpty { throw .inputOutput("\(folder): a site is there already; nothing was changed") }
    return made
  }

  private static let files: [(path: String, text: String)] = [
    (
      "Content/site.yml",
      """
      # What the site is called, and who reads it.
      title: My calendar
      description: What is on, and when.
      # Where it will live; feeds, the site map and 404.html need it.
      # url: https://example.org/calendar/
      locale: en
      # firstWeekday: monday
      # hourCycle: h23
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
