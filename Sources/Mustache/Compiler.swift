import Bytes

/// Compiles the tags of one template without problems to instructions.
///
/// The difficulty is white space. A standalone tag leaves no line behind; a standalone partial or parent indents what
/// it calls; the content of a block loses the indentation it was written with and gets that of the place where it is
/// used (specification: partials, ~inheritance). Lines lose their own indentation here, once; new indentation is added
/// while rendering, since it depends on the caller.
struct Compiler {
  /// An open section, parent or block.
  private struct Open {
    var tag: Int
    /// The instruction, call, site or replacement to complete when it is closed.
    var index: Int
    var isReplacement = false
    /// The state to restore.
    var dedent: Int
    var firstPending = 0
  }

  let source: Source
  let template: TemplateID
  var program: Program
  private var open: [Open] = []
  /// Replacements of parents that are still open.
  private var pending: [Program.Replacement] = []
  /// The number of blanks to remove from each line.
  private var dedent = 0
  /// Whether a line has begun and is still empty.
  private var atLineStart = true
  /// The first instruction after all jump targets: texts before it can't be joined.
  private var barrier: Int
  private var cursor: Int

  init(_ source: Source, _ template: TemplateID, into program: Program) {
    self.source = source
    self.template = template
    self.program = program
    barrier = program.code.count
    cursor = source.first
  }

  /// Appends the template's instructions; the last one leaves it. O(bytes).
  mutating func compile() {
    for index in 0..<source.tags.count {
      let tag = source.tags[index]
      switch tag.kind {
      case .comment, .delimiters: _ = skip(index)
      case .value, .raw:
        text(to: tag.start)
        cursor = tag.end
        lineStart(tag)
        let name = reference(tag)
        emit(tag.kind == .raw ? .raw(name) : .value(name), tag.nameStart)
      case .section, .inverted: section(index)
      case .partial: call(index, standalone: source.nextLine(after: index))
      case .parent: call(index, standalone: source.nextLine(after: tag.match))
      case .block: block(index)
      case .close: close(index)
      }
    }
    text(to: source.bytes.count)
    emit(.leave, source.bytes.count)
  }

  // MARK: Text

  /// Writes the text up to a tag and skips the tag, with its whole line if it stands alone.
  /// - Returns: whether it stands alone.
  private mutating func skip(_ index: Int) -> Bool {
    let tag = source.tags[index]
    if let begin = source.lineBegin(of: index), let next = source.nextLine(after: index) {
      text(to: begin)
      cursor = next
      atLineStart = true
      return true
    }
    text(to: tag.start)
    cursor = tag.end
    return false
  }

  /// Writes the text from the cursor to `end`, removing `dedent` from each line.
  private mutating func text(to end: Int) {
    // Text between the blocks inside a parent tag is ignored (specification, ~inheritance).
    if let last = open.last, source.tags[last.tag].kind == .parent { return }
    let start = program.pool.count
    let firstLine = program.lineStarts.count
    var from = cursor
    while from < end {
      if from == source.first || source.bytes[from - 1] == .lineFeed {
        atLineStart = true
        let limit = min(end, from + dedent)
        while from < limit, source.isBlank(source.bytes[from]) { from += 1 }
        if from == end { break }
      }
      var to = from
      while to < end, source.bytes[to] != .lineFeed { to += 1 }
      // Empty lines stay empty, without trailing blanks.
      let isEmpty = to == from || (to == from + 1 && source.bytes[from] == .carriageReturn)
      if atLineStart, !isEmpty || to == end {
        program.lineStarts.append(UInt32(program.pool.count))
        atLineStart = false
      }
      if to < end {
        to += 1
        atLineStart = true
      }
      program.pool.append(contentsOf: source.bytes[from..<to])
      from = to
    }
    let count = program.pool.count - start
    guard count > 0 else { return }
    if program.code.count > barrier,
      case .text(let before, let length, let line) = program.code[program.code.count - 1],
      Int(before) + Int(length) == start
    {
      program.code[program.code.count - 1] =
        .text(start: before, count: length + UInt32(count), line: line)
    } else {
      emit(.text(start: UInt32(start), count: UInt32(count), line: UInt32(firstLine)), cursor)
    }
  }

  /// Marks that a line begins with a tag that writes something.
  private mutating func lineStart(_ tag: Tag) {
    guard atLineStart else { return }
    emit(.lineStart, tag.start)
    atLineStart = false
  }

  private mutating func emit(_ instruction: Instruction, _ offset: Int) {
    program.code.append(instruction)
    program.origins.append(Program.Origin(template: template, offset: UInt32(offset)))
  }

  /// Copies blanks to the pool, beginning at `start`, without the first `dedent`.
  private mutating func indentation(_ start: Int, _ count: Int) -> PoolRange {
    guard count > dedent else { return PoolRange() }
    let begin = program.pool.count
    program.pool.append(contentsOf: source.bytes[start + dedent..<start + count])
    return PoolRange(start: UInt32(begin), count: UInt32(count - dedent))
  }

  private mutating func reference(_ tag: Tag) -> NameRef {
    let name = source.name(of: tag)
    if name.count == 1, name.first == .dot { return .top }
    let parts = name.split(separator: .dot)
    if parts.count == 1 { return NameRef(raw: UInt32(program.names.intern(parts[0]))) }
    let path = program.paths.count
    program.paths.append(UInt32(parts.count))
    for part in parts { program.paths.append(UInt32(program.names.intern(part))) }
    return NameRef(raw: NameRef.dotted | UInt32(path))
  }

  // MARK: Tags that open

  private mutating func section(_ index: Int) {
    let tag = source.tags[index]
    if !skip(index) { lineStart(tag) }
    let name = reference(tag)
    open.append(Open(tag: index, index: program.code.count, dedent: dedent))
    emit(tag.kind == .section ? .section(name, end: 0) : .inverted(name, end: 0), tag.nameStart)
  }

  /// A partial, or a parent, which stands alone if nothing else is on the lines before its opening and after its
  /// closing tag.
  private mutating func call(_ index: Int, standalone next: Int?) {
    let tag = source.tags[index]
    var call = Program.Call(standalone: false, indentation: PoolRange())
    if let next, let begin = source.lineBegin(of: index) {
      text(to: begin)
      call.standalone = true
      call.indentation = indentation(begin, tag.start - begin)
      cursor = next
    } else {
      text(to: tag.start)
      lineStart(tag)
      cursor = tag.end
    }
    if tag.dynamic {
      call.dynamicName = reference(tag)
    } else {
      call.template = TemplateID(
        rawValue: UInt32(program.templateNames.intern(source.name(of: tag))))
    }
    let number = program.calls.count
    emit(.call(UInt32(number)), tag.nameStart)
    call.end = UInt32(program.code.count)
    program.calls.append(call)
    if call.standalone { atLineStart = true }
    if tag.kind == .parent {
      cursor = tag.end
      open.append(Open(tag: index, index: number, dedent: dedent, firstPending: pending.count))
    }
  }

  private mutating func block(_ index: Int) {
    let tag = source.tags[index]
    let name = UInt32(program.blocks.intern(source.name(of: tag)))
    let next = source.nextLine(after: index)
    if let last = open.last, source.tags[last.tag].kind == .parent {
      // A replacement. Text before it is ignored, so only the line ending after it matters.
      open.append(Open(tag: index, index: pending.count, isReplacement: true, dedent: dedent))
      cursor = next ?? tag.end
      if let next { dedent = source.intrinsicIndentation(from: next, next: index + 1)?.count ?? 0 }
      atLineStart = next != nil
      barrier = program.code.count
      pending.append(
        Program.Replacement(block: name, body: UInt32(barrier), beginsLine: next != nil))
      return
    }
    var site = Program.Site(block: name, standalone: false, indentation: PoolRange())
    var inner = dedent
    if let begin = source.lineBegin(of: index), next != nil || isAlone(index) {
      text(to: begin)
      site.standalone = true
      atLineStart = true
      cursor = next ?? tag.end
      if let next, let own = source.intrinsicIndentation(from: next, next: index + 1) {
        site.indentation = indentation(own.start, own.count)
        inner = max(dedent, own.count)
      } else {
        site.indentation = indentation(begin, tag.start - begin)
      }
    } else {
      text(to: tag.start)
      cursor = tag.end
      lineStart(tag)
    }
    open.append(Open(tag: index, index: program.sites.count, dedent: dedent))
    dedent = inner
    emit(.block(UInt32(program.sites.count)), tag.nameStart)
    program.sites.append(site)
  }

  /// Whether a block that begins its line also ends it: then it is indented as a whole.
  private func isAlone(_ index: Int) -> Bool {
    let closing = source.tags[index].match
    return source.nextLine(after: closing) != nil && source.sharesLine(index, closing)
  }

  // MARK: Tags that close

  private mutating func close(_ index: Int) {
    let tag = source.tags[index]
    let opened = open[open.count - 1]
    switch source.tags[opened.tag].kind {
    case .parent:
      program.calls[opened.index].firstReplacement = UInt32(program.replacements.count)
      program.calls[opened.index].replacementCount = UInt32(pending.count - opened.firstPending)
      program.replacements.append(contentsOf: pending[opened.firstPending...])
      pending.removeSubrange(opened.firstPending...)
      program.calls[opened.index].end = UInt32(program.code.count)
      let standalone = program.calls[opened.index].standalone
      cursor = standalone ? source.nextLine(after: index) ?? tag.end : tag.end
      atLineStart = standalone
    case .block where opened.isReplacement:
      text(to: source.lineBegin(of: index).map { max($0, cursor) } ?? tag.start)
      pending[opened.index].isEmpty = program.code.count == Int(pending[opened.index].body)
      emit(.leave, tag.start)
      cursor = tag.end
    case .block:
      _ = skip(index)
      emit(.leave, tag.start)
      program.sites[opened.index].end = UInt32(program.code.count)
    case .inverted:
      _ = skip(index)
      guard case .inverted(let name, _) = program.code[opened.index] else { break }
      program.code[opened.index] = .inverted(name, end: UInt32(program.code.count))
    default:
      _ = skip(index)
      emit(.sectionEnd(body: UInt32(opened.index + 1)), tag.start)
      guard case .section(let name, _) = program.code[opened.index] else { break }
      program.code[opened.index] = .section(name, end: UInt32(program.code.count))
    }
    dedent = opened.dedent
    open.removeLast()
    barrier = program.code.count
  }
}
