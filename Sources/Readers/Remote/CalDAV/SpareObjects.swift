import Bytes
import Files

/// Objects that were fetched by a synchronisation which has not come to its end: if it fails or is killed, the next one
/// does not transfer them again. A file beside that of the last good state, which it never replaces.
final class SpareObjects {
  /// By the keys of their paths, the last fetched version of each object.
  private var byKey: [String: CalDAVState.Object] = [:]
  private var byteCount = 0
  private let folder: Folder?
  private let name: String
  private let key: String
  private let address: DAVAddress
  private var saved = ContinuousClock.now

  /// Writing takes time in which nothing is fetched, so it happens only so often.
  private static let interval = Duration.seconds(2)

  /// Reads what there is.
  /// - Parameters:
  ///   - folder: of the cache.
  ///   - key: of the source, as in the cache.
  init(folder path: String, key: String, address: DAVAddress) {
    folder = (try? PrivateFolder.open(path, making: true)) ?? nil
    name = String(base32: StableHash.of(key.utf8), digits: 13) + ".part"
    (self.key, self.address) = (key, address)
    if let bytes = folder?.readPrivate(name), let copy = CachedCopy(bytes, of: key),
      let state = copy.body.flatMap({ CalDAVState($0) })
    {
      for object in state.calendars.flatMap(\.objects) { put(object) }
    }
  }

  func add(_ fetched: [CalDAVState.Object]) {
    for object in fetched { put(object) }
    if ContinuousClock.now - saved >= Self.interval { save() }
  }

  var objects: [CalDAVState.Object] { Array(byKey.values) }

  /// Keeps an object in place of its last version, unless there are too many: then it is fetched again.
  private func put(_ object: CalDAVState.Object) {
    let key = DAVAddress.key(ofPath: object.href)
    if let before = byKey.removeValue(forKey: key) { byteCount -= before.data.count }
    guard byKey.count < CalDAVState.Limits.objects, byteCount + object.data.count <= CalDAVState.Limits.bytes else {
      return
    }
    byKey[key] = object
    byteCount += object.data.count
  }

  /// Writes them to the file.
  func save() {
    saved = .now
    guard !byKey.isEmpty, let folder else { return }
    var state = CalDAVState()
    state.calendars = [CalDAVState.Calendar(collection: CalDAVCollection(address: address), objects: objects)]
    var copy = CachedCopy(url: key)
    copy.body = state.packed
    // If it can't be written, they are fetched again.
    try? folder.replace(name, copy.packed, mode: 0o600)
  }

  /// Removes the file, once the cache has the state with these objects.
  func remove() { folder?.remove(name) }
}
