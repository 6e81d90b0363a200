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

  /// The last part of its path. It may be an account or a secret, and is shown to nobody but the user of the command.
  var pathName: String { DAVAddress.name(ofPath: address.path) }

  init(address: DAVAddress) { self.address = address }

  /// - Parameter properties: of an answer to ``CalDAVBodies/resource``.
  init(_ address: DAVAddress, _ properties: DAVProperties) {
    self.address = address
    // Radicale calls a calendar without a name by its path, which is nobody's business.
    displayName = properties.displayName.flatMap { "/" + $0 == address.key ? nil : $0 }
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
