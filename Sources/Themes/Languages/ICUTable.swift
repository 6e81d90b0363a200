#if canImport(_FoundationICU)
  import _FoundationICU

  /// One of the tables of CLDR's data as Foundation's ICU has them compiled in, without inheritance between locales.
  struct ICUTable {
    /// The part of the data: "" is names, patterns and what languages have in common, "unit" units.
    var part = ""
    /// With underscores, `de_AT`, or the name of a table of no locale.
    var name: String

    /// CLDR's version: ICU's, less a constant.
    static let version = Int(U_ICU_VERSION_MAJOR_NUM) - 30

    /// A text by the keys that lead to it; elements of arrays have numbers for keys.
    func text(_ path: [String]) -> String? { opened { Self.found($0, path[...]) { Self.text(of: $0) } } }

    /// What stands below a path: by key a text, or the texts of an array.
    func children(_ path: [String]) -> [(key: String, texts: [String])] {
      opened { bundle in
        Self.found(bundle, path[...]) { found in
          Self.elements(of: found).map { key, element in
            defer { swift_ures_close(element) }
            if let text = Self.text(of: element) { return (key, [text]) }
            return (
              key,
              Self.elements(of: element).compactMap { _, inner in
                defer { swift_ures_close(inner) }
                return Self.text(of: inner)
              }
            )
          }
        }
      } ?? []
    }

    private func opened<Found>(_ read: (OpaquePointer) -> Found?) -> Found? {
      var status = U_ZERO_ERROR
      let package = part.isEmpty ? nil : "icudt\(U_ICU_VERSION_MAJOR_NUM)l-\(part)"
      // ICU keeps each table with the parents that it was first opened with. Opened directly first, a table that only
      // names another (nb: no) would have none, and Foundation's dates in that language would be those of no language.
      swift_ures_close(swift_ures_open(package, name, &status))
      status = U_ZERO_ERROR
      guard let bundle = swift_ures_openDirect(package, name, &status), status.rawValue <= 0 else { return nil }
      defer { swift_ures_close(bundle) }
      return read(bundle)
    }

    /// Follows keys, and calls `read` with what they lead to.
    private static func found<Found>(
      _ bundle: OpaquePointer, _ path: ArraySlice<String>, _ read: (OpaquePointer) -> Found?
    ) -> Found? {
      guard let key = path.first else { return read(bundle) }
      var status = U_ZERO_ERROR
      let index = swift_ures_getType(bundle) == URES_ARRAY ? Int32(key) : nil
      let next =
        index.map { swift_ures_getByIndex(bundle, $0, nil, &status) } ?? swift_ures_getByKey(bundle, key, nil, &status)
      guard let next, status.rawValue <= 0 else { return nil }
      defer { swift_ures_close(next) }
      return found(next, path.dropFirst(), read)
    }

    private static func text(of bundle: OpaquePointer) -> String? {
      var length: Int32 = 0
      var status = U_ZERO_ERROR
      guard let text = swift_ures_getString(bundle, &length, &status), status.rawValue <= 0 else { return nil }
      return String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF16.self)
    }

    /// Elements of a table or an array, each to be closed; none of a text.
    private static func elements(of bundle: OpaquePointer) -> [(key: String, element: OpaquePointer)] {
      let type = swift_ures_getType(bundle)
      guard type == URES_TABLE || type == URES_ARRAY else { return [] }
      return (0..<swift_ures_getSize(bundle)).compactMap { index in
        var status = U_ZERO_ERROR
        guard let element = swift_ures_getByIndex(bundle, index, nil, &status), status.rawValue <= 0 else { return nil }
        return (swift_ures_getKey(element).map { String(cString: $0) } ?? "", element)
      }
    }
  }
#else
  /// Where Foundation has no ICU of its own, CLDR's data is unavailable: files of words of languages other than English
  /// have to contain lists and lengths of time.
  struct ICUTable {
    var part = ""
    var name: String

    static let version = 0

    func text(_ path: [String]) -> String? { nil }

    func children(_ path: [String]) -> [(key: String, texts: [String])] { [] }
  }
#endif
