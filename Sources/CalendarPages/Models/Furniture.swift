import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import TimeZones

/// The parts that all pages of a folder share, made once.
extension PageModels {
  /// Fills in what is shared. Called once, before anything else is shared.
  mutating func furnish() {
    let page = shared.page
    model[page, .lang] = model.text(site.locale.identifier)
    model[page, .dir] = model.text(site.locale.isRightToLeft ? "rtl" : "ltr")
    model[page, .siteTitle] = model.text(site.title)
    model[page, .siteDescription] = text(ifAny: site.description)
    model[page, .zone] = model.text(site.zone.identifier)
    model[page, .zoneLabel] = text { site, out in
      site.words.append(.timesIn, to: &out) { _, out in out.append(zoneLabel: site.zone.identifier) }
    }
    model[page, .root] = model.text(root)
    let assets: [(PageField, Assets.Kind)] = [
      (.stylesheetHref, .stylesheet), (.monthsHref, .months), (.gridHref, .grid), (.weekHref, .week),
      (.colorsHref, .colors), (.printStylesheetHref, .printStylesheet), (.scriptHref, .script), (.engineHref, .engine),
      (.manifestHref, .manifest), (.iconHref, .icon), (.touchIconHref, .touchIcon),
    ]
    for (field, kind) in assets where kind != .engine || !site.assets[kind].isEmpty {
      model[page, field] = href(site.assets[kind])
    }
    model[page, .homeHref] = href("index.html")
    model[page, .todayHref] = model[page, .homeHref]
    model[page, .beyondHref] = href("beyond.html")
    model[page, .subscribeHref] = href("subscribe.html")
    if site.hasSearch { model[page, .searchHref] = href("search.html") }
    set(.calendars, .hasCalendars, calendars())
    set(.pages, .hasPages, pages())
    set(.weatherCredit, .hasWeatherCredit, weatherCredit())
    setFeeds()
    model[page, .notices] = notices()
    model[page, .windowFrom] = text { site, out in out.append(iso: site.links.window.lowerBound) }
    model[page, .windowTo] = text { site, out in out.append(iso: site.links.window.upperBound) }
    model[page, .published] = text { site, out in site.links.appendPublished(to: &out) }
    model[page, .firstWeekday] = text { site, out in out.append(decimal: site.locale.weekRules.firstWeekday.rawValue) }
    model[page, .words] = words()
    if !site.words.areOf(site.locale) { model[page, .wordsLang] = model.text(site.words.language) }
    model[page, .weekdays] = weekdays()
    model[page, .hours] = hours()
    model[page, .shortcuts] = shortcuts()
    shared.levels = (0...4).map { level in model.text { $0.append(decimal: level) } }
    shared.starts = gridClasses("s", GridLayout.rows)
    shared.ends = gridClasses("e", GridLayout.rows + 1)
    shared.counts = gridClasses("n", GridLayout.columns + 1)
    shared.columns = gridClasses("k", GridLayout.columns)
    if ReadersCustoms.areExpected { shared.laneOrder = makeLaneOrder() }
  }

  /// Sets a list of all pages, and the flag that it has elements.
  private mutating func set(_ field: PageField, _ flag: PageField, _ list: Value) {
    model[shared.page, field] = list
    if case .list(_, let count) = list, count > 0 { model[shared.page, flag] = .flag(true) }
  }

  /// The classes from 0 up to a number.
  private mutating func gridClasses(_ letter: StaticString, _ count: Int) -> [Value] {
    (0..<count).map { gridClass(letter, $0) }
  }

  mutating func gridClass(_ letter: StaticString, _ number: Int) -> Value {
    model.text {
      $0.append(letter)
      $0.append(decimal: number)
    }
  }

  /// Assigns the theme's colour classes to calendars in turn; the build writes their colours.
  private mutating func calendars() -> Value {
    var items: [Value] = []
    for (index, calendar) in site.events.calendars.enumerated() {
      let isBusyTime = calendar.isBusyTime
      let name = isBusyTime ? Value.absent : model.text(calendar.name)
      let title = model.text(calendar.shownTitle)
      shared.calendarNames.append(name)
      shared.calendarTitles.append(title)
      shared.colorClasses.append(isBusyTime ? model.text("busy") : gridClass("c", index % Palette.classes))
      if isBusyTime {
        shared.busyTime = index
        continue
      }
      let item = model.record(CalendarField.self)
      model[item, .name] = name
      model[item, .title] = title
      model[item, .colorClass] = shared.colorClasses[index]
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
  private mutating func notices() -> Value {
    var items: [Value] = []
    for stale in site.facts.stale {
      let item = model.record(NoticeField.self)
      let isNamed = shared.calendarNames.indices.contains(stale.calendar)
      if isNamed { model[item, .name] = shared.calendarNames[stale.calendar] }
      model[item, .title] = isNamed ? shared.calendarTitles[stale.calendar] : model.text(site.words[.more])
      let instant = Instant(clamping: stale.since)
      model[item, .dateTime] = text { site, out in out.append(rfc3339: instant, at: site.zone.offset(at: instant)) }
      let wall = site.zone.wall(at: instant)
      let time = site.text(
        .dateTimes, .date, site.text(of: wall.date, site.locale.dates.long), other: site.text(of: wall.time))
      model[item, .time] = text(.asOf, time)
      items.append(item.value)
    }
    return model.list(items)
  }

  /// Sets the feeds that heads name: some on all pages, and that of a calendar beside them on pages of its events.
  /// O(feeds and calendars).
  private mutating func setFeeds() {
    var ofAll: [Value] = []
    var paths = NameTable()
    var ofCalendars: [(item: Value, place: Int)] = []
    for feed in site.feeds where feed.isInHeads {
      let item = model.record(FeedField.self)
      model[item, .href] = href(feed.path)
      model[item, .type] = model.text(feed.mediaType)
      model[item, .title] = model.text(feed.title)
      if feed.isOfEveryPage {
        ofAll.append(item.value)
      } else if paths.intern(feed.path) == ofCalendars.count {
        ofCalendars.append((item.value, ofAll.count))
      }
    }
    let feeds = model.list(ofAll)
    model[shared.page, .feeds] = feeds
    shared.feeds = site.events.calendars.map { calendar in
      guard let own = paths.find(calendar.feedPath) else { return feeds }
      var items = ofAll
      items.insert(ofCalendars[own].item, at: ofCalendars[own].place)
      return model.list(items)
    }
  }

  private mutating func weekdays() -> Value {
    let locale = site.locale
    let items = (0..<7).map { column in
      let weekday = locale.weekRules.firstWeekday.adding(days: column)
      let index = Int(weekday.rawValue) - 1
      let item = model.record(WeekdayField.self)
      model[item, .narrow] = model.text(locale.names.narrowWeekdays[index])
      model[item, .short] = model.text(locale.names.shortWeekdays[index])
      model[item, .long] = model.text(locale.names.weekdays[index])
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
    var items: [Value] = []
    for line in Words.shortcuts where line.keys != .searchKey || site.hasSearch {
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

extension Words {
  /// The lines of the help on keys, each with the names of the keys and what they do.
  package static var shortcuts: [(keys: WordsField, text: WordsField)] {
    [
      (.arrowKeys, .arrowKeysText), (.pageKeys, .pageKeysText), (.todayKey, .todayKeyText),
      (.dateKey, .dateKeyText), (.searchKey, .search), (.helpKey, .helpKeyText),
    ]
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
  package mutating func append(zoneLabel identifier: [UInt8]) {
    for byte in identifier { append(byte == .underscore ? .space : byte) }
  }
}
