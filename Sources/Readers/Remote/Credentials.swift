import CCurl

/// How a client identifies itself to a server. Never part of a message, a cache or the output.
package enum Credentials: Sendable, Hashable {
  /// For Basic and Digest authentication.
  case password(user: String, password: String)
  case bearer(String)

  /// To be called before credentials are read: the system then writes no dump of this process that could hold them.
  package static func protect() { busylife_forbid_dumps() }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
  package var description: String { "(credentials)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
