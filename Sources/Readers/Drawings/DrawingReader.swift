import Bytes
import CExpat
import Foundation

/// Parses a drawing with expat and writes the known parts of it.
final class DrawingReader: XMLReader {
  private static let namespace = "http://www.w3.org/2000/svg"
  private static let xlinkNamespace = "http://www.w3.org/1999/xlink"
  private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  var writer = DrawingWriter()
  var missed = MissedParts()
  private var copies = DrawingCopies()

  private var elements = 0
  private var depth = 0
  /// The number of open elements that are not published, beginning with the outermost dropped one.
  private var skipped = 0
  /// The text of the open `style` element.
  private var styleText: [UInt8] = []
  private var styleOffset = 0

  /// - Parameter source: UTF-8.
  func read(_ source: [UInt8]) throws(Drawing.Refusal) {
    let malformed = source.withUnsafeBufferPointer { parse($0) }
    if let refusal { throw Drawing.Refusal(offset: refusal.offset, message: refusal.message) }
    if let malformed { throw Self.fault(of: malformed, isEmpty: elements == 0) }
    if let problem = copies.problem { throw problem }
  }

  private static func fault(of malformed: Malformed, isEmpty: Bool) -> Drawing.Refusal {
    // Of invalid tokens expat says "not well-formed (invalid token)".
    let reason = malformed.code == XML_ERROR_INVALID_TOKEN ? "invalid token" : malformed.reason
    let message =
      malformed.code == XML_ERROR_NO_ELEMENTS
      ? "the drawing is \(isEmpty ? "empty, or " : "")cut off here; export it again"
      : "the drawing is not well-formed XML (\(reason)); fix it here, or export it again"
    return Drawing.Refusal(offset: malformed.offset, message: message)
  }

  // MARK: Refusals

  override func encoding(_ name: String) {
    if ["utf-8", "us-ascii"].contains(name.lowercased()) { return }
    refuse("the drawing says that its encoding is \(Text.quote(name)); save it as UTF-8")
  }

  override func documentType(_ name: String, hasSubset: Bool) {
    if hasSubset { entity() }
  }

  override func entity() {
    refuse(
      "the drawing declares a document type of its own, which can define elements; remove it from [ to ], "
        + "or export without it (Illustrator: without \"Preserve Illustrator Editing Capabilities\")")
  }

  override func skippedEntity(_ name: String) {
    refuse("the entity \(Text.quote("&\(name);")) is not defined; write the character itself")
  }

  // MARK: Elements

  /// A name and its namespace, from the form that expat uses.
  private struct Name {
    var namespace: String?
    var local: String

    init(_ pointer: UnsafePointer<XML_Char>) {
      let whole = String(cString: pointer)
      // A namespace may be any text; a local name contains no line feed.
      if let end = whole.utf8.lastIndex(of: .lineFeed) {
        namespace = String(whole[..<end])
        local = String(whole[whole.utf8.index(after: end)...])
      } else {
        local = whole
      }
    }
  }

  override func start(_ name: UnsafePointer<XML_Char>, _ attributes: Attributes) {
    let name = Name(name)
    elements += 1
    depth += 1
    if depth > Drawing.Limits.depth {
      return refuse(
        "elements of the drawing are nested more than \(Drawing.Limits.depth) deep; flatten its groups")
    }
    if elements > Drawing.Limits.elements {
      return refuse("the drawing has more than \(Drawing.Limits.elements) elements; simplify it, or save it as PNG")
    }
    if depth == 1, name.namespace != Self.namespace || name.local != "svg" { return refuseRoot(name) }
    if skipped > 0 {
      skipped += 1
      return
    }
    guard name.namespace == Self.namespace, let element = DrawingElement.known[name.local],
      writer.current?.kind != .style
    else {
      if DrawingElement.missed.contains(name.local) { missed.add("<\(name.local)>", at: offset) }
      skipped = 1
      return
    }
    write(element, DrawingAttributes(attributes))
  }

  private func refuseRoot(_ name: Name) {
    if name.local == "svg", name.namespace == nil {
      refuse("without a namespace, browsers do not treat this as SVG; write <svg xmlns=\"\(Self.namespace)\">")
    } else {
      refuse("the first element is \(Text.quote(name.local)), not svg; export the drawing as SVG")
    }
  }

  /// The attributes of an element in expat's form: alternating names and values.
  private struct DrawingAttributes: Sequence, IteratorProtocol {
    private var pointer: Attributes

    init(_ pointer: Attributes) { self.pointer = pointer }

    mutating func next() -> (name: Name, value: [UInt8])? {
      guard let name = pointer[0], let value = pointer[1] else { return nil }
      pointer += 2
      return (Name(name), Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
    }
  }

  private func write(_ element: DrawingElement, _ attributes: DrawingAttributes) {
    var kept: [(name: String, value: [UInt8])] = []
    var href: (value: [UInt8], isPlain: Bool)?
    var count = 0
    for (name, value) in attributes {
      count += 1
      if count > Drawing.Limits.attributes {
        return refuse(
          "an element of the drawing has more than \(Drawing.Limits.attributes) attributes; export it again")
      }
      switch name.namespace {
      case nil where name.local == "href": href = (value, true)
      // `href` takes precedence if both are present (SVG 2, 16.1.4).
      case Self.xlinkNamespace where name.local == "href": if href?.isPlain != true { href = (value, false) }
      case nil: if let value = published(name.local, value) { kept.append((name.local, value)) }
      case Self.xmlNamespace where ["space", "lang"].contains(name.local):
        kept.append(("xml:" + name.local, value))
      default: break
      }
    }
    guard isHarmless(element, kept) else {
      skipped = 1
      return
    }
    if element.kind == .style {
      kept.removeAll { $0.name != "media" }
      styleOffset = offset
    }
    writer.begin(element)
    for (name, value) in kept { writer.attribute(name, value) }
    var target: [UInt8]?
    if let href, element.reference != .none {
      target = DrawingAddress.published(href.value, element.reference)
      if let target {
        writer.attribute("href", target)
      } else {
        missed.add("the address \(Text.quote(href.value)) of <\(element.name)>", at: offset)
      }
    }
    copies.begin(
      id: kept.last { $0.name == "id" }?.value, uses: element.name == "use" ? target?.dropFirst() : nil, at: offset)
  }

  /// The published value of an attribute without a namespace; `nil` if it is dropped.
  private func published(_ name: String, _ value: [UInt8]) -> [UInt8]? {
    guard let kind = DrawingAttribute.known[name] else {
      if name.count > 2, name.lowercased().hasPrefix("on") { missed.add("\(name)=", at: offset) }
      return nil
    }
    var verdict = StyleValue.Verdict.harmless
    switch kind {
    case .plain: break
    case .style:
      verdict = StyleValue.check(value[...], allowsFragment: StyleProperty.referring.contains(name))
    case .values:
      for part in value.split(separator: UInt8.ascii(";")) where verdict == .harmless {
        verdict = StyleValue.check(part, allowsFragment: true)
      }
    case .declarations:
      let declarations = StyleDeclarations(StyleText.withoutComments(value)[...])
      if declarations.hasLoads { missed.add("an address in style=", at: offset) }
      return declarations.bytes.isEmpty ? nil : declarations.bytes
    }
    if verdict == .loads { missed.add("an address in \(name)=", at: offset) }
    return verdict == .harmless ? value : nil
  }

  /// Whether an element with these attributes may be published, each being harmless by itself.
  private func isHarmless(_ element: DrawingElement, _ attributes: [(name: String, value: [UInt8])]) -> Bool {
    func value(_ name: String) -> String? { attributes.last { $0.name == name }.map { String(utf8: $0.value) } }
    switch element.kind {
    case .other, .text: return true
    case .style:
      return ["", "text/css"].contains(value("type")?.lowercased() ?? "")
        && StyleSheet.isPlain(Array((value("media") ?? "").utf8)[...])
    case .animation, .transformAnimation:
      let name = value("attributeName") ?? ""
      let isKnown =
        element.kind == .animation
        ? DrawingAttribute.animated.contains(name) : DrawingAttribute.transforms.contains(name)
      if !isKnown { missed.add("<\(element.name)> of \(Text.quote(name))", at: offset) }
      return isKnown
    }
  }

  override func end(_ name: UnsafePointer<XML_Char>) {
    depth -= 1
    if skipped > 0 {
      skipped -= 1
      return
    }
    if writer.current?.kind == .style {
      let sheet = StyleSheet(styleText)
      if sheet.hasLoads { missed.add("what <style> loads", at: styleOffset) }
      writer.text(sheet.bytes)
      styleText = []
    }
    writer.end()
    copies.end()
  }

  override func characters(_ text: UnsafeBufferPointer<UInt8>) {
    if skipped > 0 { return }
    switch writer.current?.kind {
    case .text: writer.text(text)
    case .style: styleText += text
    default: break
    }
  }
}
