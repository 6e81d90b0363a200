import Bytes
import CivilTime
import Files
import Foundation
import SiteTerms

/// Resolves links and images in notes.
final class NoteLinks {
  /// A note as the target of links.
  struct Goal {
    var slug: String
    var anchors: Set<String>
    /// The anchor of the title, which is above the note.
    var titleAnchor: String?
  }

  let folder: ContentFolder
  /// By path relative to the content folder: `notes/about.md`.
  let notes: [String: Goal]
  let slugs: Set<String>
  /// The names of pages at the root of a site.
  let pages: [String]
  var images: NoteImages
  private let sortedNames: [(name: String, path: String)]
  private var suggestionsLeft = 200

  init(folder: ContentFolder, notes: [String: Goal], pages: [String]) {
    self.folder = folder
    self.notes = notes
    self.pages = pages
    slugs = Set(notes.values.map(\.slug))
    images = NoteImages(folder: folder)
    sortedNames = notes.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { (Self.name(of: $0), $0) }
  }

  /// Resolves an address in a note.
  ///
  /// - Parameter source: the note's path relative to the content folder.
  func target(of written: [UInt8], isImage: Bool, in source: String) -> MarkdownRenderer.Target {
    let address = Address(written)
    if address.bytes.isEmpty {
      return .refused("this link leads nowhere; write an address between the brackets")
    }
    if let scheme = address.scheme {
      if isImage, ["day", "mailto", "tel", "geo"].contains(scheme) {
        return .refused(
          "\(Text.quote(address.bytes)) is not an image; remove the ! before it to make it a link")
      }
      if scheme == "day" { return day(address) }
      guard Address.schemes.contains(scheme) else {
        return .refused(
          "links of the kind \(Text.quote(scheme + ":")) are not published; write https:, http:, mailto:, tel: or "
            + "geo:, or the path of a note"
        )
      }
      if scheme.hasPrefix("http"), !Self.hasHost(address.bytes) {
        return .refused("this address has no host; write it completely, such as https://example.org")
      }
      return .address(Self.encoded(address.bytes))
    }
    if address.bytes.starts(with: [0x2F, 0x2F]) || address.bytes.contains(UInt8.ascii("\\")) {
      return .refused(
        "this address is neither complete nor a path; begin it with https://, and separate its parts with /")
    }
    return local(address, isImage: isImage, in: source)
  }

  static func hasHost(_ address: [UInt8]) -> Bool {
    guard let colon = address.firstIndex(of: UInt8.ascii(":")) else { return false }
    let rest = address[(colon + 1)...]
    guard rest.starts(with: [0x2F, 0x2F]), let first = rest.dropFirst(2).first else { return false }
    return first != UInt8.ascii("/") && first != UInt8.ascii("?") && first != UInt8.ascii("#")
  }

  /// Percent-encodes what no address may contain. Non-ASCII characters stay (RFC 3987).
  static func encoded(_ address: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    let forbidden = [UInt8]("\"<>\\^`{|}")
    for (index, byte) in address.enumerated() {
      let isHexadecimal = { (offset: Int) in
        index + offset < address.count && address[index + offset].hexadecimalValue != nil
      }
      if byte <= .space || byte == 0x7F || forbidden.contains(byte)
        || byte == UInt8.ascii("%") && !(isHexadecimal(1) && isHexadecimal(2))
      {
        out.append(ascii: "%")
        out.append(hexadecimal: UInt64(byte), width: 2)
      } else {
        out.append(byte)
      }
    }
    return out
  }

  private func day(_ address: Address) -> MarkdownRenderer.Target {
    let text = address.bytes.dropFirst(4)
    guard let date = try? ISO8601.date(text), WrittenTime.years.contains(date.year) else {
      return .refused("\(Text.quote(text)) is not a date; write a link to a day as day:2026-11-20")
    }
    var path = [UInt8]("day/")
    path.append(iso: date)
    path.append(".html")
    return .site(path)
  }

  // MARK: On this site

  private func local(_ address: Address, isImage: Bool, in source: String)
    -> MarkdownRenderer.Target
  {
    let parts = Self.parts(address.bytes)
    let fragment = parts.fragment.map(Self.decoded)
    if parts.path.isEmpty {
      return note(source, fragment, isOwn: true)
    }
    let written = Self.decoded(parts.path)
    guard let path = Self.resolve(written, in: source) else {
      return .refused(
        "\(Text.quote(written)) leads out of the content folder; move the file into it")
    }
    if notes[path] != nil, !isImage { return note(path, fragment, isOwn: false) }
    if NoteImages.isImage(path) {
      switch folder.kind(of: path) {
      case .file: return images.target(of: path)
      case .outside: return .refused(folder.notFollowed("the image \(folder.path(of: path))"))
      case .folder, .other, .missing: break
      }
      return .refused(
        "there is no image \(folder.path(of: path))\(suggestion(path) { NoteImages.isImage($0) })")
    }
    if isImage {
      return .refused(
        "\(Text.quote(written)) is not a kind of image that is published; use "
          + "\(NoteImages.endings.joined(separator: ", "))"
      )
    }
    if let page = page(written, parts) { return .site(page) }
    if path.lowercased().hasSuffix(".md") {
      return .refused("there is no note \(folder.path(of: path))\(noteSuggestion(path))")
    }
    return .refused(
      "\(Text.quote(written)) is no note, image, page or feed of this site; correct it, or remove it")
  }

  private func note(_ path: String, _ fragment: String?, isOwn: Bool) -> MarkdownRenderer.Target {
    guard let goal = notes[path] else {
      return .refused("there is no note \(folder.path(of: path))")
    }
    var out = Array("notes/\(goal.slug).html".utf8)
    if let fragment, !fragment.isEmpty, fragment != goal.titleAnchor {
      guard let anchor = [fragment, fragment.lowercased()].first(where: goal.anchors.contains)
      else {
        let mend =
          (maySuggest() ? Text.suggestion(fragment, in: goal.anchors.sorted()) : nil) ?? "; remove it, or "
          + "correct the name"
        return .refused(
          "\(isOwn ? "this note" : folder.path(of: path)) has no heading \(Text.quote("#" + fragment))\(mend)"
        )
      }
      let id = Array("#\(goal.slug)-\(anchor)".utf8)
      if isOwn { return .address(id) }
      out += id
    } else if isOwn, fragment == nil {
      return .refused("this link leads nowhere; write an address between the brackets")
    }
    return .site(out)
  }

  /// A page of the site itself, written relative to a note's page.
  private func page(_ written: String, _ parts: (path: [UInt8], query: [UInt8], fragment: [UInt8]?))
    -> [UInt8]?
  {
    guard let path = Self.resolve(written, in: "notes/") else { return nil }
    let pieces = path.utf8.split(separator: .slash).map { Substring($0) }
    let isTop = pages.contains(path)
    let isNote =
      pieces.count == 2 && pieces[0] == "notes" && path.hasSuffix(".html")
      && slugs.contains(String(pieces[1].dropLast(5)))
    let isBelow = pieces.count == 2 && Self.hasFile(named: pieces[1], in: String(pieces[0]))
    let isSelection =
      pieces.count == 3 && pieces[0] == "feeds" && ["category", "filter"].contains(pieces[1])
      && pieces[2].hasSuffix(".ics")
    guard isTop || isNote || isBelow || isSelection else { return nil }
    return Self.encoded(
      Array(path.utf8) + parts.query + (parts.fragment.map { [UInt8]("#") + $0 } ?? []))
  }

  /// Whether a site may have a file of this name in one of its folders. Feeds end as their formats do.
  private static func hasFile(named name: Substring, in folder: String) -> Bool {
    switch folder {
    case "feeds": name.contains(".")
    case "event": name.hasSuffix(".html") || name.hasSuffix(".ics")
    default: SiteConfiguration.viewNames.contains(folder) && name.hasSuffix(".html")
    }
  }

  private static func parts(_ address: [UInt8]) -> (
    path: [UInt8], query: [UInt8], fragment: [UInt8]?
  ) {
    var rest = address[...]
    var fragment: [UInt8]?
    if let mark = rest.firstIndex(of: UInt8.ascii("#")) {
      fragment = Array(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    let mark = rest.firstIndex(of: UInt8.ascii("?")) ?? rest.endIndex
    return (Array(rest[..<mark]), Array(rest[mark...]), fragment)
  }

  private static func decoded(_ bytes: [UInt8]) -> String {
    let text = String(utf8: bytes)
    return text.removingPercentEncoding ?? text
  }

  /// A path relative to a file's folder, or to the content folder if it begins with a slash. `nil` if it leads out of
  /// the content folder.
  static func resolve(_ path: String, in source: String) -> String? {
    // By bytes, as the file system reads it: a slash and a combining mark after it are one Character.
    if path.utf8.contains(0) { return nil }
    let isRooted = path.utf8.first == .slash
    var parts = isRooted ? [] : source.utf8.split(separator: .slash).map { String(Substring($0)) }
    if !isRooted, source.utf8.last != .slash { parts.removeLast() }
    for part in path.utf8.split(separator: .slash) where !part.equals(".") {
      if part.equals("..") {
        if parts.isEmpty { return nil }
        parts.removeLast()
      } else {
        parts.append(String(Substring(part)))
      }
    }
    return parts.joined(separator: "/")
  }

  // MARK: Suggestions

  /// Each suggestion searches all names; people fix a few and check again.
  private func maySuggest() -> Bool {
    suggestionsLeft -= 1
    return suggestionsLeft >= 0
  }

  private func noteSuggestion(_ path: String) -> String {
    let mend = "; add it, or correct the link"
    guard maySuggest(), let near = Text.nearest(Self.name(of: path), in: sortedNames.map(\.name)),
      let found = sortedNames.first(where: { $0.name == near })
    else { return mend }
    return "; did you mean \(folder.path(of: found.path))?"
  }

  private static func name(of path: String) -> String {
    path.utf8.split(separator: .slash).last.map { String(Substring($0)) } ?? path
  }

  private func suggestion(_ path: String, _ isLike: (String) -> Bool) -> String {
    let slash = path.utf8.lastIndex(of: .slash)
    let parent = slash.map { String(path[..<$0]) } ?? ""
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard
      maySuggest(),
      case .success(let names) = folder.list(parent),
      let near = Text.nearest(name, in: names.filter(isLike))
    else { return "; add it, or correct the link" }
    return "; did you mean \(near)?"
  }
}
