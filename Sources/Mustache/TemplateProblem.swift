import Bytes

/// A problem in a template, with its place. Position and line are computed on request.
package struct TemplateProblem: Error, Sendable {
  /// What is wrong. The first group is found by parsing, the second by linking.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// A tag's closing delimiter is missing.
    case unclosedTag
    /// A tag without a name.
    case emptyTag
    /// A name with white space in it, or a dotted name with an empty part.
    case badName
    /// A delimiter tag that does not contain two delimiters.
    case badDelimiters
    /// A section, block or parent that is never closed.
    case unclosedSection
    /// A closing tag whose name differs from the open one (``TemplateProblem/related``).
    case wrongClose
    /// A closing tag where nothing is open.
    case unopenedClose
    /// Sections, blocks and parents nested deeper than ``TemplateSet/nestingLimit``.
    case nestedTooDeep
    /// A source longer than ``TemplateSet/sourceLimit``.
    case tooLong
    /// A template that was added already.
    case duplicateTemplate

    /// A name that no view model in scope declares.
    case unknownName
    /// A partial, parent or root that was not added.
    case unknownTemplate
    /// A replacement for a block that no template has.
    case unknownBlock
    /// A text in a tag that does not escape.
    case rawText
    /// A record, list or flag where a text must stand.
    case notText
    /// More combinations of templates and contexts than ``TemplateSet/contextLimit``.
    case tooComplex
  }

  package var kind: Kind
  /// The template's name, without folder and extension.
  package var template: [UInt8]
  /// Byte offset in the template's source: the tag, or the name in it that is wrong.
  package var offset: Int
  /// The name concerned.
  package var name: [UInt8]
  /// For ``Kind/wrongClose``: the name that is open.
  package var related: [UInt8] = []
  /// For unknown names: the nearest existing ones, nearest first.
  package var suggestions: [[UInt8]] = []
  /// For ``Kind/unknownName``: the view models in scope, the innermost first.
  package var reach: [[UInt8]] = []

  /// The template's source.
  let source: [UInt8]

  init(_ kind: Kind, in template: [UInt8], _ source: [UInt8], at offset: Int, name: [UInt8] = []) {
    self.kind = kind
    self.template = template
    self.source = source
    self.offset = offset
    self.name = name
  }

  /// Line and column of ``offset``. O(offset).
  package var position: Position { Position(of: offset, in: source) }

  /// The source line of ``offset``, without its ending. O(line).
  package var line: [UInt8] {
    var low = min(offset, source.count)
    var high = low
    while low > 0, source[low - 1] != .lineFeed, source[low - 1] != .carriageReturn { low -= 1 }
    while high < source.count, source[high] != .lineFeed, source[high] != .carriageReturn { high += 1 }
    return Array(source[low..<high])
  }

  /// One sentence that says what is wrong and how to fix it, without the place.
  package var message: [UInt8] {
    var out: [UInt8] = []
    func say(_ before: StaticString, _ name: [UInt8], _ after: StaticString = "") {
      out.append(before)
      out.append(contentsOf: quoted(name))
      out.append(after)
    }
    switch kind {
    case .unclosedTag: out.append("this tag is never closed")
    case .emptyTag: out.append("this tag has no name")
    case .badName: say("", name, " is not a name: names have no white space and no empty part between dots")
    case .badDelimiters:
      out.append("a delimiter tag holds two delimiters without '=', as in {{=<% %>=}}")
    case .unclosedSection: say("", name, " is opened here and never closed")
    case .wrongClose:
      say("this closes ", name)
      say(", but ", related, " is open")
    case .unopenedClose: say("this closes ", name, ", which is not open")
    case .nestedTooDeep:
      out.append("sections are nested deeper than ")
      out.append(decimal: TemplateSet.nestingLimit)
    case .tooLong:
      out.append("the template is longer than ")
      out.append(decimal: TemplateSet.sourceLimit)
      out.append(" bytes")
    case .duplicateTemplate: say("there are two templates named ", name)
    case .unknownName:
      say("no view model in scope has ", name)
      if !reach.isEmpty {
        out.append(" (in scope: ")
        for index in 0..<reach.count {
          if index > 0 { out.append(", ") }
          out.append(contentsOf: reach[index])
        }
        out.append(")")
      }
    case .unknownTemplate: say("there is no template named ", name)
    case .unknownBlock: say("no template has a block named ", name)
    case .rawText: say("", name, " is text and must be escaped: write it with two braces and without &")
    case .notText: say("", name, " is not text: open it as a section")
    case .tooComplex:
      out.append("partials and blocks combine in more than ")
      out.append(decimal: TemplateSet.contextLimit)
      out.append(" ways")
    }
    for index in 0..<suggestions.count {
      say(index == 0 ? "; did you mean " : " or ", suggestions[index])
      if index == suggestions.count - 1 { out.append("?") }
    }
    return out
  }

  /// The problem as a diagnostic, like other problems of the content.
  package var diagnostic: Diagnostic { Diagnostic(.error, at: position, message) }
}
