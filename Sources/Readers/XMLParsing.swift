import CExpat

/// How all XML is parsed here: names as `namespace`, U+000A, `name`, since U+000A can't be part of a name, and no text
/// much longer than the file that it is from.
enum XMLParsing {
  /// Expansion of the file by entities. Declared entities are refused, which leaves the five of XML (`&lt;` and
  /// others), which are shorter than their names.
  private static let amplification: Float = 2
  /// The number of bytes after which the expansion is checked.
  private static let amplificationThreshold: UInt64 = 1 << 16

  /// A new parser, to be freed by the caller.
  /// - Parameters:
  ///   - encoding: that of the bytes, whatever they declare; `nil` for the declared one.
  ///   - reader: what expat's handlers get; not retained.
  static func parser(encoding: String?, for reader: AnyObject) -> XML_Parser! {
    let parser = XML_ParserCreateNS(encoding, 0x0A)
    XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, amplification)
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, amplificationThreshold)
    return parser
  }
}
