import Events
import Foundation
import Gate
import Readers
import Testing

@testable import Themes

/// The rules of events' own colours.
struct EventColorTests {
  private func colors(_ lines: [String]) throws -> EventColors {
    let path = NSTemporaryDirectory() + "busylife-colors-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let events = lines.enumerated().map { index, line in
      "BEGIN:VEVENT\r\nUID:\(index)\r\nDTSTART:20261103T090000Z\r\n\(line)\r\nEND:VEVENT\r\n"
    }
    let file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
    try Data(file.utf8).write(to: URL(fileURLWithPath: path + "/a.ics"))
    let content = try LoadedContent(ReadingOptions(content: path))
    return EventColors(content.redacted(for: Reader(), nil).store, on: ThemeColors())
  }

  @Test func eachColourHasARule() throws {
    let made = try colors([
      "COLOR:tomato", "SUMMARY:a", "COLOR:Tomato", "COLOR:#2f6fde", "COLOR:nosuchcolour", "COLOR:yellow",
      "COLOR:plum\r\nCLASS:PRIVATE",
    ])
    let rules = made.rules.split(separator: "\n").map(String.init)
    // Tomato and yellow are hardly seen on white and are darker there. On black all three are seen as they are.
    #expect(rules.count == 7)
    #expect(rules[0].hasPrefix(".own-tomato{--c:#"))
    #expect(rules[1] == ".own-2f6fde{--c:#2f6fde}")
    #expect(rules[2].hasPrefix(".own-yellow{--c:#") && !rules[2].contains("#ffff00"))
    #expect(
      rules[3...] == [
        "@media screen and (prefers-color-scheme:dark){", ".own-tomato{--c:#ff6347}", ".own-yellow{--c:#ffff00}", "}",
      ])
    #expect(made.warnings.isEmpty)
  }

  @Test func nothingWithoutColours() throws {
    #expect(try colors(["SUMMARY:a"]).rules.isEmpty)
  }

  @Test func thereIsAnEndOfThem() throws {
    let made = try colors((0..<EventColors.limit + 7).map { String(format: "COLOR:#0000%02x", $0) })
    #expect(made.rules.components(separatedBy: ".own-0000").count - 1 <= 2 * EventColors.limit)
    #expect(made.rules.contains(".own-000063{") && !made.rules.contains(".own-000064{"))
    #expect(
      made.warnings == [
        "warning: events have 107 different colours of their own, but only the first 100 in the content can be shown; "
          + "events with another one have their calendar's colour; use fewer colours"
      ])
  }

  @Test func marksCanBeSeenOnBothPapers() throws {
    let light = RGB(255, 255, 255)
    let dark = try #require(RGB("101113"))
    for name in ["white", "black", "yellow", "navy", "tomato", "lime", "gray", "maroon", "lightgoldenrodyellow"] {
      let color = try #require(NamedColors.digits(of: name).flatMap { RGB($0) })
      let onLight = color.readable(on: light, towards: RGB(0, 0, 0), 3)
      let onDark = color.readable(on: dark, towards: light, 3)
      #expect(onLight.contrast(with: light) >= 3 && onDark.contrast(with: dark) >= 3)
      if color.contrast(with: light) >= 3 { #expect(onLight == color) }
      if color.contrast(with: dark) >= 3 { #expect(onDark == color) }
    }
    // The figures of WCAG's own examples.
    #expect(abs(light.contrast(with: RGB(0, 0, 0)) - 21) < 1e-9)
    #expect(abs(light.contrast(with: RGB(0x76, 0x76, 0x76)) - 4.542) < 0.001)
  }

  @Test func namesAreThoseOfCSS() {
    #expect(NamedColors.digits(of: "rebeccapurple") == nil && NamedColors.digits(of: "transparent") == nil)
    #expect(NamedColors.digits(of: "grey") == NamedColors.digits(of: "gray"))
    #expect(NamedColors.digits(of: "aliceblue") == "f0f8ff" && NamedColors.digits(of: "yellowgreen") == "9acd32")
  }
}
