import Events

/// One of several sites that are made of the same content, for people who may see different parts of it.
package struct Audience: Sendable, Hashable {
  package var name: String
  /// The least strict level of everything that it sees.
  package var privacy: Privacy
  /// `nil`: those of the site.
  package var zones: [[UInt8]]?
  /// The names of the calendars that it sees; `nil`: all.
  package var calendars: [[UInt8]]?
  /// `nil`: the site's.
  package var locale: String?
  /// The folder of its site, below `--output`: names of folders joined by slashes.
  package var output: String
  /// Whether search engines may list it; `nil`: what its level implies.
  package var isIndexed: Bool?
}

extension Privacy {
  /// The names of all levels, in their order.
  package static let names = allCases.map { "\($0.name)" }
}
