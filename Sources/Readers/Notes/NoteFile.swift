import Bytes
import Events
import TimeZones

/// A note's file after parsing: front matter interpreted, markdown parsed, nothing rendered.
struct NoteFile {
  /// As the user would type it.
  let path: String
  /// Relative to the content folder: `notes/a/b.md`.
  let relative: String
  let markdown: Markdown
  var title: [UInt8]
  var description: [UInt8] = []
  /// The slug given in the front matter.
  var wantedSlug: (slug: String, position: Position)?
  var slug = ""
  var choice = NameChoice(plain: [], hashed: [])
  var placement: Note.Placement
  /// The position of the key that sets the placement.
  var position: Position
  /// Whether it is an event, whose text it then has.
  var isEvent: Bool { event != nil }
  /// The event that the note is, and the calendar it names.
  var event: (draft: EventDraft, positions: [Position])?
  var calendar: (name: String, position: Position)?
  /// As in ``Note/lines``.
  var lines = (title: 1, description: 1, text: 1)
  /// The level that the front matter asks for; `nil`: that of its place.
  var privacy: Privacy?
  var privacyPosition: Position?
  /// The anchors of all headings except the hidden one, in order.
  var anchors: [String] = []
  /// The heading used as the title.
  var hidden: Markdown.Node?
  var titleAnchor: String?

  /// The path below `notes/` without extension, from which a slug and a UID are made.
  var stem: String {
    String(relative.dropFirst("notes/".count)).withoutEnding
  }
}

/// The anchors of headings, in GitHub's form, so that links that work there work here.
struct Anchors {
  private var taken: [String: Int] = [:]

  /// The anchor of the next heading: its words in lower case joined by hyphens, numbered if repeated.
  mutating func next(_ text: [UInt8]) -> String {
    var anchor = ""
    for character in String(utf8: text.trimmed).lowercased() {
      if character.isLetter || character.isNumber || character == "_" || character == "-" {
        anchor.append(character)
      } else if character == " " {
        anchor.append("-")
      }
    }
    if anchor.isEmpty { anchor = "section" }
    var unique = anchor
    while taken[unique] != nil {
      taken[anchor, default: 0] += 1
      unique = "\(anchor)-\(taken[anchor]!)"
    }
    taken[unique] = 0
    return unique
  }
}
