import Bytes
import Readers
import Synchronization

/// The scan: before anything is renamed into place, every byte to be published is searched for every withheld text. A
/// hit fails the build, and the last good site stays as it was.
///
/// What is withheld is gone before anything is planned (``PublicContent``), so the scan never finds anything, unless
/// this program has a fault or a theme prints such a text itself.
final class OutputScan: Sendable {
  private let scanner: TextScanner
  private let places: [WithheldTexts.Place]
  /// The locale's words.
  private let words: [UInt8]
  private let paths: [String]
  /// By document: the lines of an original file for those of iCalendar made from it.
  private let files: [SourceFile]
  private let notes: [(path: String, line: Int)]
  /// Identifies what is searched for. No text can be guessed from it: it covers every byte of all that is withheld at
  /// once, among them ids and the seconds of stamps.
  let fingerprint: Fingerprint
  /// Parts of feeds that were searched, by their addresses; held so that no other gets the address of one.
  private let searched = Mutex<[UInt: [UInt8]]>([:])
  /// The warning if there were too many texts; `nil` if all are searched for.
  let warning: String?

  /// `nil` if nothing is withheld that is not part of something published. O(bytes) of the content and the theme.
  init?(_ loaded: LoadedContent, _ published: PublicContent, _ texts: PublishedTexts) throws(BuildError) {
    var withheld = WithheldTexts(loaded, published)
    if withheld.all.isEmpty { return nil }
    var isPublished = [Bool](repeating: false, count: withheld.all.count)
    let all = TextScanner(
      withheld.all.lazy.map { TextScanner.Text(bytes: $0.bytes, isTitle: $0.isTitle) },
      sample: texts.sample, isPlain: true)
    var buffers = TextScanner.Buffers()
    try texts.visit { bytes, isEscaped in
      all.search(
        bytes, decodes: isEscaped, isPart: true, &buffers, isKnown: { isPublished[$0] },
        report: { isPublished[$0.text] = true })
    }
    let kept = isPublished.indices.filter { !isPublished[$0] }
    if kept.isEmpty { return nil }
    // New tables are only worth their time if they are much smaller.
    let isReused = kept.count > withheld.all.count / 4 * 3
    scanner =
      isReused
      ? TextScanner(all, but: isPublished)
      : TextScanner(
        kept.map { TextScanner.Text(bytes: withheld.all[$0].bytes, isTitle: withheld.all[$0].isTitle) },
        sample: texts.sample)
    places = isReused ? withheld.all.map { $0.place } : kept.map { withheld.all[$0].place }
    words = texts.words
    files = loaded.files
    paths = loaded.files.map { $0.path }
    notes = loaded.content.notes.map { ($0.path, $0.position.line) }
    fingerprint = withheld.fingerprint(searching: kept)
    warning =
      withheld.leftOut == 0
      ? nil
      : "warning: more than \(WithheldTexts.most) texts are withheld; the output was not searched for the other "
        + "\(withheld.leftOut)"
  }

  /// Whether a run of bytes is not the very one that was searched before. It is held from now on.
  fileprivate func isNew(_ run: [UInt8]) -> Bool {
    guard run.count >= 1 << 10 else { return true }
    let address = run.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    // The same address and count are the same bytes, as nothing writes to an array that is held twice.
    return searched.withLock { $0.updateValue(run, forKey: address)?.count != run.count }
  }

  /// One thread's search.
  struct Search: Sendable {
    private let scan: OutputScan
    private var buffers = TextScanner.Buffers()
    /// Whether the file that is searched is published as it is.
    private var isCopy = false
    fileprivate var found: [Int: Hit] = [:]

    init(_ scan: OutputScan) { self.scan = scan }

    /// Searches a file and its path.
    /// - Parameters:
    ///   - number: its place in the plan.
    ///   - runs: its bytes, in consecutive runs; of a picture that is drawn, the document that it is drawn from.
    mutating func search(_ job: PreparedSite.Job, number: Int, _ runs: [[UInt8]]) {
      var path = job.file.path
      path.withUTF8 { look(UnsafeRawBufferPointer($0), number, .path, isCalendar: false, isPicture: false, 0) }
      // What is the same for every site has nothing of the content: the browser modules and the archive of zones.
      switch job.file.work {
      case .bytes where path.hasSuffix(".wasm") || path.hasSuffix(".wasm.gz"): return
      case .data(let source): if case .world = source.kind { return }
      default: break
      }
      let isCalendar = path.hasSuffix(".ics") || path.hasSuffix(".ifb")
      var isPicture = ContentType.of(path).hasPrefix("image/") && !path.hasSuffix(".svg")
      if case .picture = job.file.work { isPicture = false }
      // Of what is published as it is, fonts, films and archives are compressed like pictures.
      if case .copy = job.file.work { isPicture = isPicture || !ContentType.isText(path) }
      isCopy = if case .copy = job.file.work { true } else { false }
      var base = 0
      var seam: [UInt8] = []
      for run in runs {
        // Feeds have parts in common.
        if runs.count == 1 || scan.isNew(run) {
          run.withUnsafeBytes { look($0, number, .bytes, isCalendar: isCalendar, isPicture: isPicture, base) }
        }
        if runs.count > 1 {
          // A text may begin in one run and end in the next.
          let start = base - seam.count
          seam += run.prefix(2 * EscapeDecoder.reach)
          if base > 0 {
            seam.withUnsafeBytes { look($0, number, .bytes, isCalendar: isCalendar, isPicture: isPicture, start) }
          }
          seam = Array(run.suffix(2 * EscapeDecoder.reach))
        }
        base += run.count
      }
    }

    private mutating func look(
      _ bytes: UnsafeRawBufferPointer, _ number: Int, _ part: Hit.Part, isCalendar: Bool, isPicture: Bool, _ base: Int
    ) {
      let (scan, isCopy) = (scan, isCopy)
      var found = found
      self.found = [:]
      scan.scanner.search(
        bytes, unfolds: isCalendar, isPicture: isPicture, &buffers,
        isKnown: { text in !found.isEmpty && (found[text].map { $0.number <= number } ?? false) },
        report: { finding in
          found[finding.text] = Hit(
            number: number, part: scan.isDate(finding.text) ? .date : part, offset: base + finding.offset,
            form: finding.form, isEscaped: finding.isEscaped, isCopy: isCopy)
        })
      self.found = found
    }
  }

  /// Where a text was found first.
  struct Hit: Sendable {
    enum Part {
      case path, bytes
      /// Anywhere, but the text is a date, which pages say anyway.
      case date
    }
    /// The file's place in the plan.
    var number: Int
    var part: Part
    var offset: Int
    var form: TextForm
    var isEscaped: Bool
    /// Whether the file is published as it is.
    var isCopy: Bool
  }

  /// Whether a text consists of numbers and of words of the locale: dates, as in headings.
  private func isDate(_ text: Int) -> Bool {
    let bytes = scanner.bytes(text)
    guard bytes.contains(where: { $0.isDigit }) else { return false }
    let parts = bytes.split { !($0.isLetter || $0 >= 0x80) }
    return parts.allSatisfy { part in
      words.indices.contains { start in
        start + part.count <= words.count && words[start..<start + part.count].equalsIgnoringCase(part)
      }
    }
  }

  /// The most hits that are listed.
  private static let mostLines = 20

  /// The lines of the error, one for each file and place of the content; empty if nothing was found. No line contains a
  /// withheld text.
  /// - Parameter path: the path of a file by its place in the plan.
  func lines(_ searches: [Search], path: (Int) -> String) -> [String] {
    var first: [Int: Hit] = [:]
    for search in searches {
      for (text, hit) in search.found where first[text].map({ hit.number < $0.number }) ?? true {
        if hit.part != .date { first[text] = hit }
      }
    }
    // These paths contain a withheld text.
    let named = Set(first.values.filter { $0.part == .path }.map { $0.number })
    let all = first.sorted { ($0.value.number, $0.value.offset, $0.key) < ($1.value.number, $1.value.offset, $1.key) }
    var lines: [String] = []
    for (text, hit) in all {
      if lines.count == Self.mostLines {
        lines.append("and \(all.count - lines.count) more texts that are withheld")
        break
      }
      let form = hit.form.label.isEmpty ? (hit.isEscaped ? ", written with escapes" : "") : ", " + hit.form.label
      var file = path(hit.number)
      if named.contains(hit.number) { file = file.prefix { $0 != "/" } + "/…" }
      let place =
        hit.part == .path
        ? "the name of a file, \(file), at byte \(hit.offset)\(form)," : "\(file) at byte \(hit.offset)\(form)"
      let mend =
        hit.isCopy
        ? "Remove it from that file, which is published as it is"
        : "Remove it from the theme's templates, or report a fault of busylife-gen"
      lines.append(
        "\(source(of: text)): error: this is withheld, but \(place) would publish it; nothing was published. \(mend)")
    }
    return lines
  }

  /// The place of a text in the content.
  private func source(of text: Int) -> String {
    switch places[text] {
    case .line(let line, let document):
      let position = files[document].position(of: Position(line: Int(line), column: 1))
      return "\(paths[document]):\(position.line):\(position.column)"
    case .note(let note): return "\(notes[note].path):\(notes[note].line):1"
    case .file(let path): return path
    }
  }
}
