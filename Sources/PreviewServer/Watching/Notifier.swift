import Foundation
import Publishing

/// Waits until something may have changed in some folders.
///
/// On Linux by inotify (inotify(7)): the kernel wakes the waiting thread. Its events can overflow and do not cover
/// folders made a moment ago, so their contents are ignored: each only means "look". On other systems the watcher looks
/// at short intervals.
final class Notifier: Sendable {
  enum Wake { case event, time, stop }

  /// inotify's file descriptor, or -1.
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

  /// Adds a folder, without sub-folders. Adding it again is allowed, and renews the watch of a folder that was
  /// replaced.
  /// - Returns: `false` if the system can't watch: inotify is missing, or its limit is reached
  ///   (fs.inotify.max_user_watches).
  func add(_ folder: String) -> Bool {
    #if os(Linux)
      // Programs save by writing, or by renaming a new file; both with many intermediate steps.
      let mask =
        IN_CREATE | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      if inotify_add_watch(events, folder, UInt32(mask)) >= 0 { return true }
      // A folder that has just been removed needs no watch.
      return errno == ENOENT || errno == ENOTDIR
    #else
      return false
    #endif
  }

  /// Blocks until something may have changed, or the time is over.
  func wait(_ time: Duration) -> Wake {
    // poll(2) ignores a descriptor of -1.
    var files = [
      pollfd(fd: stopReading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events, events: Int16(POLLIN), revents: 0),
    ]
    // A signal ends the wait early, which costs one unnecessary scan.
    guard poll(&files, 2, Int32(clamping: time.milliseconds)) > 0 else { return .time }
    if files[0].revents != 0 { return .stop }
    // The kernel keeps events until they are read, so the buffer's size does not matter.
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      while read(events, buffer.baseAddress!, buffer.count) > 0 {}
    }
    return .event
  }

  /// Ends this and every later wait. Thread-safe.
  func stop() {
    var byte: UInt8 = 0
    _ = write(stopWriting, &byte, 1)
  }
}
