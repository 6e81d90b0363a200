// usage: SwiftMustacheBenchmark TEMPLATE DATA PAGE
//
// Renders a template with JSON data, writes the page, and prints the best time of several rounds in
// microseconds a page, on one thread. The data are dictionaries made beforehand.

import Foundation
import Mustache

/// JSON in the form that the engine takes: only flags are Bool.
func plain(_ any: Any) -> Any {
  switch any {
  case let object as [String: Any]: return object.mapValues(plain)
  case let list as [Any]: return list.map(plain)
  case let text as String: return text
  case let flag as Bool: return flag
  default: return any
  }
}

let words = CommandLine.arguments
guard words.count == 4, let source = try? String(contentsOfFile: words[1], encoding: .utf8),
  let json = FileManager.default.contents(atPath: words[2]), let data = try? JSONSerialization.jsonObject(with: json)
else {
  FileHandle.standardError.write(Data("usage: SwiftMustacheBenchmark TEMPLATE DATA PAGE\n".utf8))
  exit(64)
}
let template = try MustacheTemplate(string: source)
let values = plain(data)
var page = ""
var best = Double.infinity
for _ in 0..<6 {
  let start = DispatchTime.now().uptimeNanoseconds
  for _ in 0..<20 { page = template.render(values) }
  best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e3 / 20)
}
try page.write(toFile: words[3], atomically: true, encoding: .utf8)
print("microseconds \(best)")
