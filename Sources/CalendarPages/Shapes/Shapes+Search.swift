import Mustache

// The records of search.html.

/// Names of one kind that events of the window have.
package enum SearchGroupField: Int {
  /// Heading, "Categories"
  case title
  /// calendar, category, place or person
  case filter
  /// List of `searchName`: those of the most events, in alphabetical order
  case names

  package var kind: FieldKind {
    switch self {
    case .names: .list(of: SearchNameField.self)
    default: .text
    }
  }
}

/// A category, a place, a person or a calendar.
package enum SearchNameField: Int {
  /// The name that people see
  case title
  /// What `?category=` and the like take
  case value
  /// List of `searchLink`: its next events, or its last ones
  case links

  package var kind: FieldKind {
    switch self {
    case .links: .list(of: SearchLinkField.self)
    default: .text
    }
  }
}

/// An event of a name.
package enum SearchLinkField: Int {
  /// Its title
  case title
  /// Address of its page, or of its day
  case href
  /// Its day, 2026-11-20
  case date
  /// "20 November 2026"
  case text
}

// MARK: The kind of record that the fields are of

extension SearchGroupField: RecordFields { package static var shape: ShapeID { Shape.searchGroup.id } }
extension SearchNameField: RecordFields { package static var shape: ShapeID { Shape.searchName.id } }
extension SearchLinkField: RecordFields { package static var shape: ShapeID { Shape.searchLink.id } }
