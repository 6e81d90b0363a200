import Bytes
import CalendarPages
import Publishing
import Readers

/// The words of a theme, by language: `words/<language>.yml` of the default theme, and over it, key by key, those of a
/// theme of one's own. Such a theme may change a single word, and still works when later versions have more.
package struct ThemeWords: Sendable {
  /// The language that replaces those without a file, and that decides which words scripts have in all others.
  static let fallback = "en"

  /// A file that has not been read yet: a site needs few of them.
  private struct Source {
    var bytes: [UInt8]
    /// As messages name it.
    var place: String
    /// Whether it is of the default theme.
    var isUsual: Bool
  }

  /// By language, the default theme's file first.
  private var sources: [String: [Source]] = [:]

  /// Adds a file of a theme; those of later themes come over those of earlier ones.
  /// - Parameters:
  ///   - path: from the theme's folder.
  ///   - place: as messages name it.
  ///   - isUsual: whether the theme is the default one.
  package mutating func add(_ path: String, _ bytes: [UInt8], at place: String, isUsual: Bool = false) {
    let language = String(path.dropFirst("words/".count).dropLast(".yml".count))
    // A theme of one's own may be the default theme.
    let isUsual = isUsual || sources[language, default: []].contains { $0.bytes == bytes && $0.isUsual }
    sources[language, default: []].removeAll { $0.bytes == bytes }
    sources[language, default: []].append(Source(bytes: bytes, place: place, isUsual: isUsual))
  }

  package static func isWords(_ path: String) -> Bool {
    path.hasPrefix("words/") && path.hasSuffix(".yml") && !path.dropFirst("words/".count).contains("/")
  }

  /// The languages of which there is a file, sorted.
  package var languages: [String] { sources.keys.sorted() }

  /// The files of a language, the default theme's first.
  private func files(_ language: String) throws(BuildError) -> [WordsFile] {
    try (sources[language] ?? []).map { source throws(BuildError) in
      do throws(WordsFile.Failure) { return try WordsFile(source.bytes, path: source.place) } catch {
        throw .content(["\(error.problem)"])
      }
    }
  }

  /// The words for a locale: key by key those of its own tag, else of its parents by CLDR, else English ones.
  /// - Parameter locale: BCP 47, `de-AT`.
  package func compiled(for locale: String) throws(BuildError) -> CompiledWords {
    let english = try files(Self.fallback)
    guard let original = english.first else {
      throw .content(["the theme has no words/\(Self.fallback).yml; run init --theme for a whole one"])
    }
    let chain = chain(for: locale)
    var layers: [WordsLayer] = []
    for name in chain {
      let own = name == Self.fallback ? english : try files(name)
      layers += own.reversed().map { WordsLayer(language: name, sections: $0.sections, file: $0) }
    }
    let language = chain.first ?? Self.fallback
    if !chain.contains(Self.fallback) {
      layers.append(WordsLayer(language: language, sections: CLDRWords(language).sections, file: nil))
      layers += english.reversed().map { WordsLayer(language: Self.fallback, sections: $0.sections, file: $0) }
    }
    var compiled = WordsCompiler(layers, language, original).compiled()
    // A file of a regional English has only what differs.
    if chain.contains(Self.fallback) { compiled.missing = [] }
    return compiled
  }

  /// Faults in how the files of a language are written, those of the default theme and of one over it.
  func reviewed(_ language: String) throws(BuildError) -> [Problem] {
    let chain = chain(for: language)
    let english = chain.contains(Self.fallback) ? nil : try files(Self.fallback).first
    return zip(sources[language] ?? [], try files(language)).flatMap { source, file in
      WordsReview(file, language, english, isWhole: source.isUsual && chain.count == 1).problems
    }
  }

  /// The languages whose files a locale's words are from, the most exact first. Names are compared in any case; pt
  /// finds pt-BR, and zh-TW zh-Hant.
  private func chain(for locale: String) -> [String] {
    let languages = languages
    var chain: [String] = []
    for tag in CLDR.parents(of: locale) {
      let name =
        languages.first { $0.lowercased() == tag.lowercased() }
        // Norwegian without a form of its own is Bokmål.
        ?? languages.first { CLDR.likely($0) == CLDR.likely(tag == "no" ? "nb" : tag) }
      if let name, !chain.contains(name) { chain.append(name) }
    }
    return chain
  }
}

/// A file of words, or what CLDR has in its place.
struct WordsLayer {
  var language: String
  var sections: [String: [String: WordsFile.Entry]]
  /// `nil` for CLDR.
  var file: WordsFile?
}

/// The words of one language, for the core and for scripts.
package struct CompiledWords: Sendable {
  package var words: Words
  /// Scripts below `assets/` that hold words, and their bytes.
  package var scripts: [(path: String, bytes: [UInt8])]
  /// What is wrong with the files, and was not used.
  package var errors: [Problem] = []
  /// What a translator should mend, but pages can be made with: forms that are missing, texts that are too long.
  package var warnings: [Problem] = []
  /// The keys that no file of the language has, and which are therefore English.
  package var missing: [String] = []
}
