import Gate
import Publishing
import Readers

extension BuildSummary {
  /// Adds the warnings and errors that `check` finds and a build does not report, so that `--strict` ends as `check`
  /// does. Reads the content again, and asks no server.
  package mutating func check(_ reading: ReadingOptions, templates: String?) throws(BuildError) {
    var reading = reading
    reading.asking = .never
    let found = try LoadedContent(reading).checked(reading, templates: templates)
    let known = Set(warnings)
    warnings += found.warnings.filter { !known.contains($0) }
    problems = max(problems, found.problemCount)
  }
}
