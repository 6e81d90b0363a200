import Foundation
import FuzzChecks
import Testing

/// Inputs that once violated a property, named after what was wrong.
struct FixtureTests {
  struct Fixture: Sendable, CustomTestStringConvertible {
    let form: InputForm
    let file: URL

    var testDescription: String { "\(form.name)/\(file.lastPathComponent)" }
  }

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/fuzz")

  static let fixtures: [Fixture] = InputForm.all.flatMap { form in
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(form.name), includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }.map { Fixture(form: form, file: $0) }
  }

  /// A folder that no target reads, or that is missing, would test nothing.
  @Test func allAreRead() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(folders) == Set(Self.fixtures.map(\.form.name)) && !folders.isEmpty)
  }

  @Test(arguments: fixtures) func holds(_ fixture: Fixture) throws {
    try fixture.form.check([UInt8](Data(contentsOf: fixture.file)))
  }

  @Test(arguments: InputForm.all) func nothingAtAll(_ form: InputForm) throws {
    try form.check([])
  }
}
