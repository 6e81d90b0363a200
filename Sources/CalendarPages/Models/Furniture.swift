import Bytes
import CivilTime
import Events
import Mustache
import Sections
import Settling
import TimeZones

/// What all pages of a folder share, made once.
extension PageModels {
  mutating func makeFurniture() -> Furniture {
    let made = Furniture()
    let site = site
    made.lang = model.text(site.locale.identifier)
    made.dir = model.text(site.locale.isRightToLeft ? "rtl" : "ltr")
    made.siteTitle = model.text(site.title)
    made.siteDescription = text(ifAny: site.description)
    made.zone = model.text(site.zone.identifier)
    made.zoneLabel = model.text {
      $0.append(site.words.timesIn)
      $0.append(zoneLabel: site.zone.identifier)
    }
    made.root = model.text(root)
    made.stylesheet = href(site.assets.stylesheet)
    made.grid = href(site.assets.grid)
    made.colors = href(site.assets.colors)
    made.script = href(site.assets.script)
    if !site.assets.engine.isEmpty { made.engine = href(site.assets.engine) }
    made.manifest = href(site.assets.manifest)
    made.icon = href(site.assets.icon)
    made.touchIcon = href(site.assets.touchIcon)
    made.home = href("index.html")
    made.beyond = href("beyond.html")
    made.subscribe = href("feeds/all.ics")
    made.calendars = calendars(made)
    made.pages = pages()
    made.feeds = feeds()
    let notices = site.notices.map { notice in
      let item = model.record(site.shapes.notice, fields: 1)
      model[item, NoticeField.text.rawValue] = model.text(notice)
      return item.value
    }
    made.notices = model.list(notices)
    made.weatherCredit = weatherCredit()
    made.windowFrom = model.text { $0.append(iso: site.links.window.lowerBound) }
    made.windowTo = model.text { $0.append(iso: site.links.window.upperBound) }
    made.published = model.text { site.links.appendPublished(to: &$0) }
    made.firstWeekday = model.text { $0.append(decimal: site.locale.weekRules.firstWeekday.rawValue) }
    made.words = words()
    made.weekdays = weekdays()
    made.hours = hours()
    made.shortcuts = shortcuts()
    made.levels = (0...4).map { level in model.text { $0.append(decimal: level) } }
    made.starts = (0..<GridLayout.rows).map { row in gridClass("s", row) }
    made.ends = (0...GridLayout.rows).map { row in gridClass("e", row) }
    made.counts = (0...GridLayout.columns).map { count in gridClass("n", count) }
    made.columns = (0..<GridLayout.columns).map { column in gridClass("k", column) }
    return made
  }

  private mutating func gridClass(_ letter: StaticString, _ number: Int) -> Value {
    model.text {
      $0.append(letter)
      $0.append(decimal: number)
    }
  }

  /// Calendars take the theme's colour classes in turn; the build writes their colours.
  private mutating func calendars(_ made: Furniture) -> Value {
    var items: [Value] = []
    for (index, calendar) in site.events.calendars.enumerated() {
      let name = model.text(calendar.name)
      let title = model.text(calendar.title.isEmpty ? calendar.name : calendar.title)
      made.calendarNames.append(name)
      made.calendarTitles.append(title)
      made.colorClasses.append(gridClass("c", index % Palette.classes))
      let item = model.record(site.shapes.calendar, fields: 3)
      model[item, CalendarField.name.rawValue] = name
      model[item, CalendarField.title.rawValue] = title
      model[item, CalendarField.colorClass.rawValue] = made.colorClasses[index]
      items.append(item.value)
    }
    return items.count > 1 ? model.list(items) : .absent
  }

  private mutating func pages() -> Value {
    let site = site
    let items = site.notes.pages.map { index in noteLink(site.notes.all[index]) }
    return model.list(items)
  }

  mutating func noteLink(_ note: NotePage) -> Value {
    let item = model.record(site.shapes.noteLink, fields: 2)
    model[item, NoteLinkField.title.rawValue] = model.text(note.title)
    model[item, NoteLinkField.href.rawValue] = href(note.path)
    return item.value
  }

  private mutating func feeds() -> Value {
    let item = model.record(site.shapes.feed, fields: 3)
    model[item, FeedField.href.rawValue] = href("feeds/all.ics")
    model[item, FeedField.type.rawValue] = model.text("text/calendar")
    model[item, FeedField.title.rawValue] = model.text(site.title)
    return model.list([item.value])
  }

  private mutating func weekdays() -> Value {
    let locale = site.locale
    let items = (0..<7).map { column in
      let weekday = locale.weekRules.firstWeekday.adding(days: column)
      let index = Int(weekday.rawValue) - 1
      let item = model.record(site.shapes.weekday, fields: 4)
      model[item, WeekdayField.narrow.rawValue] = model.text(locale.narrowWeekdays[index])
      model[item, WeekdayField.short.rawValue] = model.text(locale.shortWeekdays[index])
      model[item, WeekdayField.long.rawValue] = model.text(locale.weekdays[index])
      model[item, WeekdayField.isWeekend.rawValue] = .flag(locale.isWeekend(weekday))
      return item.value
    }
    return model.list(items)
  }

  private mutating func hours() -> Value {
    let site = site
    let items = (0..<24).map { hour in
      let item = model.record(site.shapes.hour, fields: 2)
      model[item, HourField.label.rawValue] = model.text { site.locale.append(hour: hour, to: &$0) }
      model[item, HourField.startClass.rawValue] = gridClass("s", hour * GridLayout.rowsPerHour)
      return item.value
    }
    return model.list(items)
  }

  private mutating func shortcuts() -> Value {
    let words = site.words
    let lines: [(StaticString, StaticString)] = [
      ("← → ↑ ↓", words.keysDays), ("Page Up, Page Down", words.keysSections), ("T", words.keysToday),
      ("?", words.keysHelp),
    ]
    let items = lines.map { keys, text in
      let item = model.record(site.shapes.shortcut, fields: 2)
      model[item, ShortcutField.keys.rawValue] = model.text(keys)
      model[item, ShortcutField.text.rawValue] = model.text(text)
      return item.value
    }
    return model.list(items)
  }

  private mutating func words() -> Value {
    let words = site.words
    let record = model.record(site.shapes.words, fields: WordsField.madeWith.rawValue + 1)
    func set(_ field: WordsField, _ word: StaticString, _ model: inout Model) {
      model[record, field.rawValue] = model.text(word)
    }
    set(.skipToContent, words.skipToContent, &model)
    set(.views, words.views, &model)
    set(.pager, words.pager, &model)
    set(.today, words.today, &model)
    set(.allDay, words.allDay, &model)
    set(.noEvents, words.noEvents, &model)
    set(.noMoreEvents, words.nothingPlanned, &model)
    set(.week, words.week, &model)
    set(.weekShort, words.weekShort, &model)
    set(.calendars, words.calendars, &model)
    set(.less, words.free, &model)
    set(.more, words.busy, &model)
    set(.subscribe, words.subscribe, &model)
    set(.addToCalendar, words.addToCalendar, &model)
    set(.when, words.when, &model)
    set(.where, words.where, &model)
    set(.map, words.map, &model)
    set(.repeats, words.repeats, &model)
    set(.status, words.status, &model)
    set(.calendar, words.calendar, &model)
    set(.people, words.people, &model)
    set(.categories, words.categories, &model)
    set(.link, words.link, &model)
    set(.about, words.about, &model)
    set(.dates, words.dates, &model)
    set(.notes, words.notes, &model)
    set(.event, words.event, &model)
    set(.tentative, words.tentative, &model)
    set(.keyboard, words.keyboard, &model)
    set(.close, words.close, &model)
    set(.pages, words.pages, &model)
    set(.atAGlance, words.atAGlance, &model)
    set(.hoursByWeek, words.hoursByWeek, &model)
    set(.hoursByCalendar, words.hoursByCalendar, &model)
    set(.asTable, words.asTable, &model)
    set(.madeWith, words.madeWith, &model)
    return record.value
  }
}

/// The theme's colours for calendars.
public enum Palette {
  /// How many colour classes the style sheet has, `c0` and on; more calendars take them in turn.
  public static let classes = 12
  /// What calendars without a colour of their own are given, in turn: told apart in both light and
  /// dark and by most who see fewer colours (after Okabe and Ito, "Color Universal Design", 2008).
  public static let colors: [StaticString] = [
    "#2f6fde", "#c2562d", "#2f855a", "#8a4fbf", "#b7791f", "#0e7490",
    "#be3a6b", "#556b2f", "#5a67d8", "#9c4221", "#2c7a7b", "#6b7280",
  ]
}

extension NotePage {
  /// Its path from the site's root.
  public var path: [UInt8] { "notes/" + slug + ".html" }
}

extension Array where Element == UInt8 {
  /// Appends a zone's identifier as people read it: `America/New_York` is "America/New York".
  mutating func append(zoneLabel identifier: [UInt8]) {
    for byte in identifier { append(byte == 0x5F ? 0x20 : byte) }
  }
}
