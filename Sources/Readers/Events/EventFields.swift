import Bytes
import CivilTime
import TimeZones

/// Turns the keys of an event, in events.json or a note's front matter, into a draft. What is wrong is
/// gathered in ``findings``: a mistake that would show the event at a wrong time, under a wrong name or
/// to the wrong people skips it; of any other only the one value is left out.
struct EventFields {
  /// What is skipped: `event` or `note`.
  let noun: String
  /// In YAML every value is a text.
  let isYAML: Bool
  let zones: ZoneTable
  private(set) var findings: [Finding] = []
  private var isSkipped = false
  /// Zones that were named before: a file names the same few on every event.
  private var knownZones: [[UInt8]: Zone] = [:]
  /// What to say of names that no zone has: to look for the nearest takes a walk over all.
  private var unknownZones: [[UInt8]: String] = [:]
  /// Keys that mean nothing, in the order in which they were met.
  private(set) var unknownKeys: [Unknown] = []
  /// The index of each unknown key, by the key and the object that has it.
  private var unknownIndices: [[UInt8]: Int] = [:]
  /// How many events were begun.
  private var eventCount = 0

  /// What is wrong with a value.
  struct Finding {
    var severity: Diagnostic.Severity
    var offset: Int
    var message: String
  }

  /// A key that means nothing: one line for all events of a file that have it.
  struct Unknown {
    let key: String
    /// Where it stands first.
    let offset: Int
    /// The keys that have a meaning there.
    let known: [String]
    let synonyms: KeySynonyms
    /// Whether the events are skipped for it.
    let isVital: Bool
    /// In how many events it stands, and the last of them.
    var count: Int
    fileprivate var last: Int

    /// What is to be said of it.
    func message(_ noun: String) -> String {
      let words = UnknownKey(key, known, synonyms, count: count, isNear: isNear).message
      if !isVital { return words }
      return words + (count > 1 ? "; these \(noun)s are skipped" : "; the \(noun) is skipped")
    }

    fileprivate let isNear: Bool
  }

  /// For how many different unknown keys a near name is looked for: nobody makes more slips by hand.
  private static let nearLimit = 1_000

  init(noun: String, isYAML: Bool, zones: ZoneTable) {
    self.noun = noun
    self.isYAML = isYAML
    self.zones = zones
  }

  /// Takes what was found since the last time.
  mutating func takeFindings() -> [Finding] {
    defer { findings.removeAll(keepingCapacity: true) }
    return findings
  }

  static let keys = [
    "start", "end", "duration", "tz", "allDay", "title", "desc", "description", "location", "attends", "url",
    "categories", "rrule", "exdates", "status", "class", "transp", "uid", "color", "calendar", "startDate", "range",
    "type",
  ]

  /// Keys that must not be lost to a slip of the finger, or be called what other programs call them: an event without
  /// them would be shown to the wrong people.
  static let vitalKeys = ["class", "calendar"]

  /// What an event says, as events.json names it.
  enum Key: Int {
    case startDate, range, type, title, desc, attends, location, uid, start, end, tz, allDay, rrule
    case exdates, url, categories, status, classification, transp, duration, color, calendar

    /// In the order of the cases.
    private static let names = [
      "startDate", "range", "type", "title", "desc", "attends", "location", "uid", "start", "end", "tz", "allDay",
      "rrule", "exdates", "url", "categories", "status", "class", "transp", "duration", "color", "calendar",
    ].map { Array($0.utf8) }

    /// `nil` for a key that means nothing here.
    init?(_ key: [UInt8]) {
      if key.equals("description") {
        self = .desc
      } else if let index = Self.names.firstIndex(of: key) {
        self.init(rawValue: index)
      } else {
        return nil
      }
    }
  }

  /// The values of one event by key; `null` counts as absent.
  struct Values {
    private let members: [JSONValue.Member]
    /// The index of each key's member, or -1: cheaper to make and drop than a value for each.
    private var places = SIMD32<Int32>(repeating: -1)

    init(_ members: [JSONValue.Member]) { self.members = members }

    subscript(key: Key) -> JSONValue? {
      let place = places[key.rawValue]
      return place < 0 ? nil : members[Int(place)].value
    }

    mutating func set(_ key: Key, to index: Int) {
      if case .null = members[index].value.kind {
        places[key.rawValue] = -1
      } else {
        places[key.rawValue] = Int32(truncatingIfNeeded: index)
      }
    }
  }

  /// Reads one event; `nil` where it is skipped. O(its bytes).
  mutating func draft(_ members: [JSONValue.Member], at offset: Int) -> EventDraft? {
    isSkipped = false
    eventCount += 1
    let values = sort(members)
    let rule = values[.rrule].flatMap { self.rule($0) } ?? []
    guard let draft = times(values, hasRule: !rule.isEmpty, at: offset) else { return nil }
    draft.rule = rule
    draft.ruleOffset = values[.rrule]?.offset ?? offset
    if let value = values[.uid] { draft.uid = text(value, "uid", isVital: true) ?? [] }
    if let value = values[.title] { draft.title = text(value, "title", isVital: true) ?? [] }
    if let value = values[.desc] { draft.details = text(value, "desc") ?? [] }
    if let value = values[.location] { readLocation(value, draft) }
    if let value = values[.attends] { readPeople(value, draft) }
    if let value = values[.type] { readType(value, draft) }
    if let value = values[.categories] {
      draft.categories = texts(value, "categories", isVital: true)
    }
    readWords(values, draft)
    if let value = values[.url] { readURL(value, draft) }
    if let value = values[.color] { readColor(value, draft) }
    if let value = values[.calendar], let name = text(value, "calendar", isVital: true) {
      draft.calendar = Array(name.trimmed)
      draft.calendarOffset = value.offset
    }
    return isSkipped ? nil : draft
  }

  private mutating func sort(_ members: [JSONValue.Member]) -> Values {
    var values = Values(members)
    for index in members.indices {
      if let key = Key(members[index].key) {
        values.set(key, to: index)
      } else {
        noteUnknown(members[index], Self.keys, .event)
      }
    }
    return values
  }

  /// Notes a key that means nothing. An event that lacks a vital key for it is skipped.
  /// - Parameter owner: whose key it is, if not the event's own.
  mutating func noteUnknown(
    _ member: JSONValue.Member, _ known: [String], _ synonyms: KeySynonyms = .none, of owner: String = ""
  ) {
    let name = Array(owner.utf8) + [0] + member.key
    let index: Int
    if let found = unknownIndices[name] {
      index = found
    } else {
      index = unknownKeys.count
      unknownIndices[name] = index
      let key = String(utf8: member.key)
      let isNear = index < Self.nearLimit
      let meant = owner.isEmpty ? UnknownKey(key, known, synonyms, isNear: isNear).meant : nil
      unknownKeys.append(
        Unknown(
          key: key, offset: member.keyOffset, known: known, synonyms: synonyms,
          isVital: meant.map(Self.vitalKeys.contains) ?? false, count: 0, last: 0, isNear: isNear))
    }
    if unknownKeys[index].isVital { isSkipped = true }
    if unknownKeys[index].last == eventCount { return }
    unknownKeys[index].last = eventCount
    unknownKeys[index].count += 1
  }

  // MARK: Findings

  mutating func note(_ severity: Diagnostic.Severity, _ offset: Int, _ message: String) {
    findings.append(Finding(severity: severity, offset: offset, message: message))
  }

  /// Reports what makes the event unusable.
  mutating func skip(_ offset: Int, _ message: String) {
    isSkipped = true
    note(.error, offset, message + "; the \(noun) is skipped")
  }

  /// Reports a value of a wrong kind: the event is skipped where it is vital, else the value.
  mutating func refuse(_ value: JSONValue, _ key: String, _ mend: String, isVital: Bool) {
    if isVital {
      skip(value.offset, "\(key) is \(value.label); \(mend)")
    } else {
      note(.warning, value.offset, "\(key) is \(value.label) and is left out; \(mend)")
    }
  }

  // MARK: Kinds of value

  mutating func text(_ value: JSONValue, _ key: String, isVital: Bool = false) -> [UInt8]? {
    if case .string(let text) = value.kind { return text }
    refuse(value, key, "write a text in quotation marks", isVital: isVital)
    return nil
  }

  /// A list of texts; a text by itself is a list of one.
  mutating func texts(_ value: JSONValue, _ key: String, isVital: Bool = false) -> [[UInt8]] {
    guard case .array(let elements) = value.kind else {
      if case .string(let text) = value.kind { return [text] }
      refuse(value, key, "write a list of texts", isVital: isVital)
      return []
    }
    var texts: [[UInt8]] = []
    for element in elements {
      if let text = text(element, key, isVital: isVital), !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  mutating func flag(_ value: JSONValue, _ key: String) -> Bool? {
    switch value.kind {
    case .flag(let flag): return flag
    case .string(let text)
    where isYAML && ["true", "yes", "on"].contains(String(utf8: text).lowercased()): return true
    case .string(let text)
    where isYAML && ["false", "no", "off"].contains(String(utf8: text).lowercased()): return false
    default:
      refuse(
        value, key, isYAML ? "write true or false" : "write true or false, without quotation marks",
        isVital: true)
      return nil
    }
  }

  /// The digits of a number.
  func number(_ value: JSONValue) -> [UInt8]? {
    switch value.kind {
    case .number(let text): return text
    case .string(let text) where isYAML && Double(String(utf8: text))?.isFinite == true: return text
    default: return nil
    }
  }

  mutating func zone(_ value: JSONValue) -> Zone? {
    guard let name = text(value, "tz", isVital: true) else { return nil }
    if let known = knownZones[name] { return known }
    if let zone = zones.lookup(name.trimmed) {
      knownZones[name] = zone
      return zone
    }
    let zones = zones
    if unknownZones[name] == nil {
      // More different mistakes than this are not made by hand.
      let canSuggest = unknownZones.count < 100
      unknownZones[name] = Text.unknownZone(name) { canSuggest ? zones.nearest(to: $0) : [] }
    }
    skip(value.offset, unknownZones[name]!)
    return nil
  }
}
