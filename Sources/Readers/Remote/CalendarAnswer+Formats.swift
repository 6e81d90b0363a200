import Bytes

/// Answers that are compressed, archives, or in another syntax than iCalendar's.
extension CalendarAnswer {
  /// Why an answer can't be used, in words after "its answer".
  struct Flaw: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// An answer as it is kept: gzip unpacked, UTF-16 as UTF-8 and lone CRs as LF, since none of them says
  /// anything about the calendar; anything else as it is. O(unpacked bytes).
  /// - Parameter limit: the greatest number of unpacked bytes.
  static func kept(of body: [UInt8], limit: Int = RemoteLimits.bytes) throws(Flaw) -> [UInt8] {
    var text = body
    if GzipReader.isGzip(body) {
      do throws(GzipReader.Failure) { text = try GzipReader.unpack(body, limit: limit) } catch {
        switch error {
        case .tooLarge: throw Flaw("unpacks to more than \(RemoteLimits.bytes >> 20) MiB")
        case .cutOff: throw Flaw("is a compressed file that was cut off")
        case .damaged: throw Flaw("is a compressed file that is damaged")
        }
      }
      if GzipReader.isGzip(text) || ZipReader.isZip(text) {
        throw Flaw("is compressed twice; write the address of an .ics file as source:")
      }
    }
    if ZipReader.isZip(text) {
      try checkArchive(text, limit)
      return text
    }
    text = UTF16Reader.text(of: text) ?? text
    CalendarFormat.endLines(of: &text)
    if let flaw = flaw(text) { throw Flaw(flaw) }
    // What is kept must be read later in the same format that was checked.
    if CalendarFormat(of: text, named: "") == nil { throw Flaw("begins with too much white space") }
    return text
  }

  /// Checks each calendar in an archive: a good answer is whole.
  private static func checkArchive(_ bytes: [UInt8], _ limit: Int) throws(Flaw) {
    var (entries, failure) = ZipReader.entries(of: bytes, limit: limit, where: CalendarReader.isCalendarEntry)
    switch failure {
    case nil: break
    case .noLibrary:
      throw Flaw("is a ZIP archive, which needs libarchive on this machine (Debian and Ubuntu: libarchive13)")
    case .tooManyEntries: throw Flaw("is a ZIP archive with more than \(ZipReader.entryLimit) entries")
    case .tooMuchWaste: throw Flaw("is a ZIP archive of which too much is damaged")
    case .damaged(let reason): throw Flaw("is a ZIP archive that is damaged or was cut off (\(reason))")
    }
    if entries.isEmpty { throw Flaw("is a ZIP archive without calendar files; write the address of an .ics file") }
    var room = limit
    for entry in entries { if case .success(let bytes) = entry.content { room -= bytes.count } }
    entries.reverse()
    while let entry = entries.popLast() {
      let name = "is a ZIP archive in which \(Text.quote(entry.name))"
      switch entry.content {
      case .success(let bytes):
        do throws(Flaw) {
          let isPacked = GzipReader.isGzip(bytes)
          let text = try kept(of: bytes, limit: room)
          if isPacked { room -= text.count }
        } catch { throw Flaw("\(name) \(error.reason)") }
      case .failure(.encrypted): throw Flaw("\(name) is encrypted")
      case .failure(.tooLarge): throw Flaw("unpacks to more than \(RemoteLimits.bytes >> 20) MiB")
      case .failure(.damaged(let reason)): throw Flaw("\(name) is damaged (\(reason))")
      }
    }
  }

  /// A good answer as iCalendar: each file of an archive, otherwise one. O(unpacked bytes).
  static func texts(of body: [UInt8], limit: Int = RemoteLimits.bytes) -> [[UInt8]] {
    var problems = Problems()
    switch CalendarFormat(of: body, named: "") {
    case .iCalendar: return [body]
    case .other(let syntax): return [syntax.row.read(body, "", &problems).iCalendar]
    case .zip:
      return ZipReader.entries(of: body, limit: limit, where: CalendarReader.isCalendarEntry).entries.flatMap {
        guard case .success(let bytes) = $0.content, let text = try? kept(of: bytes) else { return [[UInt8]]() }
        return texts(of: text)
      }
    case .gzip, .events, nil: return []
    }
  }
}
