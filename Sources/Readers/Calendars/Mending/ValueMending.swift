import Bytes
import CivilTime
import Events
import Foundation
import ICalendar

/// What becomes of a value.
enum ValueMending {
  /// It has its form.
  case sound
  /// What is meant, in its form.
  case mended([UInt8])
  case leftOut

  /// - Parameter parameters: of the property; those that its value then needs are set. O(value).
  init(
    _ written: ArraySlice<UInt8>, _ form: PropertyForm, _ name: PropertyName, _ parameters: inout ParameterList,
    _ decodesReferences: Bool
  ) {
    let value = written.trimmed
    switch form {
    case .text, .textList: self = Self.text(written, name, &parameters, decodesReferences)
    case .unknown, .word: self = .sound
    case .ofTasks: self = .leftOut
    case .class: self = value.isEmpty ? .mended([UInt8]("PRIVATE")) : .sound
    case .identifier: self = value.isEmpty ? .leftOut : .sound
    case .integer(let most): self = Self.integer(value, most, isReported: name == .sequence && !value.isEmpty)
    case .instant: self = Self.instant(value, &parameters)
    case .time: self = Self.time(value, &parameters)
    // vCalendar 1.0 has semicolons in lists.
    case .timeList: self = value.isEmpty ? .leftOut : .mended(value.map { $0 == .semicolon ? .comma : $0 })
    case .duration: self = Self.length(value) ?? .sound
    case .trigger: self = Self.trigger(value, &parameters)
    case .coordinates: self = Self.coordinates(value)
    case .offset: self = Self.offset(value)
    case .rule: self = value.contains(.equals) ? .sound : VCalendarRule.rule(value).map { .mended($0) } ?? .sound
    case .uri: self = value.isURI ? .sound : .init(ValueType.uri(value))
    case .data: self = Self.data(value, &parameters)
    case .person: self = Self.person(value, &parameters)
    case .transparency:
      let isKnown = value.equalsIgnoringCase("OPAQUE") || value.equalsIgnoringCase("TRANSPARENT")
      self = isKnown ? .sound : .leftOut
    case .requestStatus: self = Self.isStatus(value) ? .sound : .leftOut
    }
    if case .sound = self, form.isTrimmed, value.count < written.count { self = .mended(Array(value)) }
    if case .mended(let mended) = self, mended.elementsEqual(written) { self = .sound }
  }

  private init(_ mended: [UInt8]?) { self = mended.map { .mended($0) } ?? .leftOut }

  // MARK: Texts

  /// Texts of vCalendar in quoted-printable or base64; and character references of HTML in titles, places and
  /// categories, where they are never meant literally.
  private static func text(
    _ written: ArraySlice<UInt8>, _ name: PropertyName, _ parameters: inout ParameterList, _ decodesReferences: Bool
  ) -> ValueMending {
    if let encoding = parameters.value("ENCODING"), !encoding.equalsIgnoringCase("8BIT") {
      let characterSet = parameters.value("CHARSET") ?? []
      if let text = EncodedText.text(written, in: encoding, characterSet) {
        parameters.set("ENCODING", to: nil)
        parameters.set("CHARSET", to: nil)
        // It is escaped within the encoding.
        return .mended(name == .categories ? joined(textList(text)) : escaped(text[...].unescapedText))
      }
      // What can't be decoded is kept as it is written.
      parameters.set("ENCODING", to: nil)
    }
    let isShort = name == .summary || name == .location || name == .categories
    guard isShort, decodesReferences, written.contains(.ampersand) else { return .sound }
    let parts = name == .categories ? textList(written) : [written.unescapedText]
    let decoded = parts.map { HTMLText.decodingReferences($0) }
    return decoded == parts ? .sound : .mended(joined(decoded))
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.map(escaped).joined(separator: [.comma])) }

  private static func escaped(_ text: [UInt8]) -> [UInt8] { cleaned(text).escapedText }

  /// A text without the characters that no text may contain; the parser leaves them out of files, too.
  private static func cleaned(_ text: [UInt8]) -> [UInt8] {
    if text.allSatisfy({ $0 >= .space && $0 < 0x7F }) { return text }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.filter {
      switch $0.value {
      case 0x09, 0x0A, 0x0D: true
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  // MARK: Numbers

  /// - Parameter isReported: whether events themselves report a value that is no number.
  private static func integer(_ value: ArraySlice<UInt8>, _ most: Int32, isReported: Bool) -> ValueMending {
    guard let number = iCalendarInteger(value) else { return isReported ? .sound : .leftOut }
    guard (0...most).contains(number) else { return .leftOut }
    let isPlain = value.first?.isDigit == true && (value.first != 0x30 || value.count == 1)
    return isPlain ? .sound : .mended(Array("\(number)".utf8))
  }

  /// Two numbers with another sign between them than a semicolon: `51.33,6.52`, `53.36\;-1.47`.
  private static func coordinates(_ value: ArraySlice<UInt8>) -> ValueMending {
    let numbers = value.split { $0 == .comma || $0 == .semicolon || $0 == .backslash || $0 == .space }
    guard numbers.count == 2, numbers.allSatisfy({ ValueType.isNumber($0) }),
      let north = Double(String(decoding: numbers[0], as: UTF8.self)), abs(north) <= 90,
      let east = Double(String(decoding: numbers[1], as: UTF8.self)), abs(east) <= 180
    else { return .leftOut }
    return .mended(Array(numbers.joined(separator: [.semicolon])))
  }

  /// A status code of 3.8.8.3, such as `2.8`, and what it means.
  private static func isStatus(_ value: ArraySlice<UInt8>) -> Bool {
    let code = value.prefix { $0 != .semicolon }
    let numbers = code.split(separator: .dot, omittingEmptySubsequences: false)
    return code.endIndex < value.endIndex && (2...3).contains(numbers.count)
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isDigit } }
  }

  // MARK: Times

  /// A time in UTC (3.8.7). A date is read as its first second, and a local time as one in UTC.
  private static func instant(_ value: ArraySlice<UInt8>, _ parameters: inout ParameterList) -> ValueMending {
    parameters.set("TZID", to: nil)
    guard let time = DateOrDateTime(value) else { return .leftOut }
    if case .utc = time, value.count == 16, value[value.startIndex + 8] == 0x54, value.last == 0x5A { return .sound }
    return .mended(DateOrDateTime.utc(time.wall.instant(at: .utc)).basic)
  }

  /// A time whose VALUE is DATE is that date if it is a midnight. Otherwise the form decides, which loses nothing.
  private static func time(_ value: ArraySlice<UInt8>, _ parameters: inout ParameterList) -> ValueMending {
    guard let time = DateOrDateTime(value) else { return .sound }
    let inCapitals = DateOrDateTime.isStandard(value) ? ValueMending.mended(value.map { $0.uppercased }) : .sound
    guard let type = parameters.value("VALUE") else { return inCapitals }
    let isDate = type.equalsIgnoringCase("DATE")
    if case .date = time {
      if !isDate { parameters.set("VALUE", to: Array("DATE".utf8)) }
      return .sound
    }
    guard isDate, time.wall.time == .midnight else {
      if isDate { parameters.drop("VALUE") }
      return inCapitals
    }
    parameters.set("TZID", to: nil)
    return .mended(DateOrDateTime.date(time.wall.date).basic)
  }

  /// When an alarm goes off: a time in UTC needs VALUE=DATE-TIME, a length must not have it.
  private static func trigger(_ value: ArraySlice<UInt8>, _ parameters: inout ParameterList) -> ValueMending {
    let isTyped = parameters.value("VALUE").map { $0.equalsIgnoringCase("DATE-TIME") } ?? false
    if let time = DateOrDateTime(value), case .utc = time {
      if !isTyped { parameters.set("VALUE", to: Array("DATE-TIME".utf8)) }
      parameters.set("RELATED", to: nil)
      return .mended(time.basic)
    }
    if isTyped { parameters.drop("VALUE") }
    return length(value) ?? (ICalendarDuration(value) == nil ? .leftOut : .sound)
  }

  /// A length whose units are in another order, or whose days are after the T: `P1W2DT1H`, `PT1D`. `P` and `PT` are
  /// none at all. `nil` if it has its form, or can't be understood.
  private static func length(_ value: ArraySlice<UInt8>) -> ValueMending? {
    let sign = value.prefix { $0 == .plus || $0 == .hyphen }
    let rest = value.dropFirst(sign.count)
    if sign.count < 2, ICalendarDuration.isStandard(rest) { return nil }
    if let length = ICalendarDuration(value) { return .mended(length.bytes) }
    guard sign.count < 2, let letter = rest.first, letter | 0x20 == 0x70 else { return nil }
    let units = rest.dropFirst().filter { $0 | 0x20 != 0x74 }
    if units.isEmpty { return .mended([UInt8]("PT0S")) }
    guard let day = units.lastIndex(where: { $0 | 0x20 == 0x64 || $0 | 0x20 == 0x77 }) else { return nil }
    let time = units[(day + 1)...]
    let ordered = Array(sign) + [0x50] + units[...day] + (time.isEmpty ? [] : [0x54] + time)
    return ICalendarDuration(ordered).map { .mended($0.bytes) }
  }

  /// An offset with a colon or without a sign, and minutes and seconds without hours, as some programs write those of
  /// local mean time: `+05:30`, `+5328`. What can't be read is reported where zones are.
  private static func offset(_ value: ArraySlice<UInt8>) -> ValueMending {
    let hasSign = value.first == .plus || value.first == .hyphen
    let signed = hasSign ? Array(value) : [.plus] + value
    var out: [UInt8] = []
    if let read = try? ISO8601.offset(signed) {
      let isStandard = hasSign && (value.count == 5 || value.count == 7) && value.dropFirst().allSatisfy { $0.isDigit }
      if isStandard { return .sound }
      out.append(basic: read)
    } else if let read = try? ISO8601.offset([signed[0], 0x30, 0x30] + signed.dropFirst()) {
      out.append(basic: read)
    }
    return out.isEmpty ? .sound : .mended(out)
  }

  // MARK: Addresses

  /// An address, or data in base64, which needs VALUE=BINARY and ENCODING=BASE64.
  private static func data(_ value: ArraySlice<UInt8>, _ parameters: inout ParameterList) -> ValueMending {
    let (type, encoding) = (parameters.value("VALUE") ?? [], parameters.value("ENCODING") ?? [])
    let isEncoded = encoding.equalsIgnoringCase("BASE64") || encoding.equalsIgnoringCase("B")
    if isEncoded, type.equalsIgnoringCase("BINARY"), encoding.count > 1, ValueType.isBase64(value) { return .sound }
    let plain = value.filter { $0 != .space && $0 != .tab }
    guard isEncoded || type.equalsIgnoringCase("BINARY"), ValueType.isBase64(plain[...]) else {
      guard let address = ValueType.uri(value) else { return .leftOut }
      if type.equalsIgnoringCase("BINARY") { parameters.set("VALUE", to: nil) }
      parameters.set("ENCODING", to: nil)
      return .mended(address)
    }
    if !type.equalsIgnoringCase("BINARY") { parameters.set("VALUE", to: Array("BINARY".utf8)) }
    if !encoding.equalsIgnoringCase("BASE64") { parameters.set("ENCODING", to: Array("BASE64".utf8)) }
    return .mended(plain)
  }

  /// `a@example.org` without `mailto:`, or `Ada <ada@example.org>`. Of a person without an address only the name is
  /// kept, with `invalid:nomail`, as Exchange and Outlook write it.
  private static func person(_ value: ArraySlice<UInt8>, _ parameters: inout ParameterList) -> ValueMending {
    let isMailto = value.prefix(7).equalsIgnoringCase("mailto:")
    if value.isURI, !isMailto || value.dropFirst(8).contains(.at) && value[value.startIndex + 7] != .at {
      return .sound
    }
    let scheme = isMailto ? Array(value.prefix(7)) : []
    var mail = value.dropFirst(scheme.count).trimmed
    var name: ArraySlice<UInt8> = []
    if mail.last == .greater, let open = mail.lastIndex(of: .less) {
      (name, mail) = (mail[..<open].trimmed, mail[(open + 1)...].dropLast())
    }
    let isMail = mail.first != .at && mail.contains(.at) && !mail.contains { $0 == .space || $0 == .tab }
    if isMail, !scheme.isEmpty || !mail.contains(.colon) && !mail.contains(.slash),
      let address = ValueType.uri((Array("mailto:".utf8) + mail)[...])
    {
      if !name.isEmpty, (parameters.value("CN") ?? []).isEmpty { parameters.set("CN", to: Array(name)) }
      return .mended((scheme.isEmpty ? Array("mailto:".utf8) : scheme) + address.dropFirst(7))
    }
    if scheme.isEmpty, let address = ValueType.uri(value) { return .mended(address) }
    if (parameters.value("CN") ?? []).isEmpty {
      if mail.isEmpty { return .leftOut }
      parameters.set("CN", to: Array(mail))
    }
    return .mended([UInt8]("invalid:nomail"))
  }
}
