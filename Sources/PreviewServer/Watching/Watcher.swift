import Synchronization

/// Reports changes of the files that a site is made of.
package final class Watcher: Sendable {
  /// The folders that the settings name now.
  private let folders: @Sendable () -> [WatchedFolder]
  private let notifier = Notifier()
  private let state: Mutex<State>

  private struct State {
    var folders: [WatchedFolder]
    var last: FolderSnapshot
    /// The time until the next scan if nothing wakes the watcher.
    var patience: Duration
  }

  private enum Time {
    /// A save is complete when nothing has happened for this long…
    static let quiet = Duration.milliseconds(30)
    /// …but a program that writes continuously is not waited for longer than this.
    static let longest = Duration.milliseconds(300)
    /// The time between scans if the kernel reports no changes.
    static let polling = Duration.milliseconds(100)
    /// The time between scans if the kernel does report them: it can't see what another machine writes to a shared
    /// folder.
    static let rescan = Duration.seconds(2)
  }

  /// Records the present state of the files: all later changes are reported, even those before the first call of
  /// ``next()``.
  /// - Parameter folders: asked again whenever site.yml has changed, since it can name another theme.
  package init(_ folders: @escaping @Sendable () -> [WatchedFolder]) {
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

  /// Blocks until files have changed, and returns them; `nil` once ``stop()`` was called. Folders that the settings
  /// newly name are watched from their state when this returns.
  /// - Parameter end: when to return without changes.
  package func next(until end: ContinuousClock.Instant? = nil) -> [FileChange]? {
    while true {
      let patience = state.withLock { $0.patience }
      let left = end.map { max(.zero, $0 - .now) }
      switch notifier.wait(min(patience, left ?? patience)) {
      case .stop: return nil
      case .time: if let end, end <= .now { return [] }
      case .event: if !settle() { return nil }
      }
      let changes = state.withLock { state in
        let now = Self.look(state.folders, notifier)
        let changes = now.last.changes(since: state.last)
        state = now
        // The files of another theme are not reported: whoever is told of the changed settings reads them.
        if changes.contains(where: { $0.kind == .settings }) { state = Self.look(folders(), notifier) }
        return changes
      }
      if !changes.isEmpty { return changes }
    }
  }

  /// Waits for the end of a burst of events; `false` if watching ends.
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

  /// Ends ``next()``, now and later. Thread-safe.
  package func stop() { notifier.stop() }
}
