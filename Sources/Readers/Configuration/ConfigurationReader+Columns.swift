import Bytes
import SiteTerms

/// The key `columns` of `site.yml`.
extension ConfigurationReader {
  /// The values of `columns`, in the order of ``Columns/Kind``.
  private static let columnKinds = ["none", "calendar", "place", "category"]

  mutating func readColumns(_ map: MapReader) {
    guard let entry = value(map, "columns") else { return }
    if entry.value.flag == false { return }
    guard case .map(let entries) = entry.value.kind else {
      let chosen = choice(entry.value, "columns", Self.columnKinds)
      reading.configuration.pages.columns.kind = columnKind(chosen)
      return
    }
    let keys = self.map(entries, of: "columns", ["by", "order"])
    guard value(keys, "by") != nil else {
      return error(entry.keyPosition, "columns has no by; add by: calendar, by: place or by: category")
    }
    reading.configuration.pages.columns.kind = columnKind(choice(keys, "by", Self.columnKinds))
    guard let order = value(keys, "order") else { return }
    guard case .list(let items) = order.value.kind else { return refuse(order, "write a list of names") }
    for item in items {
      if let name = item.text {
        reading.configuration.pages.columns.order.append(Array(name.utf8))
      } else {
        refuse(item, "this", "write a name")
      }
    }
  }

  private func columnKind(_ chosen: Int?) -> Columns.Kind {
    chosen.flatMap { Columns.Kind(rawValue: UInt8($0)) } ?? .none
  }
}
