import Bytes

/// The settings of site.yml that pages follow as they are written there, in a build and in the browser.
///
/// A setting is a field here, with its default and its place in the list of fields: then it is in `data/site.bin`, and
/// a change of it makes every page anew.
package struct PageSettings: Sendable, Fields {
  /// Whether each event has its own page and file; otherwise events link to their day.
  package var hasEventPages: Bool
  /// Whether readers can search for events.
  package var hasSearch: Bool
  /// What days are divided by in the views of weeks and days.
  package var columns: Columns

  /// The defaults.
  package init() {
    hasEventPages = true
    hasSearch = true
    columns = .none
  }

  package init<Pass: FieldPass>(_ pass: inout Pass, _ known: PageSettings?) {
    hasEventPages = pass.field(known?.hasEventPages)
    hasSearch = pass.field(known?.hasSearch)
    columns = pass.field(known?.columns)
  }
}

extension Columns: Packable {
  package func pack(to out: inout [UInt8]) {
    out.append(kind.rawValue)
    out.pack(order)
  }

  package init(_ reader: inout Unpacker) {
    let kind = Kind(rawValue: reader.byte())
    if kind == nil { reader.fail() }
    self.init(kind ?? .none, order: reader.texts())
  }
}

extension ViewKinds: Packable {
  package func pack(to out: inout [UInt8]) { out.append(bits) }

  package init(_ reader: inout Unpacker) { self.init(bits: reader.byte()) }
}
