import Publishing

/// The result of fetching: a value from the network or its cache.
struct Fetched<Value: Sendable>: Sendable {
  var value: Value
  /// What could not be fetched, one line each.
  var warnings: [String] = []
  /// The cache files that it was made from.
  var files: [String] = []
  var validity = Validity()
}
