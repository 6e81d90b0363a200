import Bytes

/// One parameter of a property: a name and its values (RFC 5545, 3.2).
struct Parameter: Sendable {
  /// The bytes before `=`, and from there to the next `;` or `:`, as offsets into the document's text.
  let name: Range<Int>
  let value: Range<Int>
}

extension ICalendarDocument {
  /// Calls `body` with each parameter in turn, until it returns false. O(bytes of the parameters).
  func forEachParameter(of property: Property, _ body: (Parameter) -> Bool) {
    var index = Int(property.nameEnd)
    let end = Int(property.valueStart) - 1
    while index < end {
      guard text[index] == .semicolon else {
        index += 1
        continue
      }
      index += 1
      let nameStart = index
      // As in the parser, a quotation mark hides semicolons wherever it is.
      var inQuotes = false
      while index < end, text[index] != .equals, inQuotes || text[index] != .semicolon {
        if text[index] == .quote { inQuotes.toggle() }
        index += 1
      }
      let nameEnd = index
      var valueStart = index
      if index < end, text[index] == .equals {
        index += 1
        valueStart = index
        while index < end, inQuotes || text[index] != .semicolon {
          if text[index] == .quote { inQuotes.toggle() }
          index += 1
        }
      }
      if !body(Parameter(name: nameStart..<nameEnd, value: valueStart..<index)) { return }
    }
  }

  /// The first value of a parameter, without its quotation marks, and with RFC 6868's `^n`, `^^` and `^'` decoded;
  /// `nil` if the property has no such parameter.
  public func parameter(_ name: StaticString, of property: Property) -> [UInt8]? {
    var found: [UInt8]?
    forEachParameter(of: property) { parameter in
      guard text[parameter.name].trimmed.equalsIgnoringCase(name) else { return true }
      found = Self.parameterValue(text[parameter.value])
      return false
    }
    return found
  }

  /// Calls `body` with each parameter in turn: its name, the whole of it as written, and its first value as
  /// ``parameter(_:of:)`` has it. O(bytes of the parameters).
  package func forEachParameter(
    of property: Property, _ body: (_ name: ArraySlice<UInt8>, _ written: ArraySlice<UInt8>, [UInt8]) -> Void
  ) {
    forEachParameter(of: property) { parameter in
      let written = text[parameter.name.lowerBound..<parameter.value.upperBound]
      body(text[parameter.name].trimmed, written, Self.parameterValue(text[parameter.value]))
      return true
    }
  }

  /// A property's unfolded line with one parameter changed: replaced in place, appended if absent, or removed if the
  /// value is `nil`. O(line).
  package func line(_ property: Property, setting name: StaticString, to value: [UInt8]?) -> [UInt8] {
    var out = Array(self.name(property))
    var rest = value
    func append(_ value: [UInt8], to out: inout [UInt8]) {
      out.append(.semicolon)
      out.append(name)
      out.append(.equals)
      out.append(contentsOf: ICalendarWriter.parameterValue(value))
    }
    forEachParameter(of: property) { parameter in
      if !text[parameter.name].trimmed.equalsIgnoringCase(name) {
        let written = text[parameter.name.lowerBound..<parameter.value.upperBound]
        out.append(.semicolon)
        out.append(contentsOf: written)
        // An unclosed quotation mark would pair with one of the new value.
        if written.count(where: { $0 == .quote }) % 2 == 1 { out.append(.quote) }
      } else if let value = rest {
        append(value, to: &out)
        rest = nil
      }
      return true
    }
    if let rest { append(rest, to: &out) }
    out.append(.colon)
    out.append(contentsOf: self.value(property))
    return out
  }

  /// All parameters as written, with the semicolon before them.
  package func parameters(_ property: Property) -> ArraySlice<UInt8> {
    text[Int(property.nameEnd)..<max(Int(property.nameEnd), Int(property.valueStart) - 1)]
  }

  /// Whether a property has parameters: most have none and need no scan.
  package func hasParameters(_ property: Property) -> Bool { property.valueStart - property.nameEnd > 1 }

  private static func parameterValue(_ written: ArraySlice<UInt8>) -> [UInt8] {
    var value = written.trimmed
    if let first = value.first, first == .quote {
      value = value.dropFirst()
      if let close = value.firstIndex(of: .quote) { value = value[..<close] }
    }
    guard value.contains(.caret) else { return Array(value) }
    var out: [UInt8] = []
    out.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      if byte == .caret, index + 1 < value.endIndex {
        switch value[index + 1] {
        case 0x6E: out.append(.lineFeed)
        case .caret: out.append(.caret)
        case .apostrophe: out.append(.quote)
        default:
          out.append(byte)
          index += 1
          continue
        }
        index += 2
      } else {
        out.append(byte)
        index += 1
      }
    }
    return out
  }
}
