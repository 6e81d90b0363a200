import Publishing

/// What is wrong with the words files of a theme, for translators.
package struct WordsReport: Sendable {
  /// One line each, sorted by files.
  package private(set) var problems: [String] = []
  /// The languages of the files, and the keys that each lacks.
  package private(set) var missing: [(language: String, keys: [String])] = []

  /// Reads the words of the default theme, and of a theme of one's own over them.
  /// - Parameters:
  ///   - templates: the theme's folder; `nil` for the default theme alone.
  ///   - languages: those to look at; all, if there are none.
  package init(templates: String?, languages: [String] = []) throws(BuildError) {
    let words = try ThemeContents(try ThemeLayers(own: templates ?? Theme.ownFolder, name: nil)).words()
    for language in languages where !words.languages.contains(language) {
      throw .usage(
        "\(language): there is no words/\(language).yml; there are \(words.languages.joined(separator: ", "))")
    }
    for language in words.languages where languages.isEmpty || languages.contains(language) {
      let compiled = try words.compiled(for: language)
      problems += (compiled.errors + compiled.warnings + (try words.reviewed(language))).map { "\($0)" }
      missing.append((language, compiled.missing))
    }
  }
}
