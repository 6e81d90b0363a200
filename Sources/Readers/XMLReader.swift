import CExpat

/// Parses a document with expat. Subclasses override the methods for what they read; after a refusal none is called.
///
/// Names come as a namespace, U+000A and a local name, or the local name alone: U+000A can't be part of a name.
class XMLReader {
  typealias Attributes = UnsafeMutablePointer<UnsafePointer<XML_Char>?>

  private var parser: XML_Parser!
  /// Why parsing was stopped, and where; the first reason counts.
  private(set) var refusal: (offset: Int, message: String)?

  /// Expansion of the file by entities. Declared entities are refused, which leaves the five of XML (`&lt;` and
  /// others), which are shorter than their names.
  private static let amplification: Float = 2
  /// The number of bytes after which the expansion is checked.
  private static let amplificationThreshold: UInt64 = 1 << 16

  func start(_ name: UnsafePointer<XML_Char>, _ attributes: Attributes) {}
  func end(_ name: UnsafePointer<XML_Char>) {}
  func characters(_ text: UnsafeBufferPointer<UInt8>) {}
  /// The encoding that the XML declaration names.
  func encoding(_ name: String) {}
  func documentType(_ name: String, hasSubset: Bool) {}
  /// The declaration of an entity. Those who refuse document types override it as a second barrier.
  func entity() {}
  /// The use of an entity that may be declared elsewhere.
  func skippedEntity(_ name: String) {}

  /// A document that is not well-formed, and where.
  struct Malformed {
    let code: XML_Error
    let reason: String
    let offset: Int
  }

  /// - Parameters:
  ///   - encoding: that of the bytes, whatever they declare; `nil` for the declared one.
  ///   - most: the greatest number of bytes that expat gets at once; it counts in CInt.
  /// - Returns: what is wrong with it; `nil` if nothing is. After a refusal, anything.
  func parse(
    _ source: UnsafeBufferPointer<UInt8>, encoding: String? = "UTF-8", most: Int = .max
  ) -> Malformed? {
    parser = XML_ParserCreateNS(encoding, 0x0A)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, Self.amplification)
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, Self.amplificationThreshold)
    defer {
      XML_ParserFree(parser)
      parser = nil
    }
    setHandlers()
    var place = 0
    repeat {
      let count = min(source.count - place, most)
      let isLast = place + count == source.count
      let piece = source.baseAddress.map { UnsafeRawPointer($0 + place).assumingMemoryBound(to: CChar.self) }
      if XML_Parse(parser, piece, CInt(count), isLast ? 1 : 0) != XML_STATUS_OK {
        let code = XML_GetErrorCode(parser)
        let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
        return Malformed(code: code, reason: reason, offset: min(offset, source.count))
      }
      place += count
    } while place < source.count
    return nil
  }

  /// Expat's current byte offset.
  var offset: Int { max(0, Int(XML_GetCurrentByteIndex(parser))) }

  /// Stops parsing.
  func refuse(_ message: String) {
    if refusal != nil { return }
    refusal = (offset, message)
    XML_StopParser(parser, 0)
  }

  /// The reader that gets an event; `nil` after a refusal, since expat still calls some handlers then.
  private static func reader(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
    let reader = Unmanaged<XMLReader>.fromOpaque(data!).takeUnretainedValue()
    return reader.refusal == nil ? reader : nil
  }

  private func setHandlers() {
    XML_SetElementHandler(
      parser, { data, name, attributes in XMLReader.reader(data)?.start(name!, attributes!) },
      { data, name in XMLReader.reader(data)?.end(name!) })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      text!.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        XMLReader.reader(data)?.characters(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    }
    XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
      if let encoding { XMLReader.reader(data)?.encoding(String(cString: encoding)) }
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, name, _, _, hasSubset in
      XMLReader.reader(data)?.documentType(name.map { String(cString: $0) } ?? "", hasSubset: hasSubset != 0)
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in XMLReader.reader(data)?.entity() }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      XMLReader.reader(data)?.skippedEntity(String(cString: name!))
    }
  }
}
