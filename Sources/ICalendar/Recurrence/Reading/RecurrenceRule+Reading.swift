import Bytes
import CivilTime

extension RecurrenceRule {
  /// Parses the value of an RRULE: `FREQ=WEEKLY;BYDAY=MO,WE`, parts in any order and letter case.
  ///
  /// `FREQ=monthly;byday=-1FR;` reads as the last Friday of every month, with two repairs of
  /// letter case and one empty part.
  ///
  /// - Returns: the rule, and the repairs that were needed to read it, in the order of the text.
  /// - Throws: ``RecurrenceRuleError`` if the text has no safe interpretation; see its kinds.
  /// - Complexity: O(text).
  public static func read(
    _ text: some Collection<UInt8>
  ) throws(RecurrenceRuleError) -> (rule: RecurrenceRule, repairs: [RecurrenceRuleRepair]) {
    var reader = RuleReader(bytes: Array(text))
    try reader.read()
    return (reader.rule, reader.repairs)
  }
}

extension RecurrenceRule {
  /// Whether there is no BYxxx part beside BYSETPOS.
  fileprivate var hasNothingToChooseFrom: Bool {
    bySecond.isEmpty && byMinute.isEmpty && byHour.isEmpty && byDay.isEmpty && byMonthDay.isEmpty && byYearDay.isEmpty
      && byWeekNo.isEmpty && byMonth.isEmpty
  }
}

/// Splits a rule into parts and handles what concerns several of them; values are read in RuleReader+Values.swift.
struct RuleReader {
  let bytes: [UInt8]
  var rule = RecurrenceRule(frequency: .daily)
  var repairs: [RecurrenceRuleRepair] = []
  /// Bit `n`: the part with raw value `n` has been read.
  private var parts: UInt32 = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(RecurrenceRuleError) {
    var index = 0
    let whole = trim(0..<bytes.count, reports: false)
    if let colon = firstIndex(of: ":", in: whole) {
      let name = bytes[whole.lowerBound..<colon]
      if name.equalsIgnoringCase("RRULE") || name.equalsIgnoringCase("EXRULE") {
        repair(.propertyName, at: whole.lowerBound)
        index = colon + 1
      }
    }
    while index <= bytes.count {
      let end = firstIndex(of: ";", in: index..<bytes.count) ?? bytes.count
      try part(index..<end, isAlone: index == 0 && end == bytes.count)
      index = end + 1
    }
    try settle()
    sortRepairs()
  }

  /// Insertion sort, because few repairs are out of order: only those for white space after other text, and those that
  /// concern several parts.
  private mutating func sortRepairs() {
    for index in repairs.indices.dropFirst() {
      let repair = repairs[index]
      var place = index
      while place > 0, repairs[place - 1].offset > repair.offset {
        repairs[place] = repairs[place - 1]
        place -= 1
      }
      repairs[place] = repair
    }
  }

  /// Reads one part, between semicolons.
  private mutating func part(_ range: Range<Int>, isAlone: Bool) throws(RecurrenceRuleError) {
    let text = trim(range)
    if text.isEmpty {
      if !isAlone { repair(.emptyPart, at: min(range.lowerBound, max(bytes.count - 1, 0))) }
      return
    }
    guard let equals = firstIndex(of: "=", in: text) else { throw error(.form, at: text.lowerBound) }
    let nameRange = trim(text.lowerBound..<equals)
    let valueRange = trim(equals + 1..<text.upperBound)
    let name = bytes[nameRange]
    guard let part = Self.part(name) else {
      guard name.count > 2, name.prefix(2).equalsIgnoringCase("X-") else {
        throw error(.unknownPart, at: nameRange.lowerBound)
      }
      repair(.experimentalPart, at: nameRange.lowerBound)
      return
    }
    if valueRange.isEmpty { throw error(.unreadable(part), at: valueRange.lowerBound) }
    for place in text where bytes[place].lowercased == bytes[place] && bytes[place].isLetter {
      repair(.letterCase, at: place)
      break
    }
    if has(part) {
      guard bytes[firstValue(of: part)].equalsIgnoringCase(bytes[valueRange]) else {
        throw error(.contradiction(part), at: nameRange.lowerBound)
      }
      repair(.repeatedPart(part), at: nameRange.lowerBound)
      return
    }
    parts |= 1 << UInt32(part.rawValue)
    try value(of: part, in: valueRange)
  }

  static func part(_ name: ArraySlice<UInt8>) -> RecurrenceRulePart? {
    var rawValue: UInt8 = 0
    while let part = RecurrenceRulePart(rawValue: rawValue) {
      if name.equalsIgnoringCase(part.name) { return part }
      rawValue += 1
    }
    return nil
  }

  /// The range of a part's value; searched again, since it is rarely needed.
  private func firstValue(of part: RecurrenceRulePart) -> Range<Int> {
    var reader = self
    var start = 0
    while start <= bytes.count {
      let end = firstIndex(of: ";", in: start..<bytes.count) ?? bytes.count
      if let equals = firstIndex(of: "=", in: start..<end) {
        var name = reader.trim(start..<equals, reports: false)
        if let colon = firstIndex(of: ":", in: name) { name = colon + 1..<name.upperBound }
        if bytes[name].equalsIgnoringCase(part.name) { return reader.trim(equals + 1..<end, reports: false) }
      }
      start = end + 1
    }
    return 0..<0
  }

  /// Checks that need all parts.
  private mutating func settle() throws(RecurrenceRuleError) {
    guard has(.freq) else { throw error(.missingFrequency, at: 0) }
    if !rule.byMonthDay.isEmpty { try requirePlace(of: .byMonthDay) }
    if !rule.byYearDay.isEmpty { try requirePlace(of: .byYearDay) }
    if !rule.byWeekNo.isEmpty { try requirePlace(of: .byWeekNo) }
    if rule.byDay.contains(where: { $0.ordinal != 0 }) {
      if rule.frequency < .weekly { throw error(.outOfPlace(.byDay), at: place(of: .byDay)) }
      if rule.frequency == .weekly || has(.byWeekNo) {
        repair(.ordinalInWeek, at: place(of: .byDay))
        let days = rule.byDay
        rule.byDay = []
        for day in days { rule.byDay.insertOnce(RecurrenceRule.Day(day.weekday)) { Self.precedes($0, $1) } }
      }
    }
    if has(.count), has(.until) {
      repair(.countAndUntil, at: max(place(of: .count), place(of: .until)))
    }
    if !rule.bySetPos.isEmpty, rule.hasNothingToChooseFrom {
      repair(.setPositionAlone, at: place(of: .bySetPos))
      rule.bySetPos = []
    }
  }

  private func requirePlace(of part: RecurrenceRulePart) throws(RecurrenceRuleError) {
    if PartEffect.of(part, in: rule.frequency) == .notApplicable { throw error(.outOfPlace(part), at: place(of: part)) }
  }

  private func has(_ part: RecurrenceRulePart) -> Bool { parts >> UInt32(part.rawValue) & 1 == 1 }

  private func place(of part: RecurrenceRulePart) -> Int { firstValue(of: part).lowerBound }

  // MARK: Bytes

  func firstIndex(of scalar: Unicode.Scalar, in range: Range<Int>) -> Int? {
    let sought = UInt8.ascii(scalar)
    for index in range where bytes[index] == sought { return index }
    return nil
  }

  /// The range without white space at its ends; removing white space is reported.
  mutating func trim(_ range: Range<Int>, reports: Bool = true) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, bytes[low].isWhitespace { low += 1 }
    while low < high, bytes[high - 1].isWhitespace { high -= 1 }
    if reports, low != range.lowerBound { repair(.whiteSpace, at: range.lowerBound) }
    if reports, high != range.upperBound { repair(.whiteSpace, at: high) }
    return low..<high
  }

  /// One repair per kind and place is enough: trimming meets the same white space again.
  mutating func repair(_ kind: RecurrenceRuleRepair.Kind, at offset: Int) {
    let repair = RecurrenceRuleRepair(kind: kind, offset: offset)
    if repairs.last != repair { repairs.append(repair) }
  }

  func error(_ kind: RecurrenceRuleError.Kind, at offset: Int) -> RecurrenceRuleError {
    RecurrenceRuleError(kind: kind, offset: offset)
  }
}
