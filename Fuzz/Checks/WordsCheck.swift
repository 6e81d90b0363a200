import Bytes
import Foundation
import Readers
import Themes

/// A words file of Arabic, which has all plural categories: problems point into it; what pages have of it has no
/// markup and no control character; scripts get JSON of one line; reading twice gives the same.
package func checkWords(_ bytes: [UInt8]) throws(Violation) {
  let words = WordsAlone(bytes, "ar", path: path, english)
  let own = words.problems.filter { $0.path == path }
  try require(own.count == words.problems.count, "a problem of another file: \(words.problems)")
  try requireSane(own.map(\.diagnostic), in: bytes)
  for text in words.texts {
    let beginsTag = zip(text, text.dropFirst()).contains { $0 == 0x3C && ($1 | 0x20).isLetter }
    try require(!beginsTag && !text.contains { $0 < 0x20 }, "a page says \(string(text))")
  }
  if !words.json.isEmpty {
    let object = try? JSONSerialization.jsonObject(with: Data(words.json))
    try require(object is [String: Any], "no JSON: \(string(words.json))")
    try require(!string(words.json).contains("</"), "the script element ends: \(string(words.json))")
  }
  for script in words.scripts {
    try require(script.firstIndex(of: 0x0A) == script.count - 1, "a script of several lines: \(string(script))")
  }
  // Making them takes a hundred times as long as what comes before for most inputs.
  guard StableHash.of(bytes) & 15 == 0 else { return }
  let again = WordsAlone(bytes, "ar", path: path, english)
  try require(again.texts == words.texts && again.scripts == words.scripts, "the same file is read in two ways")
}

private let path = "words/ar.yml"

private let english: WordsAlone.English = {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let file = root.appendingPathComponent("Templates/words/en.yml")
  guard let data = try? Data(contentsOf: file), let words = try? WordsAlone.English([UInt8](data)) else {
    fatalError("\(file.path) can't be read")
  }
  return words
}()
