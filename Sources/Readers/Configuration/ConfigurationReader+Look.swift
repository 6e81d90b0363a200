import Bytes
import Files
import Foundation

/// The keys `theme`, `accent`, `logo`, `header`, `footer` and `font`: see ``SiteLook``.
extension ConfigurationReader {
  static let lookKeys = ["theme", "accent", "logo", "header", "footer", "font"]

  /// The greatest number of font files: families have some 18 styles.
  private static let mostFonts = 36

  mutating func readLook(_ map: MapReader) {
    readThemeName(map)
    readAccent(map)
    reading.configuration.look.logo = readPair(map, "logo") { reader, value, key in reader.staticPath(value, key) }
    readHeader(map)
    if let text = text(map, "footer"), let entry = value(map, "footer") {
      if !text.trimmed.isEmpty { reading.configuration.look.footer = (text, entry.value.position) }
    }
    readFonts(map)
  }

  private mutating func readHeader(_ map: MapReader) {
    guard let entry = value(map, "header"),
      let keys = self.map(entry, ["zones"], else: "write {zones: false} or {zones: true}")
    else { return }
    if let hasZonePicker = flag(keys, "zones") { reading.configuration.look.hasZonePicker = hasZonePicker }
  }

  /// A plain name: it becomes part of a path.
  private mutating func readThemeName(_ map: MapReader) {
    guard let text = text(map, "theme"), let entry = value(map, "theme") else { return }
    let name = String(utf8: Array(text.trimmed))
    guard Self.isThemeName(name) else {
      return refuse(
        entry,
        "write the name of a theme, which has letters, digits, - and _ (for a folder of templates, write templates:)")
    }
    reading.configuration.look.theme = name.lowercased()
    reading.configuration.positions["theme"] = entry.value.position
  }

  static func isThemeName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == .hyphen || $0 == .underscore }
  }

  private mutating func readAccent(_ map: MapReader) {
    reading.configuration.look.accent = readPair(map, "accent") { reader, value, key in
      if let color = value.text.flatMap({ Color.read($0.utf8) }) { return color }
      if let digits = value.text.flatMap({ NamedColors.digits(of: $0.lowercased()) }) {
        return [UInt8]("#") + Array(digits.utf8)
      }
      let mend = value.text.map { NamedColors.mend(of: $0) } ?? "write \"#rrggbb\", such as \"#a4133c\""
      reader.refuse(value, key, mend)
      return nil
    }
    if let entry = map.entry("accent"), entry.value.isNull {
      error(
        entry.value.position, "accent is empty; in YAML # begins a comment, so write it in quotes: \"#a4133c\"")
    }
  }

  /// A value for both schemes, or a mapping of `light` and `dark`. Records the position of each value.
  private mutating func readPair(
    _ map: MapReader, _ key: String,
    _ read: (inout ConfigurationReader, YAMLValue, _ key: String) -> [UInt8]?
  ) -> SiteLook.Pair? {
    guard let entry = value(map, key) else { return nil }
    guard case .map(let entries) = entry.value.kind else {
      reading.configuration.positions[key] = entry.value.position
      return read(&self, entry.value, key).map { SiteLook.Pair(light: $0) }
    }
    let inner = MapReader(entries)
    reportUnknown(inner, ["light", "dark"])
    guard let light = value(inner, "light") else {
      error(entry.value.position, "\(key) has no light:; write \(key): {light: …, dark: …}, or one value for both")
      return nil
    }
    reading.configuration.positions[key] = light.value.position
    guard let first = read(&self, light.value, key + ".light") else { return nil }
    guard let dark = value(inner, "dark") else { return SiteLook.Pair(light: first) }
    reading.configuration.positions[key + ".dark"] = dark.value.position
    return read(&self, dark.value, key + ".dark").map { SiteLook.Pair(light: first, dark: $0) }
  }

  // MARK: Fonts

  private mutating func readFonts(_ map: MapReader) {
    guard let entry = value(map, "font") else { return }
    reading.configuration.positions["font"] = entry.value.position
    let values = entry.value.elements
    if values.count > Self.mostFonts {
      return error(entry.value.position, "font lists \(values.count) files; list at most \(Self.mostFonts)")
    }
    for value in values {
      guard let font = readFont(value) else { continue }
      reading.configuration.look.fonts.append(font)
      reading.configuration.positions["font." + String(utf8: font.path)] = value.position
    }
  }

  private mutating func readFont(_ value: YAMLValue) -> SiteLook.Font? {
    var file = value
    var weights: ClosedRange<Int>?
    var isItalic: Bool?
    if case .map(let entries) = value.kind {
      let map = MapReader(entries)
      reportUnknown(map, ["file", "weight", "style"])
      guard let entry = self.value(map, "file") else {
        error(value.position, "this font has no file:; write {file: static/fonts/name.woff2, weight: 700}")
        return nil
      }
      file = entry.value
      if let weight = self.value(map, "weight") {
        weights = Self.weights(weight.value.text ?? "")
        if weights == nil { refuse(weight, "write a number from 1 to 1000, or two for a variable font: \"100 900\"") }
      }
      isItalic = choice(map, "style", ["normal", "italic"]).map { $0 == 1 }
    }
    guard let path = staticPath(file, "font") else { return nil }
    let name = String(utf8: path)
    guard let format = FontFormat(ofFile: name) else {
      refuse(file, "font", "write the name of a .woff2, .woff, .ttf or .otf file")
      return nil
    }
    let style = Self.style(ofFile: name)
    return SiteLook.Font(
      path: path, format: format, weights: weights ?? style.weights, isItalic: isItalic ?? style.isItalic)
  }

  /// `700`, or `100 900`; `nil` for anything else.
  private static func weights(_ text: String) -> ClosedRange<Int>? {
    let numbers = text.utf8.split { $0 == .space || $0 == .hyphen }.map { Int(String(Substring($0))) ?? 0 }
    guard let first = numbers.first, let last = numbers.last, numbers.count <= 2, first <= last, first >= 1,
      last <= 1_000
    else { return nil }
    return first...last
  }

  /// What the usual names of font files say: `Inter-BoldItalic.woff2`, `Inter[wght].woff2`, `InterVariable.woff2`.
  private static func style(ofFile path: String) -> (weights: ClosedRange<Int>, isItalic: Bool) {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    let isItalic = name.contains("italic") || name.contains("oblique")
    if name.contains("[") && name.contains("wght") || name.contains("variable") { return (100...900, isItalic) }
    // Longer words come before those that they contain.
    let words = [
      ("extralight", 200), ("semibold", 600), ("demibold", 600), ("extrabold", 800), ("thin", 100), ("light", 300),
      ("medium", 500), ("black", 900), ("heavy", 900), ("bold", 700),
    ]
    let weight = words.first { name.contains($0.0) }?.1 ?? 400
    return (weight...weight, isItalic)
  }

  // MARK: Files in static

  /// The published path of a file in `Content/static`, written from the content folder as all paths in site.yml are:
  /// `static/logo.svg` is published as `logo.svg`.
  mutating func staticPath(_ value: YAMLValue, _ key: String) -> [UInt8]? {
    let written = value.text?.trimmingCharacters(in: .whitespaces) ?? ""
    let parts = written.utf8.split(separator: .slash).filter { !$0.equals(".") }.map { String(Substring($0)) }
    let isPlain = !parts.contains { $0 == ".." || $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
    guard parts.count > 1, parts[0] == StaticFiles.folder, isPlain, written.utf8.first != .slash else {
      let name = parts.last.map { $0 == ".." ? "file" : $0 } ?? "file"
      refuse(value, key, "write the path of a file in the folder static of the content, such as static/\(name)")
      return nil
    }
    return Array(parts.dropFirst().joined(separator: "/").utf8)
  }

  /// Checks that the files that `logo` and `font` name exist and are what they should be.
  mutating func requireLook(_ folder: ContentFolder) {
    let look = reading.configuration.look
    var folder = folder
    folder.followsLinks = reading.configuration.followsLinks
    for (path, key) in [(look.logo?.light, "logo"), (look.logo?.dark, "logo.dark")] {
      guard let path else { continue }
      let position = reading.configuration.positions[key] ?? .start
      guard let file = existing(path, folder, position) else { continue }
      if !NoteImages.isImage(file) {
        error(position, "\(folder.path(of: file)) is no picture; use \(NoteImages.endings.joined(separator: ", "))")
      }
    }
    for font in look.fonts {
      let position = reading.configuration.positions["font." + String(utf8: font.path)] ?? .start
      guard let file = existing(font.path, folder, position) else { continue }
      guard case .success(let bytes) = folder.bytes(of: file, limit: .max - 1) else { continue }
      if !font.format.isBeginning(of: bytes) {
        error(position, "\(folder.path(of: file)) is no font of the format that its name says; save it again")
      }
    }
  }

  /// The path of a published static file from the content folder; `nil`, and an error, if it is not there.
  private mutating func existing(_ published: [UInt8], _ folder: ContentFolder, _ position: Position) -> String? {
    let path = StaticFiles.folder + "/" + String(utf8: published)
    switch folder.kind(of: path) {
    case .file: return path
    case .outside: error(position, folder.notFollowed(folder.path(of: path)))
    case .folder, .other, .missing:
      let slash = path.lastIndex(of: "/")!
      var mend = "; put it there, or correct the name"
      if case .success(let names) = folder.list(String(path[..<slash])),
        let near = Text.nearest(String(path[path.index(after: slash)...]), in: names)
      {
        mend = "; did you mean \(Text.quote(path[...slash] + near))?"
      }
      error(position, "there is no file \(folder.path(of: path))\(mend)")
    }
    return nil
  }
}
