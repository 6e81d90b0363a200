import Bytes
import CalendarPages
import Publishing
import Readers
import Synchronization
import Themes

/// What the builds of one process have in common whatever they build: read and made once, by the first build that needs
/// it, and the same for all that follow. Files of the program's own (zones, themes, browser modules) count as they were
/// then.
///
/// A build by itself has one of its own, so that a program that builds again and again sees what has changed; `serve`
/// keeps one for as long as only calendars and notes change.
package final class SharedParts: Sendable {
  private let zones = Deferred { () throws(BuildError) -> SystemZones in
    do { return try SystemZones() } catch { throw .inputOutput("\(error)") }
  }
  private let readModule = Deferred { () throws(BuildError) in try PublishedModule.read() }
  private let foundDatabase = Deferred { BuildIdentity.database() }
  private let themes = Made<String, Theme>(most: 8)
  private let words = Made<String, CompiledWords>(most: 40)
  private let trees = Made<String, Fingerprint?>(most: 1_000)
  private let archives = Made<String, [UInt8]>(most: 1)
  private let locales = Made<String, LocaleTable>(most: 100)
  private let scripts = Made<Fingerprint, [UInt8]>(most: 1_000)
  private let hashes = Made<Fingerprint, UInt64>(most: 1_000)
  private let digests = Made<Fingerprint, ContentDigest>(most: 10_000)
  /// Whether more than one build is to use it: then large values are kept, too.
  let isForMany: Bool

  package init(forMany: Bool = false) { isForMany = forMany }

  /// The zones of this computer.
  func system() throws(BuildError) -> SystemZones { try zones.value() }

  /// The browser modules; `nil` if there are none.
  func module() throws(BuildError) -> PublishedModule? { try readModule.value() }

  /// Identifies the time zone database; `nil` if nothing does.
  var database: Fingerprint? { foundDatabase.value() }

  /// The theme of some folders.
  func theme(_ layers: ThemeLayers) throws(BuildError) -> Theme {
    try themes.value(layers.key) { () throws(BuildError) in try Theme(layers) }
  }

  /// The words of a theme in a language.
  func words(of theme: Theme, in locale: String) throws(BuildError) -> CompiledWords {
    try words.value("\(theme.key)\n\(locale)") { () throws(BuildError) in try theme.words.compiled(for: locale) }
  }

  /// The identity of a folder's files, which a theme is read from; `nil` if it can't be determined.
  func tree(_ folder: String, _ make: () -> Fingerprint?) -> Fingerprint? {
    // A build by itself looks before and after: what has changed meanwhile counts as unknown.
    if !isForMany { return make() }
    return trees.value(folder, make)
  }

  /// The archive of all zones.
  func archive(_ make: () -> [UInt8]) -> [UInt8] {
    archives.value("", make)
  }

  /// What is published of a script or style sheet, which is the same for most sites.
  func published(_ source: [UInt8], _ make: ([UInt8]) -> [UInt8]) -> [UInt8] {
    isForMany ? scripts.value(Fingerprint(source)) { make(source) } : make(source)
  }

  /// The hash of a file that names it.
  func hash(_ bytes: [UInt8]) -> UInt64 {
    isForMany ? hashes.value(Fingerprint(bytes)) { StableHash.of(bytes) } : StableHash.of(bytes)
  }

  /// The digest of a file of the theme.
  /// - Parameter content: the fingerprint of its bytes.
  func digest(_ bytes: [UInt8], _ content: Fingerprint) -> ContentDigest {
    isForMany ? digests.value(content) { ContentDigest(bytes) } : ContentDigest(bytes)
  }

  /// The names and patterns of a locale.
  func locale(_ tag: String, _ customs: SystemLocale.Customs) -> LocaleTable {
    locales.value("\(tag)\n\(customs)") { SystemLocale.table(tag, customs) }
  }
}

/// Values by key, each made once.
private final class Made<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let all = Mutex<[Key: Value]>([:])
  private let most: Int

  /// - Parameter most: the most values that are kept; if there are more, all are made anew.
  init(most: Int) { self.most = most }

  /// The value of a key. Threads wait for each other, even for values of different keys: each takes milliseconds, and
  /// there are few.
  func value<Failure: Error>(_ key: Key, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    let result = all.withLock { all -> Result<Value, Failure> in
      if let known = all[key] { return .success(known) }
      do throws(Failure) {
        let made = try make()
        if all.count >= most { all.removeAll() }
        all[key] = made
        return .success(made)
      } catch { return .failure(error) }
    }
    return try result.get()
  }
}
