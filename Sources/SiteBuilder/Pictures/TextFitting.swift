import Bytes

/// Breaks texts into lines. SVG has no line breaks, and the fonts are those of the machine: widths are estimated by the
/// kind of each character, after DejaVu Sans, which is wider than most, so that text does not leave its place in any.
struct TextFitting {
  /// A text in a size that fits.
  struct Block {
    var size: Int
    var lines: [String]
  }

  /// The most characters of a text that are shown. No picture has room for a tenth of them, and a text may have any
  /// number of characters without width.
  private static let mostScalars = 2_000

  /// The text without what pictures can't show: control characters, line breaks, spaces without width, and emoji, for
  /// which few machines that build sites have a font.
  static func shown(_ text: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if count == mostScalars { break }
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: scalars.append(" ")
      // Directions set from outside, variation selectors, private use, and characters that XML forbids.
      case 0x202A...0x202E, 0x2066...0x2069, 0xFE00...0xFE0F, 0xE000...0xF8FF, 0xFFF9...0xFFFF, 0x20E3, 0x200D: break
      case 0x200B, 0x2060, 0xFEFF: break
      case 0x1F000...0x1FAFF, 0x2600...0x27BF, 0x2B00...0x2BFF, 0xE0000...0x10FFFF: break
      default:
        scalars.append(scalar)
        count += 1
      }
    }
    return String(scalars).split(separator: " ").joined(separator: " ")
  }

  /// The largest size in which a text fits, with its lines; in the last size it is cut if it is too long.
  /// - Parameter sizes: from the largest on, each with the most lines it may have.
  static func fit(
    _ text: String, width: Double, isBold: Bool, sizes: [(size: Int, lines: Int)]
  ) -> Block {
    for (size, most) in sizes {
      let lines = lines(text, width: width / Double(size), isBold: isBold, most: most + 1)
      if lines.count <= most { return Block(size: size, lines: lines) }
    }
    let (size, most) = sizes[sizes.count - 1]
    let width = width / Double(size)
    var kept = lines(text, width: width, isBold: isBold, most: most + 1)
    // The rest of the text continues the last line, which is cut.
    let rest = kept.removeLast()
    let isApart = !(kept[most - 1].last?.isWide ?? false) && !(rest.first?.isWide ?? false)
    kept[most - 1] = ended(kept[most - 1] + (isApart ? " " : "") + rest, width: width, isBold: isBold)
    return Block(size: size, lines: kept)
  }

  /// A text on one line, cut if it is too long.
  static func line(_ text: String, width: Double, size: Int, isBold: Bool = false) -> String {
    fit(text, width: width, isBold: isBold, sizes: [(size, 1)]).lines.first ?? ""
  }

  /// A line that does not end the text, with an ellipsis. O(line).
  private static func ended(_ line: String, width: Double, isBold: Bool) -> String {
    let ellipsis = Self.width("…", isBold: false)
    var sum = 0.0
    var kept = String(
      line.prefix { character in
        for scalar in character.unicodeScalars { sum += scalar.estimatedWidth }
        return (isBold ? (sum + ellipsis) * 1.1 : sum + ellipsis) <= width
      })
    while let last = kept.last, last == " " || last == "," || last == "–" || last == "-" { kept.removeLast() }
    return kept + "…"
  }

  /// At most so many lines; the last has the rest if there are more. O(text of these lines).
  /// - Parameter width: in ems.
  private static func lines(_ text: String, width: Double, isBold: Bool, most: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var room = width
    func finish() {
      while line.last == " " { line.removeLast() }
      lines.append(line)
      line = ""
      room = width
    }
    for piece in Pieces(text) {
      if lines.count == most { return lines }
      if piece == " ", line.isEmpty { continue }
      let needed = Self.width(piece, isBold: isBold)
      if needed <= room {
        line += piece
        room -= needed
        continue
      }
      if piece == " " {
        finish()
        continue
      }
      if !line.isEmpty { finish() }
      // A word that is longer than a line is broken where the line ends.
      for character in piece {
        let needed = Self.width(String(character), isBold: isBold)
        if needed > room, !line.isEmpty { finish() }
        if lines.count == most { return lines }
        line.append(character)
        room -= needed
      }
    }
    if !line.isEmpty, lines.count < most { finish() }
    return lines
  }

  /// The parts of a text that stay together: words, spaces, and single characters of scripts that have no spaces.
  private struct Pieces: Sequence, IteratorProtocol {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func next() -> String? {
      guard let first = rest.popFirst() else { return nil }
      if first == " " { return " " }
      var piece = String(first)
      while let following = rest.first, following != " " {
        let last = piece.last!
        let isBreak =
          (last.isWide || following.isWide) && !"、。，．！？）」』】〕》・：；ー々ゃゅょっャュョッ)]!?.,:;".contains(following)
          && !"（「『【〔《([".contains(last)
        if isBreak || last == "-" && piece.count > 2 || last == "/" && piece.count > 2 { break }
        piece.append(following)
        rest.removeFirst()
      }
      return piece
    }
  }

  /// The estimated width of a text in ems.
  static func width(_ text: String, isBold: Bool) -> Double {
    let width = text.unicodeScalars.reduce(0) { $0 + $1.estimatedWidth }
    return isBold ? width * 1.1 : width
  }
}

extension Character {
  /// Whether it is of a script that is written without spaces, in squares.
  fileprivate var isWide: Bool { unicodeScalars.first!.isWide }
}

extension Unicode.Scalar {
  /// Han, kana, and full-width forms; Korean has spaces.
  fileprivate var isWide: Bool {
    (0x2E80...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value) || (0xFF00...0xFF60).contains(value)
      || (0x20000...0x3FFFF).contains(value)
  }

  fileprivate var estimatedWidth: Double {
    switch value {
    case 0x20: 0.33
    case 0x21...0x7E: Self.asciiWidth(UInt8(value))
    case 0x0300...0x036F, 0x0591...0x05C7, 0x064B...0x065F, 0x0E31, 0x0E34...0x0E3A, 0x0E47...0x0E4E, 0x200B...0x200F:
      0
    case 0x0900...0x0902, 0x093C, 0x0941...0x0948, 0x094D: 0
    case 0x0590...0x05FF: 0.62
    case 0x0600...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: 0.6
    case 0x0400...0x052F: 0.68
    case 0x1100...0x11FF, 0xAC00...0xD7AF: 1
    case 0x2010...0x2027: value == 0x2014 || value == 0x2026 ? 1 : 0.5
    default: isWide ? 1 : 0.66
    }
  }

  private static func asciiWidth(_ byte: UInt8) -> Double {
    switch byte {
    case .ascii("i"), .ascii("j"), .ascii("l"), .ascii("I"), .ascii("'"), .ascii("|"), .ascii("."), .ascii(","): 0.32
    case .ascii(":"), .ascii(";"), .ascii("!"): 0.4
    case .ascii("f"), .ascii("t"), .ascii("r"), .ascii("("), .ascii(")"), .ascii("["), .ascii("]"), .ascii("-"): 0.41
    case .ascii("m"), .ascii("w"), .ascii("M"), .ascii("W"), .ascii("@"), .ascii("%"): 0.97
    case .ascii("A")...(.ascii("Z")): 0.72
    case .ascii("0")...(.ascii("9")): 0.64
    default: 0.62
    }
  }
}
