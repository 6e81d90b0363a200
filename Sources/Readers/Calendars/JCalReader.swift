import Bytes

/// Converts jCal (RFC 7265), iCalendar written as JSON, to content lines.
struct JCalReader {
  private var writer = CalendarTextWriter()
  private var diagnostics = Diagnostics()

  /// The most values of a file: all are in memory together, at some seventy bytes each. Programs write five for a
  /// property, so that the largest file that is read has some six million.
  static let valueLimit = 8_000_000

  /// Whether a JSON file is jCal: a list that begins with a name, or with a list that does. The lists of events.json
  /// begin with an object.
  static func isJCal(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(4_096).filter { !$0.isWhitespace && $0 >= .space && $0 < 0x80 }
    return start.starts(with: [0x5B, 0x22] as [UInt8]) || start.starts(with: [0x5B, 0x5B] as [UInt8])
  }

  /// Reads a file. A property or component that can't be understood is skipped; after a syntax error nothing is kept,
  /// since a calendar is one value. O(bytes).
  static func read(_ bytes: [UInt8], path: String, problems: inout Problems) -> SourceFile {
    var reader = JCalReader()
    if bytes.count > CalendarFormat.treeLimit {
      reader.diagnostics.add(.error, .start, CalendarFormat.tooLarge)
    } else {
      bytes.withUnsafeBufferPointer { reader.read($0) }
    }
    problems.add(path, reader.diagnostics)
    return reader.writer.file(path)
  }

  /// The reason why a text is no whole calendar, after "it"; `nil` if it is one, even with errors in it. O(bytes).
  static func flaw(_ bytes: [UInt8]) -> String? {
    if bytes.count > CalendarFormat.treeLimit { return "has more than \(CalendarFormat.treeLimit >> 20) MiB" }
    return bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      reader.valueLimit = valueLimit
      do throws(JSONReader.Failure) {
        let value = try reader.value()
        guard case .array(let elements) = value.kind, reader.next() == nil else { return "is not jCal" }
        let calendars = if case .array = elements.first?.kind { elements } else { [value] }
        return calendars.allSatisfy(isCalendar) ? nil : "is JSON and not jCal"
      } catch {
        return "is not whole as jCal (\(error.message))"
      }
    }
  }

  private static func isCalendar(_ value: JSONValue) -> Bool {
    guard case .array(let parts) = value.kind, parts.count >= 2, case .string(let name) = parts[0].kind,
      case .array = parts[1].kind
    else { return false }
    return name.equalsIgnoringCase("VCALENDAR")
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var reader = JSONReader(bytes)
    reader.valueLimit = Self.valueLimit
    var cursor = PositionCursor(bytes)
    do throws(JSONReader.Failure) {
      let value = try reader.value()
      for repair in reader.repairs { diagnostics.add(.warning, cursor.position(of: repair.offset), repair.message) }
      guard case .array(let elements) = value.kind else {
        return diagnostics.add(
          .error, cursor.position(of: value.offset), "jCal is a list that begins with \"vcalendar\"")
      }
      if case .array = elements.first?.kind {
        for element in elements { component(element, &cursor, isOutermost: true) }
      } else {
        component(value, &cursor, isOutermost: true)
      }
      if reader.next() != nil {
        diagnostics.add(
          .error, cursor.position(of: reader.index), "the calendar ended before this place; what follows is skipped")
      }
    } catch {
      diagnostics.add(.error, cursor.position(of: error.offset), "\(error.message); nothing in this file is shown")
    }
  }

  /// `[name, [properties], [components]]`.
  private mutating func component(_ value: JSONValue, _ cursor: inout PositionCursor, isOutermost: Bool = false) {
    let position = cursor.position(of: value.offset)
    guard case .array(let parts) = value.kind, case .string(let name)? = parts.first?.kind, parts.count >= 2,
      CalendarTextWriter.isName(name), case .array(let properties) = parts[1].kind
    else {
      return diagnostics.add(
        .error, position,
        "a component is a list of its name, its properties and its components, and this is \(value.label); it is "
          + "skipped")
    }
    if isOutermost, !name.equalsIgnoringCase("VCALENDAR") {
      return diagnostics.add(
        .error, position, "this is \(Text.quote(name)) and not a calendar; put it into a \"vcalendar\"")
    }
    writer.begin(name, at: position)
    for property in properties { self.property(property, &cursor) }
    if parts.count > 2 {
      if case .array(let components) = parts[2].kind {
        for component in components { self.component(component, &cursor) }
      } else {
        diagnostics.add(
          .error, cursor.position(of: parts[2].offset),
          "the components are \(parts[2].label); write a list; they are skipped")
      }
    }
    writer.end(name)
  }

  /// `[name, {parameters}, type, value, …]`.
  private mutating func property(_ value: JSONValue, _ cursor: inout PositionCursor) {
    let position = cursor.position(of: value.offset)
    guard case .array(let parts) = value.kind, parts.count >= 4, case .string(let name) = parts[0].kind,
      case .object(let parameters) = parts[1].kind, case .string(let type) = parts[2].kind,
      CalendarTextWriter.isName(name)
    else {
      return diagnostics.add(
        .warning, position,
        "a property is a list of its name, an object of parameters, its type and its value, and this is "
          + "\(value.label); it is skipped")
    }
    var property = CalendarTextWriter.Property(name: name, type: type.asciiLowercased)
    for parameter in parameters {
      guard CalendarTextWriter.isName(parameter.key) else {
        diagnostics.add(
          .warning, cursor.position(of: parameter.keyOffset),
          "\(Text.quote(parameter.key)) can't name a parameter; it is left out")
        continue
      }
      property.parameters.append((parameter.key, Self.texts(parameter.value)))
    }
    for part in parts[3...] {
      guard let value = Self.value(part, property.type) else {
        return diagnostics.add(
          .warning, cursor.position(of: part.offset),
          "the value of \(Text.quote(name)) is \(part.label), which the type \(Text.quote(type)) does not allow; the "
            + "property is skipped")
      }
      property.values.append(value)
    }
    writer.add(property, at: position)
  }

  private static func value(_ value: JSONValue, _ type: [UInt8]) -> CalendarTextWriter.Value? {
    switch value.kind {
    case .object(let members):
      guard type.equals("recur") else { return nil }
      return .rule(members.filter { CalendarTextWriter.isName($0.key) }.map { ($0.key, texts($0.value)) })
    case .array(let parts):
      let texts = parts.flatMap(texts)
      if type.equals("period") { return texts.count == 2 ? .period(start: texts[0], end: texts[1]) : nil }
      return .fields(texts)
    case .null: return nil
    case .string, .number, .flag: return texts(value).first.map { .plain($0) }
    }
  }

  /// A value, or the values of a list, as text.
  private static func texts(_ value: JSONValue) -> [[UInt8]] {
    switch value.kind {
    case .string(let text), .number(let text): [text]
    case .flag(let flag): [[UInt8](flag ? "true" : "false")]
    case .array(let values): values.flatMap(texts)
    case .null, .object: []
    }
  }
}
