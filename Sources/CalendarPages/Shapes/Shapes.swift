/// The fields that templates may name, shape by shape: what a page is made of.
///
/// A view model is a record of one of these shapes. A text is ready to print: localised, formatted,
/// not yet escaped. A flag switches. A markup is HTML (or JSON) made by the core itself and stands
/// in the page as it is. A text, markup or record that does not apply is left unset, never set
/// empty, so that `{{#place}}…{{/place}}` asks whether there is one. Each shape has an enum of its
/// fields in the order of its definition, for `model[record, DayField.date.rawValue]`.
///
/// What is spoken, drawn or linked is decided here and in the templates; what it says, in the view
/// models. No word of any language stands in a template.

import Mustache

/// The number of every shape. What the fields of each are, and of which kind, is ``schema``: only who
/// checks templates needs that.
public struct Shapes: Sendable {
  public var link: ShapeID { ShapeID(rawValue: 0) }
  public var feed: ShapeID { ShapeID(rawValue: 1) }
  public var viewLink: ShapeID { ShapeID(rawValue: 2) }
  public var calendar: ShapeID { ShapeID(rawValue: 3) }
  public var weekday: ShapeID { ShapeID(rawValue: 4) }
  public var hour: ShapeID { ShapeID(rawValue: 5) }
  public var shortcut: ShapeID { ShapeID(rawValue: 6) }
  public var notice: ShapeID { ShapeID(rawValue: 7) }
  public var words: ShapeID { ShapeID(rawValue: 8) }
  public var weather: ShapeID { ShapeID(rawValue: 9) }
  public var noteLink: ShapeID { ShapeID(rawValue: 10) }
  public var avatar: ShapeID { ShapeID(rawValue: 11) }
  public var chip: ShapeID { ShapeID(rawValue: 12) }
  public var block: ShapeID { ShapeID(rawValue: 13) }
  public var entry: ShapeID { ShapeID(rawValue: 14) }
  public var day: ShapeID { ShapeID(rawValue: 15) }
  public var weekRow: ShapeID { ShapeID(rawValue: 16) }
  public var month: ShapeID { ShapeID(rawValue: 17) }
  public var agendaDay: ShapeID { ShapeID(rawValue: 18) }
  public var agenda: ShapeID { ShapeID(rawValue: 19) }
  public var gridDay: ShapeID { ShapeID(rawValue: 20) }
  public var week: ShapeID { ShapeID(rawValue: 21) }
  public var daySection: ShapeID { ShapeID(rawValue: 22) }
  public var yearDay: ShapeID { ShapeID(rawValue: 23) }
  public var yearWeek: ShapeID { ShapeID(rawValue: 24) }
  public var yearMonth: ShapeID { ShapeID(rawValue: 25) }
  public var year: ShapeID { ShapeID(rawValue: 26) }
  public var person: ShapeID { ShapeID(rawValue: 27) }
  public var occurrence: ShapeID { ShapeID(rawValue: 28) }
  public var category: ShapeID { ShapeID(rawValue: 29) }
  public var noteBody: ShapeID { ShapeID(rawValue: 30) }
  public var event: ShapeID { ShapeID(rawValue: 31) }
  public var note: ShapeID { ShapeID(rawValue: 32) }
  public var message: ShapeID { ShapeID(rawValue: 33) }
  public var page: ShapeID { ShapeID(rawValue: 34) }
  public var yearBar: ShapeID { ShapeID(rawValue: 35) }
  public var credit: ShapeID { ShapeID(rawValue: 36) }

  public init() {}
}
