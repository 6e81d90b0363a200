import Bytes
import CivilTime
import TimeZones

/// Converts the keys of an event, in events.json or a note's front matter, to a draft. Problems are collected in
/// ``findings``: a mistake that would show the event at a wrong time, under a wrong name or to the wrong people skips
/// the event; any other only drops the value.
struct EventFields {
  /// The word for what is skipped: `event` or `note`.
  let noun: String
  /// In YAML every scalar is a text.
  let isYAML: Bool
  let zones: ZoneTable
  /// Keys that decide who sees an event: see ``SiteConfiguration/vitalKeys``.
  private let vitalKeys: [String]
  private(set) var findings: [(severity: Diagnostic.Severity, offset: Int, message: String)] = []
  private var isSkipped = false
  /// Zones already looked up: a file names the same few in every event.
  private var knownZones: [[UInt8]: Zone] = [:]
  /// Messages for unknown zone names: finding the nearest name searches all of them.
  private var unknownZones: [[UInt8]: String] = [:]
  /// Unknown keys, in the order of first occurrence.
  private(set) var unknownKeys: [Unknown] = []
  /// The index of each unknown key, by the key and the object that contains it.
  private var unknownIndices: [[UInt8]: Int] = [:]
  /// The number of events begun.
  private var eventCount = 0

  /// An unknown key: one message for all events of a file that have it.
  struct Unknown {
    let key: String
    /// Where it occurs first.
    let offset: Int
    /// The keys that are valid there.
    let known: [String]
    let synonyms: KeySynonyms
    /// Whether its events are skipped.
    let isVital: Bool
    /// The number of events that have it, and the last of them.
    var count: Int
    fileprivate var last: Int

    /// The message about it.
    func message(_ noun: String) -> String {
      let words = UnknownKey(key, known, synonyms, count: count, isNear: isNear).message
      if !isVital { return words }
      return words + (count > 1 ? "; these \(noun)s are skipped" : "; the \(noun) is skipped")
    }

    fileprivate let isNear: Bool
  }

  /// The greatest number of unknown keys for which a near name is looked for: nobody makes more mistakes by hand.
  private static let nearLimit = 1_000

  init(noun: String, isYAML: Bool, zones: ZoneTable, vitalKeys: [String]) {
    self.noun = noun
    self.vitalKeys = vitalKeys
    self.isYAML = isYAML
    self.zones = zones
  }

  /// Returns and removes the findings so far.
  mutating func takeFindings() -> [(severity: Diagnostic.Severity, offset: Int, message: String)] {
    defer { findings.removeAll(keepingCapacity: true) }
    return findings
  }

  static let keys = [
    "start", "end", "duration", "tz", "allDay", "title", "slug", "desc", "description", "location", "attends", "url",
    "categories", "rrule", "exdates", "status", "class", "transp", "uid", "color", "calendar", "except", "startDate",
    "range", "type",
  ]

  /// Keys that must not get lost through a misspelling or another program's name for them: without them an event would
  /// be shown to the wrong people.
  static let vitalKeys = ["class", "calendar"]

  /// The keys of an event, with their names in events.json.
  enum Key: Int {
    case startDate, range, type, title, desc, attends, location, uid, start, end, tz, allDay, rrule
    case exdates, url, categories, status, classification, transp, duration, color, calendar, except, slug

    /// In the order of the cases.
    private static let names = [
      "startDate", "range", "type", "title", "desc", "attends", "location", "uid", "start", "end", "tz", "allDay",
      "rrule", "exdates", "url", "categories", "status", "class", "transp", "duration", "color", "calendar",
      "except", "slug",
    ].map { Array($0.utf8) }

    /// `nil` for an unknown key.
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
    /// The index of each key's member, or -1: cheaper than storing the values.
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

  /// Reads one event; `nil` if it is skipped. O(its bytes).
  mutating func draft(_ members: [JSONValue.Member], at offset: Int) -> EventDraft? {
    isSkipped = false
    eventCount += 1
    let values = sort(members)
    if isVital("title"), !isYAML, values[.title].map({ $0.isBlank }) ?? true,
      let unknown = members.first(where: { Key($0.key) == nil })
    {
      skip(
        unknown.keyOffset,
        "\(Text.quote(unknown.key)) may be the title, by which a rule of site.yml decides; rename it to title, or add "
          + "a title")
    }
    let rule = values[.rrule].flatMap { self.rule($0) } ?? []
    guard let draft = times(values, hasRule: !rule.isEmpty, at: offset) else { return nil }
    draft.rule = rule
    draft.ruleOffset = values[.rrule]?.offset ?? offset
    if let value = values[.uid] { draft.uid = text(value, "uid", isVital: true) ?? [] }
    if let value = values[.title] { draft.title = text(value, "title", isVital: true) ?? [] }
    if let value = values[.slug] { readSlug(value, draft) }
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
    if let value = values[.except] {
      draft.except = texts(value, "except").map { Array($0.trimmed) }
      draft.exceptOffset = value.offset
      if rule.isEmpty, !draft.except.isEmpty {
        warn(
          value.offset,
          "except leaves out instances of a series, and this \(noun) does not recur; add rrule, or remove except")
      }
    }
    return isSkipped ? nil : draft
  }

  private mutating func sort(_ members: [JSONValue.Member]) -> Values {
    var values = Values(members)
    for index in members.indices {
      if let key = Key(members[index].key) {
        // Each of these may decide on who sees the event.
        if values[key] != nil, [.categories, .title].contains(key) || isVital(String(utf8: members[index].key)) {
          skip(members[index].keyOffset, "\(String(utf8: members[index].key)) is written twice; keep one")
        }
        values.set(key, to: index)
      } else {
        noteUnknown(members[index], Self.keys, .event)
      }
    }
    return values
  }

  /// Whether a key decides who sees the event.
  func isVital(_ key: String) -> Bool { vitalKeys.contains(key) }

  /// Records an unknown key. An event is skipped if the key may mean a vital one.
  /// - Parameter owner: the object that contains the key, if it is not the event itself.
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
      let unknown = UnknownKey(key, known, synonyms, isNear: isNear)
      let isMeant = owner.isEmpty ? unknown.meant.map(isVital) == true : isVital(owner)
      unknownKeys.append(
        Unknown(
          key: key, offset: member.keyOffset, known: known, synonyms: synonyms,
          isVital: unknown.mayWithhold || isMeant, count: 0, last: 0, isNear: isNear))
    }
    if unknownKeys[index].isVital { isSkipped = true }
    if unknownKeys[index].last == eventCount { return }
    unknownKeys[index].last = eventCount
    unknownKeys[index].count += 1
  }

  // MARK: Findings

  mutating func note(_ severity: Diagnostic.Severity, _ offset: Int, _ message: String) {
    findings.append((severity, offset, message))
  }

  mutating func warn(_ offset: Int, _ message: String) { note(.warning, offset, message) }

  /// Reports a mistake that makes the event unusable.
  mutating func skip(_ offset: Int, _ message: String) {
    isSkipped = true
    note(.error, offset, message + "; the \(noun) is skipped")
  }

  /// Reports a value of a wrong kind: skips the event if it is vital, otherwise drops the value.
  mutating func refuse(_ value: JSONValue, _ key: String, _ mend: String, isVital: Bool = false) {
    if isVital {
      skip(value.offset, "\(key) is \(value.label); \(mend)")
    } else {
      warn(value.offset, "\(key) is \(value.label) and is left out; \(mend)")
    }
  }

  // MARK: Kinds of value

  mutating func text(_ value: JSONValue, _ key: String, isVital: Bool = false) -> [UInt8]? {
    if case .string(let text) = value.kind { return text }
    refuse(value, key, "write a text in quotation marks", isVital: isVital)
    return nil
  }

  /// A list of texts; a single text is a list of one.
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
    if case .flag(let flag) = value.kind { return flag }
    if isYAML, case .string(let text) = value.kind, let flag = YAMLValue.flag(String(utf8: text)) { return flag }
    refuse(value, key, "write true or false\(isYAML ? "" : ", without quotation marks")", isVital: true)
    return nil
  }

  /// The digits of a number, as written.
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
      // Nobody makes more different mistakes by hand.
      let canSuggest = unknownZones.count < 100
      unknownZones[name] = Text.unknownZone(name) { canSuggest ? zones.nearest(to: $0) : [] }
    }
    skip(value.offset, unknownZones[name]!)
    return nil
  }
}
