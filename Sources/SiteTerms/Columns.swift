/// What days are divided by in the views of weeks and days: `columns` of site.yml.
package struct Columns: Sendable {
  /// What one column has in common.
  package enum Kind: UInt8, Sendable {
    /// Days are not divided.
    case none
    case calendar, place, category
  }

  package var kind = Kind.none
  /// Names of columns in the order that was asked for; others come after them.
  package var order: [[UInt8]] = []

  /// Days are not divided.
  package static let none = Columns()

  package init(_ kind: Kind = .none, order: [[UInt8]] = []) { (self.kind, self.order) = (kind, order) }
}
