import CalendarPages
import Readers

/// A words file by itself, over the English one, as a theme of one's own has it.
package struct WordsAlone {
  /// What is wrong with it, and what a translator should mend.
  package private(set) var problems: [Problem] = []
  /// The file's texts that pages use: labels, and what stands between the places of sentences; empty if the file can't
  /// be read.
  package private(set) var texts: [[UInt8]] = []
  /// The JSON object that `today.html` hands to its script.
  package private(set) var json: [UInt8] = []
  /// The scripts that hold its words.
  package private(set) var scripts: [[UInt8]] = []

  /// The words that all files have to have, read once.
  package struct English: Sendable {
    fileprivate let file: WordsFile

    /// - Parameter bytes: the default theme's `words/en.yml`.
    package init(_ bytes: [UInt8]) throws(WordsFile.Failure) { file = try WordsFile(bytes, path: "words/en.yml") }
  }

  /// - Parameters:
  ///   - bytes: the file.
  ///   - language: its language.
  ///   - path: as messages name it.
  ///   - english: the words for what it lacks.
  package init(_ bytes: [UInt8], _ language: String, path: String, _ english: English) {
    let file: WordsFile
    do throws(WordsFile.Failure) { file = try WordsFile(bytes, path: path) } catch {
      problems = [error.problem]
      return
    }
    let layers = [
      WordsLayer(language: language, sections: file.sections, file: file),
      WordsLayer(language: ThemeWords.fallback, sections: english.file.sections, file: english.file),
    ]
    let compiled = WordsCompiler(layers, language, english.file).compiled()
    let review = WordsReview(file, language, english.file, isWhole: false)
    problems = compiled.errors + compiled.warnings + review.problems
    texts = compiled.words.labels + compiled.words.sentences.flatMap(\.texts)
    json = compiled.words.todayScript
    scripts = compiled.scripts.map { $0.bytes }
  }
}
