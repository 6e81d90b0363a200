import Bytes
import CalendarPages
import Mustache

/// The forms of a text that counts, as scripts choose between them: by a number, by a letter, or "other".
struct ScriptForms {
  var texts: [(name: String, text: String)] = []
  /// The letter of the form of each number below ``Self/known``, without those of "other" at its end. Empty if no form
  /// has a letter.
  private(set) var kinds = ""

  /// Except for small numbers, CLDR's rules repeat every hundred; from here on, the last hundred repeats.
  private static let known = 200

  /// - Parameters:
  ///   - forms: by names as in words files: a category, or "=1".
  ///   - rules: those of the language.
  init(_ forms: [(name: String, text: String)], _ rules: PluralRules) {
    let categories = (0..<Self.known).map { rules.category(of: $0) }
    var letters: [PluralCategory: Character] = [:]
    for (name, text) in forms {
      guard let category = PluralCategory.allCases.first(where: { $0.stringValue == name }), category != .other else {
        texts.append((name, text))
        continue
      }
      let numbers = categories.indices.filter { categories[$0] == category }
      if numbers.count > 1 {
        letters[category] = name.first!
        texts.append((String(name.first!), text))
      } else if let number = numbers.first, !forms.contains(where: { $0.name == "=\(number)" }) {
        texts.append(("=\(number)", text))
      }
    }
    if letters.isEmpty { return }
    let row = categories.map { letters[$0] ?? "-" }
    kinds = String(row[...(row.lastIndex { $0 != "-" } ?? 0)])
  }
}

extension Words {
  /// What scripts say of times, by the names that they have there.
  fileprivate var times: [(name: String, text: [UInt8])] {
    let sentences: [(String, Sentence)] = [
      ("times", .times), ("dateTimes", .dateTimes), ("toOtherDay", .toOtherDay), ("list", .listPlain),
    ]
    return sentences.map { name, sentence in
      (name, .written { append(sentence, to: &$0) { place, out in out += Array("{\(place.stringValue)}".utf8) } })
    }
  }
}

extension CompiledWords {
  /// The words with what scripts need to write times and numbers as pages do.
  package func dated(_ table: LocaleTable) -> CompiledWords {
    let digits = (table.names.zeroDigit == 0x30 ? 0..<0 : 0..<10).map { digit in
      [UInt8].written { table.append(digit, to: &$0) }
    }
    var made = self
    made.scripts = scripts.map { path, bytes in
      guard path == "modules/words.js" else { return (path, bytes) }
      var out = bytes + [UInt8]("export const {phrase,spell}=busylife;\nexport const names={")
      let half = table.halfDayPatterns.map { $0.forScripts }
      Self.append(
        [
          ("time", table.time.forScripts), ("day", table.dates.shortDay.forScripts),
          ("fullDay", table.dates.full.forScripts), ("month", table.dates.monthAndYear.forScripts),
        ] + words.times,
        [("half", half)], table, to: &out)
      // How times are written on the other clock, for readers who choose it.
      if let other = table.otherClock {
        out.append(",other:{")
        Self.append(
          [("time", other.time.forScripts)],
          [("half", other.halfDay.map { [$0.first.forScripts, $0.last.forScripts] } ?? [])], table, to: &out)
        out.append("}")
      }
      out.append("};\n")
      if !digits.isEmpty {
        out.append("busylife.digits=")
        out.append(jsonTexts: digits)
        out.append(";\n")
      }
      return (path, out)
    }
    // The words of today.html and embed.html include the patterns of the time of day and the date.
    var today = Array(words.todayScript.dropLast())
    Self.append(
      [("time", table.time.forScripts), ("fullDay", table.dates.full.forScripts)], [("digits", digits)], table,
      to: &today)
    today.append(ascii: "}")
    made.words = Words(
      language: words.language, labels: words.labels, sentences: words.sentences, cardinals: words.cardinals,
      ordinals: words.ordinals, todayScript: today)
    return made
  }

  /// The script of all pages with its words before it, which nothing else sees.
  /// - Parameters:
  ///   - script: `site.js` of the theme, which names the words `words`: `today`, and `help`, the help on keys as HTML.
  ///   - hasSearch: whether there is a search for its key.
  package func said(by script: [UInt8], hasSearch: Bool) -> [UInt8] {
    // The browser closes `dt` and `dd` (HTML Living Standard, 13.1.2.4, optional tags).
    var help = [UInt8]("<dialog id=help aria-labelledby=help-title><h2 id=help-title>")
    help.append(escaping: words[.keyboard])
    help.append("</h2><dl>")
    for line in Words.shortcuts where line.keys != .searchKey || hasSearch {
      help.append("<div><dt>")
      help.append(escaping: words[line.keys])
      help.append("<dd>")
      help.append(escaping: words[line.text])
      help.append("</div>")
    }
    help.append("</dl><button type=button class=button>")
    help.append(escaping: words[.close])
    help.append("</button></dialog>")
    var out = [UInt8]("{const words={today:")
    out.append(json: words[.today])
    out.append(",help:")
    out.append(json: help)
    out.append("};\n")
    return out + script + [.lineFeed, .closeBrace]
  }

  /// Appends fields of an object: patterns and other texts, lists, and the names that the patterns have.
  private static func append(
    _ texts: [(name: String, text: [UInt8])], _ lists: [(name: String, texts: [[UInt8]])], _ table: LocaleTable,
    to out: inout [UInt8]
  ) {
    func key(_ name: String) {
      if out.last != .openBrace { out.append(ascii: ",") }
      out.append(json: name.utf8)
      out.append(ascii: ":")
    }
    for (name, text) in texts {
      key(name)
      out.append(json: text)
    }
    let said = texts.map { String(decoding: $0.text, as: UTF8.self) }.joined()
    let names = table.scriptNames.filter { said.contains("{\($0.name)}") }
    for (name, texts) in lists.filter({ !$0.texts.isEmpty }) + names {
      key(name)
      out.append(jsonTexts: texts)
    }
  }
}
