import CLibRSVG
import Foundation
import Publishing
import Synchronization

/// The library that draws pictures: librsvg, where this machine has it. Looking for its file costs a hundredth of what
/// opening it does, and a build that draws nothing never opens it.
struct PictureLibrary: Sendable {
  /// The path to open.
  let path: String
  /// The name of the file that links lead to, such as `librsvg-2.so.2.48.0`: it has the version.
  let version: String

  /// Names another library; empty for none, so that nothing is drawn.
  static let variable = "BUSYLIFE_LIBRSVG"

  /// `nil` if there is none, or the one that was found in a usual place could not be used.
  static var found: PictureLibrary? { isUseless ? nil : library }
  private static let library = find(ProcessInfo.processInfo.environment)

  /// Whether drawing showed that the library can't be used, though nobody named it: there are no pictures then.
  static var isUseless: Bool { useless.load(ordering: .relaxed) }
  private static let useless = Atomic(false)

  /// Whether somebody decided that nothing is drawn.
  static let isUnwanted = ProcessInfo.processInfo.environment[variable]?.isEmpty == true
  private static let isNamed = ProcessInfo.processInfo.environment[variable]?.isEmpty == false

  private static func find(_ environment: [String: String]) -> PictureLibrary? {
    if isUnwanted { return nil }
    let paths = environment[variable].map { [$0] } ?? usualPaths(environment)
    guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else { return nil }
    return PictureLibrary(path: path, version: URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent)
  }

  private static func usualPaths(_ environment: [String: String]) -> [String] {
    #if os(macOS)
      return ["/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib"].map { $0 + "/librsvg-2.2.dylib" }
    #else
      var system = utsname()
      uname(&system)
      let machine = withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let named = (environment["LD_LIBRARY_PATH"] ?? "").split(separator: ":").map { String($0) }
      let folders = named + ["/usr/lib/\(machine)-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"]
      return folders.map { $0 + "/librsvg-2.so.2" }
    #endif
  }

  /// The note of a build that could publish pictures and has nothing to draw them with, or the warning that what it has
  /// can't be used; `nil` if it can.
  static var note: String? {
    if isUseless, let library { return "warning: links to this site show no picture in chats: " + library.refusal }
    if found != nil || isUnwanted { return nil }
    return "note: links to this site show no picture in chats, because librsvg, which draws them, is not installed; "
      + "install it (Debian: librsvg2-2), or set \(variable) to an empty value to build without pictures"
  }

  private var refusal: String {
    "\(path): can't be used to draw pictures; install librsvg 2.46 or newer (Debian: librsvg2-2), or set "
      + "\(Self.variable) to an empty value to build without pictures"
  }

  /// Draws a document.
  /// - Parameter path: of the picture, for the message.
  /// - Returns: the pixels row by row, 0xAARRGGBB, all opaque.
  func draw(_ svg: [UInt8], _ path: String) throws(BuildError) -> [UInt32] {
    // White is behind what a template leaves open.
    var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: Picture.width * Picture.height)
    var reason = [CChar](repeating: 0, count: 200)
    let outcome = busylife_draw(
      self.path, svg, svg.count, Int32(Picture.width), Int32(Picture.height), &pixels, &reason)
    switch outcome {
    case busylife_drawing_ok: return pixels
    case busylife_drawing_no_library:
      if !Self.isNamed { Self.useless.store(true, ordering: .relaxed) }
      throw .inputOutput(refusal)
    default:
      var text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // The text before that is about the parser itself.
      if let place = text.range(of: " of data: ") { text = String(text[place.upperBound...]) }
      text = text.split { $0.isWhitespace }.joined(separator: " ")
      throw .content(["picture.mustache:1:1: error: \(path) can't be drawn: \(text); mend the template"])
    }
  }
}
