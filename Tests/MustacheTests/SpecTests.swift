import Foundation
import Mustache
import Testing

/// The official specification: every example of Tests/Fixtures/mustache-spec except lambdas, which the engine leaves
/// out.
struct SpecTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var file: String
    var name: String
    var data: JSON
    var template: String
    var partials: [(name: String, source: String)]
    var expected: String

    var testDescription: String { "\(file): \(name)" }
  }

  static let files = [
    "comments", "delimiters", "interpolation", "inverted", "partials", "sections", "~inheritance",
    "~dynamic-names",
  ]

  static let examples: [Example] = files.flatMap { file in
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/mustache-spec")
    let bytes = try! Data(contentsOf: folder.appendingPathComponent(file + ".json"))
    let json = try! JSONSerialization.jsonObject(with: bytes) as! [String: Any]
    return (json["tests"] as! [[String: Any]]).map { test in
      Example(
        file: file, name: test["name"] as! String, data: JSON(test["data"]!),
        template: test["template"] as! String,
        partials: (test["partials"] as? [String: String] ?? [:])
          .sorted { $0.key < $1.key }.map { (name: $0.key, source: $0.value) },
        expected: test["expected"] as! String)
    }
  }

  @Test func allExamplesAreThere() {
    #expect(SpecTests.examples.count == 184)
  }

  @Test(arguments: examples)
  func example(_ example: Example) throws {
    var data = DataModel()
    let root = data.value(example.data)
    var templates = TemplateSet()
    templates.add("the template", Array(example.template.utf8))
    for partial in example.partials {
      templates.add(Array(partial.name.utf8), Array(partial.source.utf8))
    }
    #expect(templates.link(unchecked: data.schema, allowsRawText: true).isEmpty)
    var out: [UInt8] = []
    var renderer = Renderer()
    try renderer.render(
      templates["the template"]!, of: templates, root, model: data.model, into: &out)
    #expect(String(decoding: out, as: UTF8.self) == example.expected)
  }
}
