import Bytes

/// Follows every path from the roots through the instructions, with the kinds of values in place of values, and reports
/// the names that nothing in scope declares.
///
/// Which level of the context stack resolves a name depends on shapes alone, so a context is a short list of shapes: of
/// two equal shapes the outer one is hidden, and of values other than records only the innermost can be seen, as
/// `{{.}}`. This keeps the contexts of recursive partials finite. Each combination of instruction, context and
/// replacements is followed once, from a work list instead of by recursion, so no template can exhaust the stack.
struct Checker {
  /// What is known about a value.
  private enum Kind: Equatable {
    case text, markup, flag
    case record(ShapeID)
    case list(ShapeID)
    case texts
    /// The value of an unknown name that was reported: it has any field.
    case anything

    init(_ field: FieldKind) {
      switch field {
      case .text: self = .text
      case .markup: self = .markup
      case .flag: self = .flag
      case .record(let shape): self = .record(shape)
      case .list(let shape): self = .list(shape)
      case .texts: self = .texts
      }
    }

    /// The kind that a section over this value pushes on the context.
    var element: Kind {
      switch self {
      case .list(let shape): .record(shape)
      case .texts: .text
      default: self
      }
    }

    /// A number for each kind that can be in a context.
    var code: UInt32 {
      switch self {
      case .record(let shape): UInt32(shape.rawValue)
      case .text: 0x1_0000
      case .markup: 0x1_0001
      case .flag: 0x1_0002
      case .list, .texts, .anything: 0x1_0003
      }
    }
  }

  private struct Work {
    var entry: Int
    /// Outermost first.
    var context: [Kind]
    /// Indices of calls whose replacements apply, outermost first.
    var chain: [UInt32]
  }

  private let set: TemplateSet
  private let schema: Schema
  private(set) var problems: [TemplateProblem] = []
  private var seen = NameTable()
  private var reported = NameTable()
  private var work: [Work] = []
  private var isExhausted = false
  /// By number in ``Program/blocks``: whether a template has such a block, and not only a replacement.
  private var isBlock: [Bool]

  init(_ set: TemplateSet, _ schema: Schema) {
    self.set = set
    self.schema = schema
    isBlock = [Bool](repeating: false, count: set.program.blocks.count)
    for site in set.program.sites { isBlock[Int(site.block)] = true }
  }

  /// Adds a root. A root that is not a template is a problem.
  mutating func begin(_ name: [UInt8], _ shape: ShapeID) {
    guard let id = set[name], let template = set.template(id) else {
      var problem = TemplateProblem(.unknownTemplate, in: name, [], at: 0, name: name)
      problem.suggestions = nearest(name, in: templateNames)
      problems.append(problem)
      return
    }
    enqueue(Int(template.entry), [.record(shape)], [])
  }

  /// Follows all paths.
  mutating func run() {
    while let next = work.popLast() { follow(next) }
  }

  private mutating func enqueue(_ entry: Int, _ context: [Kind], _ chain: [UInt32]) {
    var key: [UInt8] = []
    add(UInt32(entry), to: &key)
    add(UInt32(context.count), to: &key)
    for kind in context { add(kind.code, to: &key) }
    for call in chain { add(call, to: &key) }
    let before = seen.count
    guard seen.intern(key) == before, !isExhausted else { return }
    if before == TemplateSet.contextLimit {
      isExhausted = true
      return report(.tooComplex, at: entry, [])
    }
    work.append(Work(entry: entry, context: context, chain: chain))
  }

  private func add(_ number: UInt32, to key: inout [UInt8]) {
    for shift: UInt32 in [0, 8, 16, 24] { key.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private mutating func follow(_ work: Work) {
    let program = set.program
    var context = work.context
    var outer: [[Kind]] = []
    var index = work.entry
    while true {
      switch program.code[index] {
      case .text, .lineStart: index += 1
      case .value(let name):
        checkText(resolve(name, context, index), index, name, raw: false)
        index += 1
      case .raw(let name):
        checkText(resolve(name, context, index), index, name, raw: true)
        index += 1
      case .section(let name, _):
        outer.append(context)
        context = push(resolve(name, context, index).element, on: context)
        index += 1
      case .sectionEnd:
        context = outer.removeLast()
        index += 1
      case .inverted(let name, _):
        _ = resolve(name, context, index)
        index += 1
      case .call(let number):
        follow(call: number, index, context, work.chain)
        index = Int(program.calls[Int(number)].end)
      case .block(let number):
        let site = program.sites[Int(number)]
        if let found = replacement(of: site.block, in: work.chain) {
          enqueue(Int(found.body), context, Array(work.chain[..<found.depth]))
        } else {
          enqueue(index + 1, context, work.chain)
        }
        index = Int(site.end)
      case .leave: return
      }
    }
  }

  private mutating func follow(
    call number: UInt32, _ index: Int, _ context: [Kind], _ chain: [UInt32]
  ) {
    let call = set.program.calls[Int(number)]
    for offset in 0..<call.replacementCount {
      let replacement = set.program.replacements[Int(call.firstReplacement + offset)]
      if isBlock[Int(replacement.block)] { continue }
      var names: [[UInt8]] = []
      for block in 0..<isBlock.count where isBlock[block] {
        names.append(set.program.blocks[block])
      }
      report(
        .unknownBlock, at: index, set.program.blocks[Int(replacement.block)], suggestions: names)
    }
    guard let id = call.template else {
      checkText(resolve(call.dynamicName, context, index), index, call.dynamicName, raw: false)
      return
    }
    guard let template = set.template(id) else {
      return report(.unknownTemplate, at: index, set.name(of: id), suggestions: templateNames)
    }
    guard template.isSound else { return }
    // The outermost replacement wins, so the same call further in adds nothing.
    let adds = call.replacementCount > 0 && !chain.contains(number)
    enqueue(Int(template.entry), context, adds ? chain + [number] : chain)
  }

  private func replacement(of block: UInt32, in chain: [UInt32]) -> (body: UInt32, depth: Int)? {
    for depth in 0..<chain.count {
      let call = set.program.calls[Int(chain[depth])]
      for offset in 0..<call.replacementCount {
        let replacement = set.program.replacements[Int(call.firstReplacement + offset)]
        if replacement.block == block { return (replacement.body, depth) }
      }
    }
    return nil
  }

  // MARK: Contexts

  private func push(_ kind: Kind, on context: [Kind]) -> [Kind] {
    var result: [Kind] = []
    for level in context where level != kind {
      switch level {
      case .record, .anything: result.append(level)
      default: break
      }
    }
    result.append(kind)
    return result
  }

  /// The kind of the value of a name (specification: interpolation, name resolution).
  private mutating func resolve(_ name: NameRef, _ context: [Kind], _ index: Int) -> Kind {
    if name == .top { return context[context.count - 1] }
    let program = set.program
    if !name.isDotted { return climb(program.names[Int(name.raw)], context, index) }
    let count = Int(program.paths[name.path])
    let first = program.names[Int(program.paths[name.path + 1])]
    var kind = climb(first, context, index)
    var skipped = first.count + 1
    for part in 1..<count {
      let next = program.names[Int(program.paths[name.path + 1 + part])]
      if kind == .anything { return .anything }
      var names: [[UInt8]] = []
      var reach: [[UInt8]] = []
      if case .record(let shape) = kind {
        if let found = schema.kind(of: next, in: shape) {
          kind = Kind(found)
          skipped += next.count + 1
          continue
        }
        names = schema.shapes[Int(shape.rawValue)].fields.map { $0.name }
        reach = [schema.shapes[Int(shape.rawValue)].name]
      }
      report(.unknownName, at: index, skipping: skipped, next, suggestions: names, reach: reach)
      return .anything
    }
    return kind
  }

  private mutating func climb(_ name: [UInt8], _ context: [Kind], _ index: Int) -> Kind {
    var names: [[UInt8]] = []
    var reach: [[UInt8]] = []
    var isOpen = false
    for kind in context.reversed() {
      switch kind {
      case .record(let shape):
        if let found = schema.kind(of: name, in: shape) { return Kind(found) }
        names += schema.shapes[Int(shape.rawValue)].fields.map { $0.name }
        reach.append(schema.shapes[Int(shape.rawValue)].name)
      case .anything: isOpen = true
      default: break
      }
    }
    if !isOpen { report(.unknownName, at: index, name, suggestions: names, reach: reach) }
    return .anything
  }

  private mutating func checkText(_ kind: Kind, _ index: Int, _ name: NameRef, raw: Bool) {
    switch kind {
    case .markup, .anything: break
    case .text: if raw { report(.rawText, at: index, spelling(name)) }
    case .flag, .record, .list, .texts: report(.notText, at: index, spelling(name))
    }
  }

  private func spelling(_ name: NameRef) -> [UInt8] {
    if name == .top { return [.dot] }
    if !name.isDotted { return set.program.names[Int(name.raw)] }
    var out: [UInt8] = []
    for part in 1...Int(set.program.paths[name.path]) {
      if part > 1 { out.append(.dot) }
      out += set.program.names[Int(set.program.paths[name.path + part])]
    }
    return out
  }

  // MARK: Reporting

  private var templateNames: [[UInt8]] {
    var names: [[UInt8]] = []
    for id in 0..<set.templates.count where set.templates[id] != nil {
      names.append(set.program.templateNames[id])
    }
    return names
  }

  /// Reports a problem once, however many contexts it occurs in.
  private mutating func report(
    _ kind: TemplateProblem.Kind, at index: Int, skipping: Int = 0, _ name: [UInt8],
    suggestions: [[UInt8]] = [], reach: [[UInt8]] = []
  ) {
    var key: [UInt8] = []
    add(UInt32(index), to: &key)
    add(UInt32(skipping), to: &key)
    key += name
    let before = reported.count
    guard reported.intern(key) == before else { return }
    let origin = set.program.origins[index]
    var problem = TemplateProblem(
      kind, in: set.name(of: origin.template), set.template(origin.template)?.source ?? [],
      at: Int(origin.offset) + skipping, name: name)
    var known = NameTable()
    for suggestion in suggestions { _ = known.intern(suggestion) }
    problem.suggestions = nearest(name, in: (0..<known.count).map { known[$0] })
    problem.reach = reach
    problems.append(problem)
  }
}
