import Bytes

/// The possible names of a note's page or an image; no two of them get the same name.
package struct NameChoice: Sendable, Hashable {
  /// The name that its author chose.
  var wanted: [UInt8]?
  /// The name that its file gives it, and the one that no other file gives.
  var plain, hashed: [UInt8]

  /// The name of each. Names that authors chose come first, so that an address changes only on request.
  /// - Parameter taken: names that nobody gets.
  static func names(_ choices: [NameChoice], taken: Set<[UInt8]> = []) -> [[UInt8]] {
    var taken = taken
    var names = choices.map { choice in choice.wanted.flatMap { taken.insert($0).inserted ? $0 : nil } }
    for (index, choice) in choices.enumerated() where names[index] == nil {
      names[index] = taken.insert(choice.plain).inserted ? choice.plain : choice.hashed
      taken.insert(names[index]!)
    }
    return names.map { $0! }
  }
}

extension Note {
  /// Names that no note gets: a server shows `notes/index.html` for the folder.
  static let reservedNames: Set<[UInt8]> = [[UInt8]("index")]

  /// Names notes and their images as if there were no others: otherwise the names that a reader sees would reveal names
  /// of what they do not see. O(notes and images), and O(HTML) if a name changes.
  package static func nameAgain(_ notes: inout [Note], _ footer: inout (html: [UInt8], images: [Image])) {
    var renamed: [[UInt8]: [UInt8]] = [:]
    for (note, name) in zip(notes, NameChoice.names(notes.map(\.choice), taken: reservedNames)) where note.slug != name
    {
      renamed[note.slug] = name
    }
    var images: [Image] = []
    var seen: Set<[UInt8]> = []
    for image in notes.flatMap(\.images) + footer.images where seen.insert(image.published).inserted {
      images.append(image)
    }
    let names = NameChoice.names(images.map(\.choice)).map { NoteImages.folder + $0 }
    let pictures = zip(images, names).filter { $0.0.published != $0.1 }
    let renamedImages = Dictionary(uniqueKeysWithValues: pictures.map { ($0.0.published, $0.1) })
    if renamed.isEmpty, renamedImages.isEmpty { return }

    func rename(_ html: [UInt8], in slug: [UInt8]) -> [UInt8] {
      forEachAddress(in: html) { value in
        if value.starts(with: rootMark) {
          let path = Array(value.dropFirst(rootMark.count))
          return rootMark + (renamedImages[path] ?? renamedPage(path, renamed))
        }
        let mark: [UInt8] = value.first == .hash ? [.hash] : []
        guard let new = renamed[slug], value.dropFirst(mark.count).starts(with: slug + [.hyphen]) else { return nil }
        return mark + new + value.dropFirst(mark.count + slug.count)
      }
    }
    func named(_ images: [Image]) -> [Image] {
      images.map { image in
        var image = image
        image.published = renamedImages[image.published] ?? image.published
        return image
      }
    }
    for index in notes.indices {
      notes[index].html = rename(notes[index].html, in: notes[index].slug)
      notes[index].images = named(notes[index].images)
      notes[index].slug = renamed[notes[index].slug] ?? notes[index].slug
    }
    footer = (rename(footer.html, in: []), named(footer.images))
  }

  /// A path on the site, if it is that of a note's page: `notes/about.html#about-finding-us`.
  private static func renamedPage(_ path: [UInt8], _ names: [[UInt8]: [UInt8]]) -> [UInt8] {
    let folder = [UInt8]("notes/")
    let ending = [UInt8](".html")
    guard path.starts(with: folder), let end = path.firstRange(of: ending) else { return path }
    let slug = Array(path[folder.count..<end.lowerBound])
    guard let name = names[slug] else { return path }
    let anchor = path[end.upperBound...]
    let own = [.hash] + slug
    return folder + name + ending + (anchor.starts(with: own) ? [.hash] + name + anchor.dropFirst(own.count) : anchor)
  }

  /// HTML with the values of `id`, `href` and `src` replaced, where `body` gives others. Text can't contain them, since
  /// its quotation marks are escaped. O(html).
  private static func forEachAddress(in html: [UInt8], _ body: (ArraySlice<UInt8>) -> [UInt8]?) -> [UInt8] {
    var out: [UInt8] = []
    var rest = html[...]
    while let start = rest.firstRange(of: [UInt8]("=\"")) {
      let value = rest[start.upperBound...].prefix { $0 != .quote }
      let name = Array(rest[..<start.lowerBound].reversed().prefix { !$0.isWhitespace && $0 != .quote }.reversed())
      out += rest[..<start.upperBound]
      let isAddress = ["id", "href", "src"].contains { name.elementsEqual($0.utf8) }
      out += isAddress ? body(value) ?? Array(value) : Array(value)
      rest = rest[value.endIndex...]
    }
    return out + rest
  }
}
