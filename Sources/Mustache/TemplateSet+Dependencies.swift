import Bytes

extension TemplateSet {
  /// The templates that a template may render: itself, its partials and parents, and theirs; all templates if one is
  /// named by data. In the order of their identifiers. O(instructions).
  package func dependencies(of template: TemplateID) -> [TemplateID] {
    var calls: [Int: Set<Int>] = [:]
    for (index, instruction) in program.code.enumerated() {
      guard case .call(let call) = instruction else { continue }
      let caller = Int(program.origins[index].template.rawValue)
      guard let called = program.calls[Int(call)].template else {
        return templates.indices.map { TemplateID(rawValue: UInt32($0)) }
      }
      calls[caller, default: []].insert(Int(called.rawValue))
    }
    var found: Set<Int> = []
    var rest = [Int(template.rawValue)]
    while let next = rest.popLast() {
      if found.insert(next).inserted { rest += calls[next] ?? [] }
    }
    return found.sorted().map { TemplateID(rawValue: UInt32($0)) }
  }

  /// The names and sources of all templates, in the order of their identifiers.
  package var sources: [(name: [UInt8], source: [UInt8])] {
    templates.indices.compactMap { id in templates[id].map { (program.templateNames[id], $0.source) } }
  }

  /// A template's source; empty if the template is only mentioned.
  package func source(of template: TemplateID) -> [UInt8] { self.template(template)?.source ?? [] }
}
