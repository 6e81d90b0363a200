/// The names that other programs show people for zones.
struct ZoneTranslator: Sendable {
  #if hasFeature(Embedded)
    /// Knows none: no browser has such names.
    init(_ translator: ZoneTable.Translator?) {}

    func identifier(_ name: [UInt8]) -> [UInt8]? { nil }
  #else
    private let translator: ZoneTable.Translator?

    init(_ translator: ZoneTable.Translator?) { self.translator = translator }

    /// The identifier of the zone that another program calls by a name; `nil` if unknown.
    func identifier(_ name: [UInt8]) -> [UInt8]? { translator?(name) }
  #endif
}
