import Bytes

/// A template of a ``TemplateSet``.
package struct TemplateID: Hashable, Sendable {
  package let rawValue: UInt32

  @inlinable init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// All templates of a theme, parsed, linked and checked. Once linked it does not change, so any number of threads can
/// render from it, each with its own ``Renderer``.
///
/// ```swift
/// var templates = TemplateSet()
/// templates.add([UInt8]("month"), bytesOfTheFile)
/// let problems = templates.link(schema: schema, roots: [("month", month)])
/// let template = templates["month"]!
/// ```
package struct TemplateSet: Sendable {
  /// The greatest nesting of sections, blocks and parents in one template: more than any page needs, and few enough to
  /// keep contexts small.
  package static let nestingLimit = 100
  /// The longest source in bytes: a theme's templates have some kilobytes.
  package static let sourceLimit = 4_194_304
  /// The greatest number of combinations of template, context and replaced blocks in which names are checked. Most
  /// templates occur in one to three.
  package static let contextLimit = 10_000

  struct Template: Sendable {
    var source: [UInt8]
    /// The first instruction.
    var entry: UInt32
    /// Whether it was parsed without problems; if not, it renders nothing and its names are not checked.
    var isSound: Bool
  }

  var program = Program()
  /// By ``TemplateID``; `nil` if a name is only mentioned.
  var templates: [Template?] = []
  private var parseProblems: [TemplateProblem] = []
  /// For each shape, for each name of ``Program/names``: the index of the field, or -1.
  var slots: [Int16] = []
  /// The number of names when the slots were made; 0 before linking.
  var width = 0
  var isLinked = false
  /// Whether text is escaped whichever tag is used.
  var escapesAlways = true

  package init() {}

  /// The template with a name; `nil` if it was not added.
  package subscript(name: some Collection<UInt8>) -> TemplateID? {
    guard let id = program.templateNames.find(name), id < templates.count, templates[id] != nil
    else { return nil }
    return TemplateID(rawValue: UInt32(id))
  }

  /// The template with a name; `nil` if it was not added.
  package subscript(name: StaticString) -> TemplateID? {
    self[UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)]
  }

  /// The name of a template.
  package func name(of template: TemplateID) -> [UInt8] {
    program.templateNames[Int(template.rawValue)]
  }

  func template(_ id: TemplateID) -> Template? {
    Int(id.rawValue) < templates.count ? templates[Int(id.rawValue)] : nil
  }

  /// Parses a template. Its problems are reported by linking. O(bytes).
  /// - Parameters:
  ///   - name: the name that partials and parents use: the file's name without `.mustache`.
  ///   - source: the file's bytes, UTF-8; a byte order mark is skipped.
  package mutating func add(_ name: [UInt8], _ source: [UInt8]) {
    isLinked = false
    let id = program.templateNames.intern(name)
    if self[name] != nil {
      parseProblems.append(
        TemplateProblem(.duplicateTemplate, in: name, source, at: 0, name: name))
      return
    }
    var parsed = Source(template: name, bytes: source)
    if source.count > TemplateSet.sourceLimit {
      parsed.report(.tooLong, at: TemplateSet.sourceLimit)
    } else {
      parsed.lex()
      // Pairing tags around a misread one would only report consequences.
      if parsed.problems.isEmpty { parsed.pair() }
    }
    while templates.count <= id { templates.append(nil) }
    templates[id] = Template(
      source: source, entry: UInt32(program.code.count), isSound: parsed.problems.isEmpty)
    parseProblems += parsed.problems
    let template = TemplateID(rawValue: UInt32(id))
    if parsed.problems.isEmpty {
      var compiler = Compiler(parsed, template, into: program)
      program = Program()
      compiler.compile()
      program = compiler.program
    } else {
      program.code.append(.leave)
      program.origins.append(Program.Origin(template: template, offset: 0))
    }
  }

  /// Parses a template named by a literal.
  package mutating func add(_ name: StaticString, _ source: [UInt8]) { add([UInt8](name), source) }

  /// Binds names to fields and checks every name that can be reached from the roots, in every context in which it can
  /// be reached: through sections, partials, parents and replaced blocks. Templates chosen by a dynamic name are not
  /// followed, since the name is data.
  ///
  /// A linked set renders even if there are problems: broken templates and unknown names render nothing.
  /// O(instructions × contexts).
  ///
  /// - Parameter roots: which template renders which shape.
  /// - Returns: all problems, in the order of templates and offsets.
  package mutating func link(
    schema: Schema, roots: [(template: StaticString, shape: ShapeID)]
  ) -> [TemplateProblem] {
    link(schema: schema, roots: roots.map { (template: [UInt8]($0.template), shape: $0.shape) })
  }

  /// The same for names that are not literals.
  package mutating func link(
    schema: Schema, roots: [(template: [UInt8], shape: ShapeID)]
  ) -> [TemplateProblem] {
    bind(schema)
    escapesAlways = true
    var checker = Checker(self, schema)
    for root in roots { checker.begin(root.template, root.shape) }
    checker.run()
    return sorted(parseProblems + checker.problems)
  }

  /// Binds names to fields without checking them, so that the checker is not linked: for templates that were checked
  /// before, such as the browser's, which were checked when the site was built.
  /// - Parameter allowsRawText: prints `{{{text}}}` unescaped, as the specification requires; never for untrusted data.
  /// - Returns: the problems found by parsing.
  package mutating func link(
    unchecked schema: Schema, allowsRawText: Bool = false
  ) -> [TemplateProblem] {
    bind(schema)
    escapesAlways = !allowsRawText
    return sorted(parseProblems)
  }

  private mutating func bind(_ schema: Schema) {
    width = program.names.count
    slots = [Int16](repeating: -1, count: width * schema.shapes.count)
    for shape in 0..<schema.shapes.count {
      let fields = schema.shapes[shape].fields
      for field in 0..<fields.count {
        guard let name = program.names.find(fields[field].name) else { continue }
        slots[shape * width + name] = Int16(field)
      }
    }
    isLinked = true
  }

  private func sorted(_ problems: [TemplateProblem]) -> [TemplateProblem] {
    problems.sorted { left, right in
      if left.template != right.template {
        return left.template.lexicographicallyPrecedes(right.template)
      }
      return left.offset < right.offset
    }
  }
}
