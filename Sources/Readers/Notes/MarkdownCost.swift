import Bytes

/// An upper bound of cmark-gfm's cost for a text where it is more than proportional to its length, computed in one pass
/// without parsing. Code and escapes are not recognised, so nothing can hide in them; the limits are generous because
/// some constructs are counted too high.
struct MarkdownCost {
  private let text: [UInt8]
  private let limits: MarkdownLimits

  /// The number of blocks that the last line may be in.
  private var depth = 0
  private var blockSteps = 0
  private var isAfterBlank = true

  /// The current paragraph: its number of lines, and where it begins.
  private var lines = 0
  private var paragraphStart = 0
  private var images = 0
  private var imageSteps = 0
  private var declarations = 0
  /// Declarations that end at the next `>`.
  private var shortDeclarations = 0
  private var declarationSteps = 0
  private var addressSteps = 0
  private var footnotes = 0
  private var emphases = 0
  private var footnoteSteps = 0

  /// The columns of the table that may be open, and the pipes of the line before.
  private var columns = 0
  private var pipesBefore = 0
  private var cells = 0
  private var tableSteps = 0

  struct Excess {
    var line: Int
    var message: String
  }

  init(_ text: [UInt8], _ limits: MarkdownLimits) {
    self.text = text
    self.limits = limits
  }

  /// The first line at which a limit is exceeded. O(text).
  mutating func firstExcess() -> Excess? {
    var reader = LineReader(text)
    while let range = reader.next() {
      add(range)
      if let message = excess() { return Excess(line: reader.count, message: message) }
    }
    return nil
  }

  private func excess() -> String? {
    func over(_ count: Int, _ limit: Int, _ message: @autoclosure () -> String) -> String? {
      count > limit ? message() : nil
    }
    return over(columns, limits.columns, "a table has more than \(limits.columns) columns; split it")
      ?? over(
        cells, limits.cells,
        "the tables have more than \(limits.cells) cells, missing ones included; split the note")
      ?? over(
        blockSteps, limits.blockSteps,
        "lists and quotes are nested too deep for so many lines; put an empty line and text without indentation "
          + "between them, or split the note")
      ?? over(
        imageSteps, limits.imageSteps, "a paragraph begins too many images; put empty lines between them")
      ?? over(
        declarationSteps, limits.declarationSteps,
        "<? or <! begins too many declarations without an end; write &lt; for <, or put it in `code`")
      ?? over(
        addressSteps, limits.addressSteps, "a word has too many addresses or brackets; put spaces between them")
      ?? over(
        footnoteSteps, limits.footnoteSteps,
        "a paragraph has too many footnotes and emphasis marks; put empty lines between them")
      ?? over(
        tableSteps, limits.tableSteps,
        "a table may begin too far below the beginning of its paragraph; put an empty line before it")
  }

  private mutating func add(_ range: Range<Int>) {
    let start = Containers(text[range])
    if start.isBlank {
      blockSteps += depth
      isAfterBlank = true
      endParagraph(range.upperBound)
      return
    }
    // Text may continue a paragraph that is nested deeper than its own line shows.
    let own = start.depth
    depth = isAfterBlank ? own : max(depth, own)
    // Each piece of text is compared with all blocks that contain it.
    blockSteps += depth
    if depth > 0 {
      for byte in text[start.content..<range.upperBound] where !byte.isLetter && !byte.isDigit && byte < 0x80 {
        blockSteps += depth
      }
    }
    isAfterBlank = false
    if start.endsParagraph { endParagraph(range.lowerBound) }
    addTable(text[range], start)
    addInlines(range)
    lines += 1
  }

  private mutating func endParagraph(_ end: Int) {
    (lines, images, declarations, shortDeclarations) = (0, 0, 0, 0)
    (footnotes, emphases) = (0, 0)
    (columns, pipesBefore) = (0, 0)
    paragraphStart = end
  }

  private mutating func addTable(_ line: ArraySlice<UInt8>, _ start: Containers) {
    let rest = line[start.content...]
    var pipes = 0
    for byte in line where byte == UInt8.ascii("|") { pipes += 1 }
    let isDelimiter = rest.allSatisfy { byte in
      byte == UInt8.ascii("|") || byte == UInt8.ascii("-") || byte == UInt8.ascii(":") || byte.isWhitespace
    }
    if isDelimiter, lines > 0 {
      tableSteps += lines * (line.startIndex - paragraphStart)
      // The header has as many columns as the line below it.
      if pipesBefore + 1 >= pipes - 1 { columns = max(columns, pipes + 1) }
    }
    cells += columns
    pipesBefore = pipes
  }

  private mutating func addInlines(_ range: Range<Int>) {
    var wordStart = range.lowerBound
    // Where an address may begin, and brackets that may end one: its end is searched from each.
    var marks = 0
    func byte(_ index: Int) -> UInt8 { index < range.upperBound ? text[index] : 0 }
    for index in range {
      declarationSteps += declarations + shortDeclarations
      switch text[index] {
      case .ascii("["):
        if index > range.lowerBound, text[index - 1] == UInt8.ascii("!") { images += 1 }
        if byte(index + 1) == UInt8.ascii("^") {
          footnotes += 1
          footnoteSteps += emphases
        }
      case .ascii("*"), .ascii("_"), .ascii("~"):
        emphases += 1
        footnoteSteps += footnotes
      case .ascii("]"): imageSteps += images
      case .ascii("<"):
        // A comment without an end is searched for only once.
        if byte(index + 1) == UInt8.ascii("?") { declarations += 1 }
        if byte(index + 1) == UInt8.ascii("!") {
          if byte(index + 2) == UInt8.ascii("[") { declarations += 1 }
          if byte(index + 2).isLetter { shortDeclarations += 1 }
        }
      case .ascii(">"): shortDeclarations = 0
      case .ascii(")"): marks += 1
      case .ascii("w"): if byte(index + 1) == UInt8.ascii("w"), byte(index + 2) == UInt8.ascii("w") { marks += 4 }
      case .ascii(":"): if byte(index + 1) == UInt8.ascii("/") { marks += 4 }
      case .ascii("@"): marks += 4
      case .space, .tab:
        addressSteps += marks * (index - wordStart)
        (wordStart, marks) = (index + 1, 0)
      default: break
      }
    }
    addressSteps += marks * (range.upperBound - wordStart)
  }
}

/// The quotes and lists that a line may be in: those whose markers begin the line, and those that its indentation may
/// continue.
private struct Containers {
  var depth = 0
  /// The offset at which their content begins.
  var content: Int
  var isBlank: Bool
  /// Whether the line begins a heading or fenced code, which ends every paragraph.
  let endsParagraph: Bool

  init(_ line: ArraySlice<UInt8>) {
    var index = line.startIndex
    var columns = 0
    func byte(_ index: Int) -> UInt8 { index < line.endIndex ? line[index] : .space }
    func isSpace(_ byte: UInt8) -> Bool { byte == .space || byte == .tab }
    var indentation = -1
    while index < line.endIndex {
      let first = line[index]
      if isSpace(first) {
        columns += first == .tab ? 4 : 1
        index += 1
        continue
      }
      if indentation < 0 { indentation = columns }
      var end = index
      while end < line.endIndex, end - index < 9, line[end].isDigit { end += 1 }
      let isNumber =
        end > index && (byte(end) == UInt8.ascii(".") || byte(end) == UInt8.ascii(")")) && isSpace(byte(end + 1))
      let isBullet =
        (first == UInt8.ascii("-") || first == UInt8.ascii("*") || first == UInt8.ascii("+"))
        && isSpace(byte(index + 1))
      if first == UInt8.ascii(">") || isBullet {
        index += 1
      } else if isNumber {
        index = end + 1
      } else {
        break
      }
      depth += 1
    }
    content = min(index, line.endIndex)
    // An item is indented by at least two columns.
    depth += columns / 2
    let rest = line[content...]
    isBlank = rest.isEmpty && depth == columns / 2
    let isShallow = depth == columns / 2 && columns <= 3
    let isFence = rest.hasPrefix("~~~") || rest.hasPrefix("```") && !rest.drop { $0 == 0x60 }.contains(0x60)
    let hashes = rest.prefix { $0 == .hash }.count
    endsParagraph = isShallow && (isFence || (1...6).contains(hashes) && isSpace(byte(content + hashes)))
  }
}
