import Foundation
import Readers

/// A pattern of `site.yml` and a text, with a byte 0x1C between them: whether it fits is what the definition says, of
/// which every division of the text is tried; a text fits itself, and anything fits `*`.
package func checkPattern(_ bytes: [UInt8]) throws(Violation) {
  let parts = bytes.split(separator: 0x1C, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2 else { return }
  let (pattern, text) = (string(parts[0]), Array(parts[1]))
  let expected = fits(characters(pattern), characters(string(text)))
  try require(
    fits(pattern, isPlain: false, text) == expected,
    "\(pattern) \(expected ? "does not fit" : "fits") \(string(text))")
  try require(fits(string(text), isPlain: true, text), "\(string(text)) does not fit itself")
  try require(fits("*", isPlain: false, text), "* does not fit \(string(text))")
}

/// Characters without case, and without white space around them.
private func characters(_ text: String) -> [Character] {
  let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
  return Array(trimmed.folding(options: [.caseInsensitive], locale: nil))
}

/// By the table of all beginnings of both. O(pattern · text).
private func fits(_ pattern: [Character], _ text: [Character]) -> Bool {
  // Whether what was read of the pattern fits the first so many characters.
  var row = [Bool](repeating: false, count: text.count + 1)
  row[0] = true
  for part in pattern {
    var next = [Bool](repeating: false, count: text.count + 1)
    next[0] = part == "*" && row[0]
    for (index, character) in text.enumerated() {
      next[index + 1] = part == "*" ? next[index] || row[index + 1] : row[index] && (part == "?" || part == character)
    }
    row = next
  }
  return row[text.count]
}
