import Synchronization

/// Tells of changes in the files that a site is made of.
public final class Watcher: Sendable {
  /// The folders as the settings have them now.
  private let folders: @Sendable () -> [WatchedFolder]
  private let notifier = Notifier()
  private let state: Mutex<State>

  private struct State {
    var folders: [WatchedFolder]
    var last: FolderSnapshot
    /// Until the next look if nothing wakes.
    var patience: Duration
  }

  private enum Time {
    /// A save is over when nothing happened for so long…
    static let quiet = Duration.milliseconds(30)
    /// …and somebody who writes without end is not waited for longer.
    static let longest = Duration.milliseconds(300)
    /// Between looks where nothing wakes.
    static let polling = Duration.milliseconds(100)
    /// Between looks where the kernel does: it can't see what another machine writes to a shared folder.
    static let rescan = Duration.seconds(2)
  }

  /// Takes note of how the files are now: what changes from here on is told, though it be before the
  /// first call of ``next()``.
  /// - Parameter folders: asked again whenever site.yml has changed, which can name another theme.
  public init(_ folders: @escaping @Sendable () -> [WatchedFolder]) {
    self.folders = folders
    state = Mutex(Self.look(folders(), notifier))
  }

  /// As above, for folders that stay the same.
  convenience init(_ folders: [WatchedFolder]) { self.init { folders } }

  private static func look(_ folders: [WatchedFolder], _ notifier: Notifier) -> State {
    var isWatched = true
    let start = ContinuousClock.now
    let snapshot = FolderSnapshot(folders) { folder in
      if !notifier.add(folder) { isWatched = false }
    }
    // Looking takes at most a fiftieth of the time, however many files there are.
    let cost = (ContinuousClock.now - start) * 50
    return State(folders: folders, last: snapshot, patience: max(isWatched ? Time.rescan : Time.polling, cost))
  }

  /// Blocks until files changed, and says which; `nil` once ``stop()`` was called. Folders that the settings name from
  /// now on are watched as they are when this returns.
  public func next() -> [FileChange]? {
    while true {
      switch notifier.wait(state.withLock { $0.patience }) {
      case .stop: return nil
      case .time: break
      case .event: if !settle() { return nil }
      }
      let changes = state.withLock { state in
        let now = Self.look(state.folders, notifier)
        let changes = now.last.changes(since: state.last)
        state = now
        // The files of another theme are no changes: whoever is told of that of the settings reads them.
        if changes.contains(where: { $0.kind == .settings }) { state = Self.look(folders(), notifier) }
        return changes
      }
      if !changes.isEmpty { return changes }
    }
  }

  /// Waits for the end of a burst of events; `false` if it is the end of watching.
  private func settle() -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < Time.longest {
      switch notifier.wait(Time.quiet) {
      case .stop: return false
      case .time: return true
      case .event: break
      }
    }
    return true
  }

  /// Ends ``next()``, now and for ever. From any thread.
  public func stop() { notifier.stop() }
}
