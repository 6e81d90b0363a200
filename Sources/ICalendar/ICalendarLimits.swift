/// Limits, each with its reason. What goes over one is reported, never dropped in silence.
public enum ICalendarLimits {
  /// Offsets are kept in 32 bits; a calendar of a gibibyte holds some four million events.
  public static let fileSize = 1 << 30
  /// VCALENDAR, VEVENT, VALARM and what vendors put inside are four deep; beyond this is no calendar.
  public static let nesting = 32
  /// A description of a megabyte is a document, but an attachment in base64 may be this long.
  public static let lineLength = 64 << 20
}
