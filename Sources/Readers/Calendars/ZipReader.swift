import CArchive

/// Unpacks calendar files from a ZIP archive in memory, with libarchive. Names of entries are only compared and shown:
/// none becomes a path.
struct ZipReader {
  enum Failure: Error, Equatable {
    /// There is no libarchive.
    case noLibrary
    /// More entries than ``entryLimit``.
    case tooManyEntries
    /// More bytes than ``wasteLimit`` were unpacked of entries that can't be used.
    case tooMuchWaste
    /// Why the archive can't be read.
    case damaged(String)
  }

  /// An entry, unpacked.
  struct Entry {
    /// UTF-8, as in the archive.
    let name: String
    let content: Result<[UInt8], EntryFailure>
  }

  enum EntryFailure: Error, Equatable {
    case encrypted, tooLarge
    case damaged(String)
  }

  /// An export has some dozens of entries. Each costs time even if it is skipped.
  static let entryLimit = 10_000
  /// Many entries can share the same damaged or too large data.
  static let wasteLimit = 512 << 20
  /// What is unpacked at a time.
  private static let chunk = 1 << 16

  static func isZip(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04] as [UInt8]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06] as [UInt8])
  }

  /// Unpacks the files that are wanted, sorted by name. O(bytes of the archive and of these files).
  /// - Parameters:
  ///   - limit: the greatest number of unpacked bytes, in all.
  ///   - isWanted: whether a file of this name is wanted.
  static func entries(
    of bytes: [UInt8], limit: Int, where isWanted: (String) -> Bool
  ) -> (entries: [Entry], failure: Failure?) {
    var entries: [Entry] = []
    let failure = bytes.withUnsafeBytes { source in
      do throws(Failure) {
        try read(source, limit, isWanted, into: &entries)
        return Failure?.none
      } catch { return error }
    }
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return (entries, failure)
  }

  private static func read(
    _ source: UnsafeRawBufferPointer, _ limit: Int, _ isWanted: (String) -> Bool, into entries: inout [Entry]
  ) throws(Failure) {
    var archive: OpaquePointer?
    let opened = busylife_archive_open(source.baseAddress, source.count, &archive)
    defer { busylife_archive_close(archive) }
    func reason() -> String { String(cString: busylife_archive_error(archive)) }
    if opened == busylife_archive_no_library { throw .noLibrary }
    if opened != busylife_archive_ok { throw .damaged(reason()) }
    var left = limit
    var wasted = 0
    var count = 0
    while true {
      var entry = busylife_archive_entry()
      switch busylife_archive_next(archive, &entry) {
      case busylife_archive_ok: break
      case busylife_archive_end: return
      default: throw .damaged(reason())
      }
      count += 1
      if count > entryLimit { throw .tooManyEntries }
      let name = String(cString: entry.name)
      if entry.is_file == 0 || !isWanted(name) { continue }
      if entry.is_encrypted != 0 {
        entries.append(Entry(name: name, content: .failure(.encrypted)))
        continue
      }
      var bytes: UnsafeMutablePointer<UInt8>?
      var size = 0
      let outcome = busylife_archive_read(archive, left, &bytes, &size)
      defer { busylife_archive_free(bytes) }
      switch outcome {
      case busylife_archive_ok:
        left -= size
        entries.append(Entry(name: name, content: .success(Array(UnsafeBufferPointer(start: bytes, count: size)))))
        continue
      case busylife_archive_too_large: entries.append(Entry(name: name, content: .failure(.tooLarge)))
      default: entries.append(Entry(name: name, content: .failure(.damaged(reason()))))
      }
      // Data that did not fit were unpacked too.
      wasted += size + chunk
      if wasted > wasteLimit { throw .tooMuchWaste }
    }
  }
}
