import Bytes
import Readers

/// An edit of a note that is an event. Its front matter is read as an events.json of one event, which is edited, and
/// what has changed in that is written back to the lines of the note; all other bytes stay.
struct NoteEdit {
  private let bytes: [UInt8]
  private let path: String
  private let head: NoteHead
  /// The events.json of the note's event.
  let list: [UInt8]

  static func isNote(_ path: String) -> Bool { path.lowercased().hasSuffix(".md") }

  /// - Parameters:
  ///   - uid: the event's UID, which a note need not have.
  ///   - title: what the page shows, if the note's title is a heading or its name.
  /// - Throws: `impossible` if the head of the note can't be edited line by line.
  init(_ bytes: [UInt8], path: String, uid: [UInt8], title: [UInt8]) throws(EditError) {
    guard let head = NoteHead(bytes) else {
      throw .impossible("\(path): the head of this note can't be edited line by line; edit it by hand")
    }
    (self.bytes, self.path, self.head) = (bytes, path, head)
    var list = [UInt8]("[{")
    func add(_ key: String, _ json: [UInt8]) {
      if list.last != .openBrace { list.append(.comma) }
      list += ListText.string(Array(key.utf8))
      list.append(.colon)
      list += json
    }
    for entry in head.entries { add(entry.key, entry.json) }
    if !head.entries.contains(where: { $0.key == "uid" }) { add("uid", ListText.string(uid)) }
    if !head.entries.contains(where: { $0.key == "title" }) { add("title", ListText.string(title)) }
    self.list = list + [UInt8]("}]")
  }

  /// The note's bytes after an edit of its list.
  /// - Throws: `impossible` if the edit made a second event, or changed what stands elsewhere in the note.
  func applied(_ edited: [UInt8]) throws(EditError) -> [UInt8] {
    let (old, new) = (try ListText(list, path: path), try ListText(edited, path: path))
    guard old.objects.count == 1, new.objects.count == 1 else {
      throw .impossible(
        "\(path): a note is one event, so one instance of it can't be changed alone; change all (\"all\")")
    }
    var patch = Patch()
    let members = new.objects[0].members
    func text(_ member: ListText.Member, _ list: [UInt8]) -> [UInt8] { Array(list[member.range]) }
    func line(_ key: String, _ value: [UInt8]) -> [UInt8] {
      Array(key.utf8) + [0x3A, 0x20] + Self.yaml(value, of: key) + head.ending
    }
    for member in members {
      let key = String(decoding: member.key, as: UTF8.self)
      let value = text(member, edited)
      let was = old.objects[0].members.last { $0.key == member.key }
      if let was, text(was, list) == value { continue }
      if let entry = head.entries.last(where: { $0.key == key }) {
        if let range = entry.value {
          patch.replace(range, with: Self.yaml(value, of: key))
        } else {
          patch.replace(entry.lines, with: line(key, value))
        }
        continue
      }
      // The title of the note is a heading, or the name of its file; a place may have parts.
      guard was == nil, !head.partedKeys.contains(key),
        let start = head.entries.first(where: { $0.key == "start" })
      else {
        throw .impossible("\(path): \(key) is not in the head of this note; edit the note by hand")
      }
      let place = start.lines.upperBound
      patch.replace(place..<place, with: line(key, value))
    }
    for entry in head.entries where !members.contains(where: { $0.key.elementsEqual(entry.key.utf8) }) {
      patch.replace(entry.lines, with: [])
    }
    return patch.applied(to: bytes)
  }

  /// A JSON value in YAML: times and rules without quotation marks, as people write them.
  private static func yaml(_ json: [UInt8], of key: String) -> [UInt8] {
    guard json.count > 2, json.first == .quote, !["title", "location", "uid"].contains(key) else { return json }
    let text = json[1..<(json.count - 1)]
    let isPlain = text.first!.isDigit || text.starts(with: [UInt8]("FREQ=")) || text.first == UInt8.ascii("P")
    let known = text.allSatisfy { $0.isDigit || $0.isLetter || "-:+.;=, ".utf8.contains($0) }
    return isPlain && known ? Array(text) : json
  }
}
