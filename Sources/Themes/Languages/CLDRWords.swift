import Bytes
import Readers

/// What CLDR says of a language in the terms of a words file, so that no translator need write it: lists, lengths of
/// time, ranges of times, tomorrow.
struct CLDRWords {
  private let language: String
  private(set) var sections: [String: [String: WordsFile.Entry]] = [:]

  /// The keys that it has in every language, by their sections.
  static let keys: [String: [String]] = [
    "sentences": [
      "times", "hours", "minutes", "hoursMinutes", "overDay", "underMinute", "dateTimes", "listMiddle", "listPair",
      "listEnd", "listPlain",
    ],
    "scripts.today": ["minutes", "hours", "days", "tomorrow"],
    "scripts.panel-words": ["minutes", "hours"],
  ]

  /// Languages whose narrow units mean something else as well ("12г" is a year or a gram, "5 m" a metre), or are Latin
  /// letters between others: they have short ones.
  private static let unclear: Set<String> = ["cs", "fa", "ja", "tr", "uk"]

  /// - Parameter language: BCP 47.
  init(_ language: String) {
    self.language = language
    set("times", pattern(["calendar", "gregorian", "intervalFormats", "fallback"]), ["start", "end"])
    set("dateTimes", pattern(["calendar", "gregorian", "DateTimePatterns", "11"]), ["times", "date"])
    set("listMiddle", pattern(["listPattern", "standard", "middle"]), ["first", "next"])
    set("listPair", pattern(["listPattern", "standard", "2"]), ["first", "next"])
    set("listEnd", pattern(["listPattern", "standard", "end"]), ["first", "next"])
    set("listPlain", pattern(["listPattern", "standard", "middle"]), ["first", "next"])
    let isUnclear = Self.unclear.contains(language)
    let width = isUnclear ? "unitsShort" : "unitsNarrow"
    add("sentences", "hours", unit("hour", width, "hours"))
    add("sentences", "minutes", unit("minute", width, "minutes"))
    let pair = ((isUnclear ? [] : ["unit-narrow"]) + ["unit-short", "unit"])
      .compactMap { CLDR.own(language, ["listPattern", $0, "2"]) }
    set("hoursMinutes", pair.first ?? "{0} {1}", ["hours", "minutes"])
    add("sentences", "overDay", [("", "{duration}+")])
    add("sentences", "underMinute", [("", "{duration}-")])
    add("scripts.today", "minutes", unit("minute", "unitsShort", "count"))
    add("scripts.today", "hours", unit("hour", "units", "count"))
    add("scripts.today", "days", unit("day", "units", "count"))
    add("scripts.panel-words", "minutes", unit("minute", "units", "count"))
    add("scripts.panel-words", "hours", unit("hour", "units", "count"))
    if let tomorrow = CLDR.inherited(language, ["fields", "day", "relative", "1"]) {
      add("scripts.today", "tomorrow", [("", tomorrow.prefix(1).uppercased() + tomorrow.dropFirst())])
    }
  }

  private func pattern(_ path: [String]) -> String? { CLDR.inherited(language, path) }

  /// The patterns of a unit by plural category, with a place in place of the number.
  private func unit(_ name: String, _ width: String, _ place: String) -> [(String, String)] {
    // Hebrew units have "many", which the rules of Hebrew no longer have.
    let categories = CLDR.pluralRules(language, areOrdinal: false).map { $0.category } + ["other"]
    let widths = ["unitsNarrow", "unitsShort", "units"]
    // A missing width is taken from the next longer one, or else from the next shorter one: ICU leaves out equal ones.
    let wanted = widths.firstIndex(of: width)!
    for width in widths[wanted...] + widths[..<wanted].reversed() {
      let forms = CLDR.units(language, [width, "duration", name]).filter { categories.contains($0.key) }
      if !forms.isEmpty { return forms.map { ($0.key, Self.named($0.text, [place])) } }
    }
    return []
  }

  private mutating func set(_ key: String, _ pattern: String?, _ places: [String]) {
    if let pattern { add("sentences", key, [("", Self.named(pattern, places))]) }
  }

  private mutating func add(_ section: String, _ key: String, _ forms: [(String, String)]) {
    if forms.isEmpty { return }
    let place = WordsFile.Place(path: "CLDR \(ICUTable.version)", position: Position(line: 1, column: 1))
    sections[section, default: [:]][key] = WordsFile.Entry(
      place: place, forms: forms.map { WordsFile.Form(name: $0.0, text: $0.1, place: place) })
  }

  /// A pattern of CLDR, "{0} – {1}", with named places.
  private static func named(_ pattern: String, _ places: [String]) -> String {
    var text = CLDR.plainSpaces(pattern)
    for (index, place) in places.enumerated() { text = text.replacing("{\(index)}", with: "{\(place)}") }
    return text
  }
}
