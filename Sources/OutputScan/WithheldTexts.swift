import Bytes
import Events
import Gate
import ICalendar
import Publishing
import Readers

/// Collects the texts of events and notes that are not published, each with the place where it stands.
///
/// It compares what was read with what passed the gate, regardless of how the gate decides, so that a mistake there is
/// not repeated here.
struct WithheldTexts {
  /// A text and its first place.
  struct Text: Sendable {
    var text: TextScanner.Text
    var place: Place
    /// The sentence of which it is a piece, if that is longer than what is searched for at once.
    var sentence: ArraySlice<UInt8>?
  }

  /// Where a text stands.
  enum Place: Sendable {
    /// A line of a document of ``Events/ReadEvents``.
    case line(UInt32, document: Int)
    case note(Int)
    /// The name of a calendar or of a file.
    case file(String)
  }

  /// The most texts that are searched for. Each takes some 500 bytes of memory while the site is written; further ones
  /// are counted, and the build says so.
  static let most = 200_000
  /// The most pieces of one text, 64 KB of it. What leaks is seldom only the end of a long text.
  static let mostPieces = 1_024

  private(set) var all: [Text] = []
  /// The number of texts beyond ``most``.
  private(set) var leftOut = 0
  /// Identifies everything that is withheld, times included.
  private var ingredients = Ingredients()
  /// The hashes of all pieces, and of whole values and parameters before they are divided: of those withheld, and of
  /// those published, which are not searched for.
  private var seen: Set<UInt64> = []

  /// O(bytes) of the content, and O(events) if nothing is withheld.
  init(_ loaded: LoadedContent, _ published: PublicContent) {
    if !Self.isSame(loaded.read.documents, published.store) {
      addEvents(loaded, published.store)
    }
    let names = Set(published.store.calendars.map { $0.name })
    for calendar in loaded.read.calendars where !names.contains(calendar.name) {
      for text in [calendar.name, calendar.title] {
        add(text[...], isTitle: true, .file(String(decoding: calendar.name, as: UTF8.self)))
      }
    }
    let slugs = Set(published.notes.map { $0.slug })
    for (index, note) in loaded.content.notes.enumerated() where !slugs.contains(note.slug) {
      ingredients.add(note.html)
      add(note.title[...], isTitle: true, .note(index))
      add(note.slug[...], isTitle: false, .note(index))
      add(note.description[...], isTitle: false, .note(index))
      addMarkup(note.html, .note(index))
      for image in note.images {
        addName(image.published[...], .note(index))
        addName(Array(image.path.utf8)[...], .note(index))
      }
      addName(ofFile: note.path, in: loaded.content.folder)
    }
  }

  /// Identifies all that is withheld, and which texts of it are searched for.
  mutating func fingerprint(searching kept: [Int]) -> Fingerprint {
    ingredients.add(TextScanner.longest, TextScanner.shortestAnywhere, Self.most)
    for index in kept { ingredients.add(all[index].text.bytes) }
    return ingredients.finish()
  }

  // MARK: Events

  /// Whether every event of some documents is published with the bytes that were read, without looking at them.
  private static func isSame(_ documents: [ICalendarDocument], _ store: EventStore) -> Bool {
    guard documents.count == store.documents.count,
      documents.reduce(0, { $0 + $1.components.count { $0.kind == .vevent } }) == store.events.count
    else { return false }
    return zip(documents, store.documents).allSatisfy { mine, theirs in
      mine.text.count == theirs.text.count
        && mine.text.withUnsafeBufferPointer { mine in
          theirs.text.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
        }
    }
  }

  private mutating func addEvents(_ loaded: LoadedContent, _ store: EventStore) {
    var shown: Set<UInt64> = []
    var events = store.events[...]
    while let first = events.first {
      // Events of one document, one after the other.
      let document = store.document(of: first)
      let end = events.firstIndex { $0.document != first.document } ?? events.endIndex
      for event in events[..<end] {
        shown.insert(Fingerprint(document.text[document.lines(of: Int(event.component))]).low)
        if !store.isBusyBlock(event) { skip(Int(event.component), of: document) }
      }
      events = events[end...]
    }
    for (index, document) in loaded.read.documents.enumerated() {
      var hasShown = false
      var hasWithheld = false
      for component in document.components.indices where document.components[component].kind == .vevent {
        let fingerprint = Fingerprint(document.text[document.lines(of: component)])
        if shown.contains(fingerprint.low) {
          hasShown = true
          continue
        }
        hasWithheld = true
        ingredients.add(fingerprint)
        add(component, of: document, index)
      }
      if hasWithheld, !hasShown { addName(ofFile: loaded.files[index].path, in: loaded.content.folder) }
    }
  }

  /// Records the values of a published event: the same values in a withheld event give nothing away. No withheld event
  /// has its UID.
  private mutating func skip(_ component: Int, of document: ICalendarDocument) {
    document.forEachProperty(of: component) { index in
      let property = document.properties[index]
      if document.hasParameters(property) { _ = isNew(document.parameters(property), .parameters) }
      if property.name != .uid, !Self.isNumber(property.name) {
        _ = isNew(document.value(property), Self.kind(of: property.name))
      }
    }
  }

  /// Adds every text of a component and of those within it; events nested by mistake are components of their own.
  private mutating func add(_ component: Int, of document: ICalendarDocument, _ number: Int) {
    document.forEachProperty(of: component) { index in
      let property = document.properties[index]
      let place = Place.line(property.line, document: number)
      if document.hasParameters(property) {
        let parameters = document.parameters(property)
        if isNew(parameters, .parameters) { addParameters(parameters, place) }
      }
      if !Self.isNumber(property.name),
        property.name == .uid || isNew(document.value(property), Self.kind(of: property.name))
      {
        addValue(of: property, document, place)
      }
    }
    document.forEachChild(of: component) { child in
      if document.components[child].kind != .vevent { add(child, of: document, number) }
    }
  }

  /// How a value is divided.
  private enum Kind: UInt64 {
    case title = 1
    case text, list, parameters
  }

  private static func kind(of name: PropertyName) -> Kind {
    switch name {
    case .summary, .location: .title
    case .categories, .resources: .list
    default: .text
    }
  }

  /// Whether a value was met for the first time.
  private mutating func isNew(_ value: ArraySlice<UInt8>, _ kind: Kind) -> Bool {
    seen.insert(Fingerprint(value).high &+ kind.rawValue).inserted
  }

  /// Whether the values of a property are times and numbers: no texts, and as such in every page.
  private static func isNumber(_ name: PropertyName) -> Bool {
    switch name {
    case .dtstart, .dtend, .due, .dtstamp, .created, .lastModified, .recurrenceID, .rdate, .exdate, .freebusy,
      .duration, .sequence, .priority, .geo, .tzoffsetto, .tzoffsetfrom:
      true
    default: false
    }
  }

  private mutating func addValue(
    of property: ICalendarDocument.Property, _ document: ICalendarDocument, _ place: Place
  ) {
    let value = document.value(property)
    switch property.name {
    case .categories, .resources:
      for item in textList(value) { add(item[...], isTitle: true, place) }
    case .attach, .image, .attendee, .organizer, .url, .source, .conference:
      add(value, isTitle: false, place)
    default:
      let text = value.contains(.backslash) ? [UInt8].written { $0.append(unescaping: value) }[...] : value
      add(text, isTitle: Self.kind(of: property.name) == .title, place)
    }
  }

  /// Adds the values of parameters: `;CN="A, B";X-A=b,c`.
  private mutating func addParameters(_ written: ArraySlice<UInt8>, _ place: Place) {
    var isQuoted = false
    var isValue = false
    var start = written.startIndex
    func isEnd(_ byte: UInt8) -> Bool { byte == .semicolon || byte == .comma }
    for index in written.indices {
      let byte = written[index]
      if byte == .quote {
        if isQuoted { add(written[start..<index], isTitle: false, place) }
        isQuoted.toggle()
        start = index + 1
      } else if !isQuoted, byte == .equals, !isValue {
        isValue = true
        start = index + 1
      } else if !isQuoted, isEnd(byte) {
        if isValue { add(written[min(start, index)..<index], isTitle: false, place) }
        if byte == .semicolon { isValue = false }
        start = index + 1
      }
    }
    if isValue, start < written.endIndex { add(written[start...], isTitle: false, place) }
  }

  // MARK: Notes and files

  /// Adds the texts between the tags of a note.
  private mutating func addMarkup(_ html: [UInt8], _ place: Place) {
    var text: [UInt8] = []
    html.withUnsafeBytes { bytes in
      let decoder = EscapeDecoder(text: bytes, unfolds: false)
      var start = 0
      var isTag = false
      for (index, byte) in bytes.enumerated() {
        if byte == .less, !isTag {
          decoder.decode(start..<index, into: &text)
          text.append(.lineFeed)
          isTag = true
        } else if byte == .greater, isTag {
          isTag = false
          start = index + 1
        }
      }
      if !isTag { decoder.decode(start..<bytes.count, into: &text) }
    }
    add(text[...], isTitle: false, place)
  }

  /// Adds the names of folders and of the file, without its extension, of a path in the content folder.
  private mutating func addName(ofFile path: String, in folder: String) {
    let inner = path.hasPrefix(folder) ? path.utf8.dropFirst(folder.utf8.count) : path.utf8[...]
    for name in Array(inner).split(separator: .slash) { addName(name, .file(path)) }
  }

  /// Adds the last name of a path, without its extension.
  private mutating func addName(_ path: ArraySlice<UInt8>, _ place: Place) {
    let name = path[(path.lastIndex(of: .slash).map { $0 + 1 } ?? path.startIndex)...]
    add(name.lastIndex(of: .dot).map { name[..<$0] } ?? name, isTitle: true, place)
  }

  // MARK: Texts

  /// Adds a text in pieces: its lines and sentences, cut to the longest that is searched for.
  private mutating func add(_ text: ArraySlice<UInt8>, isTitle: Bool, _ place: Place) {
    if text.count < TextScanner.fewestCharacters { return }
    var rest = text
    var pieces = 0
    while !rest.isEmpty, pieces < Self.mostPieces {
      let end = rest.indices.first { Self.isEnd(of: rest, at: $0) } ?? rest.endIndex
      var piece = Self.bare(rest[rest.startIndex..<end].trimmed)
      let sentence = piece.count > TextScanner.longest ? piece : nil
      while !piece.isEmpty {
        let part = piece.count <= TextScanner.longest ? piece : Self.beginning(of: piece)
        addPiece(part, of: sentence, isTitle: isTitle, place)
        piece = piece[part.endIndex...]
        pieces += 1
      }
      rest = rest[min(end + 1, rest.endIndex)...]
    }
  }

  /// Whether a line or a sentence ends at a byte.
  private static func isEnd(of text: ArraySlice<UInt8>, at index: Int) -> Bool {
    switch text[index] {
    case .lineFeed, .carriageReturn, 0x00: true
    case .dot, .exclamation, .question, .semicolon: index + 1 < text.endIndex && text[index + 1] == .space
    default: false
    }
  }

  /// As much of a long text as is searched for at once, to the end of a word if there is one.
  private static func beginning(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = text.startIndex + TextScanner.longest
    if let space = text[text.startIndex + TextScanner.longest / 2..<end].lastIndex(of: .space) { return text[...space] }
    while end > text.startIndex + TextScanner.longest - 4, text[end].isUTF8Continuation { end -= 1 }
    return text[..<end]
  }

  /// An address without its scheme and a last slash, as pages show it; other texts as they are.
  private static func bare(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    for scheme: StaticString in ["mailto:", "https://", "http://", "tel:"]
    where text.prefix(scheme.utf8CodeUnitCount).equalsIgnoringCase(scheme) {
      let rest = text.dropFirst(scheme.utf8CodeUnitCount)
      return rest.last == .slash ? rest.dropLast() : rest
    }
    return text
  }

  private mutating func addPiece(
    _ piece: ArraySlice<UInt8>, of sentence: ArraySlice<UInt8>?, isTitle: Bool, _ place: Place
  ) {
    var text = piece.trimmed
    while let last = text.last, Self.ends.contains(last) { text = text.dropLast() }
    guard Self.isText(text) else { return }
    let hash = Fingerprint(text).low
    guard seen.insert(hash &+ (isTitle ? 1 : 0)).inserted else { return }
    if all.count >= Self.most {
      leftOut += 1
      return
    }
    all.append(Text(text: TextScanner.Text(bytes: text, isTitle: isTitle), place: place, sentence: sentence))
  }

  /// Punctuation that ends sentences: a leak may be without it.
  private static let ends: [UInt8] = [0x2E, 0x2C, 0x3B, 0x3A, 0x21, 0x3F]

  /// Whether a piece is searched for: long enough, and neither a number nor a time of ISO 8601 or iCalendar.
  static func isText(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= TextScanner.fewestCharacters else { return false }
    var characters = 0
    var letters = 0
    var digits = 0
    var others = 0
    for byte in text {
      if !byte.isUTF8Continuation { characters += 1 }
      if byte.isDigit {
        digits += 1
      } else if byte >= 0x80 || byte.isLetter {
        letters += 1
        // The letters of times and of durations: 20261120T090000Z, P1W, PT1H30M.
        switch byte {
        case 0x54, 0x5A, 0x50, 0x57, 0x44, 0x48, 0x4D, 0x53: break
        default: others += 1
        }
      }
    }
    return characters >= TextScanner.fewestCharacters && letters > 0 && (others > 0 || digits == 0)
  }
}
