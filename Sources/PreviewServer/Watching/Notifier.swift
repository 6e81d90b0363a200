import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits until something may have changed in some folders.
///
/// On Linux by inotify (inotify(7)): the kernel wakes the waiter. What exactly happened is not taken from its
/// events, which can overflow and know nothing of folders made a moment ago: each only means "look". Elsewhere
/// nothing wakes but time, and the watcher looks at short intervals.
final class Notifier: Sendable {
  enum Wake { case event, time, stop }

  /// inotify's descriptor, or -1.
  private let events: Int32
  private let stopReading: Int32
  private let stopWriting: Int32

  init() {
    #if os(Linux)
      events = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    #else
      events = -1
    #endif
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (stopReading, stopWriting) = (ends[0], ends[1])
  }

  deinit {
    for file in [events, stopReading, stopWriting] where file >= 0 { close(file) }
  }

  /// Adds a folder, not those below it; again and again is fine, and mends the watch of one that was
  /// replaced.
  /// - Returns: `false` where the system can't watch: there is no inotify, or no more of it to be had
  ///   (fs.inotify.max_user_watches).
  func add(_ folder: String) -> Bool {
    #if os(Linux)
      // Saves are writes, or renames of a file written beside; both with many an intermediate step.
      let mask =
        IN_CREATE | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      if inotify_add_watch(events, folder, UInt32(mask)) >= 0 { return true }
      // A folder that has just gone needs no watch.
      return errno == ENOENT || errno == ENOTDIR
    #else
      return false
    #endif
  }

  /// Blocks.
  func wait(_ time: Duration) -> Wake {
    let milliseconds = Int32(
      clamping: time.components.seconds * 1_000 + time.components.attoseconds
        / 1_000_000_000_000_000)
    // poll(2) passes over a descriptor of -1.
    var files = [
      pollfd(fd: stopReading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events, events: Int16(POLLIN), revents: 0),
    ]
    // A signal ends the wait early: one look too many.
    guard poll(&files, 2, milliseconds) > 0 else { return .time }
    if files[0].revents != 0 { return .stop }
    // The kernel keeps events until they are read; how many fit does not matter.
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      while read(events, buffer.baseAddress!, buffer.count) > 0 {}
    }
    return .event
  }

  /// Ends this and every later wait. From any thread.
  func stop() {
    var byte: UInt8 = 0
    _ = write(stopWriting, &byte, 1)
  }
}
