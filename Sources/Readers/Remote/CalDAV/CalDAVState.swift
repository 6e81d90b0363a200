import Bytes

/// What is kept of a source between builds: its calendars with all their objects.
struct CalDAVState: Equatable {
  /// Limits of a source. A person's calendars of decades have some ten thousand objects of a kilobyte.
  enum Limits {
    static let objects = 100_000
    static let bytes = 64 << 20
  }

  /// One object of a calendar: an event with its overrides, usually.
  struct Object: Equatable {
    /// Its path, in the server's spelling.
    var href: String
    /// `nil` if the server has none for it.
    var etag: String?
    var data: [UInt8]
    /// Whether the server now has something else, which is no calendar, so that this is the last good version.
    var isKept = false
  }

  struct Calendar: Equatable {
    var collection: CalDAVCollection
    /// The end of its name, after the entry's name.
    var slug = ""
    /// The state that ``objects`` are of; `nil` if they have to be listed again.
    var token: String?
    var ctag: String?
    /// When the objects were known to be current; in seconds since 1970.
    var fetched: Int64 = 0
    /// Why they could not be refreshed since, and what is wrong with some of them; in words that begin with "it" or a
    /// number. `nil` if nothing is.
    var failure: String?
    var flaw: String?
    /// Sorted by their paths, so that the same objects make the same bytes.
    var objects: [Object] = []

    /// The objects by their paths, however they are spelt.
    var byKey: [String: Object] {
      Dictionary(objects.map { (DAVAddress.key(ofPath: $0.href), $0) }) { $1 }
    }
  }

  /// Where the calendars were listed; empty if the address is itself a calendar.
  var homes: [DAVAddress] = []
  var calendars: [Calendar] = []
  /// The names of all calendars there, the unselected ones included.
  var offered: [String] = []

  init() {}

  // MARK: As bytes

  private static let mark = "calendars of a server 2"

  /// Lines with fields, each of which begins after a tab, an empty line, and the objects one after the other.
  var packed: [UInt8] {
    var out: [UInt8] = []
    func line(_ fields: String?...) {
      out += fields.map { $0 ?? "" }.joined(separator: "\t").utf8
      out.append(.lineFeed)
    }
    line(Self.mark)
    for home in homes { line("home", "\(home)") }
    for name in offered { line("offered", name) }
    for calendar in calendars {
      let described = calendar.collection
      line(
        "calendar", "\(described.address)", calendar.token, calendar.ctag, String(utf8: described.color),
        described.order.map { "\($0)" }, described.displayName, "\(calendar.fetched)", calendar.failure, calendar.flaw,
        calendar.slug)
      for object in calendar.objects {
        line("object", "\(object.data.count)", object.isKept ? "kept" : "", object.etag, object.href)
      }
    }
    out.append(.lineFeed)
    for calendar in calendars { for object in calendar.objects { out += object.data } }
    return out
  }

  /// - Returns: `nil` if the bytes are not a whole state.
  init?(_ bytes: [UInt8]) {
    var place = 0
    var isMarked = false
    var sizes: [Int] = []
    while true {
      guard let end = bytes[place...].firstIndex(of: .lineFeed) else { return nil }
      let line = bytes[place..<end]
      place = end + 1
      if line.isEmpty { break }
      let fields = line.split(separator: .tab, omittingEmptySubsequences: false).map { String(utf8: $0) }
      func field(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }
      switch (fields[0], fields.count) {
      case (Self.mark, 1): isMarked = true
      case ("home", 2):
        guard let address = DAVAddress(fields[1]) else { return nil }
        homes.append(address)
      case ("offered", 2): offered.append(fields[1])
      case ("calendar", 11):
        guard let address = DAVAddress(fields[1]) else { return nil }
        var collection = CalDAVCollection(address: address)
        collection.color = Array(fields[4].utf8)
        collection.order = Int(fields[5])
        collection.displayName = field(6)
        guard let fetched = Int64(fields[7]), CachedCopy.times.contains(fetched) else { return nil }
        calendars.append(
          Calendar(
            collection: collection, token: field(2), ctag: field(3), fetched: fetched, failure: field(8),
            flaw: field(9)))
        calendars[calendars.count - 1].slug = fields[10]
      case ("object", 5):
        guard let count = Int(fields[1]), count >= 0, !calendars.isEmpty else { return nil }
        sizes.append(count)
        calendars[calendars.count - 1].objects.append(
          Object(href: fields[4], etag: field(3), data: [], isKept: fields[2] == "kept"))
      default: return nil
      }
      if !isMarked { return nil }
    }
    var number = 0
    for calendar in calendars.indices {
      for object in calendars[calendar].objects.indices {
        guard sizes[number] <= bytes.count - place else { return nil }
        calendars[calendar].objects[object].data = Array(bytes[place..<(place + sizes[number])])
        place += sizes[number]
        number += 1
      }
    }
    guard place == bytes.count else { return nil }
  }
}

extension CalDAVState.Object {
  /// Whether data can be a calendar: whole, and nothing else.
  static func isCalendar(_ data: [UInt8]) -> Bool {
    let text = data.withoutMark.trimmed
    return text.prefix(15).equalsIgnoringCase("BEGIN:VCALENDAR") && text.suffix(13).equalsIgnoringCase("END:VCALENDAR")
  }

  /// The name of the file of this object: its UID's, or the last part of its path.
  var fileName: String {
    let name = DAVAddress.name(ofPath: href)
    return ObjectFiles.name(data) ?? (name.lowercased().hasSuffix(".ics") ? name : name + ".ics")
  }
}
