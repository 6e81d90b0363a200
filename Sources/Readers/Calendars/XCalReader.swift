import Bytes
import CExpat
import Foundation

/// Converts xCal (RFC 6321), iCalendar written as XML, to content lines.
final class XCalReader: XMLReader {
  private static let namespace = "urn:ietf:params:xml:ns:icalendar-2.0"

  /// An element of a property: the property itself, its parameters, a value, or a part of one.
  private final class Node {
    let name: [UInt8]
    let offset: Int
    var text: [UInt8] = []
    var children: [Node] = []

    init(_ name: [UInt8], _ offset: Int) { (self.name, self.offset) = (name, offset) }

    func child(_ name: StaticString) -> Node? { children.first { $0.name.equals(name) } }
  }

  private enum Frame {
    case root
    case component([UInt8])
    case properties, components
  }

  private var writer = CalendarTextWriter()
  private var diagnostics = Diagnostics()
  private var cursor: PositionCursor
  private var frames: [Frame] = []
  /// The open elements of a property, outermost first.
  private var nodes: [Node] = []
  /// The number of open elements that are not understood, beginning with the outermost.
  private var skipped = 0
  private var depth = 0
  /// The number of elements in the open property, and in the file.
  private var count = 0
  private var total = 0
  /// Whether all of it was read.
  private var isWhole = false

  /// The greatest depth: as many nested components as in iCalendar, and the elements of a property.
  private static let depthLimit = 80
  /// Elements of one property: an event has fewer dates. An element `<a/>` takes fifty times its size in memory.
  static let elementLimit = 200_000
  /// Elements of a file. Those of 64 MiB with texts in them are some two million; each takes a microsecond.
  static let fileElementLimit = 4_000_000

  /// Reads a file. After a syntax error, the components that have ended before it are kept. O(bytes).
  static func read(_ bytes: [UInt8], path: String, problems: inout Problems) -> SourceFile {
    bytes.withUnsafeBufferPointer { buffer in
      let reader = XCalReader(PositionCursor(buffer))
      if bytes.count > CalendarFormat.treeLimit {
        reader.diagnostics.add(.error, .start, CalendarFormat.tooLarge)
      } else {
        reader.read(buffer)
      }
      problems.add(path, reader.diagnostics)
      return reader.writer.file(path)
    }
  }

  /// Whether an XML document begins like xCal: a web page does not.
  static func isXCal(_ bytes: some Collection<UInt8>) -> Bool {
    let start = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    return start.contains(namespace) || start.contains("<icalendar")
  }

  /// The reason why a text is no whole calendar, after "it"; `nil` if it is one, even with errors in it. O(bytes).
  static func flaw(_ bytes: [UInt8]) -> String? {
    if bytes.count > CalendarFormat.treeLimit { return "has more than \(CalendarFormat.treeLimit >> 20) MiB" }
    return bytes.withUnsafeBufferPointer { buffer in
      let reader = XCalReader(PositionCursor(buffer))
      reader.read(buffer)
      return reader.isWhole ? nil : "is not whole as xCal (\(String(utf8: reader.diagnostics.all.last?.message ?? [])))"
    }
  }

  private init(_ cursor: PositionCursor) { self.cursor = cursor }

  private func read(_ source: UnsafeBufferPointer<UInt8>) {
    let malformed = parse(source)
    if let refusal { return diagnostics.add(.error, cursor.position(of: refusal.offset), refusal.message) }
    isWhole = malformed == nil
    guard let malformed else { return }
    diagnostics.add(
      .error, cursor.position(of: malformed.offset),
      "the file is not well-formed XML (\(malformed.reason)); what stands before this place is kept, export it again")
  }

  // MARK: Handlers

  override func characters(_ text: UnsafeBufferPointer<UInt8>) { nodes.last?.text += text }

  override func encoding(_ name: String) {
    // UTF-16 has been converted.
    if ["utf-8", "us-ascii", "utf-16", "utf-16le", "utf-16be"].contains(name.lowercased()) { return }
    refuse("the file says that its encoding is \(Text.quote(name)); save it as UTF-8")
  }

  override func documentType(_ name: String, hasSubset: Bool) {
    refuse("the file declares a document type, which xCal does not have; remove it")
  }

  override func entity() { refuse("the file declares entities, which xCal does not have; remove them") }

  override func start(_ name: UnsafePointer<XML_Char>, _ attributes: Attributes) {
    depth += 1
    total += 1
    if total > Self.fileElementLimit {
      return refuse("the file has more than \(Self.fileElementLimit) elements; save the calendar as .ics, or divide it")
    }
    if depth > Self.depthLimit { return refuse("elements are nested more than \(Self.depthLimit) deep here") }
    let parts = String(cString: name).split(separator: "\n")
    let local = parts.last.map { Array($0.utf8) } ?? []
    let isKnown = parts.count == 1 || parts.dropLast().joined(separator: "\n") == Self.namespace
    if skipped > 0 || !isKnown && !frames.isEmpty || !CalendarTextWriter.isName(local) {
      skipped += 1
      return
    }
    if let last = nodes.last {
      count += 1
      if count > Self.elementLimit {
        skipped += 1
        return
      }
      let node = Node(local.asciiLowercased, offset)
      last.children.append(node)
      nodes.append(node)
      return
    }
    switch frames.last {
    case nil:
      if isKnown, local.equals("icalendar") {
        frames.append(.root)
      } else {
        refuse("the first element is \(Text.quote(local)), not icalendar of \(Self.namespace); export it as xCal")
      }
    case .root, .components:
      writer.begin(local, at: cursor.position(of: offset))
      frames.append(.component(local))
    case .component where local.equals("properties"): frames.append(.properties)
    case .component where local.equals("components"): frames.append(.components)
    case .component: skipped += 1
    case .properties:
      nodes = [Node(local.asciiLowercased, offset)]
      count = 0
    }
  }

  override func end(_ name: UnsafePointer<XML_Char>) {
    depth -= 1
    if skipped > 0 {
      skipped -= 1
      return
    }
    if let node = nodes.popLast() {
      if nodes.isEmpty { add(node) }
      return
    }
    if case .component(let name) = frames.popLast() { writer.end(name) }
  }

  // MARK: Properties

  private func add(_ node: Node) {
    let position = cursor.position(of: node.offset)
    if count > Self.elementLimit {
      return diagnostics.add(
        .error, position,
        "<\(String(utf8: node.name))> has more than \(Self.elementLimit) elements; the property is skipped, divide it")
    }
    var property = CalendarTextWriter.Property(name: node.name)
    for parameter in node.child("parameters")?.children ?? [] {
      let values = parameter.children.isEmpty ? [parameter.text] : parameter.children.map { $0.text }
      property.parameters.append((parameter.name, values))
    }
    let values = node.children.filter { !$0.name.equals("parameters") }
    if values.isEmpty {
      property.type = [UInt8]("text")
      property.values = [.plain(Array(node.text.trimmed))]
    } else if node.name.equals("geo") || node.name.equals("request-status") {
      property.type = [UInt8](node.name.equals("geo") ? "float" : "text")
      property.values = [.fields(values.map { Array($0.text.trimmed) })]
    } else {
      property.type = values[0].name
      for value in values {
        guard value.name == property.type, let read = Self.value(value) else {
          return diagnostics.add(
            .warning, position,
            "the value of <\(String(utf8: node.name))> can't be read as \(Text.quote(value.name)) beside "
              + "\(Text.quote(property.type)); the property is skipped")
        }
        property.values.append(read)
      }
    }
    writer.add(property, at: position)
  }

  private static func value(_ node: Node) -> CalendarTextWriter.Value? {
    switch String(utf8: node.name) {
    case "recur":
      var parts: [(name: [UInt8], values: [[UInt8]])] = []
      var places: [[UInt8]: Int] = [:]
      for child in node.children {
        let text = Array(child.text.trimmed)
        if let index = places[child.name] {
          parts[index].values.append(text)
        } else {
          places[child.name] = parts.count
          parts.append((child.name, [text]))
        }
      }
      return .rule(parts)
    case "period":
      guard let start = node.child("start"), let end = node.child("end") ?? node.child("duration") else { return nil }
      return .period(start: Array(start.text.trimmed), end: Array(end.text.trimmed))
    case "text": return .plain(node.text)
    default: return .plain(Array(node.text.trimmed))
    }
  }
}
