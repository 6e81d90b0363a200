import Bytes

/// A name looked up in the context, packed: a name's number, a dotted name's place in
/// ``Program/paths``, or the implicit iterator.
struct NameRef: Equatable, Sendable {
  let raw: UInt32

  /// `{{.}}`: what is on top of the context stack.
  static let top = NameRef(raw: .max)
  /// Marks a place in ``Program/paths``.
  static let dotted: UInt32 = 0x8000_0000

  var isDotted: Bool { raw & NameRef.dotted != 0 }
  var path: Int { Int(raw & ~NameRef.dotted) }
}

/// One step of rendering.
enum Instruction: Sendable {
  /// Appends text of the pool; `line` is the first of ``Program/lineStarts`` at or after it.
  case text(start: UInt32, count: UInt32, line: UInt32)
  /// A line begins with a tag: indentation, if there is any, goes here.
  case lineStart
  case value(NameRef)
  /// A value of a tag that does not escape.
  case raw(NameRef)
  /// Enters once, for each element, or jumps to `end`.
  case section(NameRef, end: UInt32)
  /// Ends a section: on to the next element, or leaves.
  case sectionEnd(body: UInt32)
  /// Goes on if false, or jumps to `end`.
  case inverted(NameRef, end: UInt32)
  /// A partial or a parent: an index of ``Program/calls``.
  case call(UInt32)
  /// A block that can be replaced: an index of ``Program/sites``. Its own content follows.
  case block(UInt32)
  /// Ends a template, a block's content, or a replacement.
  case leave
}

/// A run of bytes in ``Program/pool``.
struct PoolRange: Sendable {
  var start: UInt32 = 0
  var count: UInt32 = 0
}

/// What a set of templates is compiled to: instructions and the tables that they point into, one of
/// each for all templates, so that a page's text lies together in memory.
struct Program: Sendable {
  /// A partial or parent tag.
  struct Call: Sendable {
    /// The template, or `nil` if its name is read from the context.
    var template: TemplateID?
    var dynamicName = NameRef.top
    /// Whether the tag stands alone: then the called lines are indented, by `indentation` more.
    var standalone: Bool
    var indentation: PoolRange
    /// The replacements: a range of ``Program/replacements``.
    var firstReplacement: UInt32 = 0
    var replacementCount: UInt32 = 0
    /// The instruction to go on with.
    var end: UInt32 = 0
  }

  /// A block tag inside a parent tag: what it replaces a block with.
  struct Replacement: Sendable {
    var block: UInt32
    var body: UInt32
    /// Whether the content begins on a line of its own.
    var beginsLine: Bool
    var isEmpty = false
  }

  /// A block tag outside of parent tags: what can be replaced.
  struct Site: Sendable {
    var block: UInt32
    /// Whether lines put here are indented, by `indentation` more.
    var standalone: Bool
    var indentation: PoolRange
    var end: UInt32 = 0
  }

  /// Where an instruction comes from.
  struct Origin: Sendable {
    var template: TemplateID
    /// Where the name begins in the source, in bytes; for a tag without one, where the tag begins.
    var offset: UInt32
  }

  var code: [Instruction] = []
  /// One for each instruction.
  var origins: [Origin] = []
  /// All static text.
  var pool: [UInt8] = []
  /// Places in the pool where a line of text begins that indentation applies to, ascending.
  var lineStarts: [UInt32] = []
  var calls: [Call] = []
  var sites: [Site] = []
  var replacements: [Replacement] = []
  /// Dotted names: each a count, then that many numbers of names.
  var paths: [UInt32] = []
  /// Names looked up in the context.
  var names = NameTable()
  /// Names of blocks, a namespace of their own (specification, ~inheritance).
  var blocks = NameTable()
  /// Names of templates, added or only mentioned; the number of a name is its ``TemplateID``.
  var templateNames = NameTable()

  /// The template that an instruction is of; in a set that was unpacked, which has no origins, the first.
  func origin(of instruction: Int) -> TemplateID {
    instruction < origins.count ? origins[instruction].template : TemplateID(rawValue: 0)
  }
}
