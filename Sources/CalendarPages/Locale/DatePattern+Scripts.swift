import Bytes

extension LocaleTable {
  /// The fields of patterns for scripts that have names, with those of each: `w` to `www` for days of the week,
  /// Sunday first, `n` to `nnn` for months, `a` for AM and PM.
  package var scriptNames: [(name: String, texts: [[UInt8]])] {
    func week(_ names: [[UInt8]]) -> [[UInt8]] { [names[6]] + names[..<6] }
    return [
      ("a", [names.amSymbol, names.pmSymbol]),
      ("w", week(names.shortWeekdays)), ("ww", week(names.weekdays)), ("www", week(names.narrowWeekdays)),
      ("n", names.shortMonths), ("nn", names.months), ("nnn", names.standaloneMonths),
    ]
  }

  /// The halves of ``halfDay``.
  package var halfDayPatterns: [DatePattern] { halfDay.map { [$0.first, $0.last] } ?? [] }
}

extension DatePattern {
  /// The pattern for scripts: "{w}, {d} {n}". A field is a letter, repeated as often as it has digits at least, or
  /// one of ``LocaleTable/scriptNames``.
  package var forScripts: [UInt8] {
    var out: [UInt8] = []
    func append(_ letter: StaticString, _ width: Int = 1) {
      out.append(ascii: "{")
      for _ in 0..<max(1, width) { out.append(letter) }
      out.append(ascii: "}")
    }
    for field in fields {
      switch field {
      case .literal(let text): out.append(contentsOf: text)
      case .year, .shortYear: append("y")
      case .month(let width, let standalone):
        if width < 3 { append("M", width) } else { append("n", width == 3 ? 1 : standalone ? 3 : 2) }
      case .day(let width): append("d", min(width, 2))
      case .weekday(let width): append("w", width < 4 ? 1 : width == 4 ? 2 : 3)
      case .hour(let width, .h23): append("H", min(width, 2))
      case .hour(let width, .h24): append("k", min(width, 2))
      case .hour(let width, .h12): append("h", min(width, 2))
      case .hour(let width, .h11): append("K", min(width, 2))
      case .minute: append("m", 2)
      case .second: append("s", 2)
      case .dayPeriod: append("a")
      }
    }
    return out
  }
}
