import Foundation
import Mustache

/// A grid of days that any engine can render: one template, one set of data.
struct GridPage {
  struct Event { let href, uid, start, end, time, title: String }
  struct Day { let date, href: String, number: String, busy: String, isOutside: Bool, events: [Event] }

  let weeks: [[Day]]

  static let template = """
    <!doctype html>
    <html lang="{{lang}}"><head><meta charset="utf-8"><title>{{title}}</title></head>
    <body data-view="calendar" data-section="{{section}}">
    <h1>{{title}}</h1>
    <table class="month">
    {{#weeks}}
    <tr>
    {{#days}}
    <td data-date="{{date}}" data-busy="{{busy}}"{{#isOutside}} class="out"{{/isOutside}}>\
    <a class="num" href="{{href}}">{{number}}</a>
    <ul>
    {{#events}}
    <li><a class="event" href="{{href}}" data-uid="{{uid}}" data-start="{{start}}" data-end="{{end}}">\
    <time datetime="{{start}}">{{time}}</time> <span dir="auto">{{title}}</span></a></li>
    {{/events}}
    </ul></td>
    {{/days}}
    </tr>
    {{/weeks}}
    </table>
    </body></html>

    """

  init(weeks: Int, eventsPerDay: Int) {
    self.weeks = (0..<weeks).map { week in
      (0..<7).map { column in
        let number = week * 7 + column
        let date = "2026-11-\(number % 30 + 1)"
        return Day(
          date: date, href: "../day/\(date).html", number: "\(number % 30 + 1)", busy: "\(number % 5)",
          isOutside: number > 30,
          events: (0..<eventsPerDay).map { event in
            let hour = 9 + event
            return Event(
              href: "../event/planning-\(number)-\(event).html", uid: "\(number)-\(event)@bench.example",
              start: "\(date)T\(hour):00:00+01:00", end: "\(date)T\(hour):45:00+01:00", time: "\(hour):00",
              title: event == 1 ? "Review & <planning>" : "Team meeting with Anna")
          })
      }
    }
  }

  /// Rendered by this project's engine, with a new model for each page.
  func rendered(rounds: Int, pages: Int) -> (page: [UInt8], microseconds: Double) {
    var schema = Schema()
    let event = schema.declare("event")
    let day = schema.declare("day")
    let week = schema.declare("week")
    let root = schema.declare("page")
    schema.define(
      event, [("href", .text), ("uid", .text), ("start", .text), ("end", .text), ("time", .text), ("title", .text)])
    schema.define(
      day,
      [
        ("date", .text), ("href", .text), ("number", .text), ("busy", .text), ("isOutside", .flag),
        ("events", .list(event)),
      ])
    schema.define(week, [("days", .list(day))])
    schema.define(root, [("lang", .text), ("title", .text), ("section", .text), ("weeks", .list(week))])
    var templates = TemplateSet()
    templates.add("page", Array(Self.template.utf8))
    guard templates.link(schema: schema, roots: [("page", root)]).isEmpty, let template = templates["page"] else {
      fatalError("the template is in order")
    }
    var renderer = Renderer()
    var model = Model()
    var page: [UInt8] = []
    let time = bestMicroseconds(rounds: rounds, count: pages) {
      model.removeAll()
      page.removeAll(keepingCapacity: true)
      let all = model.reserveList(weeks.count)
      for (number, days) in weeks.enumerated() {
        let row = model.reserveList(days.count)
        for (column, cell) in days.enumerated() {
          let list = model.reserveList(cell.events.count)
          for (place, one) in cell.events.enumerated() {
            let record = model.record(event, fields: 6)
            for (field, text) in [one.href, one.uid, one.start, one.end, one.time, one.title].enumerated() {
              model[record, field] = model.text(text.utf8)
            }
            model[list, place] = record.value
          }
          let record = model.record(day, fields: 6)
          for (field, text) in [cell.date, cell.href, cell.number, cell.busy].enumerated() {
            model[record, field] = model.text(text.utf8)
          }
          model[record, 4] = .flag(cell.isOutside)
          model[record, 5] = list.value
          model[row, column] = record.value
        }
        let record = model.record(week, fields: 1)
        model[record, 0] = row.value
        model[all, number] = record.value
      }
      let record = model.record(root, fields: 4)
      model[record, 0] = model.text("en")
      model[record, 1] = model.text("November 2026")
      model[record, 2] = model.text("2026-11")
      model[record, 3] = all.value
      do throws(RenderError) {
        try renderer.render(template, of: templates, record.value, model: model, into: &page)
      } catch {
        fatalError("the template renders")
      }
    }
    return (page, time)
  }

  /// The same data as JSON, for other engines.
  var json: Data {
    get throws {
      let data: [String: Any] = [
        "lang": "en", "title": "November 2026", "section": "2026-11",
        "weeks": weeks.map { days -> [String: Any] in
          [
            "days": days.map { day -> [String: Any] in
              [
                "date": day.date, "href": day.href, "number": day.number, "busy": day.busy, "isOutside": day.isOutside,
                "events": day.events.map { event -> [String: Any] in
                  [
                    "href": event.href, "uid": event.uid, "start": event.start, "end": event.end, "time": event.time,
                    "title": event.title,
                  ]
                },
              ]
            }
          ]
        },
      ]
      return try JSONSerialization.data(withJSONObject: data)
    }
  }
}
