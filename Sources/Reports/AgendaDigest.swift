import Bytes
import CalendarPages
import CivilTime
import Events
import Feeds
import Gate
import ICalendar
import Mustache
import Publishing
import Readers
import Settling
import SiteTerms
import Themes
import TimeZones

/// The days of an ``AgendaReport`` as a mail: what `agenda --format markdown` and `--format html` print. Both have a
/// heading for each day and a row for each of its events, in the order of `--format json`.
///
/// Mail programs drop style sheets and scripts, fetch no pictures and know few elements: the HTML consists of tables,
/// headings, paragraphs and links with attributes of their own.
package struct AgendaDigest {
  private let report: AgendaReport
  private let title: [UInt8]
  /// The site's address, ending in a slash; empty if unknown.
  private let url: [UInt8]
  private let pages: Pages?

  /// The event pages of the site that the reader may open.
  private struct Pages {
    let store: EventStore
    let slugs: EventSlugs
    let window: Range<CivilDate>
  }

  /// - Parameters:
  ///   - report: made from the same content, options, level and audience.
  ///   - audience: whose site is linked; `nil` for the site for everybody.
  package init(
    _ report: AgendaReport, _ loaded: LoadedContent, _ options: ReadingOptions, audience name: String?
  ) throws(BuildError) {
    self.report = report
    let reader = Reader(audience: try loaded.audience(named: name))
    let settings = reader.settings(loaded.content.configuration)
    title = settings.title.isEmpty ? report.words[.calendar] : settings.title.onOneLine
    // Where there are audiences, the site for everybody does not exist.
    let isPublished = name != nil || loaded.content.configuration.audiences.isEmpty
    url = isPublished ? settings.url.endingInSlash : []
    guard !url.isEmpty, settings.pages.hasEventPages else {
      pages = nil
      return
    }
    // The command's own dates choose what is printed, and not what is published.
    var published = options
    (published.from, published.to) = (nil, nil)
    let window = try published.window(settings.window, now: report.zone.day(at: try options.instant()))
    let store = loaded.redacted(for: reader, nil).store
    let tag = settings.locales.first ?? settings.locale ?? "en"
    pages = Pages(
      store: store,
      slugs: EventSlugs(
        store, SlugSpelling(locale: SystemLocale.table(tag, SystemLocale.Customs(settings)).identifier)),
      window: window)
  }

  // MARK: Formats

  /// GitHub-flavoured markdown: a list for each day.
  package func markdown() -> [UInt8] {
    var out: [UInt8] = []
    func escaped(_ text: [UInt8]) { out.append(markdown: text, isRightToLeft: report.locale.isRightToLeft) }
    out.append("# ")
    escaped(title)
    out.append("\n\n")
    escaped(span)
    out.append("\n")
    for index in report.run.days.indices where !report.run.entries(ofDay: index).isEmpty {
      out.append("\n## ")
      escaped(heading(index))
      out.append("\n\n")
      for entry in report.run.entries(ofDay: index) {
        let row = row(entry, on: report.run.days[index])
        out.append("- ")
        escaped(row.times)
        out.append(" ")
        if !row.address.isEmpty { out.append("[") }
        out.append("**")
        escaped(row.title)
        out.append("**")
        if !row.address.isEmpty {
          out.append("](<")
          out.append(contentsOf: row.address)
          out.append(">)")
        }
        for detail in row.details {
          out.append(" · ")
          escaped(detail)
        }
        out.append("\n")
      }
    }
    if isEmpty {
      out.append("\n")
      escaped(nothing)
      out.append("\n")
    }
    out.append("\n")
    escaped(zoneLine)
    out.append("\n")
    if !url.isEmpty {
      out.append("\n<")
      out.append(contentsOf: url)
      out.append(">\n")
    }
    return out
  }

  /// A document whose looks are attributes of its elements.
  package func html() -> [UInt8] {
    var out: [UInt8] = []
    out.append("<!doctype html>\n<html lang=\"")
    out.append(escaping: report.locale.identifier)
    out.append("\" dir=\"")
    out.append(report.locale.isRightToLeft ? "rtl" : "ltr")
    out.append("\">\n<head>\n<meta charset=\"utf-8\">\n")
    out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
    out.append(xml: title)
    out.append(" – ")
    out.append(xml: span)
    out.append("</title>\n</head>\n<body style=\"margin:0;background:#f6f6f4\">\n")
    out.append(Self.table)
    out.append(" style=\"background:#f6f6f4\">\n<tr><td align=\"center\" style=\"padding:24px 12px\">\n")
    out.append(Self.table)
    out.append(" style=\"max-width:640px;background:#ffffff;border-radius:12px;")
    out.append("font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;color:#1b1b1e\">\n")
    out.append("<tr><td style=\"padding:28px 28px 4px\">")
    out.append("<h1 dir=\"auto\" style=\"margin:0;font-size:26px;line-height:1.2\">")
    if url.isEmpty {
      out.append(xml: title)
    } else {
      out.append("<a href=\"")
      out.append(xml: url)
      out.append("\" style=\"color:#1b1b1e;text-decoration:none\">")
      out.append(xml: title)
      out.append("</a>")
    }
    out.append("</h1>\n<p style=\"margin:6px 0 0;font-size:16px;color:#5f5f66\">")
    out.append(xml: span)
    out.append("</p></td></tr>\n")
    for index in report.run.days.indices where !report.run.entries(ofDay: index).isEmpty {
      appendDay(index, to: &out)
    }
    if isEmpty {
      out.append("<tr><td style=\"padding:20px 28px 0;font-size:16px\">")
      out.append(xml: nothing)
      out.append("</td></tr>\n")
    }
    out.append("<tr><td style=\"padding:24px 28px 28px;font-size:13px;color:#5f5f66\">")
    out.append(xml: zoneLine)
    out.append("</td></tr>\n</table>\n</td></tr>\n</table>\n</body>\n</html>\n")
    return out
  }

  /// The beginning of a table that only arranges what it holds.
  private static let table: StaticString =
    "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\""

  private func appendDay(_ index: Int, to out: inout [UInt8]) {
    out.append("<tr><td style=\"padding:22px 28px 0\">")
    out.append("<h2 style=\"margin:0 0 4px;font-size:17px;line-height:1.3\">")
    out.append(xml: heading(index))
    out.append("</h2>\n")
    out.append(Self.table)
    out.append(">\n")
    let start: StaticString = report.locale.isRightToLeft ? "right" : "left"
    for entry in report.run.entries(ofDay: index) {
      let row = row(entry, on: report.run.days[index])
      out.append("<tr><td width=\"128\" valign=\"top\" align=\"")
      out.append(start)
      out.append("\" style=\"padding:9px 0;border-top:1px solid #e3e3df;font-size:15px;color:#5f5f66\">")
      out.append(xml: row.times)
      out.append("</td><td dir=\"auto\" valign=\"top\" align=\"")
      out.append(start)
      out.append("\" style=\"padding:9px 0;border-top:1px solid #e3e3df;font-size:15px\">")
      out.append(row.address.isEmpty ? "<b>" : "<a href=\"")
      if !row.address.isEmpty {
        out.append(xml: row.address)
        out.append("\" style=\"color:#1260d8;text-decoration:none\"><b>")
      }
      out.append(xml: row.title)
      out.append(row.address.isEmpty ? "</b>" : "</b></a>")
      if !row.details.isEmpty {
        out.append("<br><span style=\"font-size:14px;color:#5f5f66\">")
        for (place, detail) in row.details.enumerated() {
          if place > 0 { out.append(" · ") }
          // Each is a text of its own, whose direction must not turn the others round.
          out.append("<bdi>")
          out.append(xml: detail)
          out.append("</bdi>")
        }
        out.append("</span>")
      }
      out.append("</td></tr>\n")
    }
    out.append("</table></td></tr>\n")
  }

  // MARK: Texts

  /// An event on a day.
  private struct Row {
    var times: [UInt8]
    var title: [UInt8]
    /// The address of its page; empty if it has none.
    var address: [UInt8]
    /// Its place, its calendars, whether it is tentative.
    var details: [[UInt8]]
  }

  private var isEmpty: Bool { report.run.days.indices.allSatisfy { report.run.entries(ofDay: $0).isEmpty } }

  /// "23 – 29 November 2026".
  private var span: [UInt8] {
    let first = report.days.lowerBound
    let last = max(first, report.days.upperBound.adding(days: -1) ?? first)
    return .written { report.locale.append(from: first, through: last, to: &$0) }
  }

  private var nothing: [UInt8] {
    Array([UInt8].written { report.append(.noEventsBetween, to: &$0) }.trimmed)
  }

  private var zoneLine: [UInt8] {
    .written { report.words.append(.timesIn, to: &$0) { _, out in out.append(zoneLabel: report.zone.identifier) } }
  }

  private func heading(_ index: Int) -> [UInt8] {
    .written { report.locale.append(report.run.days[index], report.locale.dates.full, to: &$0) }
  }

  private func row(_ entry: DayEntry, on date: CivilDate) -> Row {
    let occurrence = report.run.occurrences[Int(entry.occurrence)]
    let store = report.store
    let event = store[occurrence.event]
    let isBusyBlock = store.isBusyBlock(event)
    let title = Array(store.text(event.title, of: event).onOneLine.trimmed)
    var details: [[UInt8]] = []
    if !isBusyBlock {
      let city = Array(store.text(.xBusyLifeCity, of: event).onOneLine.trimmed)
      let place = Array(store.text(event.location, of: event).onOneLine.trimmed)
      if !place.isEmpty { details.append(place) }
      if !city.isEmpty, city != place { details.append(city) }
      if store.calendars.count > 1 {
        for calendar in [event.calendar] + store.others(of: event) {
          details.append(store.calendars[Int(calendar)].shownTitle.onOneLine)
        }
      }
      if event.status == .tentative { details.append(report.words[.isTentative]) }
    }
    return Row(
      times: times(of: occurrence, entry.part), title: title.isEmpty ? report.words[.untitled] : title,
      address: isBusyBlock ? [] : address(of: event, on: date), details: details)
  }

  /// "09:00 – 10:30", "from 22:00", "until 02:00", "All day".
  private func times(of occurrence: Occurrence, _ part: DayPart) -> [UInt8] {
    if occurrence.isAllDay || part == .middle { return report.words[.allDay] }
    let start = report.zone.wall(at: Instant(clamping: occurrence.start)).time
    let end = report.zone.wall(at: Instant(clamping: occurrence.end)).time
    var out: [UInt8] = []
    switch part {
    case .first: report.words.append(.from, to: &out) { _, out in report.locale.append(start, to: &out) }
    case .last: report.words.append(.until, to: &out) { _, out in report.locale.append(end, to: &out) }
    default:
      if occurrence.end <= occurrence.start {
        report.locale.append(start, to: &out)
        break
      }
      report.locale.append(from: start, to: end, report.words, to: &out)
    }
    return out
  }

  /// The address of an event's page. A page exists if the site shows the event, and has any of its dates.
  private func address(of event: Event, on date: CivilDate) -> [UInt8] {
    guard let pages, pages.window.contains(date), !event.uid.isEmpty,
      let index = pages.store.event(uid: report.store.text(event.uid, of: event))
    else { return [] }
    return url + pages.slugs.path(ofPageOf: index, pages.store)
  }
}

extension Array where Element == UInt8 {
  /// Appends a text on one line as markdown: every character that could begin markup has a backslash before it.
  /// Characters that change the direction of what follows are left out, and a text that is written from right to left
  /// is isolated from what is around it.
  /// - Parameter isRightToLeft: whether the text around it is.
  fileprivate mutating func append(markdown text: [UInt8], isRightToLeft: Bool) {
    var scalars: [Unicode.Scalar] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if !scalar.isControlOrDirection, !scalar.properties.isWhitespace {
        scalars.append(scalar)
      } else if let last = scalars.last, last != " " {
        scalars.append(" ")
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    let isIsolated = isRightToLeft || scalars.contains { $0.isRightToLeft }
    if isIsolated { append(contentsOf: "\u{2068}".utf8) }
    var previous: [UInt8] = []
    // Whether there are only digits so far.
    var isNumber = true
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "|", "~", "#", "!": append(ascii: "\\")
      // Otherwise an address would become a link, also behind a backslash (GFM, 6.9): a word joiner ends the word.
      case "@": append(contentsOf: "\u{2060}".utf8)
      case ":":
        let isScheme =
          index + 1 < scalars.count && scalars[index + 1] == "/" || previous.suffix(2).equalsIgnoringCase("to")
        if isScheme { append(ascii: "\\") }
      case "-", "+": if index == 0 { append(ascii: "\\") }
      // "30. November" would begin a list at 30.
      case ".", ")":
        let isMarker = isNumber && index > 0 && (index + 1 == scalars.count || scalars[index + 1] == " ")
        if isMarker || scalar == "." && previous.suffix(3).equalsIgnoringCase("www") { append(ascii: "\\") }
      default: break
      }
      if !("0"..."9").contains(scalar) { isNumber = false }
      append(contentsOf: UTF8.encode(scalar)!)
      if let byte = UInt8(exactly: scalar.value) { previous.append(byte) } else { previous.removeAll() }
    }
    if isIsolated { append(contentsOf: "\u{2069}".utf8) }
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, or sets or ends a direction of text.
  fileprivate var isControlOrDirection: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value) || value == 0x2028 || value == 0x2029
  }

  /// Whether it is of a block of scripts that are written from right to left.
  var isRightToLeft: Bool {
    (0x0590...0x08FF).contains(value) || (0xFB1D...0xFDFF).contains(value) || (0xFE70...0xFEFF).contains(value)
      || (0x10800...0x10FFF).contains(value) || (0x1E800...0x1EFFF).contains(value)
  }
}
