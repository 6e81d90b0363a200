import Bytes

/// The body of an answer of a WebDAV server: statuses of several resources and their properties (RFC 4918, 13), or the
/// conditions that a request did not meet (RFC 4918, 16).
struct Multistatus {
  /// Limits of a body, each far above what servers send.
  enum Limits {
    /// Nested elements. Answers have about eight levels.
    static let depth = 64
    /// Resources in one answer; a collection of more is no calendar of a person.
    static let responses = 100_000
    /// Elements of one resource. Those that nobody asked for are skipped, and still take time.
    static let elements = 10_000
    /// Attributes of one element.
    static let attributes = 256
  }

  var responses: [Response] = []
  /// The state of a collection after an answer to sync-collection (RFC 6578, 6.2).
  var syncToken: String?
  /// The names of conditions in an error without resources, such as `valid-sync-token`.
  var conditions: Set<String> = []

  /// What is said about one resource, or about several with the same status.
  struct Response {
    /// As written, without white space around it: an address, or a path.
    var hrefs: [String] = []
    /// The status of the resource itself; `nil` if there are only statuses of properties.
    var status: Int?
    /// The properties whose status is a success.
    var properties = DAVProperties()
    /// The greatest status of properties that is no success; `nil` if there is none.
    var failedStatus: Int?
    var conditions: Set<String> = []
  }

  /// Why a body can't be used, as text that follows "its answer".
  struct Refusal: Error, Equatable { var reason: String }

  /// - Throws: for a body that is not well-formed, is cut off, declares a document type, exceeds a limit, or contains
  ///   something else, such as a page in HTML.
  /// - Complexity: O(bytes).
  init(reading body: [UInt8]) throws(Refusal) { self = try MultistatusReader().read(body) }

  init() {}
}

/// The properties of resources that calendars are read by.
struct DAVProperties {
  /// RFC 4918, 15.
  var displayName: String?
  var etag: String?
  var contentType: String?
  /// Whether the server says what it is, even if that is nothing in particular.
  var hasType = false
  var isCollection = false
  /// RFC 4791: whether this is a calendar, and the components that it accepts; `nil` if not stated.
  var isCalendar = false
  /// A calendar that somebody deleted, and that can be restored for a while (Nextcloud).
  var isDeleted = false
  var components: [String]?
  var calendarData: [UInt8]?
  var homes: [String] = []
  /// RFC 5397: the principal of the user; and whether the server knows no user.
  var principal: String?
  var isUnauthenticated = false
  /// RFC 6578 and RFC 3253.
  var syncToken: String?
  var hasSyncReport = false
  /// Extensions of Apple's calendar server, which nearly all servers have: a text that changes with the collection, and
  /// how calendars are shown.
  var ctag: String?
  var color: String?
  var order: Int?

  /// Adds what another part of the answer says about the same resource.
  mutating func add(_ other: DAVProperties) {
    displayName = other.displayName ?? displayName
    etag = other.etag ?? etag
    contentType = other.contentType ?? contentType
    hasType = other.hasType || hasType
    isCollection = other.isCollection || isCollection
    isCalendar = other.isCalendar || isCalendar
    isDeleted = other.isDeleted || isDeleted
    components = other.components ?? components
    calendarData = other.calendarData ?? calendarData
    homes += other.homes
    principal = other.principal ?? principal
    isUnauthenticated = other.isUnauthenticated || isUnauthenticated
    syncToken = other.syncToken ?? syncToken
    hasSyncReport = other.hasSyncReport || hasSyncReport
    ctag = other.ctag ?? ctag
    color = other.color ?? color
    order = other.order ?? order
  }
}
