import Bytes
import Mustache

extension Words: Packable {
  /// ``packed``, with what only commands and subscribe.html say. O(size).
  package var packedWhole: [UInt8] {
    var out: [UInt8] = []
    pack(to: &out, isWhole: true)
    return out
  }

  /// Reads what ``packed`` has; `nil` if the bytes are not that, or not all of it. O(size).
  package static func unpacked(_ bytes: [UInt8]) -> Words? {
    var reader = Unpacker(bytes)
    let words = Words(&reader)
    return reader.isSound && reader.isAtEnd ? words : nil
  }

  /// Appends all that the browser's engine says: neither what only commands say, nor ``todayScript``. O(size).
  package func pack(to out: inout [UInt8]) { pack(to: &out, isWhole: false) }

  package convenience init(_ reader: inout Unpacker) {
    self.init(
      language: reader.text(), labels: reader.labels(), sentences: reader.sentences(), cardinals: reader.pluralRules(),
      ordinals: reader.pluralRules(), todayScript: [])
  }

  /// - Parameter isWhole: whether it has what the browser's engine never says.
  private func pack(to out: inout [UInt8], isWhole: Bool) {
    out.pack(language)
    out.pack(WordsField.allCases.map { $0.isOfHost && !isWhole ? [] : self[$0] })
    let said = Sentence.allCases.map {
      $0.isOfHost && !isWhole ? Message([(.category(.other), [])]) : sentences[$0.rawValue]
    }
    out.pack(said.count)
    for (index, sentence) in said.enumerated() {
      // Many sentences are the same in most languages: no forms, and the number of an earlier sentence.
      if let same = said[..<index].firstIndex(of: sentence) {
        out.pack(0)
        out.pack(same)
        continue
      }
      out.pack(sentence.forms.count)
      for form in sentence.forms {
        out.append(form.selector.packed)
        out.pack(form.text)
      }
    }
    cardinals.pack(to: &out)
    ordinals.pack(to: &out)
  }
}

extension Message.Selector {
  private static let firstNumber = 16

  /// A byte: the category, or 16 and more for a number alone.
  fileprivate var packed: UInt8 {
    switch self {
    case .category(let category): UInt8(truncatingIfNeeded: category.rawValue)
    case .number(let number): UInt8(truncatingIfNeeded: Self.firstNumber + number)
    }
  }

  fileprivate init(packed: UInt8) {
    self =
      Int(packed) >= Self.firstNumber
      ? .number(Int(packed) - Self.firstNumber) : .category(PluralCategory(rawValue: Int(packed)) ?? .other)
  }
}

extension PluralRules {
  fileprivate func pack(to out: inout [UInt8]) {
    out.pack(rules.count)
    for rule in rules {
      out.append(UInt8(truncatingIfNeeded: rule.category.rawValue))
      out.pack(rule.alternatives.count)
      for relations in rule.alternatives {
        out.pack(relations.count)
        for relation in relations {
          out.pack(relation.modulus << 1 | (relation.isNegated ? 1 : 0))
          out.pack(relation.ranges.count)
          for range in relation.ranges {
            out.pack(range.lowerBound)
            out.pack(range.upperBound)
          }
        }
      }
    }
  }
}

extension Unpacker {
  fileprivate mutating func labels() -> [[UInt8]] {
    let labels = texts()
    if labels.count == WordsField.count { return labels }
    fail()
    return Array(repeating: [], count: WordsField.count)
  }

  fileprivate mutating func sentences() -> [Message] {
    var sentences: [Message] = []
    for _ in 0..<count() {
      var forms: [(selector: Message.Selector, text: [UInt8])] = []
      let number = count()
      if number == 0 {
        let same = self.number(below: Sentence.count)
        if same < sentences.count { sentences.append(sentences[same]) }
        continue
      }
      for _ in 0..<number { forms.append((Message.Selector(packed: byte()), text())) }
      sentences.append(Message(forms))
    }
    if sentences.count == Sentence.count, sentences.allSatisfy({ !$0.forms.isEmpty }) { return sentences }
    fail()
    return Array(repeating: Message([(.category(.other), [])]), count: Sentence.count)
  }

  fileprivate mutating func pluralRules() -> PluralRules {
    var rules: [PluralRules.Rule] = []
    for _ in 0..<count() {
      let category = PluralCategory(rawValue: Int(byte())) ?? .other
      var alternatives: [[PluralRules.Relation]] = []
      for _ in 0..<count() {
        var relations: [PluralRules.Relation] = []
        for _ in 0..<count() { relations.append(relation()) }
        alternatives.append(relations)
      }
      rules.append(PluralRules.Rule(category: category, alternatives: alternatives))
    }
    return PluralRules(rules: rules)
  }

  private mutating func relation() -> PluralRules.Relation {
    let head = number(below: PluralRules.largest * 2 + 2)
    var ranges: [ClosedRange<Int>] = []
    for _ in 0..<count() {
      let low = number(below: PluralRules.largest + 1)
      ranges.append(low...max(low, number(below: PluralRules.largest + 1)))
    }
    return PluralRules.Relation(modulus: head >> 1, isNegated: head & 1 == 1, ranges: ranges)
  }
}
