import Bytes

extension TemplateSet {
  /// Packs a linked set: what rendering needs, without the sources, so that unpacking needs neither the parser nor the
  /// schema. O(instructions and text).
  package func pack(to out: inout [UInt8]) {
    precondition(isLinked, "templates are linked before they are packed")
    out.pack(program.templateNames.count)
    for id in 0..<program.templateNames.count {
      out.pack(program.templateNames[id])
      // 0 if the name is only mentioned.
      out.pack(id < templates.count ? templates[id].map { Int($0.entry) + 1 } ?? 0 : 0)
    }
    out.pack(program.code.count)
    for instruction in program.code { instruction.pack(to: &out) }
    out.pack(program.pool)
    out.pack(program.lineStarts.count)
    for start in program.lineStarts { out.pack(UInt64(start)) }
    out.pack(program.calls.count)
    for call in program.calls {
      out.pack(call.template.map { UInt64($0.rawValue) + 1 } ?? 0)
      out.pack(UInt64(call.dynamicName.raw))
      out.append(call.standalone ? 1 : 0)
      call.indentation.pack(to: &out)
      out.pack(UInt64(call.firstReplacement))
      out.pack(UInt64(call.replacementCount))
      out.pack(UInt64(call.end))
    }
    out.pack(program.sites.count)
    for site in program.sites {
      out.pack(UInt64(site.block))
      out.append(site.standalone ? 1 : 0)
      site.indentation.pack(to: &out)
      out.pack(UInt64(site.end))
    }
    out.pack(program.replacements.count)
    for replacement in program.replacements {
      out.pack(UInt64(replacement.block))
      out.pack(UInt64(replacement.body))
      out.append((replacement.beginsLine ? 1 : 0) | (replacement.isEmpty ? 2 : 0))
    }
    out.pack(program.paths.count)
    for part in program.paths { out.pack(UInt64(part)) }
    out.pack(width)
    // Each shape has only a few of all names: each of these is written as its index and field.
    out.pack(slots.count)
    out.pack(slots.count { $0 >= 0 })
    for (place, slot) in slots.enumerated() where slot >= 0 {
      out.pack(place)
      out.pack(Int(slot))
    }
    out.append(escapesAlways ? 1 : 0)
  }
}

extension Instruction {
  fileprivate func pack(to out: inout [UInt8]) {
    switch self {
    case .text(let start, let count, let line): Self.pack(0, start, count, line, &out)
    case .lineStart: out.append(1)
    case .value(let name): Self.pack(2, name.raw, nil, nil, &out)
    case .raw(let name): Self.pack(3, name.raw, nil, nil, &out)
    case .section(let name, let end): Self.pack(4, name.raw, end, nil, &out)
    case .sectionEnd(let body): Self.pack(5, body, nil, nil, &out)
    case .inverted(let name, let end): Self.pack(6, name.raw, end, nil, &out)
    case .call(let number): Self.pack(7, number, nil, nil, &out)
    case .block(let number): Self.pack(8, number, nil, nil, &out)
    case .leave: out.append(9)
    }
  }

  private static func pack(
    _ kind: UInt8, _ first: UInt32, _ second: UInt32?, _ third: UInt32?, _ out: inout [UInt8]
  ) {
    out.append(kind)
    out.pack(UInt64(first))
    if let second { out.pack(UInt64(second)) }
    if let third { out.pack(UInt64(third)) }
  }
}

extension PoolRange {
  fileprivate func pack(to out: inout [UInt8]) {
    out.pack(UInt64(start))
    out.pack(UInt64(count))
  }
}
