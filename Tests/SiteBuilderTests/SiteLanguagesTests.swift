import CalendarPages
import Testing

@testable import SiteBuilder

struct SiteLanguagesTests {
  @Test(
    arguments: [
      (["en-GB", "pt"], ["English", "Português"]),
      (["en-GB", "en-US", "fr"], ["English (United Kingdom)", "English (United States)", "Français"]),
      (["de", "de-AT"], ["Deutsch", "Deutsch (Österreich)"]),
      (["pt-BR", "es-419"], ["Português", "Español"]),
      (["zh-Hans", "zh-Hant"], ["简体中文", "繁體中文"]),
      (["hi-u-nu-deva", "ar-EG-u-nu-latn"], ["हिन्दी", "العربية"]),
    ] as [([String], [String])])
  func theRegionIsNamedWhereItTellsTwoLanguagesApart(tags: [String], expected: [String]) {
    #expect(SiteLanguages.names(tags) == expected)
  }
}
