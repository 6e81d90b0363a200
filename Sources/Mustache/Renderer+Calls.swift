import Bytes

/// Partials, parents and blocks, and their indentation.
extension Renderer {
  /// Enters a partial or a parent (specification: partials, ~inheritance, ~dynamic-names).
  /// - Returns: the next instruction. An unknown template renders nothing.
  mutating func enter(call number: UInt32, _ set: TemplateSet, _ tables: Tables) -> Int {
    let call = set.program.calls[Int(number)]
    var id = call.template
    if id == nil, let name = tables.text(resolve(call.dynamicName, set.program, tables)) {
      id = set[name]
    }
    guard let id, let template = set.template(id) else { return Int(call.end) }
    push(end: call.end)
    if call.standalone {
      indentMore(call.indentation, set.program)
    } else if indentation.count > indentationStart {
      // In the middle of a line, called lines are not indented.
      indentationStart = indentation.count
      isPlain = !skipsIndentation
    }
    if call.replacementCount > 0 {
      bindings.append(Binding(call: number, outer: chain))
      chain = Int32(bindings.count - 1)
    }
    return Int(template.entry)
  }

  /// Enters a block: its own content, or the replacement of the outermost parent tag.
  /// - Returns: the next instruction.
  mutating func enter(
    block number: UInt32, _ index: Int, _ program: Program, into out: inout Sink
  ) -> Int {
    let site = program.sites[Int(number)]
    push(end: site.end)
    if site.standalone { indentMore(site.indentation, program) }
    guard let (replacement, binding) = replacement(of: site.block, program) else {
      return index + 1
    }
    // A replacement uses the bindings that applied where it was written: if it could see itself, a block of its own
    // name inside it would never end.
    chain = bindings[binding].outer
    if site.standalone {
      if !replacement.beginsLine, !replacement.isEmpty, !isPlain { indent(into: &out) }
    } else if replacement.beginsLine {
      skipsIndentation = true
      isPlain = false
    }
    return Int(replacement.body)
  }

  private func replacement(
    of block: UInt32, _ program: Program
  ) -> (Program.Replacement, binding: Int)? {
    var found: (Program.Replacement, binding: Int)?
    var link = chain
    while link >= 0 {
      let binding = bindings[Int(link)]
      let call = program.calls[Int(binding.call)]
      for offset in 0..<call.replacementCount {
        let replacement = program.replacements[Int(call.firstReplacement + offset)]
        if replacement.block == block {
          found = (replacement, Int(link))
          break
        }
      }
      link = binding.outer
    }
    return found
  }

  private mutating func push(end: UInt32) {
    calls.append(
      Call(
        end: end, chain: chain, bindingCount: UInt32(bindings.count),
        indentationStart: UInt32(indentationStart), indentationEnd: UInt32(indentation.count),
        skipsIndentation: skipsIndentation))
  }

  /// Returns from a partial, a parent or a block.
  /// - Returns: the next instruction.
  mutating func leave(_ call: Call) -> Int {
    chain = call.chain
    bindings.removeLast(bindings.count - Int(call.bindingCount))
    indentation.removeLast(indentation.count - Int(call.indentationEnd))
    indentationStart = Int(call.indentationStart)
    // If it wrote no line, the next line must still be indented.
    skipsIndentation = skipsIndentation && call.skipsIndentation
    isPlain = indentation.count == indentationStart && !skipsIndentation
    return Int(call.end)
  }

  // MARK: Indentation

  private mutating func indentMore(_ range: PoolRange, _ program: Program) {
    guard range.count > 0 else { return }
    for index in range.start..<range.start + range.count {
      indentation.append(program.pool[Int(index)])
    }
    isPlain = false
  }

  /// Begins a line.
  mutating func indent(into out: inout Sink) {
    if skipsIndentation {
      skipsIndentation = false
      isPlain = indentation.count == indentationStart
    } else {
      indentation.withUnsafeBufferPointer {
        out.append(UnsafeBufferPointer(rebasing: $0[indentationStart...]))
      }
    }
  }

  /// Appends static text, indenting each line that begins in it.
  mutating func indented(
    _ start: Int, _ end: Int, _ line: Int, _ tables: Tables, into out: inout Sink
  ) {
    var from = start
    var line = line
    while line < tables.lineStarts.count, Int(tables.lineStarts[line]) < end {
      let to = Int(tables.lineStarts[line])
      if to > from { out.append(UnsafeBufferPointer(rebasing: tables.pool[from..<to])) }
      indent(into: &out)
      from = to
      line += 1
    }
    out.append(UnsafeBufferPointer(rebasing: tables.pool[from..<end]))
  }
}
