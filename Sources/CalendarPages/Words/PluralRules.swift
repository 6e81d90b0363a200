import Mustache

/// A plural category of CLDR (UTS 35, part 3, "Language Plural Rules").
package enum PluralCategory: Int, CaseIterable, NamedCases {
  case zero, one, two, few, many, other
}

/// The plural category of a whole number in a language, by CLDR's rules.
package struct PluralRules: Sendable {
  /// "n % 10 = 2..4": whether the number, or its remainder, is in one of the ranges, or in none.
  package struct Relation: Sendable {
    /// The divisor; 0 for the number itself.
    var modulus: Int
    var isNegated: Bool
    var ranges: [ClosedRange<Int>]

    /// - Parameters:
    ///   - modulus: the divisor; 0 for the number itself.
    ///   - ranges: bounds of 0 to ``PluralRules/largest``.
    package init(modulus: Int, isNegated: Bool, ranges: [ClosedRange<Int>]) {
      self.modulus = modulus
      self.isNegated = isNegated
      self.ranges = ranges
    }

    /// Whether a number satisfies the relation. It must not be negative.
    package func holds(for number: Int) -> Bool {
      let value = modulus == 0 ? number : number % modulus
      for range in ranges where range.contains(value) { return !isNegated }
      return isNegated
    }
  }

  /// A category and its rule: a number is in it if all relations of any alternative hold.
  package struct Rule: Sendable {
    package var category: PluralCategory
    package var alternatives: [[Relation]]

    package init(category: PluralCategory, alternatives: [[Relation]]) {
      self.category = category
      self.alternatives = alternatives
    }
  }

  /// The largest number in a rule; CLDR's go to 1,000,000.
  package static let largest = 1 << 24

  /// In the order in which they are tried.
  package let rules: [Rule]

  package init(rules: [Rule]) { self.rules = rules }

  /// Every number is ``PluralCategory/other``.
  package static let none = PluralRules(rules: [])

  /// The first category whose rule takes a number; `other` if none does. The sign does not count. O(relations).
  package func category(of number: Int) -> PluralCategory {
    let number = number == .min ? .max : abs(number)
    for rule in rules {
      for relations in rule.alternatives where relations.allSatisfy({ $0.holds(for: number) }) { return rule.category }
    }
    return .other
  }
}
