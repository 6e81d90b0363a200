import Files

/// Allows one request at a time to a server, across all processes: of two builds at once one asks, and the other finds
/// the answer in the cache. The file also records until when a failed server gets no requests.
///
/// The system releases the lock of a killed process. The file stays: if it were removed while others wait for it, two
/// could hold the lock.
struct OriginLock {
  private let file: Int32

  /// Waits for the lock; `nil` if another process still holds it after `patience`, or the file can't be written.
  /// - Parameters:
  ///   - folder: belongs to the user, so nobody else can hold the lock.
  ///   - patience: longer than a request may take.
  init?(_ name: String, in folder: Folder, patience: Duration) {
    let file = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { return nil }
    let end = ContinuousClock.now + patience
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      // On a file system without locks, nothing can be kept out.
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      if ContinuousClock.now >= end {
        close(file)
        return nil
      }
      usleep(20_000)
    }
    self.file = file
  }

  func release() { close(file) }

  /// The pause of the server, if there is one.
  var pause: CachedCopy.Pause? {
    get {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = pread(file, &bytes, bytes.count, 0)
      var fields: [String: String] = [:]
      for line in String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { fields[String(parts[0])] = String(parts[1].dropFirst()) }
      }
      return CachedCopy.Pause(fields)
    }
    nonmutating set {
      let lines = Array((newValue?.lines ?? "").utf8.prefix(4_096))
      ftruncate(file, 0)
      pwrite(file, lines, lines.count, 0)
    }
  }
}
