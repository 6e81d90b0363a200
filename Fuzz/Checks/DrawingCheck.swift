import Bytes
import Readers

/// An SVG drawing: problems point into it; the output is ASCII, gives the same bytes when processed again, and contains
/// no element or attribute that runs or loads something.
package func checkDrawing(_ bytes: [UInt8]) throws(Violation) {
  let (published, problems) = readDrawing(bytes)
  try requireSane(problems, in: bytes)
  try require(problems.count <= 1, "\(problems.count) problems of one drawing")
  guard let published else {
    return try require(problems.first?.severity == .error, "refused without an error")
  }
  try require(published.allSatisfy { $0 < 0x80 }, "characters beyond ASCII: \(string(published))")
  let again = readDrawing(published)
  try require(again.published == published, "published twice it differs: \(string(published))")
  try require(again.problems.isEmpty, "something is left out of what is published: \(string(published))")
  try requireHarmless(published)
}

/// Checks the tags of the output with an independent parser, since their form is known.
private func requireHarmless(_ published: [UInt8]) throws(Violation) {
  let tags = published.split(separator: .ascii("<"))
  for tag in tags {
    let end = tag.firstIndex(of: .ascii(">")) ?? tag.endIndex
    let text = string(tag[..<end])
    try require(!text.hasPrefix("!") && !text.hasPrefix("?"), "a declaration: \(text)")
    for name in ["script", "foreignObject", "iframe", "handler"] {
      try require(!text.hasPrefix(name), "an element: \(text)")
    }
    // Values are quoted and contain no quotation marks.
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    for (name, value) in zip(
      parts.enumerated().filter { $0.offset % 2 == 0 }, parts.enumerated().filter { $0.offset % 2 == 1 })
    {
      let attribute = name.element.split(separator: " ").last.map { String($0) } ?? ""
      let isFragment = value.element.hasPrefix("#")
      try require(!attribute.hasPrefix("on"), "a handler: \(text)")
      if attribute == "href=" {
        let schemes = ["#", "data:image/", "http:", "https:", "mailto:", "tel:", "geo:"]
        try require(schemes.contains { value.element.lowercased().hasPrefix($0) }, "an address: \(text)")
        try require(!value.element.lowercased().hasPrefix("data:image/svg"), "a drawing in an address: \(text)")
        try require(
          isFragment || ["a", "image", "feImage"].contains { text.hasPrefix($0 + " ") }, "an address: \(text)")
      }
      if attribute == "style=" { try require(!value.element.contains("\\"), "an escape: \(text)") }
    }
  }
}
