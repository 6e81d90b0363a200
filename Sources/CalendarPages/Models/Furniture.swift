import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import TimeZones

/// The parts that all pages of a folder share, made once.
extension PageModels {
  mutating func makeFurniture() -> Furniture {
    let made = Furniture()
    made.lang = model.text(site.locale.identifier)
    made.dir = model.text(site.locale.isRightToLeft ? "rtl" : "ltr")
    made.siteTitle = model.text(site.title)
    made.siteDescription = text(ifAny: site.description)
    made.zone = model.text(site.zone.identifier)
    made.zoneLabel = text { site, out in
      site.words.append(.timesIn, to: &out) { _, out in out.append(zoneLabel: site.zone.identifier) }
    }
    made.root = model.text(root)
    made.stylesheet = href(site.assets[.stylesheet])
    made.grid = href(site.assets[.grid])
    made.colors = href(site.assets[.colors])
    made.script = href(site.assets[.script])
    made.printing = href(site.assets[.printStylesheet])
    made.printingPages = href(site.assets[.printPagesStylesheet])
    if !site.assets[.engine].isEmpty { made.engine = href(site.assets[.engine]) }
    made.manifest = href(site.assets[.manifest])
    made.icon = href(site.assets[.icon])
    made.touchIcon = href(site.assets[.touchIcon])
    made.home = href("index.html")
    made.beyond = href("beyond.html")
    made.subscribe = href("subscribe.html")
    if site.hasSearch { made.search = href("search.html") }
    made.calendars = calendars(made)
    made.pages = pages()
    made.feeds = feeds()
    made.notices = notices(made)
    made.weatherCredit = weatherCredit()
    made.windowFrom = text { site, out in out.append(iso: site.links.window.lowerBound) }
    made.windowTo = text { site, out in out.append(iso: site.links.window.upperBound) }
    made.published = text { site, out in site.links.appendPublished(to: &out) }
    made.firstWeekday = text { site, out in out.append(decimal: site.locale.weekRules.firstWeekday.rawValue) }
    made.words = words()
    if !site.words.areOf(site.locale) { made.wordsLang = model.text(site.words.language) }
    made.weekdays = weekdays()
    made.hours = hours()
    made.shortcuts = shortcuts()
    made.levels = (0...4).map { level in model.text { $0.append(decimal: level) } }
    made.starts = (0..<GridLayout.rows).map { row in gridClass("s", row) }
    made.ends = (0...GridLayout.rows).map { row in gridClass("e", row) }
    made.counts = (0...GridLayout.columns).map { count in gridClass("n", count) }
    if ReadersCustoms.areExpected { made.laneOrder = makeLaneOrder() }
    made.columns = (0..<GridLayout.columns).map { column in gridClass("k", column) }
    return made
  }

  mutating func gridClass(_ letter: StaticString, _ number: Int) -> Value {
    model.text {
      $0.append(letter)
      $0.append(decimal: number)
    }
  }

  /// Assigns the theme's colour classes to calendars in turn; the build writes their colours.
  private mutating func calendars(_ made: Furniture) -> Value {
    var items: [Value] = []
    for (index, calendar) in site.events.calendars.enumerated() {
      let isBusyTime = calendar.isBusyTime
      let name = isBusyTime ? Value.absent : model.text(calendar.name)
      let title = model.text(calendar.shownTitle)
      made.calendarNames.append(name)
      made.calendarTitles.append(title)
      made.colorClasses.append(isBusyTime ? model.text("busy") : gridClass("c", index % Palette.classes))
      if isBusyTime {
        made.busyTime = index
        continue
      }
      let item = model.record(CalendarField.self)
      model[item, .name] = name
      model[item, .title] = title
      model[item, .colorClass] = made.colorClasses[index]
      items.append(item.value)
    }
    return items.count > 1 ? model.list(items) : .absent
  }

  private mutating func pages() -> Value {
    let items = site.notes.pages.map { index in noteLink(site.notes.all[index]) }
    return model.list(items)
  }

  mutating func noteLink(_ note: NotePage) -> Value {
    let item = model.record(NoteLinkField.self)
    model[item, .title] = model.text(note.title)
    model[item, .href] = href(note.path)
    return item.value
  }

  /// How old calendars are that could not be fetched.
  private mutating func notices(_ made: Furniture) -> Value {
    var items: [Value] = []
    for stale in site.stale {
      let item = model.record(NoticeField.self)
      let isNamed = made.calendarNames.indices.contains(stale.calendar)
      if isNamed { model[item, .name] = made.calendarNames[stale.calendar] }
      model[item, .title] = isNamed ? made.calendarTitles[stale.calendar] : model.text(site.words[.more])
      let instant = Instant(clamping: stale.since)
      model[item, .dateTime] = text { site, out in out.append(rfc3339: instant, at: site.zone.offset(at: instant)) }
      let wall = site.zone.wall(at: instant)
      let time = site.text(
        .dateTimes, .date, site.text(of: wall.date, site.locale.longDate), other: site.text(of: wall.time))
      model[item, .time] = text(.asOf, time)
      items.append(item.value)
    }
    return model.list(items)
  }

  private mutating func feeds() -> Value {
    var items: [Value] = []
    for feed in site.feeds {
      let item = model.record(FeedField.self)
      model[item, .href] = href(feed.path)
      model[item, .type] = model.text(feed.kind.mediaType)
      model[item, .title] = model.text(feed.title)
      items.append(item.value)
    }
    return model.list(items)
  }

  private mutating func weekdays() -> Value {
    let locale = site.locale
    let items = (0..<7).map { column in
      let weekday = locale.weekRules.firstWeekday.adding(days: column)
      let index = Int(weekday.rawValue) - 1
      let item = model.record(WeekdayField.self)
      model[item, .narrow] = model.text(locale.narrowWeekdays[index])
      model[item, .short] = model.text(locale.shortWeekdays[index])
      model[item, .long] = model.text(locale.weekdays[index])
      model[item, .isWeekend] = .flag(locale.isWeekend(weekday))
      return item.value
    }
    return model.list(items)
  }

  private mutating func hours() -> Value {
    let items = (0..<24).map { hour in
      let item = model.record(HourField.self)
      model[item, .label] = text { site, out in site.locale.append(hour: hour, to: &out) }
      model[item, .startClass] = gridClass("s", hour * GridLayout.rowsPerHour)
      return item.value
    }
    return model.list(items)
  }

  private mutating func shortcuts() -> Value {
    let lines: [(keys: WordsField, text: WordsField)] = [
      (.arrowKeys, .arrowKeysText), (.pageKeys, .pageKeysText), (.todayKey, .todayKeyText),
      (.dateKey, .dateKeyText), (.searchKey, .search), (.helpKey, .helpKeyText),
    ]
    var items: [Value] = []
    for line in lines where line.keys != .searchKey || site.hasSearch {
      let item = model.record(ShortcutField.self)
      model[item, .keys] = model.text(site.words[line.keys])
      model[item, .text] = model.text(site.words[line.text])
      items.append(item.value)
    }
    return model.list(items)
  }

  private mutating func words() -> Value {
    let record = model.record(WordsField.self)
    for label in WordsField.allCases { model[record, label] = model.text(site.words[label]) }
    return record.value
  }
}

/// The theme's colours for calendars.
package enum Palette {
  /// The number of colour classes in the style sheet, `c0` and so on; more calendars reuse them in turn.
  package static let classes = 12
  /// Colours for calendars that have none of their own, used in turn. They can be distinguished in light and dark
  /// schemes, and with most kinds of colour blindness (after Okabe and Ito, "Color Universal Design", 2008).
  package static let colors: [StaticString] = [
    "#2f6fde", "#c2562d", "#2f855a", "#8a4fbf", "#b7791f", "#0e7490",
    "#be3a6b", "#556b2f", "#5a67d8", "#9c4221", "#2c7a7b", "#6b7280",
  ]
}

extension NotePage {
  /// The path of its page from the site's root.
  package var path: [UInt8] { "notes/" + slug + ".html" }
}

extension Array where Element == UInt8 {
  /// Appends a zone's identifier in readable form: `America/New_York` is "America/New York".
  mutating func append(zoneLabel identifier: [UInt8]) {
    for byte in identifier { append(byte == 0x5F ? 0x20 : byte) }
  }
}
