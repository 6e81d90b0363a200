import CalendarPages
import Foundation
import Sections

extension SiteLanguages {
  /// Those of a site, seen from the first; `nil` if there is one.
  init?(_ languages: [(settings: SiteSettings, words: CompiledWords)]) {
    if languages.count < 2 { return nil }
    self.init(
      all: languages.map { settings, words in
        Language(
          tag: settings.locale.identifier, name: Array(Self.name(settings.locale).utf8),
          offer: words.words[.readHere], isRightToLeft: settings.locale.isRightToLeft,
          prefix: Array(settings.root.utf8), firstWeekday: settings.locale.weekRules.firstWeekday)
      }, own: 0, zone: [], url: languages[0].settings.url)
  }

  /// What a language calls itself, as the beginning of a line: "Deutsch (Österreich)", "Français".
  private static func name(_ table: LocaleTable) -> String {
    // Without extensions, such as that of digits.
    let plain = String(decoding: table.identifier, as: UTF8.self).components(separatedBy: "-u-")[0]
    let locale = Locale(identifier: plain)
    let name = locale.localizedString(forIdentifier: plain) ?? plain
    return name.prefix(1).uppercased(with: locale) + name.dropFirst()
  }
}
