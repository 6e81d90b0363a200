import Bytes
import CivilTime
import Events

/// A rendered markdown file of `notes/`.
package struct Note: Sendable {
  /// Where a note is shown, besides its own page.
  package enum Placement: Sendable, Hashable {
    case day(CivilDate)
    /// On the event with a UID, from another file or the note itself.
    case event(uid: [UInt8])
    /// Nowhere else: it is only a page.
    case page
  }

  /// An image that notes show.
  package struct Image: Sendable {
    /// The file, as the user would type it.
    package var path: String
    package var file: ContentFile
    /// The path below the site's root: `notes/images/<name>`.
    package var published: [UInt8]
    /// Its possible names in that folder.
    let choice: NameChoice
    /// A rewritten drawing; `nil` for other images, which are copied.
    package var drawing: [UInt8]?
  }

  /// The file, as the user would type it.
  package var path: String
  /// The note's page is `notes/<slug>.html`. Lower-case ASCII, unique, valid as a file name everywhere.
  package var slug: [UInt8]
  /// Its possible names.
  let choice: NameChoice
  package var title: [UInt8]
  /// Whether it is the event that it is placed on, and so that event's text.
  package var isEvent = false
  /// The front matter's `description`; empty if it has none.
  package var description: [UInt8]
  package var placement: Placement
  /// Safe HTML without the title, headings from `h2` on. Addresses on the site begin with ``rootMark``; ids begin with
  /// ``slug``, so that several notes can be on one page.
  package var html: [UInt8]
  /// The images that ``html`` shows.
  package var images: [Image]
  /// The position of `date`, `event` or `start` in the front matter, otherwise of the file's beginning.
  package var position: Position
  /// The lines of its title, whether a key or a heading, of its description and of its first words.
  package var lines: (title: Int, description: Int, text: Int)
  /// The level that the front matter asks for, and its line.
  package var privacy = Privacy.full
  package var privacyLine: Int?

  /// The prefix of addresses on the site in ``html``, before the path from the site's root:
  /// `busylife-root:day/2026-11-20.html`. Content can't produce it: links with unknown schemes are refused, and
  /// quotation marks in text are escaped.
  package static let rootMark = [UInt8]("busylife-root:")

  /// The HTML for a page from which `root` leads to the site's root: empty, or `../`. O(html).
  package func html(for root: [UInt8]) -> [UInt8] {
    html { root + Array($0) }
  }

  /// The HTML with each address on the site replaced by `address` of its path: `notes/about.html`,
  /// `notes/about.html#about-finding-us`, `day/2026-11-20.html`, `notes/images/press.svg`. The result must be escaped
  /// for an attribute. O(html).
  package func html(_ address: (_ path: ArraySlice<UInt8>) -> [UInt8]) -> [UInt8] {
    let mark = [UInt8]("=\"") + Self.rootMark
    var out: [UInt8] = []
    out.reserveCapacity(html.count)
    var index = 0
    while let equals = html[index...].firstIndex(of: UInt8.ascii("=")) {
      out.append(contentsOf: html[index..<equals])
      guard html[equals...].starts(with: mark) else {
        out.append(ascii: "=")
        index = equals + 1
        continue
      }
      let start = equals + mark.count
      let end = html[start...].firstIndex(of: .quote) ?? html.count
      out.append("=\"")
      out.append(contentsOf: address(html[start..<end]))
      index = end
    }
    out.append(contentsOf: html[index...])
    return out
  }
}
