import Bytes
import CalendarPages
import CivilTime
import Events
import Settling
import SiteTerms
import TestSupport
import Testing
import TimeZones

struct SlugTests {
  func slug(_ title: [UInt8], hash: UInt64 = 0, full: Bool = false, _ spelling: SlugSpelling = .plain) -> String {
    var out = bytes("event/")
    EventSlug.append(title: title, hash: hash, full: full, spelling: spelling, to: &out)
    return String(string(out).dropFirst(6))
  }

  static let titles: [(String, String)] = [
    ("Tea", "tea"), ("Tea time", "tea-time"), ("  Tea -- & cake!  ", "tea-cake"),
    ("Don't panic", "dont-panic"),
    ("2026-11-20", "2026-11-20"), ("", "event"), ("---", "event"), ("茶", "event"),
    ("🫖 Tea 🫖", "tea"), ("Café", "cafe"),
    ("Käse", "kase"), ("Kа\u{300}se", "k-se"), ("../../etc/passwd", "etc-passwd"),
    ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"), ("CON", "con"),
    ("aux.h", "aux-h"), ("'", "event"), ("\u{202E}evil", "evil"), (".", "event"), ("..", "event"),
    ("~", "event"),
    ("%2e%2e%2f", "2e-2e-2f"), ("a\0b\nc\rd\te", "a-b-c-d-e"), ("</script>", "script"),
    ("con.", "con"), ("-x-", "x"),
    (String(repeating: "a", count: 200), String(repeating: "a", count: 40)),
    (String(repeating: "ab ", count: 100), String(repeating: "ab-", count: 13) + "a"),
    (String(repeating: "a", count: 39) + " b", String(repeating: "a", count: 39)),
  ]

  @Test(arguments: titles) func title(_ title: String, _ expected: String) {
    #expect(slug(bytes(title)) == expected + "-aaaaaaaaaa")
    #expect(slug(bytes(title), full: true) == expected + "-aaaaaaaaaaaaa")
  }

  /// By the language of the site; letters with their marks apart are the same letters.
  @Test(arguments: [
    ("Auswärtsspiel", "de-AT", "auswaertsspiel"), ("Auswa\u{308}rtsspiel", "de", "auswaertsspiel"),
    ("Auswärtsspiel", "en", "auswartsspiel"), ("ÄÖÜ äöü ß", "de", "aeoeue-aeoeue-ss"),
    ("Für alle", "de-CH", "fuer-alle"),
    ("Citroën", "de", "citroen"), ("Århus på Øen", "da", "aarhus-paa-oeen"), ("A\u{30A}rhus", "nb-NO", "aarhus"),
    ("Årsmöte på Åland", "sv", "arsmote-pa-aland"), ("Œuvre, æ, þing", "fr", "oeuvre-ae-thing"),
    ("Łódź, Čeněk, Őry, İzmir, ığdır", "en", "lodz-cenek-ory-izmir-igdir"), ("2×2÷4", "de", "2-2-4"),
    ("ÿ Ÿ", "en", "y-y"), ("Москва Tour", "de", "tour"), ("日本 ü", "de", "ue"),
  ])
  func spelling(_ title: String, _ locale: String, _ expected: String) {
    #expect(slug(bytes(title), SlugSpelling(locale: bytes(locale))) == expected + "-aaaaaaaaaa")
  }

  @Test func anyTitleIsSafe() throws {
    try withRandom(3_000) { random in
      let title = (0..<random.int(0...60)).map { _ in UInt8(random.int(0...255)) }
      let full = random.once(in: 2)
      let slug = slug(title, hash: random.next(), full: full)
      let pattern =
        full ? #/[a-z0-9]+(-[a-z0-9]+)*-[a-z2-7]{13}/# : #/[a-z0-9]+(-[a-z0-9]+)*-[a-z2-7]{10}/#
      try check(slug.wholeMatch(of: pattern) != nil && slug.utf8.count <= 54, "\(slug) of \(title)")
    }
  }

  @Test func hashesTellApart() throws {
    var seen: Set<String> = []
    for bit in 0..<64 { seen.insert(slug([], hash: 1 << UInt64(bit), full: true)) }
    #expect(seen.count == 64)
    // Ten digits hold the lowest fifty bits.
    #expect(
      slug([], hash: 1 << 49) != slug([], hash: 0) && slug([], hash: 1 << 50) == slug([], hash: 0))
  }

  func pages(_ store: EventStore, _ first: String = "2026-11-01", _ last: String = "2026-12-01")
    -> EventPages
  {
    var days = DayStore(store, zone: .utc)
    let range = date(first)..<date(last)
    days.load(range)
    return EventPages(store, shown: days.occurrences(meeting: range))
  }

  func slugs(_ pages: EventPages) -> [String] { pages.events.map { string(pages.slug(of: $0)!) } }

  @Test func pagesOfAStore() {
    let loaded = Loaded([
      calendar([
        vevent("UID:b", "SUMMARY:Tea", "DTSTART:20261104T090000Z"),
        vevent("UID:a", "SUMMARY:Tea", "DTSTART:20261103T090000Z"),
        vevent("UID:c", "SUMMARY:Other year", "DTSTART:20251103T090000Z"),
        vevent("UID:d", "SUMMARY:Gone", "DTSTART:20261103T090000Z", "STATUS:CANCELLED"),
        vevent("UID:a", "SUMMARY:Tea, newer", "DTSTART:20261105T090000Z", "SEQUENCE:1"),
      ])
    ])
    let pages = pages(loaded.store)
    // The older version is not there.
    #expect(loaded.store.events.map { $0.place } == [0, 2, 3, 4])
    // In order of the first occurrence.
    #expect(pages.events == [0, 3])
    #expect(pages.occurrences.map { $0.count } == [1, 1])
    #expect(
      loaded.store.events.indices.map { pages.slug(of: Int32($0)) != nil } == [
        true, false, false, true,
      ])
    #expect(loaded.store.events.indices.map { pages.page(of: Int32($0)) } == [0, nil, nil, 1])
    #expect(slugs(pages).map { $0.dropLast(11) } == ["tea", "tea-newer"])
    #expect(
      pages.slug(of: 99) == nil && pages.page(of: 99) == nil && EventPages().slug(of: 0) == nil)
  }

  @Test func aSlugIsTheEventsOwn() {
    let tea = vevent("UID:a", "SUMMARY:Tea", "DTSTART:20261103T090000Z")
    let alone = slugs(pages(Loaded([calendar([tea])]).store))
    let moved = vevent(
      "UID:a", "SUMMARY:TEA", "DTSTART:20261110T090000Z", "SEQUENCE:3", "DESCRIPTION:x")
    let others = (0..<50).map { vevent("UID:\($0)", "SUMMARY:Tea", "DTSTART:20261101T090000Z") }
    #expect(slugs(pages(Loaded([calendar([moved])]).store)) == alone)
    let many = slugs(
      pages(
        Loaded([
          calendar(others + [tea] + others.map { $0.map { $0.replacing("UID:", with: "UID:x") } })
        ]).store))
    #expect(many.contains(alone[0]) && Set(many).count == 101)
  }

  /// Events that differ only in their place still have separate pages.
  @Test func slugsAreUnique() throws {
    let same = vevent("SUMMARY:Tea", "DTSTART:20261103T090000Z")
    let instances = (1...3).map {
      vevent(
        "UID:1", "SUMMARY:Moved", "DTSTART:20261105T090000Z", "RECURRENCE-ID:2026110\($0)T090000Z")
    }
    let store = Loaded([
      calendar([same, same]), calendar([same, same]), calendar([same]), calendar(instances),
    ]).store
    let slugs = slugs(pages(store))
    #expect(slugs.count == 8 && Set(slugs).count == 8, "\(slugs)")
  }

  @Test func slugsOfManyAreUnique() throws {
    try withRandom(5) { random in
      let events = (0..<400).map { index in
        let uid = random.once(in: 3) ? [] : ["UID:\(random.int(0...300))"]
        let title = random.pick(["Tea", "tea", "TEA!", "茶", "", "Tea time"])
        let instance =
          random.once(in: 4) ? ["RECURRENCE-ID:202611\(random.int(10...28))T090000Z"] : []
        return vevent(
          ["SUMMARY:\(title)", "DTSTART:202611\(random.int(10...12))T090000Z"] + uid + instance)
      }
      let half = events.count / 2
      let slugs = slugs(
        pages(Loaded([calendar(Array(events[..<half])), calendar(Array(events[half...]))]).store))
      try checkEqual(Set(slugs).count, slugs.count, "slugs")
    }
  }
}
