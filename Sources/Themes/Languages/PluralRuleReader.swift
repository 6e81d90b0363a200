import CalendarPages

/// Reads a plural rule as CLDR writes it (UTS 35, part 3, "Plural rules syntax"), "n % 10 = 2..4 and n % 100 != 12".
/// Pages count whole numbers only, so every operand that is about decimals or exponents is 0.
struct PluralRuleReader {
  /// What is wrong with a rule, and the mend.
  struct Failure: Error {
    var message: String
  }

  private var tokens: ArraySlice<Substring>

  /// - Returns: the alternatives, each with the relations that must hold. Relations that always hold, and alternatives
  ///   that never do, are left out.
  static func read(_ rule: String) throws(Failure) -> [[PluralRules.Relation]] {
    // Samples may stand behind the rule.
    let rule = rule.prefix { $0 != "@" }
    var spaced = ""
    for character in rule {
      spaced += ["=", "%", ",", "!"].contains(character) ? " \(character) " : "\(character)"
    }
    let tokens = spaced.replacing("!  =", with: "!=").split(whereSeparator: \.isWhitespace)
    var reader = PluralRuleReader(tokens: tokens[...])
    var alternatives: [[PluralRules.Relation]] = []
    repeat {
      if let relations = try reader.alternative() { alternatives.append(relations) }
    } while reader.take("or")
    if let rest = reader.tokens.first { throw Failure(message: "\"\(rest)\" is not expected here; \(Self.form)") }
    return alternatives
  }

  private static let form = "write a rule such as \"n % 10 = 2..4 and n % 100 != 12..14\""

  private mutating func take(_ token: String) -> Bool {
    guard tokens.first.map({ $0 == token }) == true else { return false }
    tokens.removeFirst()
    return true
  }

  /// - Returns: `nil` if it never holds.
  private mutating func alternative() throws(Failure) -> [PluralRules.Relation]? {
    var relations: [PluralRules.Relation] = []
    var holds = true
    repeat {
      let (relation, isOfNumber) = try relation()
      if isOfNumber { relations.append(relation) } else if !relation.holds(for: 0) { holds = false }
    } while take("and")
    return holds ? relations : nil
  }

  private mutating func relation() throws(Failure) -> (PluralRules.Relation, isOfNumber: Bool) {
    guard let operand = tokens.popFirst(), ["n", "i", "v", "w", "f", "t", "c", "e"].contains(operand) else {
      throw Failure(message: "a rule compares n, i, v, w, f, t, c or e; \(Self.form)")
    }
    let modulus = take("%") ? try number() : 0
    let isNegated = take("!=")
    guard isNegated || take("=") else { throw Failure(message: "= or != is missing; \(Self.form)") }
    var ranges: [ClosedRange<Int>] = []
    repeat { ranges.append(try range()) } while take(",")
    let isOfNumber = operand == "n" || operand == "i"
    return (PluralRules.Relation(modulus: modulus, isNegated: isNegated, ranges: ranges), isOfNumber)
  }

  private mutating func number() throws(Failure) -> Int {
    guard let text = tokens.popFirst(), let number = Int(text), (1...PluralRules.largest).contains(number) else {
      throw Failure(message: "a number from 1 is missing after %; \(Self.form)")
    }
    return number
  }

  private mutating func range() throws(Failure) -> ClosedRange<Int> {
    let parts = (tokens.popFirst() ?? "").split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let low = parts[0], let high = parts[parts.count - 1], 0 <= low, low <= high,
      high <= PluralRules.largest
    else { throw Failure(message: "a number or a range such as 2..4 is missing; \(Self.form)") }
    return low...high
  }
}
