import Bytes
import TimeZones

/// A note's file, read: front matter understood, markdown parsed, nothing rendered.
struct NoteFile {
  /// As the user would type it.
  let path: String
  /// From the content folder: `notes/a/b.md`.
  let relative: String
  let markdown: Markdown
  var title: [UInt8]
  var description: [UInt8] = []
  /// The slug that the front matter asks for.
  var wantedSlug: (slug: String, position: Position)?
  var slug = ""
  var placement: Note.Placement
  /// Where the placement was written.
  var position: Position
  /// The event that the note is, and the calendar it asks for.
  var event: (draft: EventDraft, positions: [Position])?
  var calendar: (name: String, position: Position)?
  /// The anchors of all headings but the hidden one, in order.
  var anchors: [String] = []
  /// The heading that has become the title.
  var hidden: Markdown.Node?
  var titleAnchor: String?

  /// The path below `notes/` without its ending: what a slug and a UID are made from.
  var stem: String {
    let below = relative.dropFirst("notes/".count)
    return below.lastIndex(of: ".").map { String(below[..<$0]) } ?? String(below)
  }
}

/// The anchors of headings, as GitHub makes them, so that links that work there work here.
struct Anchors {
  private var taken: [String: Int] = [:]

  /// The anchor of the next heading: its words in lower case joined by hyphens, counted where they come
  /// again.
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
