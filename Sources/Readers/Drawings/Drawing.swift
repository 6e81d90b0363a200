import Bytes

/// An SVG drawing of a note, written anew for publishing.
///
/// In an `img` a drawing only draws. Opened by itself it is a page of the site, where scripts would run and
/// other hosts would be asked. So what is published is never the file itself: it is parsed as XML, and known
/// elements and attributes with harmless values are written out anew (an allow-list). All the rest is dropped.
///
/// The output is ASCII without a declaration, a DOCTYPE, comments or processing instructions: it means the same
/// whatever encoding a server states for it. A published drawing runs no script and loads nothing; whatever it
/// refers to is within it. Publishing the output again gives the same bytes.
///
/// Left out: whether a drawing is expensive to paint, and whether its shapes have sensible coordinates.
struct Drawing {
  enum Limits {
    /// Bytes of a file. One of more than this is looked at by no person and drawn by few browsers.
    static let bytes = 16 << 20
    /// Elements within each other. Programs that draw write some ten; browsers stop at 512 to 5,000.
    static let depth = 256
    /// Elements in all. A map of a country has some 100,000; more make a browser halt.
    static let elements = 400_000
    /// Attributes of one element. All that are known are fewer.
    static let attributes = 256
    /// How much longer entities may make a file. Those that are declared are refused, so nothing but `&lt;` and
    /// the four others of XML is left, which are shorter than their names.
    static let amplification: Float = 2
    /// Bytes after which the amplification is checked.
    static let amplificationThreshold: UInt64 = 1 << 16
    /// Elements that a browser draws when each `use` is replaced by what it refers to: a file of a few hundred
    /// bytes can ask for 10^12.
    static let copies = 1_000_000
    /// References that lead to references. Drawings have two or three of them.
    static let references = 64
  }

  /// What is published.
  let bytes: [UInt8]
  /// At most one warning: what was left out that a reader would miss.
  let warnings: [Diagnostic]

  /// Reads an SVG file.
  ///
  /// - Throws: an error with its place if the file is no well-formed SVG in UTF-8, or has a document type of its
  ///   own, or exceeds a limit. Nothing is published then.
  /// - Complexity: O(bytes).
  init(reading source: [UInt8]) throws(Refusal) {
    try Self.checkEncoding(source)
    let reader = DrawingReader()
    try reader.read(source)
    bytes = reader.writer.finish()
    warnings = reader.missed.warning(in: source).map { [$0] } ?? []
  }

  /// Why a drawing can't be published.
  struct Refusal: Error {
    /// In the file.
    var offset: Int
    var message: String

    func diagnostic(in source: [UInt8]) -> Diagnostic {
      Diagnostic(.error, at: Position(of: offset, in: source), text: message)
    }
  }

  private static func checkEncoding(_ source: [UInt8]) throws(Refusal) {
    if source.count > Limits.bytes {
      throw Refusal(offset: 0, message: "the drawing is larger than \(Limits.bytes >> 20) MiB; save it as PNG")
    }
    if source.starts(with: [0xFE, 0xFF]) || source.starts(with: [0xFF, 0xFE]) {
      throw Refusal(offset: 0, message: "the drawing is saved as UTF-16; save it as UTF-8")
    }
    if let offset = source.firstIndex(of: 0) {
      throw Refusal(offset: offset, message: "the drawing holds a zero byte, so it is no text; save it as UTF-8")
    }
    if let offset = Text.firstInvalid(in: source) {
      throw Refusal(offset: offset, message: "these bytes of the drawing are not UTF-8; save it as UTF-8")
    }
  }
}

/// Reads a drawing, for checks of the reader itself.
/// - Returns: what would be published, `nil` if nothing; and the problems.
package func readDrawing(_ source: [UInt8]) -> (published: [UInt8]?, problems: [Diagnostic]) {
  do throws(Drawing.Refusal) {
    let drawing = try Drawing(reading: source)
    return (drawing.bytes, drawing.warnings)
  } catch {
    return (nil, [error.diagnostic(in: source)])
  }
}
