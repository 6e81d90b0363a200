import Bytes
import CivilTime
import Mustache
import Sections

/// The languages that a site is published in, as seen from one of them. Each has the same pages in a folder of its own.
package struct SiteLanguages: Sendable {
  /// One of them.
  package struct Language: Sendable {
    /// BCP 47.
    package var tag: [UInt8]
    /// What it calls itself, "Deutsch".
    package var name: [UInt8]
    /// The offer to show the site in this language, written in this language.
    package var offer: [UInt8]
    package var isRightToLeft: Bool
    /// Its folder with a slash, `lang/de/`; empty for the site's first.
    package var prefix: [UInt8]
    /// Pages of weeks are named after their first days.
    package var firstWeekday: Weekday

    package init(
      tag: [UInt8], name: [UInt8], offer: [UInt8], isRightToLeft: Bool, prefix: [UInt8], firstWeekday: Weekday
    ) {
      (self.tag, self.name, self.offer, self.isRightToLeft) = (tag, name, offer, isRightToLeft)
      (self.prefix, self.firstWeekday) = (prefix, firstWeekday)
    }
  }

  package var all: [Language]
  /// Which one the pages are in.
  package var own: Int
  /// The folder of the zone below that of the language, with a slash; empty for the first zone.
  package var zone: [UInt8]
  /// The address of the first language's site, ending in a slash; empty if unknown.
  package var url: [UInt8]
  /// Paths of the theme's files for several languages, from the root of the zone's site.
  package var script: [UInt8]
  package var stylesheet: [UInt8]

  package init(
    all: [Language], own: Int, zone: [UInt8], url: [UInt8], script: [UInt8] = [], stylesheet: [UInt8] = []
  ) {
    (self.all, self.own, self.zone, self.url) = (all, own, zone, url)
    (self.script, self.stylesheet) = (script, stylesheet)
  }

  /// The same seen from the root of a zone's site.
  /// - Parameters:
  ///   - zone: its folder, as ``zone``.
  ///   - up: leads from it to the root of the language's site.
  func seen(from zone: [UInt8], _ up: [UInt8]) -> SiteLanguages {
    var languages = self
    languages.zone = zone
    languages.script = up + script
    languages.stylesheet = up + stylesheet
    return languages
  }

  /// The way from the root of the zone's site to that of the first language.
  var way: [UInt8] { (zone + all[own].prefix).wayUp }
}

extension SiteLanguages: Packable {
  package func pack(to out: inout [UInt8]) {
    all.pack(to: &out)
    out.pack(own)
    out.pack(url)
    out.pack(script)
    out.pack(stylesheet)
  }

  package init(_ reader: inout Unpacker) {
    all = [Language](&reader)
    own = reader.number(below: all.count)
    zone = []
    url = reader.text()
    script = reader.text()
    stylesheet = reader.text()
  }
}

extension SiteLanguages.Language: Packable {
  package func pack(to out: inout [UInt8]) {
    out.pack(tag)
    out.pack(name)
    out.pack(offer)
    isRightToLeft.pack(to: &out)
    out.pack(prefix)
    out.append(firstWeekday.rawValue)
  }

  package init(_ reader: inout Unpacker) {
    self.init(
      tag: reader.text(), name: reader.text(), offer: reader.text(), isRightToLeft: Bool(&reader),
      prefix: reader.text(), firstWeekday: Weekday(rawValue: reader.byte()) ?? .monday)
  }
}

/// The languages as fields of pages.
extension PageModels {
  /// - Parameters:
  ///   - path: of the page, from the root of its zone's site.
  ///   - week: the week, if the page shows one: languages whose weeks begin on another day have another page for it.
  mutating func languages(_ languages: SiteLanguages, _ path: [UInt8], week: Week?, isListed: Bool) -> Value {
    var items: [Value] = []
    for (index, language) in languages.all.enumerated() {
      let item = model.record(LanguageField.self)
      model[item, .tag] = model.text(language.tag)
      model[item, .name] = model.text(language.name)
      model[item, .offer] = model.text(language.offer)
      model[item, .dir] = model.text(language.isRightToLeft ? "rtl" : "ltr")
      model[item, .firstWeekday] = model.text { $0.append(decimal: language.firstWeekday.rawValue) }
      model[item, .isCurrent] = .flag(index == languages.own)
      let below = language.prefix + languages.zone
      model[item, .root] = href(languages.way + below)
      let path = week.map { self.path(of: $0, from: language.firstWeekday) } ?? path
      let address = href(languages.way + below + path)
      model[item, .href] = address
      if isListed {
        let url = languages.url
        model[item, .alternateHref] = url.isEmpty ? address : model.text(url + below + path)
      }
      items.append(item.value)
    }
    return model.list(items)
  }

  /// The page of the week that begins with another day and has the middle of this one.
  private func path(of week: Week, from first: Weekday) -> [UInt8] {
    let window = site.links.window
    var middle = week.firstDay.adding(days: 3) ?? week.firstDay
    if !window.isEmpty, week.firstDay < window.upperBound, window.lowerBound <= week.firstDay.adding(days: 6) ?? middle
    {
      middle = max(window.lowerBound, min(middle, window.upperBound.adding(days: -1) ?? middle))
    }
    let back = (Int(middle.weekday.rawValue) - Int(first.rawValue) + 7) % 7
    var path: [UInt8] = []
    path.append("week/")
    path.append(iso: middle.adding(days: -back) ?? middle)
    path.append(".html")
    return path
  }
}
