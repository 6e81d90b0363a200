import Foundation
import Readers
import _FoundationICU

/// The data of CLDR that Foundation's ICU brings, read as tables and without a formatter's choices: plural rules, list
/// patterns, units of time, names of relative days, parents of locales.
enum CLDR {
  /// A table of ICU, of one locale.
  struct Table {
    /// Of which part of the data: "" is names and patterns, "unit" units.
    var part = ""
    /// With underscores, `de_AT`.
    var locale: String
  }

  /// CLDR's version, `46`: its releases are ICU's but for a constant.
  static let version = Int(U_ICU_VERSION_MAJOR_NUM) - 30

  /// A text by the names that lead to it; `nil` if the table has none.
  static func text(_ table: Table, _ path: [String]) -> String? {
    open(table) { bundle in
      leaf(bundle, path[...]) { found -> String? in
        var length: Int32 = 0
        var status = U_ZERO_ERROR
        guard let text = swift_ures_getString(found, &length, &status), status.rawValue <= 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF16.self)
      }
    }
  }

  /// A text of a locale, else of the nearest of its parents that has it, without that of all languages.
  static func own(_ tag: String, _ path: [String]) -> String? {
    for locale in parents(of: tag) {
      if let text = text(Table(locale: underscored(locale)), path) { return text }
    }
    return nil
  }

  /// A text of a locale, else of the nearest of its parents that has it, the root included.
  static func inherited(_ tag: String, _ path: [String]) -> String? {
    own(tag, path) ?? text(Table(locale: "root"), path)
  }

  /// A pattern without spaces of a width of their own, which pages have nowhere.
  static func plainSpaces(_ pattern: String) -> String {
    pattern.replacing("\u{2009}", with: " ").replacing("\u{202F}", with: "\u{A0}")
  }

  /// The texts of a table by their keys, one level deep; those that are tables themselves are left out.
  static func texts(_ table: Table, _ path: [String]) -> [(key: String, text: String)] {
    open(table) { bundle in
      leaf(bundle, path[...]) { found -> [(key: String, text: String)]? in
        var texts: [(key: String, text: String)] = []
        for index in 0..<swift_ures_getSize(found) {
          var status = U_ZERO_ERROR
          guard let child = swift_ures_getByIndex(found, index, nil, &status), status.rawValue <= 0 else { continue }
          defer { swift_ures_close(child) }
          var length: Int32 = 0
          guard let key = swift_ures_getKey(child), let text = swift_ures_getString(child, &length, &status),
            status.rawValue <= 0
          else { continue }
          texts.append(
            (
              String(cString: key),
              String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF16.self)
            ))
        }
        return texts
      }
    } ?? []
  }

  private static func open<Found>(_ table: Table, _ read: (OpaquePointer) -> Found?) -> Found? {
    var status = U_ZERO_ERROR
    let package = table.part.isEmpty ? nil : "icudt\(U_ICU_VERSION_MAJOR_NUM)l-\(table.part)"
    guard let bundle = swift_ures_openDirect(package, table.locale, &status), status.rawValue <= 0 else { return nil }
    defer { swift_ures_close(bundle) }
    return read(bundle)
  }

  /// Follows names; calls `read` with what they lead to.
  private static func leaf<Found>(
    _ bundle: OpaquePointer, _ path: ArraySlice<String>, _ read: (OpaquePointer) -> Found?
  ) -> Found? {
    guard let name = path.first else { return read(bundle) }
    var status = U_ZERO_ERROR
    // Elements of arrays have numbers for names.
    let index = swift_ures_getType(bundle) == URES_ARRAY ? Int32(name) : nil
    let found =
      index.map { swift_ures_getByIndex(bundle, $0, nil, &status) } ?? swift_ures_getByKey(bundle, name, nil, &status)
    guard let next = found, status.rawValue <= 0 else { return nil }
    defer { swift_ures_close(next) }
    return leaf(next, path.dropFirst(), read)
  }

  static func underscored(_ tag: String) -> String { tag.replacing("-", with: "_") }

  // MARK: Locales

  /// A tag and its parents by CLDR, the most exact first, without the root: de-AT, de; pt-AO, pt-PT, pt; zh-TW,
  /// zh-Hant-TW, zh-Hant.
  static func parents(of tag: String) -> [String] {
    var chain: [String] = []
    var next: String? = tag
    while let tag = next, !tag.isEmpty, !chain.contains(tag), chain.count < 8 {
      chain.append(tag)
      next = parent(of: tag)
    }
    return chain
  }

  private static func parent(of tag: String) -> String? {
    if let listed = listedParents[tag] { return listed == "root" ? nil : listed }
    let parts = tag.split(separator: "-")
    let likely = Locale.Language(identifier: tag)
    // Chinese of Taiwan is written in another script than that of its language alone, and so descends from none of it.
    if let script = likely.script?.identifier, !parts.dropFirst().contains(where: { $0 == script }),
      let language = parts.first, Locale.Language(identifier: String(language)).script?.identifier != script
    {
      return ([String(language), script] + parts.dropFirst().map { String($0) }).joined(separator: "-")
    }
    // Macrolanguages: Norwegian without a form of its own is Bokmål.
    if tag == "no" { return "nb" }
    return parts.count > 1 ? parts.dropLast().joined(separator: "-") : nil
  }

  /// A tag with its likely script and region, by which tags of one language are equal: pt and pt-BR, zh-TW and zh-Hant.
  static func likely(_ tag: String) -> String {
    var buffer = [CChar](repeating: 0, count: 160)
    var status = U_ZERO_ERROR
    let length = swift_uloc_addLikelySubtags(underscored(tag), &buffer, Int32(buffer.count), &status)
    guard status.rawValue <= 0, length > 0 else { return tag }
    return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Parents that are not the tag without its last part.
  private static let listedParents: [String: String] = {
    var parents: [String: String] = [:]
    let table = Table(locale: "supplementalData")
    _ = open(table) { bundle in
      leaf(bundle, ["parentLocales"]) { found -> Bool? in
        for index in 0..<swift_ures_getSize(found) {
          var status = U_ZERO_ERROR
          guard let entry = swift_ures_getByIndex(found, index, nil, &status), status.rawValue <= 0 else { continue }
          defer { swift_ures_close(entry) }
          guard let key = swift_ures_getKey(entry) else { continue }
          let parent = String(cString: key).replacing("_", with: "-")
          for child in 0..<max(1, swift_ures_getSize(entry)) {
            var status = U_ZERO_ERROR
            var length: Int32 = 0
            guard let text = swift_ures_getStringByIndex(entry, child, &length, &status), status.rawValue <= 0
            else { continue }
            let name = String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF16.self)
            parents[name.replacing("_", with: "-")] = parent
          }
        }
        return true
      }
    }
    // The data have Norwegian above its forms; files are named after the forms.
    parents["nb"] = "root"
    parents["nn"] = "nb"
    return parents
  }()

  // MARK: Plurals

  /// The rules of a language by their categories, as CLDR writes them.
  static func pluralRules(_ tag: String, areOrdinal: Bool) -> [(category: String, rule: String)] {
    let table = Table(locale: "plurals")
    for locale in parents(of: tag) {
      guard let set = text(table, [areOrdinal ? "locales_ordinals" : "locales", underscored(locale)]) else { continue }
      return texts(table, ["rules", set]).filter { $0.key != "other" }.map { ($0.key, $0.text) }
    }
    return []
  }
}
