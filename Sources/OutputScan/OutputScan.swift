import Bytes
import Gate
import Publishing
import Readers
import Synchronization

/// The scan: before anything is renamed into place, every byte to be published is searched for every withheld text. A
/// hit fails the build, and the last good site stays as it was.
///
/// What is withheld is gone before anything is planned (``PublicContent``), so the scan never finds anything, unless
/// this program has a fault or a theme prints such a text itself.
package final class OutputScan: Sendable {
  private let scanner: TextScanner
  private let places: [WithheldTexts.Place]
  /// For texts that are pieces, the sentences that they are from.
  private let sentences: [Int: ArraySlice<UInt8>]
  /// What pages say of themselves, made when a text is found first.
  private let known: Deferred<KnownTexts, Never>
  /// By document: maps lines of iCalendar to lines of the original file that it was made from.
  private let files: [SourceFile]
  private let notes: [(path: String, line: Int)]
  /// Identifies what is searched for. No text can be guessed from it: it covers every byte of all that is withheld at
  /// once, among them ids and the seconds of stamps.
  package let fingerprint: Fingerprint
  /// Parts of feeds that were searched, by their addresses; held so that no other gets the address of one.
  private let searched = Mutex<[UInt: [UInt8]]>([:])
  /// The warning if not all texts are searched for.
  package let warning: String?

  /// `nil` if nothing is withheld that is not part of something published. O(bytes) of the content and the theme.
  package init?(_ loaded: LoadedContent, _ published: PublicContent, _ texts: PublishedTexts) throws(BuildError) {
    var withheld = WithheldTexts(loaded, published)
    if withheld.all.isEmpty { return nil }
    var isPublished = [Bool](repeating: false, count: withheld.all.count)
    let sample = texts.sample
    let all = TextScanner(withheld.all.lazy.map { $0.text }, sample: sample)
    var buffers = TextScanner.Buffers()
    try texts.visit { bytes, isEscaped in
      all.search(
        bytes, decodes: isEscaped, isPart: true, &buffers, isKnown: { isPublished[$0] },
        report: { isPublished[$0.text] = true })
    }
    let allowed = Self.allowed(withheld, by: published.configuration, &isPublished)
    let kept = isPublished.indices.filter { !isPublished[$0] }
    if kept.isEmpty, allowed == nil { return nil }
    scanner = TextScanner(kept.lazy.map { withheld.all[$0].text }, sample: sample)
    places = kept.map { withheld.all[$0].place }
    let pieces = kept.enumerated().compactMap { text, index in withheld.all[index].sentence.map { (text, $0) } }
    sentences = Dictionary(uniqueKeysWithValues: pieces)
    known = Deferred { texts.known }
    files = loaded.files
    notes = loaded.content.notes.map { ($0.path, $0.position.line) }
    fingerprint = withheld.fingerprint(searching: kept)
    warning =
      withheld.leftOut == 0
      ? allowed
      : "warning: more than \(WithheldTexts.most) texts are withheld; the output was not searched for the other "
        + "\(withheld.leftOut)"
  }

  /// Marks the texts that the owner allows, and tells how many there are.
  private static func allowed(
    _ withheld: WithheldTexts, by configuration: SiteConfiguration, _ isAllowed: inout [Bool]
  ) -> String? {
    if configuration.allowed.isEmpty { return nil }
    var found: Set<[UInt8]> = []
    for (index, text) in withheld.all.enumerated() where !isAllowed[index] {
      isAllowed[index] = configuration.allowed.contains { $0(Array(text.text.bytes)) }
      if isAllowed[index] { found.insert(Array(text.text.bytes)) }
    }
    if found.isEmpty { return nil }
    let texts = found.count == 1 ? "1 withheld text" : "\(found.count) withheld texts"
    return "warning: the output was not searched for \(texts) that scan: allows in \(configuration.path)"
  }

  /// Whether a text is made of what pages say anyway.
  private func isKnown(_ text: Int) -> Bool {
    known.value().cover(scanner.bytes(text)) || sentences[text].map { known.value().cover($0) } ?? false
  }

  /// Whether a text is made of what pages say anyway but for one byte at an end of it. In files of `data/`, the byte
  /// beside a text is often the length of another one.
  private func isKnownButForAByte(_ text: Int) -> Bool {
    known.value().cover(scanner.bytes(text).dropLast()) || known.value().cover(scanner.bytes(text).dropFirst())
  }

  /// Whether a run of bytes is not an array that was searched before. It is held from now on.
  fileprivate func isNew(_ run: [UInt8]) -> Bool {
    guard run.count >= 1 << 10 else { return true }
    let address = run.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    // The same address and count are the same bytes, as nothing writes to an array that is held twice.
    return searched.withLock { $0.updateValue(run, forKey: address)?.count != run.count }
  }

  /// One thread's search.
  package struct Search: Sendable {
    private let scan: OutputScan
    private var buffers = TextScanner.Buffers()
    /// Whether the file that is searched is published as it is.
    private var isCopy = false
    /// Whether it is one of the binary files of `data/`, and which texts may be there by chance.
    private var isPacked = false
    private var chances: [Int: Bool] = [:]
    fileprivate var found: [Int: Hit] = [:]

    package init(_ scan: OutputScan) { self.scan = scan }

    /// Searches a file and its path.
    /// - Parameters:
    ///   - number: its place in the plan.
    ///   - runs: its bytes, in consecutive runs; of a picture that is drawn, the document that it is drawn from.
    package mutating func search(_ path: String, _ source: Source, number: Int, _ runs: [[UInt8]]) {
      var path = path
      path.withUTF8 { look(UnsafeRawBufferPointer($0), number, .path, isCalendar: false, isPicture: false, 0) }
      if source == .program { return }
      let isCalendar = path.hasSuffix(".ics") || path.hasSuffix(".ifb")
      var isPicture = source != .drawing && ContentType.of(path).hasPrefix("image/") && !path.hasSuffix(".svg")
      // Among files published as they are, fonts, films and archives are compressed like pictures.
      if source == .copy { isPicture = isPicture || !ContentType.isText(path) }
      isCopy = source == .copy
      isPacked = path.hasSuffix(".bin") && !isCopy
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
      let (scan, isCopy, isPacked) = (scan, isCopy, isPacked)
      var (found, chances) = (found, chances)
      (self.found, self.chances) = ([:], [:])
      scan.scanner.search(
        bytes, unfolds: isCalendar, isPicture: isPicture, &buffers,
        isKnown: { text in !found.isEmpty && (found[text].map { $0.number <= number } ?? false) },
        report: { finding in
          if isPacked, part == .bytes {
            let isChance = chances[finding.text] ?? scan.isKnownButForAByte(finding.text)
            chances[finding.text] = isChance
            if isChance { return }
          }
          found[finding.text] = Hit(
            number: number, part: scan.isKnown(finding.text) ? .known : part, offset: base + finding.offset,
            form: finding.form, isEscaped: finding.isEscaped, isCopy: isCopy)
        })
      (self.found, self.chances) = (found, chances)
    }
  }

  /// What a file is made of.
  package enum Source: Sendable {
    /// The content.
    case content
    /// The document of a picture, which is searched instead.
    case drawing
    /// A file of the content, published as it is.
    case copy
    /// Nothing in the content: the browser modules and the archive of zones are the same for every site.
    case program
  }

  /// Where a text was found first.
  struct Hit: Sendable {
    enum Part {
      case path, bytes
      /// Anywhere, but the text is made of what pages say anyway.
      case known
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

  /// The most hits that are listed.
  private static let mostLines = 20

  /// The lines of the error, one for each file and place of the content; empty if nothing was found. No line contains a
  /// withheld text.
  /// - Parameter path: the path of a file by its place in the plan.
  package func lines(_ searches: [Search], path: (Int) -> String) -> [String] {
    var first: [Int: Hit] = [:]
    for search in searches {
      for (text, hit) in search.found where first[text].map({ hit.number < $0.number }) ?? true {
        if hit.part != .known { first[text] = hit }
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
      if named.contains(hit.number) { file = (file.contains("/") ? file.prefix { $0 != "/" } + "/" : "") + "…" }
      let place =
        hit.part == .path
        ? "the name of a file, \(file), at byte \(hit.offset)\(form)," : "\(file) at byte \(hit.offset)\(form)"
      let mend =
        hit.isCopy
        ? "Remove it from that file, which is published as it is"
        : "If a template of your theme or a note prints it, remove it there; if it is another text that reads the "
          + "same, change it here or allow it: scan: {allow: [\"…\"]} in site.yml, with * for any text"
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
      return "\(files[document].path):\(position.line):\(position.column)"
    case .note(let note): return "\(notes[note].path):\(notes[note].line):1"
    case .file(let path): return path
    }
  }
}
