import Bytes

/// Why a page could not be rendered.
package enum RenderError: Error, Hashable, Sendable {
  /// Partials and blocks are nested deeper than ``Renderer/depthLimit``: a partial calls itself without data that ends
  /// it. Carries the template in which it happened.
  case tooDeep(TemplateID)
  /// Sections were repeated, or partials and blocks called, more often than ``Renderer/stepLimit``, or the page is
  /// longer than ``Renderer/sizeLimit``.
  case tooLong
  /// The set is not linked, templates were added after linking, or it lacks the template.
  case notLinked
}

/// Renders pages. It owns the stacks that rendering needs, so one renderer used for many pages allocates nothing once
/// they have grown. Use one per thread.
package struct Renderer: Sendable {
  /// The greatest depth of nested calls of partials, parents and blocks. Themes need some ten levels, trees of data
  /// some more.
  package static let depthLimit = 256
  /// The greatest number of repetitions of sections and calls of partials and blocks in one page. Nested sections
  /// multiply: a hundred of them over a list of two would never end. A page of all occurrences that settling allows
  /// takes a third of this.
  package static let stepLimit = 1 << 26
  /// The greatest number of calls of partials and blocks in one page, and the number added for each repetition of a
  /// section. Partials that call others twice multiply: forty of them would never end.
  private static let callLimit = 1 << 20
  private static let callsPerRepetition = 64
  /// The greatest size of a page, in bytes.
  package static let sizeLimit = 1 << 30

  /// The replacements that a parent tag brings, and those already in force there.
  struct Binding: Sendable {
    var call: UInt32
    var outer: Int32
  }

  /// A section being repeated.
  struct Loop: Sendable {
    /// The index of the next element in ``Model/values``.
    var next: UInt32
    var end: UInt32
  }

  /// A partial, parent or block being rendered, with the state to restore.
  struct Call: Sendable {
    var end: UInt32
    var chain: Int32
    var bindingCount: UInt32
    var indentationStart, indentationEnd: UInt32
    var skipsIndentation: Bool
  }

  var contexts: [Value] = []
  var loops: [Loop] = []
  var calls: [Call] = []
  var bindings: [Binding] = []
  /// The innermost of ``bindings``, or -1.
  var chain: Int32 = -1
  /// Blanks; those from `indentationStart` on are written before each line.
  var indentation: [UInt8] = []
  var indentationStart = 0
  /// Set if lines are written in the middle of a line: the first of them is not indented.
  var skipsIndentation = false
  /// Whether text can be appended as it is.
  var isPlain = true
  /// The size of the last page, as an estimate for the next one.
  var expected = 4096

  private let stepLimit: Int
  private let sizeLimit: Int

  /// - Parameters:
  ///   - steps: ``stepLimit``, or less.
  ///   - size: ``sizeLimit``, or less.
  package init(steps: Int = Renderer.stepLimit, size: Int = Renderer.sizeLimit) {
    stepLimit = steps
    sizeLimit = size
  }

  /// Appends a page to `out`.
  ///
  /// O(page + names × depth of contexts).
  ///
  /// - Parameters:
  ///   - template: a template of `set`; see the set's subscript.
  ///   - root: what the template shows, usually a record of the shape that it was linked with.
  ///   - model: contains the root's texts, lists and records.
  /// - Throws: ``RenderError``; `out` is then unchanged.
  package mutating func render(
    _ template: TemplateID, of set: TemplateSet, _ root: Value, model: Model,
    into out: inout [UInt8]
  ) throws(RenderError) {
    guard set.isLinked else { throw .notLinked }
    guard let entry = set.template(template)?.entry else { return }
    reset()
    contexts.append(root)
    var sink = Sink(capacity: expected + expected / 4)
    // The buffers are taken once, so the loop reads memory without uniqueness checks. Values come from the caller: each
    // is checked against the model's bounds on use.
    let error = set.program.code.withUnsafeBufferPointer { code in
      set.program.pool.withUnsafeBufferPointer { pool in
        set.program.lineStarts.withUnsafeBufferPointer { lineStarts in
          set.slots.withUnsafeBufferPointer { slots in
            model.values.withUnsafeBufferPointer { values in
              model.bytes.withUnsafeBufferPointer { bytes in
                let tables = Tables(
                  code: code, pool: pool, lineStarts: lineStarts, slots: slots, width: set.width,
                  values: values, bytes: bytes)
                return run(Int(entry), set, tables, into: &sink)
              }
            }
          }
        }
      }
    }
    if error == nil {
      out.append(contentsOf: sink.written)
      expected = max(sink.count, 4096)
    }
    sink.free()
    if let error { throw error }
  }

  private mutating func reset() {
    contexts.removeAll(keepingCapacity: true)
    loops.removeAll(keepingCapacity: true)
    calls.removeAll(keepingCapacity: true)
    bindings.removeAll(keepingCapacity: true)
    indentation.removeAll(keepingCapacity: true)
    chain = -1
    indentationStart = 0
    skipsIndentation = false
    isPlain = true
  }

  /// The loop: one step for each instruction, until the root template is left.
  private mutating func run(_ entry: Int, _ set: TemplateSet, _ tables: Tables, into out: inout Sink) -> RenderError? {
    let escapesAlways = set.escapesAlways
    var index = entry
    var stepsLeft = stepLimit
    var callsLeft = Self.callLimit
    while true {
      switch tables.code[index] {
      case .text(let start, let count, let line):
        if isPlain {
          if let pool = tables.pool.baseAddress, Int(start) + Int(count) <= tables.pool.count {
            out.append(pool + Int(start), Int(count), readable: tables.pool.count - Int(start))
          }
        } else {
          indented(Int(start), Int(start + count), Int(line), tables, into: &out)
        }
        index += 1
      case .lineStart:
        if !isPlain { indent(into: &out) }
        index += 1
      case .value(let name):
        tables.append(resolve(name, set.program, tables), escaped: true, into: &out)
        index += 1
      case .raw(let name):
        tables.append(resolve(name, set.program, tables), escaped: escapesAlways, into: &out)
        index += 1
      case .section(let name, let end):
        index = enter(section: resolve(name, set.program, tables), tables) ? index + 1 : Int(end)
      case .sectionEnd(let body):
        let last = loops.count - 1
        if loops[last].next < loops[last].end {
          stepsLeft -= 1
          if stepsLeft < 0 || out.count > sizeLimit { return .tooLong }
          callsLeft += Self.callsPerRepetition
          contexts[contexts.count - 1] = tables.values[Int(loops[last].next)]
          loops[last].next += 1
          index = Int(body)
        } else {
          loops.removeLast()
          contexts.removeLast()
          index += 1
        }
      case .inverted(let name, let end):
        index = tables.isTrue(resolve(name, set.program, tables)) ? Int(end) : index + 1
      case .call(let number):
        if calls.count == Renderer.depthLimit { return .tooDeep(set.program.origin(of: index)) }
        index = enter(call: number, set, tables)
      case .block(let number):
        if calls.count == Renderer.depthLimit { return .tooDeep(set.program.origin(of: index)) }
        index = enter(block: number, index, set.program, into: &out)
      case .leave:
        guard let call = calls.popLast() else { return nil }
        stepsLeft -= 1
        callsLeft -= 1
        if stepsLeft < 0 || callsLeft < 0 || out.count > sizeLimit { return .tooLong }
        index = leave(call)
      }
    }
  }

  /// Enters a section (specification: sections), of a list with its first element.
  /// - Returns: whether the section is rendered.
  @inline(__always)
  private mutating func enter(section value: Value, _ tables: Tables) -> Bool {
    guard tables.isTrue(value) else { return false }
    if case .list(let start, let count) = value {
      loops.append(Loop(next: start + 1, end: start + count))
      contexts.append(tables.values[Int(start)])
    } else {
      loops.append(Loop(next: 0, end: 0))
      contexts.append(value)
    }
    return true
  }

  /// The value of a name (specification: interpolation, name resolution). O(depth of contexts).
  @inline(__always)
  func resolve(_ name: NameRef, _ program: Program, _ tables: Tables) -> Value {
    if !name.isDotted { return climb(Int(name.raw), tables) }
    if name == .top { return contexts[contexts.count - 1] }
    return resolve(path: name.path, program, tables)
  }

  private func resolve(path: Int, _ program: Program, _ tables: Tables) -> Value {
    var value = climb(Int(program.paths[path + 1]), tables)
    let count = Int(program.paths[path])
    for part in 1..<count {
      guard case .record(let shape, let start) = value,
        let found = tables.field(Int(program.paths[path + 1 + part]), shape, start)
      else { return .absent }
      value = found
    }
    return value
  }

  @inline(__always)
  private func climb(_ name: Int, _ tables: Tables) -> Value {
    var level = contexts.count
    while level > 0 {
      level -= 1
      if case .record(let shape, let start) = contexts[level],
        let found = tables.field(name, shape, start)
      {
        return found
      }
    }
    return .absent
  }
}
