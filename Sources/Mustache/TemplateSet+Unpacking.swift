import Bytes

extension TemplateSet {
  /// Reads what ``pack(to:)`` wrote. The contents are not validated: if the bytes may be damaged, compare a hash of
  /// them first. O(bytes).
  package init(_ reader: inout Unpacker) {
    self.init()
    for _ in 0..<reader.count() {
      _ = program.templateNames.intern(reader.text())
      let entry = reader.uint32()
      templates.append(entry == 0 ? nil : Template(source: [], entry: entry - 1, isSound: true))
    }
    for _ in 0..<reader.count() { program.code.append(Instruction(&reader)) }
    program.pool = reader.text()
    program.lineStarts = reader.uint32s()
    for _ in 0..<reader.count() {
      let template = reader.uint32()
      let name = NameRef(raw: reader.uint32())
      let standalone = reader.byte() == 1
      var call = Program.Call(
        template: template == 0 ? nil : TemplateID(rawValue: template - 1), dynamicName: name,
        standalone: standalone, indentation: PoolRange(&reader))
      call.firstReplacement = reader.uint32()
      call.replacementCount = reader.uint32()
      call.end = reader.uint32()
      program.calls.append(call)
    }
    for _ in 0..<reader.count() {
      let block = reader.uint32()
      let standalone = reader.byte() == 1
      let indentation = PoolRange(&reader)
      program.sites.append(
        Program.Site(
          block: block, standalone: standalone, indentation: indentation, end: reader.uint32()))
    }
    for _ in 0..<reader.count() {
      let block = reader.uint32()
      let body = reader.uint32()
      let flags = reader.byte()
      program.replacements.append(
        Program.Replacement(
          block: block, body: body, beginsLine: flags & 1 != 0, isEmpty: flags & 2 != 0))
    }
    program.paths = reader.uint32s()
    width = Int(reader.uint32())
    slots = [Int16](repeating: -1, count: reader.number(below: 1 << 20))
    for _ in 0..<reader.count() {
      let place = reader.number(below: slots.count)
      let field = Int16(truncatingIfNeeded: reader.uint32())
      if reader.isSound { slots[place] = field }
    }
    escapesAlways = reader.byte() == 1
    isLinked = true
  }
}

extension Unpacker {
  fileprivate mutating func uint32() -> UInt32 { UInt32(truncatingIfNeeded: number()) }

  fileprivate mutating func uint32s() -> [UInt32] {
    var numbers: [UInt32] = []
    for _ in 0..<count() { numbers.append(uint32()) }
    return numbers
  }
}

extension Instruction {
  fileprivate init(_ reader: inout Unpacker) {
    switch reader.byte() {
    case 0:
      let start = reader.uint32()
      let count = reader.uint32()
      self = .text(start: start, count: count, line: reader.uint32())
    case 1: self = .lineStart
    case 2: self = .value(NameRef(raw: reader.uint32()))
    case 3: self = .raw(NameRef(raw: reader.uint32()))
    case 4:
      let name = NameRef(raw: reader.uint32())
      self = .section(name, end: reader.uint32())
    case 5: self = .sectionEnd(body: reader.uint32())
    case 6:
      let name = NameRef(raw: reader.uint32())
      self = .inverted(name, end: reader.uint32())
    case 7: self = .call(reader.uint32())
    case 8: self = .block(reader.uint32())
    case 9: self = .leave
    default:
      reader.fail()
      self = .leave
    }
  }
}

extension PoolRange {
  fileprivate init(_ reader: inout Unpacker) {
    start = reader.uint32()
    count = reader.uint32()
  }
}
