// What stands around the sections of every page: links, legends, words, credits.

import Mustache

/// A way to another page.
public enum LinkField: Int, RecordFields {
  /// Relative address
  case href
  /// Visible text, "October 2026"
  case label
  /// Spoken text, "Previous month, October 2026"
  case title

  public static var shape: ShapeID { Shape.link.id }
}

/// A feed, for `link rel=alternate`.
public enum FeedField: Int, RecordFields {
  /// Relative address
  case href
  /// Media type
  case type
  /// Name
  case title

  public static var shape: ShapeID { Shape.feed.id }
}

/// One of the published kinds of view.
public enum ViewLinkField: Int, RecordFields {
  /// Kind of view: calendar, agenda, week, day or year
  case name
  /// Visible name
  case label
  /// The page of that kind for the section on show
  case href
  /// The kind on show
  case isCurrent

  public static var shape: ShapeID { Shape.viewLink.id }

  public var kind: FieldKind {
    switch self {
    case .isCurrent: .flag
    default: .text
    }
  }
}

/// One calendar of the legend.
public enum CalendarField: Int, RecordFields {
  /// Name as in site.yml; unique
  case name
  /// Visible name
  case title
  /// c0 … c11
  case colorClass

  public static var shape: ShapeID { Shape.calendar.id }
}

/// A column head; seven, in the order of the locale's week.
public enum WeekdayField: Int, RecordFields {
  /// M
  case narrow
  /// Mon
  case short
  /// Monday
  case long
  /// Weekend of the locale
  case isWeekend

  public static var shape: ShapeID { Shape.weekday.id }

  public var kind: FieldKind {
    switch self {
    case .isWeekend: .flag
    default: .text
    }
  }
}

/// An hour of the time grids; twenty-four.
public enum HourField: Int, RecordFields {
  /// Visible, "09:00" or "9 AM"
  case label
  /// s0, s12 … s276
  case startClass

  public static var shape: ShapeID { Shape.hour.id }
}

/// A line of the keyboard help.
public enum ShortcutField: Int, RecordFields {
  /// Names of the keys
  case keys
  /// What they do
  case text

  public static var shape: ShapeID { Shape.shortcut.id }
}

/// A sentence of the footer, as when a remote calendar could not be fetched.
public enum NoticeField: Int, RecordFields {
  /// The sentence
  case text

  public static var shape: ShapeID { Shape.notice.id }
}

/// A note in a list.
public enum NoteLinkField: Int, RecordFields {
  /// Title
  case title
  /// Relative address
  case href

  public static var shape: ShapeID { Shape.noteLink.id }
}

/// A part of the sentence that says whose data the page shows, as their licence asks for.
public enum CreditField: Int, RecordFields {
  /// The words of the part
  case text
  /// Where they lead, if anywhere
  case href
  /// How that stands to the page, for `rel`
  case rel

  public static var shape: ShapeID { Shape.credit.id }
}
