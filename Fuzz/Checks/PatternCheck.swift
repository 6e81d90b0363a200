import Foundation
import Readers

/// A pattern of `site.yml` and a text, with a byte 0x1C between them: whether it fits is what the definition says, of
/// which every division of the text is tried; a text fits itself, and anything fits `*`.
package func checkPattern(_ bytes: [UInt8]) throws(Violation) {
  let parts = bytes.split(separator: 0x1C, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2 else { return }
  let (pattern, text) = (string(parts[0]), Array(parts[1]))
  let seen = characters(string(text))
  // A pattern may be written as the references of HTML that a calendar has in its place.
  let expected = fits(characters(pattern), seen) || fits(characters(decodingReferences(pattern)), seen)
  try require(
    fits(pattern, isPlain: false, text) == expected,
    "\(pattern) \(expected ? "does not fit" : "fits") \(string(text))")
  try require(fits(string(text), isPlain: true, text), "\(string(text)) does not fit itself")
  try require(fits("*", isPlain: false, text), "* does not fit \(string(text))")
}

/// Characters without case. Those of the Basic Multilingual Plane that are not seen do not count, except joiners and
/// what selects a variant; white space is one space, and none at the ends.
private func characters(_ text: String) -> [Character] {
  var seen = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0x1_0000...: seen.append(scalar)
    default: if !scalar.properties.isDefaultIgnorableCodePoint { seen.append(scalar) }
    }
  }
  var spaced = ""
  for character in String(seen) {
    if !character.isWhitespace { spaced.append(character) } else if spaced.last != " " { spaced.append(" ") }
  }
  return Array(spaced.trimmingCharacters(in: [" "]).folding(options: [.caseInsensitive], locale: nil))
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
