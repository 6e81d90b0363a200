import CalendarPages
import Foundation
import Sections
import Themes

extension SiteLanguages {
  /// The languages of a site, seen from the first; `nil` if there is only one.
  init?(_ languages: [(settings: SiteSettings, words: CompiledWords)]) {
    if languages.count < 2 { return nil }
    let names = Self.names(languages.map { String(decoding: $0.settings.locale.identifier, as: UTF8.self) })
    self.init(
      all: zip(languages, names).map { language, name in
        let (settings, words) = language
        return Language(
          tag: settings.locale.identifier, name: Array(name.utf8), offer: words.words[.readHere],
          isRightToLeft: settings.locale.isRightToLeft, prefix: Array(settings.root.utf8),
          firstWeekday: settings.locale.weekRules.firstWeekday)
      }, own: 0, zone: [], url: languages[0].settings.url)
  }

  /// What languages call themselves, as the beginning of a line: "Français". The region is named where it tells two
  /// of them apart: "Deutsch (Österreich)" beside "Deutsch (Schweiz)".
  static func names(_ tags: [String]) -> [String] {
    // Without extensions, such as that of digits.
    let plain = tags.map { $0.components(separatedBy: "-u-")[0] }
    let general = plain.map { tag in
      let parts = tag.split(separator: "-")
      let isRegion = { (part: Substring) in part.count == 2 || part.count == 3 && part.allSatisfy(\.isNumber) }
      return (parts.prefix(1) + parts.dropFirst().filter { !isRegion($0) }).joined(separator: "-")
    }
    return zip(plain, general).map { plain, wide in
      let tag = general.count { $0 == wide } == 1 ? wide : plain
      let locale = Locale(identifier: plain)
      let name = locale.localizedString(forIdentifier: tag) ?? tag
      return name.prefix(1).uppercased(with: locale) + name.dropFirst()
    }
  }
}
