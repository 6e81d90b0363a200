import Bytes

/// A name looked up in the context, packed: the number of a name, the position of a dotted name in ``Program/paths``,
/// or the implicit iterator.
struct NameRef: Equatable, Sendable {
  let raw: UInt32

  /// `{{.}}`: the top of the context stack.
  static let top = NameRef(raw: .max)
  /// Flag of a position in ``Program/paths``.
  static let dotted: UInt32 = 0x8000_0000

  var isDotted: Bool { raw & NameRef.dotted != 0 }
  var path: Int { Int(raw & ~NameRef.dotted) }
}

/// One step of rendering.
enum Instruction: Sendable {
  /// Appends text from the pool; `line` is the index of the first of ``Program/lineStarts`` at or after it.
  case text(start: UInt32, count: UInt32, line: UInt32)
  /// A line begins with a tag: indentation is written here, if there is any.
  case lineStart
  case value(NameRef)
  /// Appends a value with a tag that does not escape.
  case raw(NameRef)
  /// Enters the body for each element (once for other true values), or jumps to `end`.
  case section(NameRef, end: UInt32)
  /// Ends a section: repeats the body for the next element, or leaves.
  case sectionEnd(body: UInt32)
  /// Continues if the value is false, otherwise jumps to `end`.
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

/// The compiled form of a set of templates: instructions and the tables they refer to, shared by all templates, so that
/// a page's text is close together in memory.
struct Program: Sendable {
  /// A partial or parent tag.
  struct Call: Sendable {
    /// The template, or `nil` if its name comes from the context.
    var template: TemplateID?
    var dynamicName = NameRef.top
    /// Whether the tag stands alone: then the called lines are indented by `indentation` in addition.
    var standalone: Bool
    var indentation: PoolRange
    /// The first of its replacements in ``Program/replacements``.
    var firstReplacement: UInt32 = 0
    var replacementCount: UInt32 = 0
    /// The instruction to continue with.
    var end: UInt32 = 0
  }

  /// A block tag inside a parent tag: the replacement for a block.
  struct Replacement: Sendable {
    var block: UInt32
    var body: UInt32
    /// Whether the content begins on a line of its own.
    var beginsLine: Bool
    var isEmpty = false
  }

  /// A block tag outside of parent tags, which can be replaced.
  struct Site: Sendable {
    var block: UInt32
    /// Whether lines written here are indented by `indentation` in addition.
    var standalone: Bool
    var indentation: PoolRange
    var end: UInt32 = 0
  }

  /// The origin of an instruction.
  struct Origin: Sendable {
    var template: TemplateID
    /// The offset of the name in the source, in bytes; of the tag itself if it has no name.
    var offset: UInt32
  }

  var code: [Instruction] = []
  /// One for each instruction.
  var origins: [Origin] = []
  /// All static text.
  var pool: [UInt8] = []
  /// Offsets in the pool at which a line begins that indentation applies to, ascending.
  var lineStarts: [UInt32] = []
  var calls: [Call] = []
  var sites: [Site] = []
  var replacements: [Replacement] = []
  /// Dotted names: for each a count, then that many numbers of names.
  var paths: [UInt32] = []
  /// Names looked up in the context.
  var names = NameTable()
  /// Names of blocks, a namespace of their own (specification, ~inheritance).
  var blocks = NameTable()
  /// Names of templates, added or only mentioned; the number of a name is its ``TemplateID``.
  var templateNames = NameTable()

  /// The template that contains an instruction; the first template for unpacked sets, which have no origins.
  func origin(of instruction: Int) -> TemplateID {
    instruction < origins.count ? origins[instruction].template : TemplateID(rawValue: 0)
  }
}
