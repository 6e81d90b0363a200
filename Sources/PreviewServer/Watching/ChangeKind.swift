/// The role of a changed file in the site.
package enum ChangeKind: String, Sendable {
  /// site.yml.
  case settings
  /// A calendar file: `.ics`, or events.json.
  case calendar
  case note
  /// Any other file of the content: a note's picture, a calendar under another name.
  case attachment = "file"
  case template
  case words
  case asset

  /// Classifies a file by its path relative to the watched folder; `nil` for files that no site is made of: hidden
  /// ones, and temporary ones of editors and downloads.
  package init?(_ path: String, in role: WatchedFolder.Role) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !parts.contains(where: { $0.hasPrefix(".") }),
      !Self.isTemporary(name)
    else { return nil }
    let ending =
      name.contains(".")
      ? name.split(separator: ".", omittingEmptySubsequences: false).last!.lowercased() : ""
    switch role {
    case .content:
      switch ending {
      case _ where path == "site.yml": self = .settings
      case "ics", "ical", "icalendar", "vcs", "ifb": self = .calendar
      case _ where path == "events.json": self = .calendar
      case "md" where parts.count > 1 && parts[0] == "notes": self = .note
      default: self = .attachment
      }
    case .theme:
      // Themes are folders like the one that holds them.
      let parts = parts.count > 2 && parts[0] == "themes" ? Array(parts.dropFirst(2)) : parts
      if parts.count > 1, parts[0] == "assets" {
        self = .asset
      } else if ending == "mustache" {
        self = .template
      } else if parts.count == 2, parts[0] == "words", ending == "yml" {
        self = .words
      } else {
        return nil
      }
    }
  }

  /// Vim writes `4913` to test permissions, and `name~` as a backup; Emacs `#name#`; JetBrains `name___jb_tmp___`;
  /// browsers and Finder `.crdownload`, `.part`, `.download`.
  private static func isTemporary(_ name: Substring) -> Bool {
    let endings = [
      "~", ".swp", ".swo", ".swx", ".tmp", ".temp", ".bak", ".orig", ".part", ".crdownload",
      ".download", "___jb_tmp___", "___jb_old___",
    ]
    return name.isEmpty || name == "4913" || (name.hasPrefix("#") && name.hasSuffix("#"))
      || endings.contains { name.count > $0.count && name.hasSuffix($0) }
  }

  /// Whether no theme, no words and no setting can be in such a file. A theme may be in the content folder: its files
  /// are attachments there.
  package var isOfContentAlone: Bool {
    switch self {
    case .calendar, .note: true
    case .attachment, .settings, .template, .words, .asset: false
    }
  }

  /// The word before a path in messages.
  package var name: String { rawValue }
}

/// A folder with files that a site is made of.
package struct WatchedFolder: Equatable, Sendable {
  package enum Role: Equatable, Sendable { case content, theme }

  /// As the user typed it, without trailing slashes.
  package private(set) var path: String
  package let role: Role

  package init(_ path: String, _ role: Role) {
    self.path = path.isEmpty ? "." : path
    while self.path.count > 1, self.path.hasSuffix("/") { self.path.removeLast() }
    self.role = role
  }

  /// A path in the folder as the user would type it.
  func path(of relative: String) -> String {
    path == "." ? relative : path == "/" ? "/" + relative : path + "/" + relative
  }
}

/// A file that has changed.
package struct FileChange: Equatable, Sendable {
  package enum Event: String, Sendable { case added, changed, removed }

  /// As the user would type it.
  package var path: String
  package var kind: ChangeKind
  package var event: Event

  /// A short message: `note Content/notes/about.md changed`, or `5 files changed`.
  package static func summary(of changes: [FileChange]) -> String {
    if changes.count != 1 { return "\(changes.count) files changed" }
    return "\(changes[0].kind.name) \(changes[0].path) \(changes[0].event.rawValue)"
  }
}
