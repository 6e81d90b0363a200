/// Limits, each with its reason. Whatever exceeds one is reported, never dropped silently.
public enum ICalendarLimits {
  /// Offsets have 32 bits; a calendar of one GiB holds some four million events.
  public static let fileSize = 1 << 30
  /// VCALENDAR, VEVENT, VALARM and vendors' components nest four deep; deeper nesting is not a calendar.
  public static let nesting = 32
  /// A description of a megabyte is a document, but a base64 attachment may be this long.
  public static let lineLength = 64 << 20
}
