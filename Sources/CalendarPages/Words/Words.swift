import Bytes
import Mustache

/// The words of the interface in one language: labels, sentences with places, and the rules that choose between their
/// forms. The host reads them from the theme's `words/<language>.yml`; the browser gets them with the site's data. No
/// word of any language stands in code.
///
/// A class, as it is large and every page uses it.
package final class Words: Sendable {
  /// BCP 47, `en`.
  package let language: [UInt8]
  /// By ``WordsField/rawValue``.
  package let labels: [[UInt8]]
  /// By ``Sentence/rawValue``.
  package let sentences: [Message]
  package let cardinals: PluralRules
  package let ordinals: PluralRules
  /// What today.html hands to its script: a JSON object, safe within a script element.
  package let todayScript: [UInt8]

  /// - Parameters:
  ///   - language: a BCP 47 tag.
  ///   - labels: one for each ``WordsField``, in their order.
  ///   - sentences: one for each ``Sentence``, in their order.
  ///   - cardinals: the rules of numbers that count: "1 event".
  ///   - ordinals: the rules of numbers that order: "1st".
  ///   - todayScript: a JSON object.
  /// - Precondition: there are as many labels and sentences as there are cases.
  package init(
    language: [UInt8], labels: [[UInt8]], sentences: [Message], cardinals: PluralRules, ordinals: PluralRules,
    todayScript: [UInt8]
  ) {
    precondition(labels.count == WordsField.count && sentences.count == Sentence.count)
    self.language = language
    self.labels = labels
    self.sentences = sentences
    self.cardinals = cardinals
    self.ordinals = ordinals
    self.todayScript = todayScript
  }

  /// Whether a locale is of the words' language, of which it may name a region.
  func areOf(_ locale: LocaleTable) -> Bool {
    locale.identifier.prefix { $0 != .hyphen }.elementsEqual(language.prefix { $0 != .hyphen })
  }

  /// A label.
  package subscript(label: WordsField) -> [UInt8] { labels[label.rawValue] }

  /// Appends a sentence with its places filled in. O(length).
  /// - Parameters:
  ///   - count: the number that chooses between the forms of a sentence that has several.
  ///   - item: which text of a list, where a form is a list; -1 for sentences that never are.
  ///   - put: appends the text of a place. Called for each place, in the order of the language.
  ///
  /// Inlined natively, where pages say thousands of these; in the browser it is one function, to save size.
  #if !hasFeature(Embedded)
    @inline(__always)
  #endif
  package func append(
    _ sentence: Sentence, count: Int = 0, item: Int = -1, to out: inout [UInt8],
    _ put: (Place, inout [UInt8]) -> Void
  ) {
    let text = sentences[sentence.rawValue].form(for: count, sentence.isOrdinal ? ordinals : cardinals)
    let range = item < 0 ? text.indices : Message.item(item, of: text)
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, text[end] != Message.placeMark { end += 1 }
      if end > start { out.append(contentsOf: text[start..<end]) }
      if end + 1 < range.upperBound, let place = Place(rawValue: Int(text[end + 1]) - Message.firstPlace) {
        put(place, &out)
      }
      start = end + 2
    }
  }
}

/// A sentence of one language: one text, or one for each plural category and for numbers of their own.
package struct Message: Sendable, Equatable {
  /// Which numbers a form is for.
  package enum Selector: Equatable, Sendable {
    case category(PluralCategory)
    /// One of ``Message/numbers``.
    case number(Int)
  }

  /// A part of a text as it is written.
  package enum Part: Sendable {
    /// Without control characters.
    case text([UInt8])
    case place(Place)
  }

  /// The numbers that may have a form of their own.
  package static let numbers = 0...100

  /// Stands before each place, which is ``Place/rawValue`` more than ``firstPlace``.
  static let placeMark: UInt8 = 0x01
  /// Stands between the texts of a list.
  static let itemMark: UInt8 = 0x02
  /// Places are beyond the marks.
  static let firstPlace = 0x20

  /// One of them is for ``PluralCategory/other``.
  let forms: [(selector: Selector, text: [UInt8])]

  /// - Returns: `nil` if no form is for `other`, or a text has control characters.
  package init?(forms: [(selector: Selector, texts: [[Part]])]) {
    guard forms.contains(where: { $0.selector == .category(.other) }) else { return nil }
    var made: [(selector: Selector, text: [UInt8])] = []
    for form in forms {
      var text: [UInt8] = []
      for (index, parts) in form.texts.enumerated() {
        if index > 0 { text.append(Self.itemMark) }
        for part in parts {
          switch part {
          case .text(let bytes):
            if bytes.contains(where: { $0 < 0x20 }) { return nil }
            text.append(contentsOf: bytes)
          case .place(let place):
            text.append(Self.placeMark)
            text.append(UInt8(truncatingIfNeeded: Self.firstPlace + place.rawValue))
          }
        }
      }
      made.append((form.selector, text))
    }
    self.forms = made
  }

  /// - Precondition: one of them is for `other`.
  init(_ forms: [(selector: Selector, text: [UInt8])]) { self.forms = forms }

  /// The text for a number: its own, else that of its category, else that of `other`.
  func form(for count: Int, _ rules: PluralRules) -> [UInt8] {
    if forms.count == 1 { return forms[0].text }
    return text(.number(count)) ?? text(.category(rules.category(of: count))) ?? text(.category(.other)) ?? []
  }

  /// The range of one text of a list; all of the text if it is no list. O(length).
  static func item(_ item: Int, of text: [UInt8]) -> Range<Int> {
    var start = 0
    var left = item
    for index in text.indices where text[index] == itemMark {
      if left == 0 { return start..<index }
      left -= 1
      start = index + 1
    }
    return start..<text.count
  }

  /// The texts between places in all of its forms. O(length).
  package var texts: [[UInt8]] {
    forms.flatMap { form in
      var (texts, isPlace) = ([[UInt8]()], false)
      for byte in form.text {
        if isPlace {
          isPlace = false
        } else if byte == Self.placeMark || byte == Self.itemMark {
          isPlace = byte == Self.placeMark
          texts.append([])
        } else {
          texts[texts.count - 1].append(byte)
        }
      }
      return texts
    }
  }

  package static func == (left: Message, right: Message) -> Bool {
    left.forms.count == right.forms.count
      && left.forms.indices.allSatisfy {
        left.forms[$0].selector == right.forms[$0].selector && left.forms[$0].text == right.forms[$0].text
      }
  }

  private func text(_ selector: Selector) -> [UInt8]? {
    for form in forms where form.selector == selector { return form.text }
    return nil
  }
}
