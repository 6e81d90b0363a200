import Foundation
import Testing

@testable import Readers

/// The sample site in Content/.
struct SampleTests {
  @Test func readsWithoutAProblem() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let content = try readContent(
      at: root.appendingPathComponent("Content").path, zones: testZones, pages: TestContent.pages)
    #expect(content.problems.map(\.description) == [])
    #expect(!content.isConfigurationBroken)
    #expect(content.calendars.count >= 3 && content.calendars.allSatisfy { !$0.files.isEmpty })
    #expect(content.notes.count >= 8)
    #expect(content.notes.contains { !$0.images.isEmpty })
  }
}
