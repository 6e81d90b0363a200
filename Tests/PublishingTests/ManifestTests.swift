import Testing

@testable import Publishing

/// What is read from a manifest that anybody may have written.
struct ManifestTests {
  private let entries = [
    Manifest.Entry(path: "a b.html", bytes: 3, digest: ContentDigest(Array("abc".utf8))),
    Manifest.Entry(path: "é/x.css", bytes: 0, digest: ContentDigest([] as [UInt8])),
  ]

  @Test func aManifestIsReadAsItWasWritten() throws {
    let manifest = Manifest(of: entries)
    let read = try #require(Manifest(reading: manifest.bytes))
    #expect(read.paths.indices.compactMap { read.entry($0) } == entries)
    #expect(Manifest(of: []).bytes == Array("busylife-gen 2\n\n".utf8))
    #expect(Manifest(reading: Array("busylife-gen 2\n\n".utf8))?.paths.isEmpty == true)
  }

  /// FIPS 180-4, appendix B, and the length at which a second block begins.
  @Test(arguments: [
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func digestsAreThoseOfTheStandard(_ text: String, _ count: Int, _ digest: String) {
    let all = [[UInt8]](repeating: Array(text.utf8), count: count)
    for runs in [all, [Array(all.joined())]] {
      var out: [UInt8] = []
      out.append(ContentDigest(runs))
      #expect(String(decoding: out, as: UTF8.self) == digest)
      #expect(ContentDigest(hexadecimal: out[...]) == ContentDigest(runs))
    }
  }

  @Test func aCutManifestSaysNothing() {
    let bytes = Manifest(of: entries).bytes
    for end in bytes.indices { #expect(Manifest(reading: Array(bytes[..<end])) == nil) }
  }

  /// Of a later version the paths are read, so that its files can be replaced and removed.
  @Test(arguments: [
    ("busylife-gen 3\na\tx\ty\nb c\n\n", ["a", "b c"] as [String]?),
    ("busylife-gen 25 part\n../x\na\n\n", ["a"]),
    ("busylife-gen 3\na\n", nil), ("busylife-gen 0\na\n\n", nil), ("busylife-gen x\na\n\n", nil),
    ("busylife 3\na\n\n", nil), ("busylife-gen 99999999999999999999\na\n\n", nil),
  ])
  func aLaterVersion(_ text: String, _ paths: [String]?) {
    let read = Manifest(reading: Array(text.utf8))
    #expect(read.map { manifest in manifest.paths.indices.map { manifest.path($0) } } == paths)
    #expect(read?.hasDigests != true && read?.mark == nil)
  }

  @Test func pathsThatNoBuildWritesAreDropped() throws {
    let text =
      "busylife-gen 2\n../x\t1\t00\tt\n/etc/passwd\t\t\t\na//b\n.git/config\t1\n\t\t\t\n"
      + "day/1.html\tten\t0\tt\n.well-known/a\n\n"
    let read = try #require(Manifest(reading: Array(text.utf8)))
    #expect(read.paths.indices.map { read.path($0) } == ["day/1.html", ".well-known/a"])
    #expect(read.paths.indices.allSatisfy { read.entry($0) == nil })
  }

  @Test(arguments: [
    ("assets/site-abcdefg2.css", 0, true), ("assets/icons/app-abcdefg2.svg", 0, false),
    ("assets/modules-abcdefg2/site.js.br", 0, true), ("lang/de/data/events/2026-11-abcdefg2.ics", 0, true),
    ("data/search/words/0.bin", 0, false), ("event/fair-abcdefg2.ics", 0, false), ("data/site.bin.gz", 1, false),
    ("zone/utc/data/site.bin", 1, false), ("index.html", 2, false), ("notes/a.html.br", 2, false),
    ("feeds/all.ics", 3, false), ("feeds/all.ics.svg", 0, false), ("lang/de/feeds/atom.xml.gz", 3, false),
    ("sw.js", 3, false), ("sitemap.xml", 3, false), (".busylife-gen", 4, false), ("feeds", 0, false),
    ("zone/x", 0, false), ("press/site-abcdefg2.css", 0, false),
  ])
  func theRoleOfAFileFollowsFromItsPath(_ path: String, _ stage: Int, _ isNamedByHash: Bool) {
    let role = PublishedRole(path)
    #expect(role.stage.rawValue == stage)
    #expect(role.isNamedByHash == isNamedByHash)
  }
}
