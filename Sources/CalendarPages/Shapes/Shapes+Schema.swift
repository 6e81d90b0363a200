import Mustache

extension Shapes {
  /// Every shape, declared and defined. Made anew each time. O(fields²).
  public var schema: Schema {
    var schema = Schema()
    // In the order of their numbers.
    let names: [StaticString] = [
      "link", "feed", "viewLink", "calendar", "weekday", "hour", "shortcut", "notice", "words",
      "weather", "noteLink", "avatar", "chip", "block", "entry", "day", "weekRow", "month",
      "agendaDay", "agenda", "gridDay", "week", "daySection", "yearDay", "yearWeek", "yearMonth",
      "year", "person", "occurrence", "category", "noteBody", "event", "note", "message", "page", "yearBar",
      "credit",
    ]
    for name in names { _ = schema.declare(name) }

    schema.define(
      link,
      [
        ("href", .text), ("label", .text), ("title", .text),
      ])

    schema.define(
      feed,
      [
        ("href", .text), ("type", .text), ("title", .text),
      ])

    schema.define(
      viewLink,
      [
        ("name", .text), ("label", .text), ("href", .text), ("isCurrent", .flag),
      ])

    schema.define(
      calendar,
      [
        ("name", .text), ("title", .text), ("colorClass", .text),
      ])

    schema.define(
      weekday,
      [
        ("narrow", .text), ("short", .text), ("long", .text), ("isWeekend", .flag),
      ])

    schema.define(
      hour,
      [
        ("label", .text), ("startClass", .text),
      ])

    schema.define(
      shortcut,
      [
        ("keys", .text), ("text", .text),
      ])

    schema.define(
      notice,
      [
        ("text", .text)
      ])

    schema.define(
      words,
      [
        ("skipToContent", .text), ("views", .text), ("pager", .text), ("today", .text),
        ("allDay", .text), ("noEvents", .text), ("noMoreEvents", .text), ("week", .text),
        ("weekShort", .text), ("calendars", .text), ("less", .text), ("more", .text),
        ("subscribe", .text), ("addToCalendar", .text), ("when", .text), ("where", .text),
        ("map", .text), ("repeats", .text), ("status", .text), ("calendar", .text),
        ("people", .text), ("categories", .text), ("link", .text), ("about", .text),
        ("dates", .text), ("notes", .text), ("event", .text), ("tentative", .text),
        ("keyboard", .text), ("close", .text), ("pages", .text), ("atAGlance", .text), ("hoursByWeek", .text),
        ("hoursByCalendar", .text), ("asTable", .text), ("madeWith", .text),
      ])

    schema.define(
      weather,
      [
        ("icon", .text), ("text", .text), ("label", .text), ("low", .text), ("stale", .text),
      ])

    schema.define(
      noteLink,
      [
        ("title", .text), ("href", .text),
      ])

    schema.define(
      avatar,
      [
        ("initials", .text), ("name", .text),
      ])

    schema.define(
      chip,
      [
        ("uid", .text), ("start", .text), ("end", .text), ("href", .text), ("title", .text),
        ("colorClass", .text), ("calendar", .text), ("isAllDay", .flag), ("isContinued", .flag),
        ("isContinuing", .flag), ("isTentative", .flag), ("isFree", .flag), ("timeText", .text),
        ("partLabel", .text),
      ])

    schema.define(
      block,
      [
        ("uid", .text), ("start", .text), ("end", .text), ("href", .text), ("title", .text),
        ("colorClass", .text), ("calendar", .text), ("isAllDay", .flag), ("isContinued", .flag),
        ("isContinuing", .flag), ("isTentative", .flag), ("isFree", .flag), ("timeText", .text),
        ("partLabel", .text), ("rangeText", .text), ("place", .text), ("startClass", .text),
        ("endClass", .text), ("countClass", .text), ("columnClass", .text),
      ])

    schema.define(
      entry,
      [
        ("uid", .text), ("start", .text), ("end", .text), ("href", .text), ("title", .text),
        ("colorClass", .text), ("calendar", .text), ("isAllDay", .flag), ("isContinued", .flag),
        ("isContinuing", .flag), ("isTentative", .flag), ("isFree", .flag), ("timeText", .text),
        ("partLabel", .text), ("duration", .text), ("spokenTime", .text), ("place", .text),
        ("calendarTitle", .text), ("people", .list(avatar)), ("morePeople", .text),
        ("weather", .record(weather)),
      ])

    schema.define(
      day,
      [
        ("date", .text), ("number", .text), ("label", .text), ("monthShort", .text),
        ("isFirst", .flag), ("isOdd", .flag), ("isOutside", .flag), ("isWeekend", .flag),
        ("busy", .text), ("href", .text), ("events", .list(chip)), ("hasEvents", .flag),
        ("hasMore", .flag), ("moreLabel", .text), ("hasNotes", .flag),
      ])

    schema.define(
      weekRow,
      [
        ("number", .text), ("label", .text), ("href", .text), ("days", .list(day)),
      ])

    schema.define(
      month,
      [
        ("id", .text), ("title", .text), ("href", .text), ("isOdd", .flag),
        ("weeks", .list(weekRow)),
      ])

    schema.define(
      agendaDay,
      [
        ("date", .text), ("heading", .text), ("busy", .text), ("busyText", .text),
        ("isWeekend", .flag), ("href", .text), ("events", .list(entry)), ("hasEvents", .flag),
        ("isEmpty", .flag), ("notes", .list(noteLink)), ("hasNotes", .flag),
        ("weather", .record(weather)),
      ])

    schema.define(
      agenda,
      [
        ("id", .text), ("title", .text), ("href", .text), ("days", .list(agendaDay)),
      ])

    schema.define(
      gridDay,
      [
        ("date", .text), ("number", .text), ("weekday", .text), ("label", .text), ("busy", .text),
        ("busyText", .text), ("isWeekend", .flag), ("href", .text), ("allDay", .list(chip)),
        ("hasAllDay", .flag), ("timed", .list(block)), ("isEmpty", .flag),
        ("notes", .list(noteLink)), ("hasNotes", .flag), ("weather", .record(weather)),
      ])

    schema.define(
      week,
      [
        ("id", .text), ("title", .text), ("href", .text), ("number", .text),
        ("isNightQuiet", .flag), ("days", .list(gridDay)),
      ])

    schema.define(
      daySection,
      [
        ("id", .text), ("title", .text), ("href", .text), ("isNightQuiet", .flag),
        ("day", .record(gridDay)), ("glanceHref", .text),
      ])

    schema.define(
      yearDay,
      [
        ("date", .text), ("number", .text), ("label", .text), ("isOutside", .flag),
        ("isWeekend", .flag), ("busy", .text), ("href", .text),
      ])

    schema.define(
      yearWeek,
      [
        ("days", .list(yearDay))
      ])

    schema.define(
      yearMonth,
      [
        ("title", .text), ("href", .text), ("isOdd", .flag), ("weeks", .list(yearWeek)), ("short", .text),
      ])

    schema.define(
      year,
      [
        ("id", .text), ("title", .text), ("href", .text), ("months", .list(yearMonth)), ("busyText", .text),
        ("stripWidth", .text), ("strip", .list(yearBar)), ("totals", .list(yearBar)),
      ])

    schema.define(
      yearBar,
      [
        ("x", .text), ("y", .text), ("width", .text), ("height", .text), ("level", .text), ("colorClass", .text),
        ("label", .text), ("value", .text), ("href", .text),
      ])

    schema.define(
      person,
      [
        ("initials", .text), ("name", .text), ("detail", .text), ("hasDeclined", .flag),
        ("href", .text),
      ])

    schema.define(
      occurrence,
      [
        ("start", .text), ("text", .text), ("href", .text),
      ])

    schema.define(
      category,
      [
        ("name", .text)
      ])

    schema.define(
      noteBody,
      [
        ("title", .text), ("href", .text), ("html", .markup),
      ])

    schema.define(
      event,
      [
        ("uid", .text), ("start", .text), ("end", .text), ("colorClass", .text),
        ("whenText", .text), ("ownWhenText", .text), ("duration", .text), ("calendarTitle", .text),
        ("statusText", .text), ("isTentative", .flag), ("recurrenceText", .text),
        ("placeName", .text), ("placeCity", .text), ("mapHref", .text), ("hasPlace", .flag),
        ("description", .markup), ("people", .list(person)), ("hasPeople", .flag), ("url", .text),
        ("urlText", .text), ("categories", .list(category)), ("hasCategories", .flag),
        ("dates", .list(occurrence)), ("hasDates", .flag), ("notes", .list(noteBody)),
        ("hasNotes", .flag), ("icsHref", .text), ("day", .record(link)),
      ])

    schema.define(
      note,
      [
        ("html", .markup), ("day", .record(link)), ("event", .record(link)), ("updated", .text),
        ("updatedText", .text),
      ])

    schema.define(
      message,
      [
        ("text", .text), ("detail", .text), ("links", .list(link)),
      ])

    schema.define(
      page,
      [
        ("lang", .text), ("dir", .text), ("documentTitle", .text), ("siteTitle", .text),
        ("siteDescription", .text), ("headingLead", .text), ("headingLight", .text),
        ("headingTail", .text), ("view", .text), ("section", .text), ("zone", .text),
        ("zoneLabel", .text), ("root", .text), ("stylesheetHref", .text), ("gridHref", .text),
        ("colorsHref", .text), ("scriptHref", .text), ("todayStylesheetHref", .text),
        ("todayScriptHref", .text), ("engineHref", .text), ("manifestHref", .text),
        ("iconHref", .text), ("touchIconHref", .text), ("homeHref", .text), ("todayHref", .text), ("beyondHref", .text),
        ("prev", .record(link)), ("next", .record(link)), ("views", .list(viewLink)),
        ("calendars", .list(calendar)), ("hasCalendars", .flag), ("pages", .list(noteLink)),
        ("hasPages", .flag), ("subscribeHref", .text), ("feeds", .list(feed)),
        ("builtDate", .text), ("builtLabel", .text), ("asOf", .text), ("opensAt", .text), ("elsewhere", .text),
        ("notices", .list(notice)),
        ("windowFrom", .text), ("windowTo", .text), ("published", .text), ("firstWeekday", .text),
        ("canonicalHref", .text), ("robots", .text), ("jsonLD", .markup),
        ("words", .record(words)), ("weekdays", .list(weekday)), ("hours", .list(hour)),
        ("shortcuts", .list(shortcut)), ("months", .list(month)), ("agendas", .list(agenda)),
        ("weeks", .list(week)), ("days", .list(daySection)), ("years", .list(year)),
        ("event", .record(event)), ("note", .record(note)), ("message", .record(message)),
        ("weatherCredit", .record(credit)),
      ])

    schema.define(
      credit,
      [
        ("lead", .text), ("basedOn", .text), ("name", .text), ("href", .text), ("license", .text),
        ("licenseHref", .text),
      ])
    return schema
  }
}
