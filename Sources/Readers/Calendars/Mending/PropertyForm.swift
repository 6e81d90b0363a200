import Bytes
import ICalendar

/// What the value of a property must be (RFC 5545, 3.8; RFC 7986, 5; RFC 9074), as far as this core has something to
/// mend or to leave out: what events read by themselves, they report.
enum PropertyForm {
  /// TEXT, and a list of it.
  case text, textList
  /// INTEGER from 0 up to a greatest value.
  case integer(upTo: Int32)
  /// A DATE-TIME in UTC.
  case instant
  /// A DATE-TIME or DATE, and a list of these.
  case time, timeList
  /// A DURATION, and one that TRIGGER may have in place of a time.
  case duration, trigger
  /// Two FLOATs: degrees north and east.
  case coordinates
  case offset, rule
  /// A URI; a URI or data; the CAL-ADDRESS of a person.
  case uri, data, person
  /// OPAQUE or TRANSPARENT.
  case transparency
  /// A status code and its meaning.
  case requestStatus
  /// A text that names something, which must not be empty.
  case identifier
  /// CLASS; an invalid value counts as PRIVATE (3.8.1.3).
  case `class`
  /// A word that is read elsewhere, whatever it is.
  case word
  /// A property that tasks have (3.6.2), and events have not.
  case ofTasks
  /// A property of which nothing is known but what its VALUE says.
  case unknown

  init(_ property: ICalendarDocument.Property, in document: ICalendarDocument) {
    switch property.name {
    case .summary, .location, .description, .comment, .contact: self = .text
    case .categories, .resources: self = .textList
    case .dtstart, .dtend, .recurrenceID: self = .time
    case .rdate, .exdate: self = .timeList
    case .dtstamp, .created, .lastModified: self = .instant
    case .duration: self = .duration
    case .sequence: self = .integer(upTo: .max)
    case .priority: self = .integer(upTo: 9)
    case .geo: self = .coordinates
    case .rrule, .exrule: self = .rule
    case .url, .conference, .source: self = .uri
    case .attach, .image: self = .data
    case .attendee, .organizer: self = .person
    case .transp: self = .transparency
    case .class: self = .class
    case .due: self = .ofTasks
    case .tzoffsetfrom, .tzoffsetto: self = .offset
    case .uid, .relatedTo: self = .identifier
    case .other: self = Self.named(document.name(property))
    default: self = .word
    }
  }

  private static func named(_ name: ArraySlice<UInt8>) -> PropertyForm {
    if name.first.map({ $0 | 0x20 }) == 0x78 { return .unknown }
    return others.first { name.equalsIgnoringCase($0.name) }?.form ?? .unknown
  }

  private static let others: [(name: StaticString, form: PropertyForm)] = [
    ("TRIGGER", .trigger), ("ACTION", .identifier), ("REPEAT", .integer(upTo: .max)), ("ACKNOWLEDGED", .instant),
    ("REQUEST-STATUS", .requestStatus), ("TZURL", .uri), ("COMPLETED", .ofTasks), ("PERCENT-COMPLETE", .ofTasks),
  ]

  var isOfRules: Bool { if case .rule = self { true } else { false } }

  /// Whether white space around a value is no part of it.
  var isTrimmed: Bool {
    switch self {
    case .text, .textList, .unknown: false
    // White space around a rule is reported with its place.
    case .rule: false
    default: true
    }
  }

  /// Whether a message may quote its values: they say when something takes place, not what.
  var isQuoted: Bool {
    switch self {
    case .integer, .instant, .time, .timeList, .duration, .trigger, .offset, .rule, .transparency: true
    default: false
    }
  }

  /// What a message says of a value that is left out.
  var expectation: StaticString {
    switch self {
    case .integer: "is not a number of its range"
    case .instant: "is not a time"
    case .trigger: "is neither a length nor a time in UTC"
    case .coordinates: "is not two numbers, degrees north and east"
    case .uri: "is not an address"
    case .data: "is neither an address nor data in base64"
    case .transparency: "is neither OPAQUE nor TRANSPARENT"
    case .ofTasks: "is for tasks (VTODO) only"
    case .requestStatus: "does not begin with the code of a status"
    default: "can't be read"
    }
  }

  /// Whether a value may be in an encoding (3.2.7; RFC 2425, 5.8.4).
  func allows(encoding: [UInt8], for value: ArraySlice<UInt8>) -> Bool {
    let isBase64 = encoding.equalsIgnoringCase("BASE64") || encoding.equalsIgnoringCase("B")
    if encoding.equalsIgnoringCase("8BIT") { return true }
    return switch self {
    case .text, .textList: isBase64 || encoding.equalsIgnoringCase("QUOTED-PRINTABLE")
    case .data: isBase64
    case .unknown: isBase64 && ValueType.isBase64(value)
    default: false
    }
  }

  /// Whether a type that VALUE names (3.2.20) is one of the property's.
  func allows(type: [UInt8], for value: ArraySlice<UInt8>) -> Bool {
    func isOne(_ types: StaticString...) -> Bool { types.contains { type.equalsIgnoringCase($0) } }
    return switch self {
    case .text, .textList: isOne("TEXT")
    // Words and statuses are texts too, but libical has types of its own for them.
    case .transparency, .class, .word, .requestStatus: false
    case .identifier: isOne("UID") || isOne("URI") && ValueType.uri.describes(value)
    case .integer: isOne("INTEGER")
    case .instant: isOne("DATE-TIME")
    case .time: isOne("DATE-TIME", "DATE")
    case .timeList: isOne("DATE-TIME", "DATE", "PERIOD")
    case .duration: isOne("DURATION")
    case .trigger: isOne("DURATION", "DATE-TIME")
    case .coordinates: isOne("FLOAT")
    case .offset: isOne("UTC-OFFSET")
    case .rule: isOne("RECUR")
    case .uri: isOne("URI")
    case .data: isOne("URI", "BINARY")
    case .person: isOne("CAL-ADDRESS")
    case .ofTasks: false
    // Other types than those of RFC 5545 are texts to programs that don't know them.
    case .unknown: ValueType(type)?.describes(value) ?? !type.isEmpty
    }
  }
}
