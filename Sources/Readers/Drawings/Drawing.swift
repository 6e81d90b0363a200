import Bytes

/// An SVG drawing of a note, rewritten for publishing.
///
/// In an `img` element a drawing only draws. Opened by itself it is a page of the site, where scripts would run and
/// other hosts could be contacted. So the file itself is never published: it is parsed as XML, and only elements and
/// attributes on an allow list, with harmless values, are written out.
///
/// The output is ASCII without an XML declaration, DOCTYPE, comments or processing instructions: it means the same
/// whatever encoding a server states. A published drawing runs no script and loads nothing; everything it refers to is
/// in it. Processing the output again gives the same bytes.
///
/// Not checked: whether a drawing is expensive to paint, and whether its shapes have sensible coordinates.
struct Drawing {
  enum Limits {
    /// Bytes of a file. Nobody looks at larger ones, and few browsers draw them.
    static let bytes = 16 << 20
    /// Nested elements. Drawing programs write some ten levels; browsers stop at 512 to 5,000.
    static let depth = 256
    /// Elements in all. A map of a country has some 100,000; many more make a browser hang.
    static let elements = 400_000
    /// Attributes of one element; the allow list has fewer.
    static let attributes = 256
    /// Elements that a browser draws after replacing each `use` by its target: a file of a few hundred bytes can demand
    /// 10^12.
    static let copies = 1_000_000
    /// Length of a chain of references. Drawings have two or three.
    static let references = 64
  }

  /// The bytes to publish.
  let bytes: [UInt8]
  /// At most one warning, about removed parts that a reader would miss.
  let warnings: [Diagnostic]

  /// Reads an SVG file.
  ///
  /// - Throws: an error with its position if the file is not well-formed SVG in UTF-8, declares a document type with an
  ///   internal subset, or exceeds a limit. Nothing is published then.
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
    /// Byte offset in the file.
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
      throw Refusal(offset: offset, message: "the drawing contains a zero byte, so it is not text; save it as UTF-8")
    }
    if let offset = Text.firstInvalid(in: source) {
      throw Refusal(offset: offset, message: "these bytes of the drawing are not UTF-8; save it as UTF-8")
    }
  }
}

/// Reads a drawing, for tests and fuzzing.
/// - Returns: what would be published, `nil` if nothing; and the problems.
package func readDrawing(_ source: [UInt8]) -> (published: [UInt8]?, problems: [Diagnostic]) {
  do throws(Drawing.Refusal) {
    let drawing = try Drawing(reading: source)
    return (drawing.bytes, drawing.warnings)
  } catch {
    return (nil, [error.diagnostic(in: source)])
  }
}
