import Mustache

// The fields of the template `picture`, an SVG document. Positions and sizes are in pixels of a picture of 1200 by 630;
// those of texts are of their baselines. In languages that are written from right to left everything is mirrored, and
// texts begin at their right ends.

/// The kinds of record of the picture template.
enum PictureShape: Int, CaseIterable, NamedCases {
  case picture, line, cell, chip

  var id: ShapeID { ShapeID(rawValue: UInt16(rawValue)) }
}

/// A text on one line.
package enum LineField: Int {
  /// The text, which fits where it stands
  case text
  /// Where the line begins
  case x
  /// Its baseline
  case y
  /// The size of its font
  case size
}

/// An event in a day of a month.
package enum PictureChipField: Int {
  /// The title, cut to the day's width
  case text
  /// Where the text begins
  case x
  /// Its baseline
  case y
  /// The left edge of its box
  case left
  /// The top edge of its box
  case top
  /// The left edge of the mark at its beginning
  case mark
  /// Its colour, #2f6fde
  case color
  /// The same with much white, for behind the text
  case tint
}

/// A day of a month.
package enum CellField: Int {
  /// The day's number
  case number
  /// The left edge of the day
  case left
  /// The top edge of the day
  case top
  /// Its width
  case width
  /// Its height
  case height
  /// Where its number begins; in the small month of the site's picture, the middle of it
  case x
  /// The baseline of its number
  case y
  /// The day is not of the month
  case isOutside
  /// The day is on the weekend
  case isWeekend
  /// How busy it is, 0 to 4
  case busy
  /// List of `chip`: the events that have room
  case chips
  /// "+3", if there are more
  case more
  /// Where that ends
  case moreX

  package var kind: FieldKind {
    switch self {
    case .isOutside, .isWeekend: .flag
    case .chips: .list(of: PictureChipField.self)
    default: .text
    }
  }
}

/// The picture of the site, of a month or of an event.
package enum PictureField: Int {
  /// Language, `de-AT`
  case lang
  /// `ltr` or `rtl`
  case dir
  /// What the picture is of, in full
  case title
  /// The colour of the event's calendar; absent on other pictures
  case color
  /// The left edge of what stands at the beginning of lines: the coloured edge of an event, the line above the title of
  /// the site
  case startLeft
  /// The left edge of what stands at their end: the tile of an event's date, the small month of the site
  case endLeft
  /// Where texts at the end of lines end
  case endX
  /// The middle of what stands at the end
  case endMiddle
  /// The picture is of the site
  case isSite
  /// The picture is of a month
  case isMonth
  /// The picture is of an event
  case isEvent
  /// `line`: above the title of an event, the title of its calendar or of the site
  case kicker
  /// List of `line`: the title
  case titleLines
  /// List of `line`: the site's description; the date and time of an event
  case details
  /// `line`: the place of an event
  case place
  /// `line`: the title of the site; absent in its own picture
  case site
  /// `line`: the address of the site
  case address
  /// `line`: the name of the month, in the picture of the site
  case month
  /// List of `line`: names of the days of the week
  case weekdays
  /// List of `cell`: the days of the month
  case cells
  /// Short name of the month of an event
  case tileMonth
  /// Number of its day
  case tileDay
  /// Short name of that day
  case tileWeekday

  package var kind: FieldKind {
    switch self {
    case .isSite, .isMonth, .isEvent: .flag
    case .kicker, .place, .site, .address, .month: .record(of: LineField.self)
    case .titleLines, .details, .weekdays: .list(of: LineField.self)
    case .cells: .list(of: CellField.self)
    default: .text
    }
  }
}

extension LineField: RecordFields { package static var shape: ShapeID { PictureShape.line.id } }
extension PictureChipField: RecordFields { package static var shape: ShapeID { PictureShape.chip.id } }
extension CellField: RecordFields { package static var shape: ShapeID { PictureShape.cell.id } }
extension PictureField: RecordFields { package static var shape: ShapeID { PictureShape.picture.id } }

extension Schema {
  /// The fields that the template of pictures may use.
  package static var pictures: Schema {
    var schema = Schema()
    for shape in PictureShape.allCases { _ = schema.declare([UInt8](shape.stringValue.utf8)) }
    schema.define(PictureField.self)
    schema.define(LineField.self)
    schema.define(CellField.self)
    schema.define(PictureChipField.self)
    return schema
  }
}
