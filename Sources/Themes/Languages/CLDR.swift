import Foundation
import Readers

/// What CLDR says of languages, from the tables of Foundation's ICU: texts with their inheritance, parents of locales,
/// plural rules.
enum CLDR {
  /// A locale's text, else that of its nearest parent that has one; the root does not count.
  static func own(_ tag: String, _ path: [String]) -> String? {
    for locale in parents(of: tag) {
      if let text = ICUTable(name: underscored(locale)).text(path) { return text }
    }
    return nil
  }

  /// A locale's text, else that of its nearest parent that has one, the root included.
  static func inherited(_ tag: String, _ path: [String]) -> String? {
    own(tag, path) ?? ICUTable(name: "root").text(path)
  }

  /// The texts below a path of units of time by their keys, each of the nearest parent that has it.
  static func units(_ tag: String, _ path: [String]) -> [(key: String, text: String)] {
    var texts: [(key: String, text: String)] = []
    for locale in parents(of: tag) {
      for child in ICUTable(part: "unit", name: underscored(locale)).children(path) {
        if let text = child.texts.first, !texts.contains(where: { $0.key == child.key }) {
          texts.append((child.key, text))
        }
      }
    }
    return texts
  }

  /// A pattern with plain spaces for thin and narrow ones, which pages have nowhere.
  static func plainSpaces(_ pattern: String) -> String {
    pattern.replacing("\u{2009}", with: " ").replacing("\u{202F}", with: "\u{A0}")
  }

  private static func underscored(_ tag: String) -> String { tag.replacing("-", with: "_") }

  // MARK: Locales

  /// A tag and its parents by CLDR, the most exact first, without the root: de-AT, de; pt-AO, pt-PT, pt; zh-TW,
  /// zh-Hant-TW, zh-Hant.
  static func parents(of tag: String) -> [String] {
    var chain: [String] = []
    // Extensions, such as those of digits, are no part of a table's name.
    var next = tag.firstMatch(of: #/-[a-z0-9]-/#).map { String(tag[..<$0.range.lowerBound]) } ?? tag as String?
    while let tag = next, !tag.isEmpty, !chain.contains(tag), chain.count < 8 {
      chain.append(tag)
      next = parent(of: tag)
    }
    return chain
  }

  private static func parent(of tag: String) -> String? {
    if let listed = listedParents[tag] { return listed == "root" ? nil : listed }
    let parts = tag.split(separator: "-").map { String($0) }
    // zh-TW is written in another script than zh, so its parent is zh-Hant-TW and not zh.
    if let script = Locale.Language(identifier: tag).script?.identifier, !parts.contains(script),
      Locale.Language(identifier: parts[0]).script?.identifier != script
    {
      return ([parts[0], script] + parts.dropFirst()).joined(separator: "-")
    }
    return parts.count > 1 ? parts.dropLast().joined(separator: "-") : nil
  }

  /// A tag with its likely script and region, by which tags of one language are equal: pt and pt-BR, zh-TW and zh-Hant.
  static func likely(_ tag: String) -> String { Locale.Language(identifier: tag).maximalIdentifier }

  /// Parents that are not the tag without its last part.
  private static let listedParents: [String: String] = {
    var parents: [String: String] = [:]
    for (parent, children) in ICUTable(name: "supplementalData").children(["parentLocales"]) {
      for child in children {
        parents[child.replacing("_", with: "-")] = parent.replacing("_", with: "-")
      }
    }
    // ICU's table has it only as an alias.
    (parents["nb"], parents["nn"]) = ("no", "no")
    return parents
  }()

  // MARK: Punctuation

  /// The quotation marks of a language, those within others included; none where ICU's tables can't be read.
  static func quotationMarks(_ tag: String) -> [String] {
    ["quotationStart", "quotationEnd", "alternateQuotationStart", "alternateQuotationEnd"].compactMap {
      inherited(tag, ["delimiters", $0])
    }
  }

  // MARK: Plurals

  /// The rules of a language by their categories, as CLDR writes them.
  static func pluralRules(_ tag: String, areOrdinal: Bool) -> [(category: String, rule: String)] {
    let table = ICUTable(name: "plurals")
    for locale in parents(of: tag) {
      guard let set = table.text([areOrdinal ? "locales_ordinals" : "locales", underscored(locale)]) else { continue }
      return table.children(["rules", set]).filter { $0.key != "other" }.compactMap { child in
        child.texts.first.map { (child.key, $0) }
      }
    }
    return []
  }
}
