import Bytes

/// Reads templates that are written for people: one element a line, indented, with comments.
package struct TemplateText {
  private let source: [UInt8]
  private var out: [UInt8] = []
  private var place = 0
  /// Whether the line at ``place`` begins with white space; of a tag on several lines, the first of them.
  private var isIndented = false
  /// Whether ``place`` is within an HTML tag, and the quotation mark of the value that it is in; 0 outside of one.
  private var isInTag = false
  private var quote: UInt8 = 0
  /// The element that keeps its white space, if ``place`` is within one.
  private var raw: [UInt8]?
  /// Whether ``out`` ends with a tag, of HTML or Mustache, that prints no text itself.
  private var isAfterTag = false

  private static let rawElements: [[UInt8]] = ["pre", "textarea", "script", "style"].map { Array($0.utf8) }

  private init(_ source: [UInt8]) { self.source = source }

  /// A template without what only its readers need:
  ///
  /// - comments that stand alone on their lines;
  /// - line breaks between two tags of HTML or Mustache if one of the lines is indented, with the indentation. Tags
  ///   that print text, such as `{{title}}`, are text. Before an attribute on a line of its own one space is left.
  ///
  /// Text, and `pre`, `textarea`, `script` and `style`, stay as they are; so does a template that changes Mustache's
  /// delimiters. O(bytes).
  package static func joined(_ source: [UInt8]) -> [UInt8] {
    if source.firstRange(of: Array("{{=".utf8)) != nil { return source }
    var text = TemplateText(withoutComments(source))
    text.isIndented = text.source.first.map { $0 == .space || $0 == .tab } ?? false
    while text.place < text.source.count { text.step() }
    return text.out
  }

  private mutating func step() {
    let byte = source[place]
    if begins("{{", at: place) {
      readMustacheTag()
    } else if byte == .lineFeed || begins("\r\n", at: place) {
      readLineBreak(byte == .lineFeed ? 1 : 2)
    } else {
      out.append(byte)
      place += 1
      isAfterTag = false
      readHTML(byte)
    }
  }

  private func begins(_ text: StaticString, at place: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= source.count else { return false }
    return (0..<count).allSatisfy { source[place + $0] == text.utf8Start[$0] }
  }

  // MARK: Mustache

  private mutating func readMustacheTag() {
    let closing: [UInt8] = Array((begins("{{{", at: place) ? "}}}" : "}}").utf8)
    guard let end = source[place...].firstRange(of: closing)?.upperBound else {
      out += source[place...]
      place = source.count
      return
    }
    isAfterTag = isSilentTag(at: place)
    out += source[place..<end]
    place = end
  }

  /// Whether a tag of Mustache prints nothing itself: it opens or closes a section or a block, or names a template.
  private func isSilentTag(at place: Int) -> Bool {
    guard let mark = source[(place + 2)...].first(where: { !$0.isWhitespace }) else { return false }
    return [0x23, 0x5E, 0x2F, 0x24, 0x3C, 0x3E].contains(mark)
  }

  /// The template without the lines on which comments stand alone.
  private static func withoutComments(_ source: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = source[...]
    // Whether the last line of `out` is white space so far.
    var isBlank = true
    while let start = rest.firstRange(of: Array("{{!".utf8))?.lowerBound,
      let end = rest[start...].firstRange(of: Array("}}".utf8))?.upperBound
    {
      let before = rest[..<start]
      let line = before.lastIndex(of: .lineFeed).map { $0 + 1 }
      isBlank = (isBlank || line != nil) && before[(line ?? before.startIndex)...].allSatisfy(\.isWhitespace)
      out += before
      let after = rest[end...].prefix { $0 == .space || $0 == .tab || $0 == .carriageReturn }.endIndex
      if isBlank, after == source.count || source[after] == .lineFeed {
        while let last = out.last, last != .lineFeed { out.removeLast() }
        rest = source[min(after + 1, source.count)...]
      } else {
        out += rest[start..<end]
        rest = rest[end...]
        isBlank = false
      }
    }
    return out + rest
  }

  // MARK: HTML

  private mutating func readHTML(_ byte: UInt8) {
    if quote != 0 {
      if byte == quote { quote = 0 }
    } else if isInTag {
      if byte == .quote || byte == .apostrophe { quote = byte }
      if byte == .greater { (isInTag, isAfterTag) = (false, true) }
    } else if byte == .less, beginsTag {
      let name = source[place...].dropFirst(source[place] == .slash ? 1 : 0).prefix { $0.isLetter }
      if let raw {
        if source[place] == .slash, name.elementsEqual(raw) { (self.raw, isInTag) = (nil, true) }
        return
      }
      isInTag = true
      if source[place] != .slash { raw = Self.rawElements.first { $0.elementsEqual(name) } }
    }
  }

  /// Whether a tag of HTML begins with the `<` before ``place``; comments are text.
  private var beginsTag: Bool {
    guard place < source.count else { return false }
    return source[place].isLetter || source[place] == .slash
      || source[place] == .exclamation && !begins("!--", at: place)
  }

  // MARK: Lines

  /// - Parameter count: the bytes of the line break.
  private mutating func readLineBreak(_ count: Int) {
    let start = place + count
    // Within a tag, lines without anything are no lines.
    let isSkippingLines = isInTag && quote == 0
    let next = source[start...].prefix { $0 == .space || $0 == .tab || isSkippingLines && $0.isWhitespace }.endIndex
    let isNextIndented = next > start && source[next - 1] != .lineFeed
    // A tag counts as indented if the line where it begins is.
    defer { if !isInTag { isIndented = isNextIndented } }
    let isBlank = next == source.count || source[next] == .lineFeed || source[next] == .carriageReturn
    guard !isBlank, isNextIndented || isIndented, let joint = joint(to: next, isNextIndented) else {
      out += source[place..<start]
      place = start
      isAfterTag = false
      return
    }
    out += joint
    place = next
  }

  /// What is published in place of a line break; `nil` if the line break is.
  /// - Parameter next: where the text of the next line begins.
  private func joint(to next: Int, _ isNextIndented: Bool) -> [UInt8]? {
    if raw != nil, !isInTag { return nil }
    let isBeforeSilent = begins("{{", at: next) && isSilentTag(at: next)
    if quote != 0 { return isAfterTag && isBeforeSilent ? [] : nil }
    if isInTag {
      if !isNextIndented { return nil }
      return isBeforeSilent || source[next] == .greater || begins("/>", at: next) ? [] : [.space]
    }
    return isAfterTag && (isBeforeSilent || source[next] == .less) ? [] : nil
  }
}
