import Bytes

/// A calendar of a server, as it describes it.
struct CalDAVCollection: Equatable {
  var address: DAVAddress
  /// `nil` if it has none.
  var displayName: String?
  /// `#rrggbb` in lower case; empty if it has none.
  var color: [UInt8] = []
  /// Its place among the calendars of a home; `nil` if not stated.
  var order: Int?
  /// Texts that change whenever an object does; `nil` if the server has none.
  var syncToken: String?
  var ctag: String?
  /// Whether it tells what changed since a state.
  var canTellChanges = false

  /// The last part of its path: what people without a displayed name call it.
  var pathName: String { DAVAddress.name(ofPath: address.path) }

  init(address: DAVAddress) { self.address = address }

  /// - Parameter properties: of an answer to ``CalDAVBodies/resource``.
  init(_ address: DAVAddress, _ properties: DAVProperties) {
    self.address = address
    displayName = properties.displayName
    color = Self.color(properties.color)
    order = properties.order
    syncToken = properties.syncToken
    ctag = properties.ctag
    canTellChanges = properties.syncToken != nil || properties.hasSyncReport
  }

  /// A colour as calendars have it: Apple's programs write `#rrggbbaa`.
  static func color(_ text: String?) -> [UInt8] {
    guard let text else { return [] }
    return Color.read(text.utf8) ?? (text.utf8.count == 9 ? Color.read(text.utf8.prefix(7)) : nil) ?? []
  }
}

extension DAVProperties {
  /// Whether this is a calendar of events: others are for tasks or notes only, or in a trash bin.
  var isCalendarOfEvents: Bool { isCalendar && !isDeleted && components?.contains("VEVENT") ?? true }
}
