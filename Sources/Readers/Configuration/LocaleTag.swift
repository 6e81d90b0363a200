import Bytes
import Foundation

/// Language tags of BCP 47 (RFC 5646), and POSIX locale names, which people also write.
package enum LocaleTag {
  /// Why a text is no locale.
  package struct Failure: Error {
    /// "did you mean de?"
    package var mend: String
  }

  /// How a locale is written.
  static let form = "write a language tag such as en-GB, de or zh-Hans"

  /// The numbering systems of CLDR that `digits` may name: all with ten consecutive digits that a language uses.
  static let digits = [
    "latn", "arab", "arabext", "beng", "deva", "gujr", "guru", "khmr", "knda", "laoo", "mlym", "mymr", "orya",
    "tamldec", "telu", "thai", "tibt",
  ]

  /// The tag of a locale that ICU knows.
  package static func read(_ text: String) throws(Failure) -> String {
    guard let tag = normalised(text), isKnown(tag) else { throw Failure(mend: mend(text)) }
    let digits = Locale(identifier: tag).numberingSystem
    // Foundation's formatters trap with other numbering systems.
    guard standIns.contains(digits.identifier) || Locale.NumberingSystem.availableNumberingSystems.contains(digits)
    else { throw Failure(mend: "there is no such numbering system; write one after -nu-, such as latn, deva or arab") }
    return tag
  }

  /// Values that a tag may have in place of a numbering system; they mean one of its language (UTS 35, part 1, "Key And
  /// Type Definitions").
  private static let standIns = ["native", "traditional", "finance"]

  /// Whether language and region of a normalised tag exist.
  private static func isKnown(_ tag: String) -> Bool {
    let locale = Locale(identifier: tag)
    guard let language = locale.language.languageCode, language.isISOLanguage else { return false }
    return locale.region.map { Locale.Region.isoRegions.contains($0) } ?? true
  }

  /// The nearest tags, also by the names of languages in English and in these languages.
  private static func mend(_ text: String) -> String {
    if text.utf8.count > 64 { return form }
    // en-UK means the region GB with the same language.
    var near: [String] = []
    if let tag = normalised(text), tag.hasSuffix("-UK") { near = [tag.dropLast(2) + "GB"] }
    for name in nearest(text.utf8, in: names.map { $0.name }) {
      if let tag = names.first(where: { $0.name == name })?.tag, !near.contains(tag) { near.append(tag) }
    }
    return near.isEmpty ? form : "did you mean \(near.prefix(3).joined(separator: ", "))? \(form)"
  }

  /// The names of locales, in the order of the bytes: tags, and the names of languages in English and in these
  /// languages. Made once, since ICU takes its time with names.
  private static let names: [(name: [UInt8], tag: String)] = {
    var tags: [[UInt8]: String] = [:]
    let english = Locale(identifier: "en")
    for identifier in Locale.availableIdentifiers.sorted() {
      let tag = identifier.replacing("_", with: "-")
      var names: [String?] = [tag]
      if !tag.contains("-") {
        names += [english, Locale(identifier: identifier)].map { $0.localizedString(forIdentifier: tag) }
      }
      for name in names.compactMap({ $0 }) where tags[Array(name.utf8)] == nil { tags[Array(name.utf8)] = tag }
    }
    return tags.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { (name: $0.key, tag: $0.value) }
  }()

  /// `en_gb.UTF-8` as `en-GB`, `deu` as `de`: the shortest code of a language (RFC 5646, section 2.2.1).
  /// `nil` if a text does not have the form of a language tag.
  static func normalised(_ text: String) -> String? {
    let name = text.prefix { $0 != "." && $0 != "@" }
    var parts = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }),
      let language = parts.first, (2...3).contains(language.count), language.allSatisfy(\.isLetter),
      parts.dropFirst().allSatisfy({ (1...8).contains($0.count) })
    else { return nil }
    parts[0] = language.lowercased()
    parts[0] = Locale.LanguageCode(parts[0]).identifier(.alpha2) ?? parts[0]
    var isExtension = false
    for index in parts.indices.dropFirst() {
      let part = parts[index]
      let isAlphabetic = part.allSatisfy(\.isLetter)
      if part.count == 1 { isExtension = true }
      if isExtension {
        parts[index] = part.lowercased()
      } else if part.count == 4, isAlphabetic {
        parts[index] = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if part.count == 2, isAlphabetic {
        parts[index] = part.uppercased()
      } else if part.count == 3, part.allSatisfy(\.isNumber) {
        continue
      } else if part.count >= 5 || part.count == 4 && part.first!.isNumber {
        parts[index] = part.lowercased()
      } else {
        return nil
      }
    }
    return parts[parts.count - 1].count == 1 ? nil : parts.joined(separator: "-")
  }
}
